// What the browser tests share: where things are, the browser, the guide as
// mdBook builds it, and pictures taken apart.
//
// CHROMIUM names the browser, MDBOOK the mdBook program and TRACEPLATE the
// traceplate program, beside which its preprocessor stands. Without the last
// two, tests of the guide are skipped; with CI set they fail.

import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {after} from 'node:test';
import {fileURLToPath} from 'node:url';
import {launch} from './lint/files.mjs';

export const here = path.dirname(fileURLToPath(import.meta.url));
export const root = path.resolve(here, '../..');
export const chromiumPath = process.env.CHROMIUM || '/usr/bin/chromium';

const figures = path.join(root, 'book/plates');
export const plates = fs.readdirSync(figures)
  .filter(name => name.endsWith('.html')).map(name => name.replace('.html', ''));

export function figure(name) {
  return path.join(figures, name);
}

// A folder for the tests of one file, gone when they are done.
export function temporaryFolder() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'traceplate-browser-'));
  after(() => fs.rmSync(folder, {recursive: true, force: true}));
  return folder;
}

// One browser for the tests of one file.
export async function useBrowser() {
  const browser = await launch(chromiumPath);
  after(() => browser.close());
  return browser;
}

const {MDBOOK: mdbook, TRACEPLATE: traceplate, CI: ci} = process.env;

// The options of a test that reads the built guide.
export const needsGuide = {
  skip: mdbook && traceplate || ci ? false : 'MDBOOK and TRACEPLATE name no programs; .ci/run sets them',
};

// Builds the guide, or a book of these chapters with the guide's plates, and
// gives the folder of its pages.
export function buildGuide(folder, chapters) {
  if (!mdbook || !traceplate) throw new Error('expected MDBOOK and TRACEPLATE to name programs');
  const source = path.join(folder, 'source');
  for (const name of ['book.toml', 'plates.toml', 'book', 'traces']) {
    fs.cpSync(path.join(root, name), path.join(source, name), {recursive: true});
  }
  if (chapters) {
    const names = Object.keys(chapters);
    for (const name of names) fs.writeFileSync(path.join(source, 'book', `${name}.md`), chapters[name]);
    const summary = names.map(name => `- [${name}](${name}.md)\n`).join('');
    fs.writeFileSync(path.join(source, 'book/SUMMARY.md'), summary);
  }
  const pages = path.join(folder, 'pages');
  const PATH = [path.dirname(path.resolve(traceplate)), process.env.PATH].join(path.delimiter);
  execFileSync(mdbook, ['build', '--dest-dir', pages, source], {env: {...process.env, PATH}, stdio: 'pipe'});
  return pages;
}

// The chapters of a built guide that hold figures.
export function pagesWithFigures(pages) {
  return fs.readdirSync(pages, {recursive: true})
    .filter(name => name.endsWith('.html') && !/^(plates\/.*|print|index|404|toc)\.html$/.test(name))
    .filter(name => fs.readFileSync(path.join(pages, name), 'utf8').includes('<figure class="tp"'))
    .sort();
}

const origin = 'http://guide.test/';

// A context in which `origin` is a folder and nothing else can be reached.
export async function openGuide(browser, pages, options = {}) {
  const context = await browser.newContext(options);
  // The print page of a book opens the print dialog.
  await context.addInitScript(() => { window.print = () => {}; });
  await context.route('**/*', route => {
    const {href, pathname} = new URL(route.request().url());
    const file = path.join(pages, decodeURIComponent(pathname));
    if (!href.startsWith(origin) || !fs.existsSync(file)) return route.abort();
    return route.fulfill({path: file});
  });
  return context;
}

export function addressOf(page) {
  return origin + page;
}

// The next two frames, after which changed surroundings have been drawn.
export async function drawn(page) {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  });
}

const papers = new WeakMap();

// Takes a picture apart in a page of its own: `look` gets its pixels, as
// {width, height, at(x, y) -> [red, green, blue]}, and one argument.
export async function lookAtPicture(browser, png, look, argument) {
  if (!papers.has(browser)) papers.set(browser, await browser.newPage());
  return papers.get(browser).evaluate(async ({data, look, argument}) => {
    const bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], {type: 'image/png'}));
    const {width, height} = bitmap;
    const pen = new OffscreenCanvas(width, height).getContext('2d');
    pen.drawImage(bitmap, 0, 0);
    const {data: all} = pen.getImageData(0, 0, width, height);
    const at = (x, y) => Array.from(all.subarray((y * width + x) * 4, (y * width + x) * 4 + 3));
    return (0, eval)(`(${look})`)({width, height, at}, argument);
  }, {data: png.toString('base64'), look: String(look), argument});
}
