// All that is done with one file. It is opened once, and what the reader's
// system and window may be like is changed around it, since opening a page
// takes longer than looking at it.

import fs from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {checkHostSheet, checkScriptless, checkStillness, checkWithAxe, countShown, loadAxe} from './host.mjs';
import {inPage} from './inject.mjs';
import {checkToolbar} from './passes.mjs';

const height = 900;

// The pages that a worker keeps: one with script and one without. A page of its
// own for each file would cost a process each.
export async function openDesk(browser, options) {
  const viewport = {width: options.width, height};
  const desk = {options, url: '', findings: []};
  for (const [name, javaScriptEnabled] of [['page', true], ['scriptless', false]]) {
    const context = await browser.newContext({viewport, javaScriptEnabled});
    const page = await context.newPage();
    await page.addInitScript({content: inPage});
    page.on('pageerror', ({message}) => {
      desk.findings.push({rule: 'script-error', msg: message.split('\n')[0], where: ''});
    });
    await page.route('**/*', route => {
      const url = route.request().url();
      if (url === desk.url || url.startsWith('data:')) return route.continue();
      desk.findings.push({rule: 'external-request', msg: url, where: ''});
      return route.abort();
    });
    desk[name] = page;
  }
  return desk;
}

export async function lintFile(desk, file) {
  const isSvg = /\.svg$/i.test(file);
  await surround(desk.page, {width: desk.options.width});
  desk.findings = checkBlankLines(file);
  desk.url = pathToFileURL(path.resolve(file)).href;
  await desk.page.goto(desk.url);
  if (isSvg) await lintSvg(desk, desk.page);
  else await lintHtml(desk, desk.page);
  const unique = new Map(desk.findings.map(found => [found.rule + found.msg + found.where, found]));
  return [...unique.values()];
}

function checkBlankLines(file) {
  const source = fs.readFileSync(file, 'utf8');
  const part = /\.svg$/i.test(file) ? source : (source.match(/<figure[\s\S]*<\/figure>/) || [''])[0];
  const blank = /\n[ \t]*\n/.exec(part.trimEnd());
  if (!blank) return [];
  const after = part.slice(Math.max(0, blank.index - 40), blank.index).trim();
  const msg = `CommonMark ends an HTML block at a blank line, so this breaks when pasted inline; after: ${after}`;
  return [{rule: 'blank-line', msg, where: ''}];
}

// Changes of the surroundings reach a page with its next frame, and what moves
// has to come to rest.
async function settle(page) {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    const rest = Promise.allSettled(document.getAnimations().map(({finished}) => finished));
    await Promise.race([rest, new Promise(resolve => setTimeout(resolve, 500))]);
  });
}

async function surround(page, {width, ...media}) {
  if (width) await page.setViewportSize({width, height});
  await page.emulateMedia({colorScheme: 'light', forcedColors: 'none', reducedMotion: 'no-preference', ...media});
  await settle(page);
}

async function look(desk, page, options, checks) {
  const {width, 'min-font': minFont} = desk.options;
  const settings = {mode: 'light', width, minFont, ...options};
  desk.findings.push(...await page.evaluate(([settings, checks]) => figlint.look(settings, checks), [settings, checks]));
}

async function lintSvg(desk, page) {
  const isSvg = true;
  await look(desk, page, {isSvg}, ['structure', 'geometry', 'font', 'contrast', 'colourOnly']);
  await surround(page, {colorScheme: 'dark'});
  await look(desk, page, {isSvg, mode: 'dark'}, ['contrast']);
  await surround(page, {forcedColors: 'active'});
  await look(desk, page, {isSvg, mode: 'forced-colors'}, ['contrast']);
  if (!desk.options['wide-font']) return;
  await surround(page, {});
  await page.evaluate(() => figlint.widenFonts(true));
  await look(desk, page, {isSvg, wideFont: true}, ['geometry']);
}

async function lintHtml(desk, page) {
  const {width, narrow} = desk.options;
  const found = findings => desk.findings.push(...findings);
  await look(desk, page, {}, ['structure', 'geometry', 'font', 'contrast', 'colourOnly']);
  const shown = await countShown(page);
  await desk.scriptless.goto(desk.url);
  found(checkScriptless(shown, await countShown(desk.scriptless)));
  found(await checkHostSheet(page));

  await loadAxe(page);
  found(await checkWithAxe(page, 'light', width));
  await surround(page, {colorScheme: 'dark'});
  await look(desk, page, {mode: 'dark'}, ['contrast']);
  found(await checkWithAxe(page, 'dark', width));
  await surround(page, {forcedColors: 'active'});
  await look(desk, page, {mode: 'forced-colors'}, ['contrast']);
  await surround(page, {reducedMotion: 'reduce'});
  found(await checkStillness(page));

  await surround(page, {width: narrow});
  await look(desk, page, {}, ['geometry', 'font']);
  found(await checkWithAxe(page, 'light', narrow));
  await surround(page, {width: narrow, colorScheme: 'dark'});
  found(await checkWithAxe(page, 'dark', narrow));
  await surround(page, {width: 320});
  await look(desk, page, {}, ['geometry']);

  // Last what leaves its traces on the page.
  if (desk.options['wide-font']) {
    await surround(page, {width: narrow});
    await page.evaluate(() => figlint.widenFonts(false));
    await settle(page);
    await look(desk, page, {wideFont: true}, ['geometry']);
    await surround(page, {width});
    await look(desk, page, {wideFont: true}, ['geometry']);
  }
  found(await checkToolbar(page));
}
