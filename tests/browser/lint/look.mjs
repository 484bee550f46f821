// One look at the page as it is now drawn. In-page code.

import {checkColourOnly} from './colour-only.mjs';
import {checkContrast} from './contrast.mjs';
import {checkFontSize, checkGeometry} from './geometry.mjs';
import {checkTextOnBorders} from './html-lines.mjs';
import {checkTextOnLines} from './lines.mjs';
import {checkStructure} from './structure.mjs';
import {survey} from './survey.mjs';

// `checks` names what is looked at: geometry, font, contrast, structure, colourOnly.
export function look(options, checks) {
  const page = survey(options);
  if (checks.includes('geometry')) {
    checkGeometry(page);
    checkTextOnLines(page);
    if (!page.isSvg) checkTextOnBorders(page);
  }
  if (checks.includes('font')) checkFontSize(page, options);
  if (checks.includes('contrast')) checkContrast(page);
  if (checks.includes('structure')) checkStructure(page);
  if (checks.includes('colourOnly')) checkColourOnly(page);
  return page.findings;
}
