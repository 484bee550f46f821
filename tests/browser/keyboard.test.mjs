// The toolbar of passes under the keyboard, on pages of a real book, which has
// keys of its own: mdBook turns the chapter on the arrow keys.

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {
  addressOf, buildGuide, drawn, needsGuide, openGuide, plates, temporaryFolder, useBrowser,
} from './support.mjs';

const browser = await useBrowser();
// A plate twice, another one, and every plate of the guide.
const twice = '# Twice\n\n[before](#)\n\n{{#plate frozen-lookup}}\n\n{{#plate frozen-lookup}}\n\n{{#plate rank-4}}\n';
const all = `# All\n\n${plates.map(id => `{{#plate ${id}}}\n`).join('\n')}`;

const pages = needsGuide.skip ? null : buildGuide(temporaryFolder(), {twice, all});

// Figures of the page with a plate twice, by their place on it.
const [first, second, third] = [0, 1, 2];

// Runs a test on a page of the book.
async function on(name, options, run) {
  const context = await openGuide(browser, pages, {viewport: {width: 1000, height: 900}, ...options});
  try {
    const page = await context.newPage();
    await page.goto(addressOf(name));
    await run(page);
  } finally {
    await context.close();
  }
}

// What a reader gets of the passes of a figure, which is named by its place on
// the page, from 0.
function stateOf(page, figure) {
  return page.evaluate(figure => {
    const part = selector => [...document.querySelectorAll('figure.tp')[figure].querySelectorAll(selector)];
    const buttons = part('[role=toolbar] button');
    return {
      pressed: buttons.findIndex(button => button.getAttribute('aria-pressed') === 'true'),
      stops: buttons.filter(button => button.tabIndex >= 0).length,
      focused: buttons.indexOf(document.activeElement),
      shown: part('.tp-pass').filter(pass => getComputedStyle(pass).visibility === 'visible').length,
      said: part('[role=status]')[0].textContent,
    };
  }, figure);
}

async function focusToolbar(page, figure) {
  await page.locator('figure.tp').nth(figure).locator('[role=toolbar] [tabindex="0"]').focus();
}

// The figures of the chapter that holds every plate; a single pass has no toolbar.
async function figuresWithToolbar(page) {
  const passes = await page.evaluate(() => [...document.querySelectorAll('figure.tp')]
    .map(figure => figure.querySelectorAll('.tp-pass').length));
  assert.equal(passes.length, plates.length);
  const several = plates.map((id, figure) => ({id, figure})).filter(({figure}) => passes[figure] > 1);
  assert.ok(several.length >= 5, `expected figures of several passes, found ${several.length}`);
  return several;
}

test('the toolbar is one stop of the Tab key', needsGuide, () => on('twice.html', {}, async page => {
  // From the link before the first figure to the toolbar, and out of it with the next stop.
  await page.locator('main a', {hasText: 'before'}).focus();
  const stops = [];
  for (let step = 0; step < 40 && !stops.includes('end'); step++) {
    await page.keyboard.press('Tab');
    stops.push(await page.evaluate(() => {
      const bar = document.activeElement.closest('[role=toolbar]');
      if (bar) return bar.closest('figure').id;
      return document.activeElement.closest('figure') ? 'scroller' : 'end';
    }));
  }
  const bars = stops.filter(stop => stop.startsWith('plate-'));
  assert.deepEqual(bars, ['plate-frozen-lookup', 'plate-frozen-lookup_2', 'plate-rank-4']);
}));

test('Left, Right, Home, End and Esc move inside the toolbar and stop at its ends', needsGuide, () => (
  on('twice.html', {}, async page => {
    await focusToolbar(page, first);
    const {pressed: last, shown: every} = await stateOf(page, first);
    const steps = [
      ['Home', 0], ['ArrowLeft', 0], ['ArrowRight', 1], ['ArrowRight', 2], ['ArrowLeft', 1],
      ['End', last], ['ArrowRight', last], ['ArrowLeft', last - 1], ['Escape', last],
    ];
    for (const [key, expected] of steps) {
      await page.keyboard.press(key);
      const {pressed, focused, stops} = await stateOf(page, first);
      assert.deepEqual({pressed, focused, stops}, {pressed: expected, focused: expected, stops: 1}, `after ${key}`);
    }
    assert.equal((await stateOf(page, first)).shown, every, 'Esc shows all passes again');
  })));

test('a status sentence tells each pass apart', needsGuide, () => on('twice.html', {}, async page => {
  await focusToolbar(page, first);
  const {pressed: last} = await stateOf(page, first);
  const said = new Set();
  await page.keyboard.press('Home');
  for (let pass = 0; pass <= last; pass++) {
    said.add((await stateOf(page, first)).said);
    await page.keyboard.press('ArrowRight');
  }
  assert.equal(said.size, last + 1);
  assert.ok(![...said].some(words => words.length < 20), `expected sentences, found ${[...said].join(' | ')}`);
}));

test('the focused button is outlined and in the window on every pass', needsGuide, () => (
  on('all.html', {viewport: {width: 1000, height: 700}, reducedMotion: 'reduce'}, async page => {
    for (const {id, figure} of await figuresWithToolbar(page)) {
      await focusToolbar(page, figure);
      const {pressed: last} = await stateOf(page, figure);
      await page.keyboard.press('Home');
      for (let pass = 0; pass <= last; pass++) {
        await drawn(page);
        const seen = await page.evaluate(() => {
          const button = document.activeElement;
          const {left, top, width, height} = button.getBoundingClientRect();
          const style = getComputedStyle(button);
          const uppermost = document.elementFromPoint(left + width / 2, top + height / 2);
          return {
            outlined: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
            uncovered: button.contains(uppermost),
          };
        });
        assert.deepEqual(seen, {outlined: true, uncovered: true}, `${id}, pass ${pass + 1}`);
        await page.keyboard.press('ArrowRight');
      }
    }
  })));

test('the toolbar keeps its keys from the book', needsGuide, () => on('twice.html', {}, async page => {
  await page.evaluate(() => {
    globalThis.keys = [];
    document.addEventListener('keydown', event => globalThis.keys.push(event.key));
    window.addEventListener('keydown', event => globalThis.keys.push(event.key));
  });
  await focusToolbar(page, first);
  for (const key of ['ArrowRight', 'ArrowLeft', 'Home', 'End', 'ArrowRight', 'Escape']) await page.keyboard.press(key);
  assert.deepEqual(await page.evaluate(() => globalThis.keys), []);
  assert.equal(page.url(), addressOf('twice.html'));
}));

test('outside the toolbar the arrow keys still turn the chapter', needsGuide, () => (
  on('twice.html', {}, async page => {
    await page.locator('main a', {hasText: 'before'}).focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(addressOf('all.html'));
  })));

for (const width of [1000, 390, 320]) {
  test(`nothing moves between the passes in a window of ${width} px`, needsGuide, () => (
    on('all.html', {viewport: {width, height: 900}, reducedMotion: 'reduce'}, async page => {
      // Places within the figure; the toolbar itself stays in view and so moves.
      const places = figure => page.evaluate(figure => {
        const root = document.querySelectorAll('figure.tp')[figure];
        const {left, top, height} = root.getBoundingClientRect();
        const parts = [...root.querySelectorAll('*')].filter(part => part.getClientRects().length && !part.closest('.tp-steer'));
        return [`figure ${height}`, ...parts.map(part => {
          const box = part.getBoundingClientRect();
          const scrolled = part.closest('.tp-scroll')?.scrollLeft ?? 0;
          const place = [box.left - left + scrolled, box.top - top, box.width, box.height];
          const [name] = part.classList;
          return `${part.tagName}.${name} ${place.map(value => value.toFixed(1)).join(' ')}`;
        })];
      }, figure);
      const moved = [];
      for (const {id, figure} of await figuresWithToolbar(page)) {
        const atRest = await places(figure);
        const {pressed: last} = await stateOf(page, figure);
        await focusToolbar(page, figure);
        await page.keyboard.press('Home');
        for (let pass = 0; pass <= last; pass++) {
          await drawn(page);
          const now = await places(figure);
          const at = now.findIndex((place, at) => place !== atRest[at]);
          if (at >= 0) moved.push(`${id}, pass ${pass + 1}: ${atRest[at]} became ${now[at]}`);
          await page.keyboard.press('ArrowRight');
        }
      }
      assert.deepEqual(moved, []);
    })));
}

test('passes fade only for readers who do not mind motion', needsGuide, async () => {
  for (const reducedMotion of ['reduce', 'no-preference']) {
    await on('twice.html', {reducedMotion}, async page => {
      await focusToolbar(page, first);
      await page.keyboard.press('Home');
      const moving = await page.evaluate(figure => {
        const passes = [...document.querySelectorAll('figure.tp')[figure].querySelectorAll('.tp-pass')];
        return passes.some(pass => pass.getAnimations().length > 0);
      }, first);
      assert.equal(moving, reducedMotion === 'no-preference', reducedMotion);
    });
  }
});

test('without script all passes are shown and no toolbar', needsGuide, () => (
  on('all.html', {javaScriptEnabled: false}, async page => {
    assert.equal(await page.locator('figure.tp').count(), plates.length);
    for (const [at, id] of plates.entries()) {
      const figure = page.locator('figure.tp').nth(at);
      for (const part of ['[role=toolbar]', '[role=status]']) {
        for (const bar of await figure.locator(part).all()) assert.ok(await bar.isHidden(), `${id}: ${part}`);
      }
      const passes = await figure.locator('.tp-pass').all();
      assert.ok(passes.length > 0, id);
      for (const pass of passes) assert.ok(await pass.isVisible(), id);
    }
  })));

test('figures on one page walk apart, a plate used twice as well', needsGuide, () => (
  on('twice.html', {}, async page => {
    const others = () => Promise.all([second, third].map(figure => stateOf(page, figure)));
    const before = await others();
    await focusToolbar(page, first);
    await page.keyboard.press('Home');
    assert.deepEqual(await others(), before);
    await focusToolbar(page, second);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    assert.equal((await stateOf(page, first)).pressed, 0);
    assert.equal((await stateOf(page, second)).pressed, 1);
    const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({id}) => id));
    assert.equal(new Set(ids).size, ids.length, 'every id of the page is used once');
  })));
