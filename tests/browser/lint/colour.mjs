// Colours: reading them, mixing them, and what lies behind a point of a drawing.
// In-page code.

// Red, green, blue and alpha of a computed colour, or null if it is none.
export function parseColour(text) {
  const rgb = text.match(/rgba?\(([^)]+)\)/);
  if (rgb) {
    const [red, green, blue, alpha = 1] = rgb[1].split(/[,\s/]+/).map(Number);
    return [red, green, blue, alpha];
  }
  const srgb = text.match(/color\(srgb ([^)]+)\)/);
  if (!srgb) return null;
  const [red, green, blue, alpha = 1] = srgb[1].split(/[\s/]+/).map(Number);
  return [red * 255, green * 255, blue * 255, alpha];
}

export function blend(front, back) {
  return [0, 1, 2].map(i => front[i] * front[3] + back[i] * (1 - front[3])).concat(1);
}

// Relative luminance and contrast as WCAG defines them.
export function luminance(colour) {
  const [red, green, blue] = colour.slice(0, 3).map(value => {
    const share = value / 255;
    return share <= .03928 ? share / 12.92 : ((share + .055) / 1.055) ** 2.4;
  });
  return .2126 * red + .7152 * green + .0722 * blue;
}

export function contrastRatio(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + .05) / (dark + .05);
}

export function fillHolds(shape, x, y) {
  // A box is asked first, since most shapes are somewhere else.
  if (x < shape.left - 1 || x > shape.right + 1 || y < shape.top - 1 || y > shape.bottom + 1) return false;
  try {
    const point = new DOMPoint(x, y).matrixTransform(shape.element.getScreenCTM().inverse());
    return shape.element.isPointInFill(point);
  } catch {
    return false; // a shape that is scaled to nothing has no inverse
  }
}

// The colours of a pattern, each a colour that may lie behind a letter.
export function patternColours(id) {
  const pattern = document.getElementById(id);
  if (!pattern) return [];
  return [...pattern.querySelectorAll('*')].flatMap(part => {
    const {fill, stroke, opacity} = getComputedStyle(part);
    return [fill, stroke].map(parseColour).filter(Boolean)
      .map(([red, green, blue, alpha]) => [red, green, blue, alpha * parseFloat(opacity)]);
  });
}

// The colours that may be behind a point under `before`, and whether the figure
// brings an opaque shape of its own there.
export function behind(page, x, y, before, svg) {
  const host = page.mode === 'dark' ? [18, 18, 18, 1] : [255, 255, 255, 1];
  let colours = [host];
  let own = false;
  for (const shape of page.shapes) {
    if (shape.svg !== svg && shape.element !== svg) continue;
    if (!(shape.element.compareDocumentPosition(before) & Node.DOCUMENT_POSITION_FOLLOWING)) break;
    if (shape.fill === 'none' || shape.kind === 'line' || !fillHolds(shape, x, y)) continue;
    const pattern = shape.fill.match(/url\(["']?#([^"')]+)/);
    if (pattern) {
      colours = colours.concat(patternColours(pattern[1]).map(colour => blend(colour, colours[0])));
      continue;
    }
    const fill = parseColour(shape.fill);
    if (!fill) continue;
    fill[3] *= shape.fillOpacity * shape.opacity;
    if (fill[3] >= .99) {
      colours = [fill];
      own = true;
    } else {
      colours = colours.map(colour => blend(fill, colour));
    }
  }
  return {colours, own};
}
