// The lint finds each fault that was planted for it, and no other figure of
// its kind is called faulty. `.ci/run` asks it about every figure.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {before, test} from 'node:test';
import {lint} from './lint/files.mjs';
import {chromiumPath, figure, here, temporaryFolder} from './support.mjs';

const options = {width: 720, 'min-font': 9, narrow: 390, chromium: chromiumPath, 'wide-font': true, workers: 2};
const folder = temporaryFolder();

// Faults of whole files: a rule, and words of the place or the message.
const planted = {
  'broken/broken.svg': [
    ['blank-line', '<script>1</script>'],
    ['script-in-svg', 'script element'],
    ['external-request', 'https://example.org/f.css'],
    ['external-reference', 'style sheet loads'],
    ['external-request', 'https://example.org/x.png'],
    ['external-reference', 'x.png'],
    ['svg-role', 'role is missing'],
    ['id-prefix', 'id "title"'],
    ['svg-labelledby', 'does not name the <title>'],
    ['dangling-ref', 'missing "frozen-tensor-title"'],
    ['duplicate-id', '"frozen-tensor-desc"'],
    ['dangling-ref', 'url(#frozen-tensor-hatch)'],
    ['css-leaks', 'selector "text"'],
    ['text-overflows-cell', '31415926.5'],
    ['text-crosses-box', '31415926.5'],
    ['font-too-small', 'text "3"'],
    ['text-contrast', 'in light, needs 4.5:1 text "3"'],
    ['text-outside-figure', 'outside the card here'],
    ['no-own-background', 'in light'],
    ['text-overlap', 'overlaps "double"'],
    ['text-overlap', 'overlaps "10"'],
    ['colour-only', 'text "10"'],
    ['text-contrast', 'in dark, needs 4.5:1 text "10"'],
  ],
  'broken/broken.html': [
    ['axe:html-has-lang', 'light, 720 px'],
    ['axe:color-contrast', 'light, 720 px'],
    ['axe:color-contrast', 'light, 390 px'],
    ['text-overflows-cell', '1000000000'],
    ['text-overlap', '1000000000'],
    ['id-prefix', 'id "cell"'],
    ['needs-script', 'only with JavaScript'],
    ['reduced-motion', 'still move'],
    ['host-css', 'mdBook'],
    ['toolbar', 'arrow keys reach the page'],
    ['text-on-line', 'span.tf-drop.s runs through the text b "axis 1"'],
    ['text-on-line', 'span.v.sel::after runs through the text span "32"'],
  ],
};

const style = `
#f text{font:15px "DejaVu Sans",sans-serif;fill:#111}
@media (prefers-color-scheme:dark){#f .dark{fill:#fff}}`;

// A small drawing that is in order, around what is put into it.
const svg = body => `<svg xmlns="http://www.w3.org/2000/svg" id="f" viewBox="0 0 720 200" width="720" height="200"
 role="img" aria-labelledby="f-title f-desc">
<title id="f-title">A drawing</title>
<desc id="f-desc">A drawing that is in order, described at some length.</desc>
<style>${style}</style>
<rect width="720" height="200" fill="#fff" data-decorative=""/>
${body}
</svg>
`;
const label = '<text x="100" y="100">label</text>';
const line = (d, more = '') => `<path d="${d}" fill="none" stroke="#555" stroke-width="1.5" ${more}/>`;
const plate = '<rect x="90" y="80" width="60" height="30" fill="#eee"/>';

