// Contrast of texts and marks in drawings; in HTML, axe measures it. In-page code.

import {behind, blend, contrastRatio, parseColour} from './colour.mjs';

export function checkContrast(page) {
  if (!page.svgs.length) return;
  checkTextContrast(page);
  // In forced colours the reader has chosen what marks look like.
  if (page.mode !== 'forced-colors') checkMarkContrast(page);
}

export function checkTextContrast(page) {
  let bare = 0;
  for (const text of page.texts.filter(text => text.svg)) {
    for (const part of [text.element, ...text.element.querySelectorAll('tspan')]) {
      if (![...part.childNodes].some(node => node.nodeType === 3 && node.data.trim())) continue;
      const style = getComputedStyle(part);
      const ink = parseColour(style.fill);
      const box = part.getBoundingClientRect();
      if (!ink || !box.width) continue;
      ink[3] *= parseFloat(style.opacity);
      let worst = 99;
      for (const share of [.08, .5, .92]) {
        const [x, y] = [box.left + box.width * share, (box.top + box.bottom) / 2];
        const {colours, own} = behind(page, x, y, text.element, text.svg);
        if (!own) bare++;
        for (const colour of colours) worst = Math.min(worst, contrastRatio(blend(ink, colour), colour));
      }
      const size = parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      const needed = large ? 3 : 4.5;
      if (worst < needed) page.add('text-contrast', `${worst.toFixed(2)}:1 in ${page.mode}, needs ${needed}:1`, part);
    }
  }
  if (bare) {
    page.add('no-own-background', `${bare} text samples have no opaque shape of the figure behind them in `
      + `${page.mode}; the host page decides their contrast`);
  }
}

// A mark is seen if it stands out from what is around it or from its own fill.
export function checkMarkContrast(page) {
  for (const shape of page.shapes) {
    if (shape.decorative) continue;
    const stroked = shape.stroke !== 'none' && shape.strokeWidth > 0;
    const paint = stroked ? shape.stroke : shape.kind === 'rect' ? null : shape.fill;
    const colour = paint && parseColour(paint);
    if (!colour || colour[3] < .05 || (shape.width < 1 && shape.height < 1)) continue;
    const {left, right, top, bottom} = shape;
    const around = [
      [left - 2, top - 2], [right + 2, top - 2], [left - 2, bottom + 2], [right + 2, bottom + 2],
      [(left + right) / 2, top - 3], [right + 3, (top + bottom) / 2],
    ];
    let best = 0;
    for (const [x, y] of around) {
      const {colours} = behind(page, x, y, shape.element, shape.element.ownerSVGElement || page.svgs[0]);
      best = Math.max(best, ...colours.map(back => contrastRatio(colour, back)));
    }
    const fill = parseColour(shape.fill);
    if (fill && shape.stroke !== 'none') best = Math.max(best, contrastRatio(colour, fill));
    if (best < 3) page.add('mark-contrast', `${best.toFixed(2)}:1 in ${page.mode}, marks need 3:1`, shape.element);
  }
}
