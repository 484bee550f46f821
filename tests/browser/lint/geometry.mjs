// Where texts stand: inside their figure, inside their boxes, apart from one
// another, and large enough. In-page code (survey.mjs says what that means).

import {holdsMiddle, overlap, shortened} from './survey.mjs';

export function checkGeometry(page) {
  for (const text of page.texts) {
    checkInsideFigure(page, text);
    if (text.svg) checkAgainstRects(page, text);
    else checkInsideBox(page, text);
  }
  checkTextsApart(page);
  const {scrollWidth} = document.documentElement;
  if (!page.isSvg && scrollWidth > innerWidth + 1) {
    page.add('page-scrolls-sideways', `page is ${scrollWidth} px wide in a ${innerWidth} px window${page.note}`);
  }
}

export function checkInsideFigure(page, text) {
  const host = text.svg ?? text.element.closest('figure');
  const box = host ? host.getBoundingClientRect() : {left: 0, right: innerWidth, top: -1e9, bottom: 1e9};
  const beyond = Math.max(box.left - text.left, text.right - box.right, box.top - text.top, text.bottom - box.bottom);
  if (beyond <= .5) return;
  const frame = text.svg ? 'viewBox' : 'figure';
  page.add('text-outside-figure', `text leaves the ${frame} by ${beyond.toFixed(1)} px${page.note}`, text.element);
}

// The smallest visible rect under the middle of a text is its own.
export function ownRect(page, text) {
  return page.shapes
    .filter(shape => shape.kind === 'rect' && shape.visible && holdsMiddle(shape, text))
    .sort((a, b) => a.width * a.height - b.width * b.height)[0];
}

// Whether a text reaches into a rect that stands beside it.
export function crossesRect(rect, text) {
  if (!rect.visible || holdsMiddle(rect, text)) return false;
  const {x, y} = overlap(text, rect);
  return x > 1.5 && y > 1.5;
}

export function checkAgainstRects(page, text) {
  const own = ownRect(page, text);
  const over = own && (text.left < own.left - .5 || text.right > own.right + .5
    || text.top < own.top - .5 || text.bottom > own.bottom + .5);
  if (over) {
    const width = (text.right - text.left).toFixed(1);
    const message = `text is ${width} px wide in a ${own.width.toFixed(1)} px box${page.note}`;
    page.add('text-overflows-cell', message, text.element);
  }
  for (const rect of page.shapes) {
    if (rect.kind !== 'rect' || rect === own || !crossesRect(rect, text)) continue;
    const {x} = overlap(text, rect);
    page.add('text-crosses-box', `text runs ${x.toFixed(1)} px into a neighbouring box${page.note}`, text.element);
  }
}

// The nearest ancestor with an edge that a reader sees must hold the text. One
// that scrolls may be narrower, and what is placed by coordinates stands free.
export function checkInsideBox(page, text) {
  for (let box = text.element; box && box.tagName !== 'BODY'; box = box.parentElement) {
    const style = getComputedStyle(box);
    if (style.display === 'inline') continue;
    const edged = parseFloat(style.borderLeftWidth) > 0 || style.overflowX !== 'visible'
      || /^(TD|TH|LI|BUTTON)$/.test(box.tagName);
    if (!edged) continue;
    const {left, right, width} = box.getBoundingClientRect();
    const free = text.element.closest('[style*="--e"]') === box || style.position === 'absolute'
      || getComputedStyle(text.element.closest('span') || box).position === 'absolute'
      || style.overflowX === 'auto' || style.overflowX === 'scroll';
    if (!free && (text.left < left - 1 || text.right > right + 1)) {
      const wide = (text.right - text.left).toFixed(1);
      const tag = box.tagName.toLowerCase();
      const message = `text is ${wide} px wide in a ${width.toFixed(1)} px <${tag}>${page.note}`;
      page.add('text-overflows-cell', message, text.element);
    }
    return;
  }
}

export function checkTextsApart(page) {
  page.texts.forEach((one, at) => {
    for (const other of page.texts.slice(at + 1)) {
      const {x, y} = overlap(one, other);
      if (x <= 1 || y <= 1) continue;
      const words = shortened(other.element.textContent);
      page.add('text-overlap', `overlaps "${words}" by ${x.toFixed(1)} × ${y.toFixed(1)} px${page.note}`, one.element);
    }
  });
}

// The size of type as it is when a drawing is as wide as its column.
export function checkFontSize(page, {width, minFont}) {
  for (const text of page.texts) {
    let size = text.size;
    if (text.svg) {
      const view = text.svg.viewBox.baseVal;
      const scale = view?.width ? Math.min(1, width / view.width) : 1;
      const parts = [text.element, ...text.element.querySelectorAll('tspan')];
      size = Math.min(...parts.map(part => parseFloat(getComputedStyle(part).fontSize) * scale));
    }
    if (size < minFont - .01) {
      page.add('font-too-small', `${size.toFixed(1)} px at ${width} px width, minimum ${minFont}`, text.element);
    }
  }
}
