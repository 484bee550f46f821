// The print page of the guide, which mdBook makes of all chapters.

import assert from 'node:assert/strict';
import {test} from 'node:test';
import zlib from 'node:zlib';
import {addressOf, buildGuide, drawn, needsGuide, openGuide, plates, temporaryFolder, useBrowser} from './support.mjs';

const browser = await useBrowser();

// What stands on a sheet of A4 between margins of 1 cm, in CSS pixels.
const sheet = {width: 718, height: 1047};

const page = needsGuide.skip ? null : await openPrintPage();

async function openPrintPage() {
  const context = await openGuide(browser, buildGuide(temporaryFolder()), {viewport: sheet});
  const page = await context.newPage();
  await page.goto(addressOf('print.html'));
  // A reader prints in the middle of a walk, too.
  await page.locator('[role=toolbar] button').first().click();
  await page.emulateMedia({media: 'print'});
  return page;
}

test('every plate stands on the print page', needsGuide, async () => {
  const shown = await page.evaluate(() => [...document.querySelectorAll('figure.tp')]
    .filter(figure => figure.checkVisibility())
    .map(({id}) => id.replace(/^plate-/, '').replace(/_\d+$/, '')));
  assert.deepEqual([...new Set(shown)].sort(), plates);
});

test('the ids of the print page are unique, and what they are referred to by', needsGuide, async () => {
  const {twice, dangling} = await page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({id}) => id);
    const names = ['aria-labelledby', 'aria-describedby', 'aria-controls'];
    const references = names.flatMap(name => [...document.querySelectorAll(`figure [${name}], figure[${name}]`)]
      .flatMap(element => element.getAttribute(name).split(' ')));
    return {
      twice: ids.filter((id, at) => ids.indexOf(id) !== at),
      dangling: references.filter(id => !ids.includes(id)),
    };
  });
  assert.deepEqual({twice, dangling}, {twice: [], dangling: []});
});

test('print leaves out the toolbar and shows every pass', needsGuide, async () => {
  const {steered, hidden, passes} = await page.evaluate(() => {
    const all = selector => [...document.querySelectorAll(selector)];
    const unseen = element => !element.checkVisibility({opacityProperty: true, visibilityProperty: true});
    const name = element => element.id || element.className;
    // What an author folded up stays so on paper.
    const parts = all('figure.tp :is(.tp-pass, .tp-under-all)').filter(part => !part.closest('details:not([open])'));
    return {
      steered: all('figure.tp :is([role=toolbar], [role=status])').filter(bar => bar.getClientRects().length).map(name),
      hidden: parts.filter(unseen).map(name),
      passes: parts.length,
    };
  });
  assert.deepEqual({steered, hidden}, {steered: [], hidden: []});
  assert.ok(passes > plates.length);
});

test('no pass is broken across sheets', needsGuide, async () => {
  const broken = await page.evaluate(height => [...document.querySelectorAll('figure.tp .tp-pass')]
    .filter(pass => getComputedStyle(pass).breakInside !== 'avoid' || pass.getBoundingClientRect().height > height)
    .map(pass => pass.getAttribute('aria-labelledby')), sheet.height);
  assert.deepEqual(broken, []);
});

test('figures are printed in their light colours, whatever the theme and the system', needsGuide, async () => {
  const dark = [];
  for (const theme of ['light', 'rust', 'coal', 'navy', 'ayu']) {
    await page.evaluate(theme => document.getElementById(`mdbook-theme-${theme}`).click(), theme);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({media: 'print', colorScheme});
      await drawn(page);
      const grounds = await page.evaluate(() => [...document.querySelectorAll('figure.tp')]
        .map(figure => getComputedStyle(figure).backgroundColor));
      if (grounds.some(ground => ground !== 'rgb(255, 255, 255)')) dark.push(`${theme} on a ${colorScheme} system`);
    }
  }
  assert.deepEqual(dark, []);
});

// The objects of a PDF that are not inside streams: Chromium writes pages so.
function pagesOf(pdf) {
  const text = pdf.toString('latin1');
  const objects = new Map();
  for (const [, id, body] of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([^]*?)\nendobj/g)) objects.set(id, body);
  const contentOf = id => {
    const [, dictionary, stream] = /^([^]*?)stream\n([^]*)\nendstream/.exec(objects.get(id));
    const bytes = Buffer.from(stream, 'latin1');
    return (/FlateDecode/.test(dictionary) ? zlib.inflateSync(bytes) : bytes).toString('latin1');
  };
  return [...objects.values()].filter(body => /\/Type \/Page\b/.test(body))
    .map(body => contentOf(/\/Contents (\d+) 0 R/.exec(body)[1]));
}

test('no sheet of the printed guide is empty', needsGuide, async () => {
  const sheets = pagesOf(await page.pdf({format: 'A4', margin: {top: '1cm', right: '1cm', bottom: '1cm', left: '1cm'}}));
  assert.ok(sheets.length >= plates.length, `expected a sheet a plate at least, found ${sheets.length}`);
  // What is shown on a sheet is text, set by the operators Tj and TJ.
  const empty = sheets.map((content, at) => at + 1).filter(at => !/\bT[jJ]\b/.test(sheets[at - 1]));
  assert.deepEqual(empty, []);
});
