// The guide in mdBook's five themes, which a reader chooses; what the system
// prefers must not matter then.

import assert from 'node:assert/strict';
import {test} from 'node:test';
import * as colour from './lint/colour.mjs';
import {
  addressOf, buildGuide, drawn, lookAtPicture, needsGuide, openGuide, pagesWithFigures, temporaryFolder, useBrowser,
} from './support.mjs';

const browser = await useBrowser();
const themes = {light: 'light', rust: 'light', coal: 'dark', navy: 'dark', ayu: 'dark'};
const ground = {light: 'rgb(255, 255, 255)', dark: 'rgb(21, 24, 29)'};

const pages = needsGuide.skip ? null : buildGuide(temporaryFolder());

// In the page: the texts of its figures whose contrast with what is really
// behind them, layer by layer, is below what their size needs.
function faintTexts() {
  const {parseColour, blend, contrastRatio} = globalThis.colour;
  const faint = [];
  let texts = 0;
  for (const figure of document.querySelectorAll('figure.tp')) {
    const walker = document.createTreeWalker(figure, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
      const element = node.parentElement;
      if (!node.data.trim() || element.closest('.tp-vh')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      const stack = document.elementsFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      const at = stack.findIndex(layer => layer === element || layer.contains(element));
      if (!box.width || at < 0) continue; // not shown in a column of this width
      texts++;
      const layers = [];
      for (const layer of stack.slice(at)) {
        const own = parseColour(getComputedStyle(layer).backgroundColor);
        if (own?.[3] > 0) layers.push(own);
        if (own?.[3] === 1) break;
      }
      const back = layers.reduceRight((under, layer) => blend(layer, under), [255, 255, 255, 1]);
      const style = getComputedStyle(element);
      const ratio = contrastRatio(blend(parseColour(style.color), back), back);
      const size = parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (ratio < (large ? 3 : 4.5)) faint.push(`${figure.id}: "${node.data.trim()}" ${ratio.toFixed(2)}:1`);
    }
  }
  return {faint, texts};
}

const helpers = [colour.parseColour, colour.blend, colour.luminance, colour.contrastRatio];
const inPage = `(() => {
${helpers.map(String).join('\n')}
globalThis.colour = {parseColour, blend, contrastRatio};
globalThis.faintTexts = ${faintTexts};
})();`;

for (const scheme of ['light', 'dark']) {
  test(`figures follow the chosen theme on a ${scheme} system, with readable texts`, needsGuide, async () => {
    // High enough for whole chapters: only what is in the window has layers.
    const context = await openGuide(browser, pages, {viewport: {width: 1000, height: 12000}, colorScheme: scheme});
    await context.addInitScript({content: inPage});
    const page = await context.newPage();
    for (const name of pagesWithFigures(pages)) {
      await page.goto(addressOf(name));
      // An answer that is folded up is read as well, once it is opened.
      await page.evaluate(() => document.querySelectorAll('details').forEach(answer => { answer.open = true; }));
      for (const [theme, expected] of Object.entries(themes)) {
        await page.evaluate(theme => document.getElementById(`mdbook-theme-${theme}`).click(), theme);
        await drawn(page);
        const place = `${name}, ${theme} on a ${scheme} system`;
        const grounds = await page.evaluate(() => [...document.querySelectorAll('figure.tp')]
          .map(figure => getComputedStyle(figure).backgroundColor));
        assert.deepEqual([...new Set(grounds)], [ground[expected]], place);
        const {faint, texts} = await page.evaluate(() => faintTexts());
        assert.ok(texts > 20, `expected texts in figures of ${place}, found ${texts}`);
        assert.deepEqual(faint, [], place);
      }
    }
    await context.close();
  });

  test(`images follow the chosen theme on a ${scheme} system`, needsGuide, async () => {
    const context = await openGuide(browser, pages, {viewport: {width: 1000, height: 900}, colorScheme: scheme});
    const page = await context.newPage();
    await page.goto(addressOf('gallery.html'));
    const image = page.locator('img[src$="plates/frozen-lookup.svg"]');
    const wrong = [];
    for (const [theme, expected] of Object.entries(themes)) {
      await page.evaluate(theme => document.getElementById(`mdbook-theme-${theme}`).click(), theme);
      await image.scrollIntoViewIfNeeded();
      await drawn(page);
      // The margin left of the title shows the image's own ground.
      const picture = await image.screenshot();
      const margin = await lookAtPicture(browser, picture, ({at}) => `rgb(${at(12, 40).join(', ')})`);
      if (margin !== ground[expected]) wrong.push(`${theme} on a ${scheme} system`);
    }
    assert.deepEqual(wrong, []);
    await context.close();
  });
}

test('no page of the guide scrolls sideways, down to 320 px', needsGuide, async () => {
  const context = await openGuide(browser, pages);
  const page = await context.newPage();
  const found = [];
  for (const width of [720, 390, 320]) {
    await page.setViewportSize({width, height: 900});
    for (const name of pagesWithFigures(pages)) {
      await page.goto(addressOf(name));
      await drawn(page);
      // A chapter scrolls in a box of mdBook's, too; a table in its own frame may.
      const wide = await page.evaluate(() => {
        const around = new Set([...document.querySelectorAll('figure.tp, main img')].flatMap(figure => {
          const boxes = [];
          for (let box = figure; box; box = box.parentElement) boxes.push(box);
          return boxes;
        }));
        return [...around].filter(box => box.scrollWidth > box.clientWidth + 1 && box.clientWidth > 0)
          .map(box => `${box.tagName} ${box.id || box.className}: ${box.scrollWidth} in ${box.clientWidth} px`);
      });
      // The innermost box is what the others are too wide for.
      if (wide.length) found.push(`${name} at ${width} px: ${wide[0]}`);
    }
  }
  assert.deepEqual(found, []);
  await context.close();
});
