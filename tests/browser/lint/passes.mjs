// The toolbar of passes: one tab stop, arrows that move inside it, and keys
// that stay in it, since a book turns its chapters on the arrow keys.

const finding = msg => ({rule: 'toolbar', msg, where: ''});

// Leaves the figure on one of its passes.
export async function checkToolbar(page) {
  if (!await page.$('figure [role=toolbar]:not([hidden])')) return [];
  const stops = await page.evaluate(() => {
    const bar = document.querySelector('figure [role=toolbar]');
    const button = bar.querySelector('button');
    button.focus();
    button.click();
    globalThis.leakedKeys = 0;
    document.addEventListener('keydown', () => globalThis.leakedKeys++);
    return bar.querySelectorAll('[tabindex="0"],button:not([tabindex])').length;
  });
  const focused = () => page.evaluate(() => document.activeElement.textContent);
  const before = await focused();
  await page.keyboard.press('ArrowRight');
  const after = await focused();
  const leaked = await page.evaluate(() => globalThis.leakedKeys);
  const findings = [];
  if (stops !== 1) findings.push(finding(`toolbar has ${stops} tab stops, expected 1`));
  if (after === before) findings.push(finding('ArrowRight does not move to the next button'));
  if (leaked) findings.push(finding('arrow keys reach the page, where a book may turn the chapter'));
  return findings;
}
