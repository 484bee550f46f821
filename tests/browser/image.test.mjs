// Drawings as images, where no page can help them: <img> on a page of any
// colour, by day and by night.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {test} from 'node:test';
import {figure, lookAtPicture, plates, temporaryFolder, useBrowser} from './support.mjs';

const browser = await useBrowser();
const folder = temporaryFolder();
const drawings = plates.flatMap(id => [`${id}.svg`, `${id}.narrow.svg`]);
const ground = {light: [255, 255, 255], dark: [21, 24, 29]};

// In the page of the picture: shares of the drawing without its rounded edge.
function shares({width, height, at}, {card, host}) {
  const near = (one, other) => one.every((value, i) => Math.abs(value - other[i]) <= 2);
  const count = {card: 0, host: 0, ink: 0};
  const edge = 8;
  for (let y = edge; y < height - edge; y++) {
    for (let x = edge; x < width - edge; x++) {
      const colour = at(x, y);
      count[near(colour, card) ? 'card' : near(colour, host) ? 'host' : 'ink']++;
    }
  }
  const all = count.card + count.host + count.ink;
  return {card: count.card / all, host: count.host / all, ink: count.ink / all};
}

for (const scheme of ['light', 'dark']) {
  test(`each drawing is drawn on its own ground through <img>, ${scheme}`, async () => {
    const host = [255, 0, 255];
    const file = path.join(folder, `${scheme}.html`);
    const images = drawings.map(name => `<img src="${pathToFileURL(figure(name))}" alt="" style="display:block">`);
    fs.writeFileSync(file, `<!doctype html><meta charset="utf-8"><style>
      :root{color-scheme:light dark}body{margin:0;background:rgb(${host})}</style>${images.join('\n')}`);
    const page = await browser.newPage({viewport: {width: 800, height: 900}, colorScheme: scheme});
    await page.goto(pathToFileURL(file).href);
    for (const [at, name] of drawings.entries()) {
      const picture = await page.locator('img').nth(at).screenshot();
      const {card, host: through, ink} = await lookAtPicture(browser, picture, shares, {card: ground[scheme], host});
      const told = `${name}: ${(card * 100).toFixed(1)} % ground, ${(ink * 100).toFixed(1)} % drawn`;
      assert.equal(through, 0, `the page shows through ${name}`);
      assert.ok(card > .4 && ink > .02, told);
    }
    await page.close();
  });
}