// Pieces of a drawing, and whether a line runs through the label.
const lines = {
  'through the letters': [label + line('M50 95H300'), true],
  'through the letters, behind them': [line('M50 95H300') + label, true],
  'upright': [line('M110 50V150') + label, true],
  'dashed': [line('M50 95H300', 'stroke-dasharray="7 4"') + label, true],
  'that is moved there': [line('M0 0H250', 'transform="translate(50 95)"') + label, true],
  'that is turned there': [line('M0 0H100', 'transform="translate(110 50) rotate(90)"') + label, true],
  'of a curve': [line('M50 40C50 115 200 115 200 40') + label, true],
  'of a thick edge that begins beside it': [line('M50 108H300', 'style="stroke-width:18px"') + label, true],
  'of a <line>': [`<line x1="50" y1="95" x2="300" y2="95" stroke="#555"/>${label}`, true],
  'of a <polyline>': [`<polyline points="50,95 200,95 300,150" fill="none" stroke="#555"/>${label}`, true],
  'of a box round its own box': [
    `<rect x="60" y="50" width="300" height="100" fill="none" stroke="#555"/>${plate}${label}`, false],
  'of a larger box that ends in it': [
    `${plate}<rect x="80" y="40" width="200" height="57" fill="none" stroke="#555"/>${label}`, true],
  'of a filled mark': [`<path d="M110 80l12 8l-12 8Z" fill="#555"/>${label}`, true],
  'under it, as an underline': [line('M98 106H300') + label, false],
  'beside it': [line('M160 50V150') + label, false],
  'behind a plate that the label stands on': [line('M50 95H300') + plate + label, false],
  'behind a plate that can be seen through': [
    line('M50 95H300') + plate.replace('/>', ' fill-opacity=".5"/>') + label, true],
  'in front of the plate': [plate + line('M50 95H300') + label, true],
  'without a colour': [line('M50 95H300').replace('#555', 'none') + label, false],
  'in the colour of the ground': [line('M50 95H300').replace('#555', '#fff') + label, false],
  'that is decoration': [line('M50 95H300', 'data-decorative=""') + label, false],
  'between two parts of a label': [
    `<text x="100" y="100">one<tspan dx="60">two</tspan></text>${line('M158 50V150')}`, false],
  'of the box that the label stands in': [
    `<rect x="90" y="80" width="60" height="30" fill="#eee" stroke="#555"/>${label}`, false],
};

const figureOf = (body, more = '') => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A page</title></head>
<body><main><figure id="f"><figcaption>A figure</figcaption>
${body}
</figure></main>${more}</body></html>
`;

// Rules that no planted fault shows: a small figure each.
const rules = {
  'mark-contrast.svg': svg('<path d="M20 20H90" fill="none" stroke="#eee" stroke-width="2"/>'),
  'no-dark.svg': svg('').replace('@media (prefers-color-scheme:dark)', '@media print'),
  'foreign-object.svg': svg('<foreignObject width="9" height="9"/>'),
  'smil.svg': svg('<rect width="9" height="9"><animate attributeName="x" to="9" dur="1s"/></rect>'),
  'no-viewbox.svg': svg('').replace('viewBox="0 0 720 200"', ''),
  'svg-title.svg': svg('').replace('>A drawing<', '><'),
  'svg-desc.svg': svg('').replace(', described at some length', ''),
  'root-id.svg': svg('').replace('id="f" ', ''),
  'inline-handler.svg': svg('<rect width="9" height="9" fill="#555" onclick="1"/>'),
  'no-figure.html': figureOf('').replaceAll('figure', 'section').replaceAll('figcaption', 'p'),
  'figure-name.html': figureOf('').replace('<figcaption>A figure</figcaption>', '<p>A figure</p>'),
  'page-scrolls-sideways.html': figureOf('<p style="width:900px">wide</p>'),
  'script-error.html': figureOf('', '<script>throw new Error("broken")</script>'),
};

const found = new Map();

function keep(name, text) {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return file;
}

// One run over all of them takes a fraction of what a run for each would.
before(async () => {
  const files = [
    ...Object.keys(planted).map(name => path.join(here, name)),
    ...Object.values(lines).map(([body], at) => keep(`line-${at}.svg`, svg(body))),
    ...Object.entries(rules).map(([name, text]) => keep(name, text)),
    keep('sound.svg', svg(label)),
    keep('sound.html', figureOf('<p>text</p>')),
    figure('scalar.html'),
  ];
  for (const {file, findings} of await lint(files, options)) found.set(path.basename(file), findings);
});

for (const [file, faults] of Object.entries(planted)) {
  test(`every fault planted in ${file} is found`, () => {
    const told = found.get(path.basename(file)).map(({rule, msg, where}) => [rule, `${msg} ${where}`]);
    const missed = faults.filter(([rule, words]) => !told.some(one => one[0] === rule && one[1].includes(words)));
    assert.deepEqual(missed, []);
  });
}

test('a line through a label is found, and only where it is seen', () => {
  Object.entries(lines).forEach(([name, [, expected]], at) => {
    const told = found.get(`line-${at}.svg`).some(({rule}) => rule === 'text-on-line');
    assert.equal(told, expected, `a line ${name}`);
  });
});

test('every other rule finds what it is for', () => {
  for (const file of Object.keys(rules)) {
    const told = found.get(file).map(({rule}) => rule);
    assert.ok(told.includes(path.parse(file).name), `expected ${path.parse(file).name}, found ${told}`);
  }
});

test('figures that are in order have no findings', () => {
  for (const file of ['sound.svg', 'sound.html', 'scalar.html']) assert.deepEqual(found.get(file), [], file);
});
