// Texts against the lines of a drawing: an arrow or an edge through letters
// makes both hard to read. In-page code.

import {crossesRect, ownRect} from './geometry.mjs';
import {behind, contrastRatio, fillHolds, parseColour} from './colour.mjs';

// How deep a line has to run into ink, in pixels; less is a touch.
export function leastCrossing() {
  return .5;
}

export function checkTextOnLines(page) {
  const pen = new OffscreenCanvas(1, 1).getContext('2d');
  const outlines = new Map();
  for (const text of page.texts.filter(text => text.svg)) {
    const boxes = inkBoxes(text.element, pen);
    const own = ownRect(page, text);
    const crossed = page.shapes.find(shape => {
      // The edge of the text's own box, or of a box beside it, is checked as a box.
      const otherRule = shape.kind === 'rect' && (shape === own || crossesRect(shape, text));
      if (otherRule || shape.svg !== text.svg || shape.decorative || !paintOf(shape)) return false;
      return boxes.some(box => nearby(shape, box) && runsThrough(page, outlineOf(shape, outlines), box, text));
    });
    if (crossed) {
      page.add('text-on-line', `a ${describe(crossed)} runs through the text${page.note}`, text.element);
    }
  }
}

export function describe(shape) {
  const {left, top, right, bottom} = shape;
  const [x1, y1, x2, y2] = [left, top, right, bottom].map(Math.round);
  return `${shape.kind} from ${x1},${y1} to ${x2},${y2}`;
}

// What the letters of an element measure as its font draws them: how far ink
// reaches above and below the baseline, and the empty room at both ends.
export function inkOf(words, element, pen) {
  const style = getComputedStyle(element);
  pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  pen.textAlign = 'left';
  const ink = pen.measureText(words.trim());
  return {
    line: Math.round(ink.fontBoundingBoxAscent),
    above: ink.actualBoundingBoxAscent,
    below: ink.actualBoundingBoxDescent,
    before: Math.max(0, -ink.actualBoundingBoxLeft),
    after: Math.max(0, ink.width - ink.actualBoundingBoxRight),
  };
}

// The ink of each part of a text; a label of several parts may leave room for a
// line between them.
export function inkBoxes(element, pen) {
  const boxes = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const scale = element.getScreenCTM().a;
  for (let node; (node = walker.nextNode());) {
    if (!node.data.trim()) continue;
    const ink = inkOf(node.data, node.parentElement, pen);
    const range = document.createRange();
    range.setStart(node, node.data.search(/\S/));
    range.setEnd(node, node.data.trimEnd().length);
    for (const {left, right, top} of range.getClientRects()) {
      const baseline = top + ink.line * scale;
      boxes.push({
        left: left + ink.before * scale, right: right - ink.after * scale,
        top: baseline - ink.above * scale, bottom: baseline + ink.below * scale,
      });
    }
  }
  return boxes;
}

// The colour that a shape's outline is seen by: its line, or else its fill.
export function paintOf(shape) {
  const stroked = shape.stroke !== 'none' && shape.strokeWidth > 0;
  const colour = parseColour(stroked ? shape.stroke : shape.fill);
  if (!colour) return null;
  colour[3] *= shape.opacity * (stroked ? shape.strokeOpacity : shape.fillOpacity);
  return colour[3] < .05 ? null : colour;
}

export function nearby(shape, box) {
  const reach = shape.strokeWidth + 1;
  return shape.left - reach < box.right && shape.right + reach > box.left
    && shape.top - reach < box.bottom && shape.bottom + reach > box.top;
}

// Points along a shape's outline, at most a pixel apart, and half its width.
export function outlineOf(shape, outlines) {
  if (outlines.has(shape)) return outlines.get(shape);
  const {element} = shape;
  const matrix = element.getScreenCTM();
  const scale = Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c));
  const length = element.getTotalLength();
  const steps = Math.min(8000, Math.ceil(length * scale));
  const points = [];
  for (let step = 0; step <= steps && length > 0; step++) {
    points.push(element.getPointAtLength(length * step / steps).matrixTransform(matrix));
  }
  const half = shape.stroke !== 'none' ? shape.strokeWidth * scale / 2 : 0;
  const outline = {shape, points, half};
  outlines.set(shape, outline);
  return outline;
}

// Whether the outline is seen inside a box of ink. Dashes count as a whole line:
// where their gaps fall is chance.
export function runsThrough(page, {shape, points, half}, box, text) {
  const deep = leastCrossing() - half;
  return points.some(({x, y}) => x > box.left + deep && x < box.right - deep
    && y > box.top + deep && y < box.bottom - deep && isSeen(page, shape, x, y, text));
}

// A line is out of sight under an opaque shape that is painted later, such as
// the plate of a label, and where it has the colour of what it is drawn on.
export function isSeen(page, line, x, y, text) {
  const later = page.shapes.slice(page.shapes.indexOf(line) + 1);
  if (later.some(shape => shape.svg === line.svg && isOpaque(shape) && fillHolds(shape, x, y))) return false;
  const colour = paintOf(line);
  const under = behind(page, x, y, line.element, text.svg).colours;
  return under.some(back => contrastRatio(colour, back) > 1.1);
}

export function isOpaque(shape) {
  const fill = parseColour(shape.fill);
  return fill !== null && fill[3] * shape.fillOpacity * shape.opacity >= .99;
}
