// Texts against the lines of an HTML figure, which are borders: of elements and
// of their ::before and ::after. In-page code.

import {parseColour} from './colour.mjs';
import {inkOf, leastCrossing} from './lines.mjs';

export function checkTextOnBorders(page) {
  const pen = new OffscreenCanvas(1, 1).getContext('2d');
  const lines = [...document.querySelectorAll('figure, figure *')].flatMap(element => {
    if (element.closest('svg,[data-decorative]') || page.hidden(element)) return [];
    return [...borderLines(element), ...pseudoLines(element, '::before'), ...pseudoLines(element, '::after')];
  });
  for (const text of page.texts.filter(text => !text.svg)) {
    const box = clippedBox(text, pen);
    const crossed = lines.find(line => {
      // An edge of a box that the text is in is checked as a box.
      if (!line.pseudo && line.owner.contains(text.element)) return false;
      const point = crossing(line, box);
      return point && isAbove(line.owner, text.element, point);
    });
    if (!crossed) continue;
    const {owner, pseudo, side} = crossed;
    const name = [owner.tagName.toLowerCase(), ...owner.classList].join('.') + pseudo;
    page.add('text-on-line', `the ${side} line of ${name} runs through the text${page.note}`, text.element);
  }
}

// The part of a text's ink that boxes which clip or scroll let through.
export function clippedBox(text, pen) {
  const {before, after} = inkOf(text.words, text.element, pen);
  const box = {left: text.left + before, right: text.right - after, top: text.top, bottom: text.bottom};
  for (let frame = text.element; frame && frame.tagName !== 'BODY'; frame = frame.parentElement) {
    if (getComputedStyle(frame).overflowX === 'visible') continue;
    const {left, right, top, bottom} = frame.getBoundingClientRect();
    box.left = Math.max(box.left, left);
    box.right = Math.min(box.right, right);
    box.top = Math.max(box.top, top);
    box.bottom = Math.min(box.bottom, bottom);
  }
  return box;
}

// The visible sides of a box with its upper left corner at 0,0: where each
// begins and ends, and half its width.
export function sidesOf(style, width, height) {
  const thick = side => parseFloat(style[`border${side}Width`]);
  const ends = {
    Top: [0, thick('Top') / 2, width, thick('Top') / 2],
    Bottom: [0, height - thick('Bottom') / 2, width, height - thick('Bottom') / 2],
    Left: [thick('Left') / 2, 0, thick('Left') / 2, height],
    Right: [width - thick('Right') / 2, 0, width - thick('Right') / 2, height],
  };
  const seen = Object.keys(ends).filter(side => {
    const colour = parseColour(style[`border${side}Color`]);
    return thick(side) > 0 && colour && colour[3] * parseFloat(style.opacity) >= .05;
  });
  const sides = seen.map(side => ({side: side.toLowerCase(), ends: ends[side], half: thick(side) / 2}));
  // A line in a dash that no border has is a thin box with a picture.
  if (!sides.length && style.backgroundImage !== 'none' && Math.min(width, height) <= 4) {
    const middle = width > height ? [0, height / 2, width, height / 2] : [width / 2, 0, width / 2, height];
    sides.push({side: 'drawn', ends: middle, half: Math.min(width, height) / 2});
  }
  return sides;
}

export function borderLines(element) {
  const {left, top, width, height} = element.getBoundingClientRect();
  return sidesOf(getComputedStyle(element), width, height).map(({side, ends: [x1, y1, x2, y2], half}) => (
    {owner: element, pseudo: '', side, half, from: [left + x1, top + y1], to: [left + x2, top + y2]}));
}

// No box can be asked for a pseudo-element; one that is placed by coordinates
// has its place in its computed style.
export function pseudoLines(element, pseudo) {
  const style = getComputedStyle(element, pseudo);
  if (style.content === 'none' || style.position !== 'absolute' || style.display === 'none') return [];
  let frame = element;
  while (frame.parentElement && getComputedStyle(frame).position === 'static') frame = frame.parentElement;
  const sum = names => names.reduce((total, name) => total + parseFloat(style[name]), 0);
  const width = sum(['width', 'paddingLeft', 'paddingRight', 'borderLeftWidth', 'borderRightWidth']);
  const height = sum(['height', 'paddingTop', 'paddingBottom', 'borderTopWidth', 'borderBottomWidth']);
  const outer = frame.getBoundingClientRect();
  const left = outer.left + frame.clientLeft + sum(['left', 'marginLeft']);
  const top = outer.top + frame.clientTop + sum(['top', 'marginTop']);
  if (![left, top, width, height].every(Number.isFinite)) return [];
  const [originX, originY] = style.transformOrigin.split(' ').map(parseFloat);
  const turn = style.transform === 'none' ? new DOMMatrix() : new DOMMatrix(style.transform);
  const place = (x, y) => {
    const turned = new DOMPoint(x - originX, y - originY).matrixTransform(turn);
    return [left + originX + turned.x, top + originY + turned.y];
  };
  return sidesOf(style, width, height).map(({side, ends: [x1, y1, x2, y2], half}) => (
    {owner: element, pseudo, side, half, from: place(x1, y1), to: place(x2, y2)}));
}

// A point where a line runs through a box, or nothing.
export function crossing({from, to, half}, box) {
  const deep = leastCrossing() - half;
  const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1])));
  for (let step = 0; step <= steps; step++) {
    const [x, y] = [0, 1].map(i => from[i] + (to[i] - from[i]) * step / steps);
    const inside = x > box.left + deep && x < box.right - deep && y > box.top + deep && y < box.bottom - deep;
    if (inside) return [x, y];
  }
  return null;
}

// Whether nothing opaque lies over a line where it meets a text.
export function isAbove(owner, element, [x, y]) {
  const old = [scrollX, scrollY];
  const before = element.getBoundingClientRect();
  element.scrollIntoView({block: 'center', behavior: 'instant'});
  const after = element.getBoundingClientRect();
  const stack = document.elementsFromPoint(x + after.left - before.left, y + after.top - before.top);
  scrollTo({left: old[0], top: old[1], behavior: 'instant'});
  for (const layer of stack) {
    if (layer === owner) return true;
    const colour = parseColour(getComputedStyle(layer).backgroundColor);
    if (colour && colour[3] >= .99) return false;
  }
  return true;
}
