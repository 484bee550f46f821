// Marks without hue: in grey, and in the few colours of a system's contrast
// theme. A selected cell, a rejected index and what is not reached have to
// differ from ordinary cells in their edges.

import assert from 'node:assert/strict';
import {pathToFileURL} from 'node:url';
import {test} from 'node:test';
import {drawn, figure, lookAtPicture, plates, useBrowser} from './support.mjs';

const browser = await useBrowser();

// Ordinary cells and marked ones, as the drawings and the pages name them.
const kinds = {
  svg: {ordinary: '.tp-cell', selected: '.tp-sel', rejected: '.tp-ghost', 'not reached': '.tp-skip'},
  html: {
    ordinary: '.tp-slices tbody td:not(.tp-sel,.tp-break), .tp-v:not(.tp-sel,.tp-break), .tp-ok>th',
    selected: '.tp-sel', rejected: '.tp-bad>th, .tp-beyond', 'not reached': '.tp-skip>th',
  },
};

// In the page of the picture: what the left edge of each box looks like in
// grey. Its ink is the share of pixels that stand out from the box's own ground;
// it is uneven where dashes, dots or a hatch make its rows differ.
function edges({at}, boxes) {
  const grey = (x, y) => {
    const [red, green, blue] = at(x, y);
    return .2126 * red + .7152 * green + .0722 * blue;
  };
  return boxes.map(({left, top, height}) => {
    const [from, until] = [Math.round(top + height * .12), Math.round(top + height * .88)];
    const x = Math.round(left);
    const rows = [];
    for (let y = from; y < until; y++) rows.push(Array.from({length: 9}, (_, i) => grey(x - 2 + i, y)));
    const all = rows.flat().sort((a, b) => a - b);
    const ground = all[Math.floor(all.length / 2)];
    const ink = rows.map(row => row.map(value => (Math.abs(value - ground) > 40 ? 1 : 0)));
    const patterns = {};
    for (const row of ink) patterns[row] = (patterns[row] ?? 0) + 1;
    return {
      ink: ink.flat().reduce((sum, one) => sum + one) / (rows.length * 9),
      uneven: 1 - Math.max(...Object.values(patterns)) / rows.length,
    };
  });
}

// The edges of the cells of each kind, from one picture of the page.
async function edgesOf(page, kinds) {
  const cells = await page.evaluate(kinds => Object.entries(kinds).flatMap(([kind, selector]) => (
    [...document.querySelectorAll(selector)].map(element => element.getBoundingClientRect())
      .filter(({width}) => width > 20)
      .map(({left, top, height}) => ({kind, left, top, height})))), kinds);
  const seen = await lookAtPicture(browser, await page.screenshot(), edges, cells);
  return cells.map(({kind}, at) => ({kind, ...seen[at]}));
}

const differ = (one, other) => Math.abs(one.ink - other.ink) >= .08 || Math.abs(one.uneven - other.uneven) >= .2;

const looks = {
  'in grey': {colorScheme: 'light'},
  'in grey, dark': {colorScheme: 'dark'},
  'in forced colours': {forcedColors: 'active'},
};

for (const [look, media] of Object.entries(looks)) {
  for (const form of ['svg', 'html']) {
    test(`marked cells have other edges than ordinary ones ${look}, ${form}`, async () => {
      const page = await browser.newPage({viewport: {width: 720, height: 2400}, ...media});
      const seen = new Set();
      for (const id of plates) {
        await page.goto(pathToFileURL(figure(`${id}.${form}`)).href);
        await drawn(page);
        const cells = await edgesOf(page, kinds[form]);
        const ordinary = cells.filter(({kind}) => kind === 'ordinary');
        for (const mark of cells.filter(({kind}) => kind !== 'ordinary')) {
          seen.add(mark.kind);
          const alike = ordinary.find(cell => !differ(mark, cell));
          assert.equal(alike, undefined, `${id}: ${JSON.stringify(mark)} is like ${JSON.stringify(alike)}`);
        }
      }
      assert.deepEqual([...seen].sort(), ['not reached', 'rejected', 'selected']);
      await page.close();
    });
  }
}
