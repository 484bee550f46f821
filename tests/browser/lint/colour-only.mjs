// What is told by colour has to be told by something else too. In-page code.

import {holdsMiddle, overlap} from './survey.mjs';

export function checkColourOnly(page) {
  const groups = new Map();
  for (const shape of page.shapes) {
    const cell = shape.kind === 'rect' && shape.width >= 8 && shape.fill !== 'none' && shape.visible;
    if (!cell || shape.decorative) continue;
    // Cells of one size on one line.
    const key = `${Math.round(shape.width)}x${Math.round(shape.height)}@${Math.round(shape.top / 2)}`;
    groups.set(key, (groups.get(key) || []).concat(shape));
  }
  for (const cells of groups.values()) if (cells.length >= 3) judgeCells(page, cells);
  judgeLines(page);
}

// Where most cells of a line have one fill, one with another fill must differ
// in its border, in a mark on it or in the weight of its text.
export function judgeCells(page, cells) {
  const fills = new Map();
  for (const cell of cells) fills.set(cell.fill, (fills.get(cell.fill) || []).concat(cell));
  if (fills.size < 2) return;
  const [usual, ...others] = [...fills.values()].sort((a, b) => b.length - a.length);
  const usualText = page.texts.find(text => usual.some(cell => holdsMiddle(cell, text)));
  for (const cell of others.flat()) {
    const text = page.texts.find(text => holdsMiddle(cell, text));
    const heavier = text && usualText && weightOf(text) !== weightOf(usualText);
    const marked = page.shapes.some(shape => marks(shape, cell));
    if (borderOf(cell.element) === borderOf(usual[0].element) && !marked && !heavier) {
      const message = `this cell differs from ${usual.length} like it only by fill colour`;
      page.add('colour-only', message, text ? text.element : cell.element);
    }
  }
}

export function weightOf(text) {
  return getComputedStyle(text.element).fontWeight;
}

// A shape marks a cell if it stands on it, is about its size at most, and is
// more than the same box again.
export function marks(shape, cell) {
  if (shape === cell || shape.kind === 'line') return false;
  const {x, y} = overlap(shape, cell);
  if (x <= 2 || y <= 2 || shape.width > cell.width * 1.3 || shape.height > cell.height * 1.8) return false;
  const same = Math.abs(shape.left - cell.left) < 1 && Math.abs(shape.width - cell.width) < 1;
  return !same || /url/.test(shape.fill);
}

export function borderOf(element) {
  const style = getComputedStyle(element);
  return [
    style.strokeWidth, style.strokeDasharray, /url/.test(style.fill) ? 'pattern' : '',
    style.borderTopStyle, style.borderTopWidth, style.outlineStyle, style.fontWeight,
  ].join('|');
}

export function isColourful(colour) {
  const parts = colour.match(/[\d.]+/g);
  if (!parts || /none/.test(colour)) return false;
  const channels = parts.slice(0, 3).map(Number);
  return Math.max(...channels) - Math.min(...channels) > 40;
}

// Lines in different hues differ in dash or width.
export function judgeLines(page) {
  const byColour = new Map();
  for (const shape of page.shapes) {
    const line = shape.fill === 'none' && shape.stroke !== 'none' && isColourful(shape.stroke);
    if (line && !shape.decorative && shape.strokeWidth > 0) byColour.set(shape.stroke, shape);
  }
  const seen = new Map();
  for (const [colour, line] of byColour) {
    const look = `${line.dashes}|${getComputedStyle(line.element).strokeWidth}|${line.kind}`;
    if (seen.has(look)) {
      const message = `lines in ${colour} and ${seen.get(look)} share dash and width, so only colour tells them apart`;
      page.add('colour-only', message, line.element);
    } else {
      seen.set(look, colour);
    }
  }
}
