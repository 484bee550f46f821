// Figures whose words are written from right to left. The words of each figure
// are turned into Hebrew letters where they stand; what a program prints must
// still read from left to right, and a number must follow its word.

import assert from 'node:assert/strict';
import {pathToFileURL} from 'node:url';
import {test} from 'node:test';
import {drawn, figure, plates, useBrowser} from './support.mjs';

const browser = await useBrowser();

// In the page: other letters for the words of labels and the author's own.
// Marks that a template sets, such as an arrow, are no letters and stay.
function turnWords() {
  const hebrew = 'אבגדהוזחטיכלמנסעפצקרשת';
  const kept = 'style, script, title, desc, [data-from], .tp-m, .tp-res, .tp-val, .tp-vh, [hidden]';
  const walker = document.createTreeWalker(document.querySelector('svg, figure'), NodeFilter.SHOW_TEXT);
  let turned = 0;
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    if (text.parentElement.closest(kept)) continue;
    text.data = text.data.replace(/[a-z]/gi, letter => { turned += 1; return hebrew[letter.toLowerCase().charCodeAt(0) % 22]; });
  }
  return turned;
}

// In the page: what is not read in its order. Of each text that a program
// prints, the characters go from left to right; a number stands at the left of
// the word before it.
function misread() {
  const boxOf = (text, from, to) => {
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, to);
    const {left, top, bottom, width} = range.getBoundingClientRect();
    return {left, middle: (top + bottom) / 2, width};
  };
  const faults = [];
  let seen = 0;
  for (const code of document.querySelectorAll('[data-from], .tp-m')) {
    if (code.closest('.tp-vh, [hidden], title, desc') || code.parentElement.closest('.tp-m')) continue;
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    let before;
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      for (let at = 0; at < text.data.length; at++) {
        const box = boxOf(text, at, at + 1);
        if (!box.width || /\s/.test(text.data[at])) continue;
        const back = before && Math.abs(box.middle - before.middle) < 4 && box.left < before.left;
        if (back) faults.push(`${code.textContent.trim()}: ${text.data[at]} stands before what it follows`);
        before = box;
        seen += 1;
      }
    }
  }
  for (const number of document.querySelectorAll('[data-from]')) {
    const word = number.previousSibling;
    const [said] = word?.nodeType === Node.TEXT_NODE ? /[א-ת]+(?= $)/.exec(word.data) ?? [] : [];
    if (!said || !/^\d/.test(number.textContent) || number.closest('.tp-vh, title, desc')) continue;
    const end = word.data.length - 1;
    const [wordBox, numberBox] = [boxOf(word, end - said.length, end), boxOf(number.firstChild, 0, 1)];
    const after = Math.abs(wordBox.middle - numberBox.middle) < 4 && numberBox.left > wordBox.left;
    if (after) faults.push(`${said} ${number.textContent}: the number stands at the right of its word`);
    seen += 1;
  }
  return {faults, seen};
}

for (const form of ['svg', 'narrow.svg', 'html']) {
  test(`words from right to left leave code and numbers in their order, ${form}`, async () => {
    const page = await browser.newPage({viewport: {width: 720, height: 2400}});
    for (const id of plates) {
      await page.goto(pathToFileURL(figure(`${id}.${form}`)).href);
      assert.ok(await page.evaluate(turnWords) > 20, `${id}: words to turn`);
      await drawn(page);
      const {faults, seen} = await page.evaluate(misread);
      assert.ok(seen > 20, `${id}: ${seen} characters seen`);
      assert.deepEqual(faults, [], id);
    }
    await page.close();
  });
}
