// What the page around a figure, and the reader's settings, must not break:
// another style sheet, no script, reduced motion; and what axe finds.

import fs from 'node:fs';
import {createRequire} from 'node:module';

const axeSource = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// Rules for a whole page do not apply to a fragment.
const axeOptions = {
  resultTypes: ['violations'],
  rules: {'page-has-heading-one': {enabled: false}, region: {enabled: false}},
};

export async function loadAxe(page) {
  await page.evaluate(axeSource);
}

export async function checkWithAxe(page, scheme, width) {
  const violations = await page.evaluate(async options => {
    const {violations} = await axe.run(document, options);
    return violations.map(({id, help, nodes}) => ({id, help, targets: nodes.map(node => node.target.join(' '))}));
  }, axeOptions);
  return violations.flatMap(({id, help, targets}) => targets.map(where => (
    {rule: 'axe:' + id, msg: `${help} (${scheme}, ${width} px)`, where})));
}

// The rules of a book's sheet that reach into tables and lists, as mdBook has
// them, and its small root font.
const hostSheet = `
:root{font-size:62.5%}
table{margin:0 auto;border-collapse:collapse}
table td{padding:3px 20px;border:1px solid #888}
table thead{background:#ccc}
table thead td{font-weight:700;border:none}
table thead th{padding:3px 20px}
table thead tr{border:1px solid #ccc}
table tbody tr:nth-child(2n){background:#f0f}`;

// A host's sheet stands before the figure's own and must not change it.
export async function checkHostSheet(page) {
  const [before, after] = await page.evaluate(sheet => {
    const parts = 'table,thead,tbody,tfoot,tr,td,th,ol,ul,li'.split(',').map(tag => `figure ${tag}`);
    const looks = () => [...document.querySelectorAll(parts.join())].map(element => {
      const style = getComputedStyle(element);
      return [
        element.tagName, style.backgroundColor, style.paddingLeft, style.borderLeftWidth,
        style.borderLeftStyle, style.fontWeight, style.marginLeft,
      ].join(' ');
    });
    const before = looks();
    const host = document.createElement('style');
    host.textContent = sheet;
    document.head.prepend(host);
    const after = looks();
    host.remove();
    return [before, after];
  }, hostSheet);
  const changed = before.map((look, at) => at).filter(at => before[at] !== after[at]);
  if (!changed.length) return [];
  const [first] = changed;
  const example = `${before[first]} -> ${after[first]}`;
  const msg = `${changed.length} elements change under mdBook's table rules, first: ${example}`;
  return [{rule: 'host-css', msg, where: ''}];
}

// How many parts of the figures are shown.
export function countShown(page) {
  return page.evaluate(() => [...document.querySelectorAll('figure section, figure table, figure li')]
    .filter(part => getComputedStyle(part).visibility !== 'hidden' && part.getClientRects().length).length);
}

export function checkScriptless(withScript, without) {
  if (without >= withScript) return [];
  const msg = `${withScript - without} sections, tables or items show only with JavaScript`;
  return [{rule: 'needs-script', msg, where: ''}];
}

// To be asked where the reader wants little motion.
export async function checkStillness(page) {
  const moving = await page.evaluate(() => [...document.querySelectorAll('figure *')].filter(element => {
    const style = getComputedStyle(element);
    const animated = style.animationName !== 'none' && /[1-9]/.test(style.animationDuration);
    return animated || /[1-9]/.test(style.transitionDuration);
  }).length);
  if (!moving) return [];
  return [{rule: 'reduced-motion', msg: `${moving} elements still move when motion is reduced`, where: ''}];
}
