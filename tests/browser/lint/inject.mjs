// The in-page code as one script text. A page can import nothing, so each
// exported function travels as its own source and finds the others by name.

import * as colour from './colour.mjs';
import * as colourOnly from './colour-only.mjs';
import * as contrast from './contrast.mjs';
import * as geometry from './geometry.mjs';
import * as htmlLines from './html-lines.mjs';
import * as lines from './lines.mjs';
import * as look from './look.mjs';
import * as structure from './structure.mjs';
import * as survey from './survey.mjs';

const modules = [survey, colour, geometry, lines, htmlLines, contrast, structure, colourOnly, look];
const functions = modules.flatMap(module => Object.values(module));

export const inPage = `(() => {
${functions.map(String).join('\n')}
globalThis.figlint = {${functions.map(({name}) => name).join(', ')}};
})();`;
