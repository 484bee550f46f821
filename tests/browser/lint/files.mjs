// Many files, looked at side by side in one browser.

import {chromium} from 'playwright-core';
import {lintFile, openDesk} from './file.mjs';

const args = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

export async function launch(executablePath) {
  try {
    return await chromium.launch({executablePath, args});
  } catch (error) {
    throw new Error(`cannot start Chromium: ${error.message}`);
  }
}

// The findings of each file, in the order in which the files were named.
export async function lint(files, options) {
  const browser = await launch(options.chromium);
  const report = new Array(files.length);
  let next = 0;
  const work = async () => {
    const desk = await openDesk(browser, options);
    while (next < files.length) {
      const at = next++;
      const file = files[at];
      try {
        report[at] = {file, findings: await lintFile(desk, file)};
      } catch (error) {
        throw new Error(`${file}: ${error.message}`);
      }
    }
  };
  try {
    await Promise.all(Array.from({length: Math.max(1, options.workers)}, work));
  } finally {
    await browser.close();
  }
  return report;
}
