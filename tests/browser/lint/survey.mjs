// What stands on the page: its texts, shapes and boxes, and where findings go.
//
// In-page code: every export is a function that uses nothing but the other
// in-page functions, since they all travel to the page as text (inject.mjs).

// The texts and shapes of the page as it is now drawn.
export function survey({isSvg, mode, wideFont}) {
  const svgs = isSvg ? [document.documentElement] : [...document.querySelectorAll('svg')];
  const findings = [];
  const hidden = hiddenTest();
  return {
    isSvg, mode, svgs, hidden, findings,
    note: wideFont ? ' (with a wide fallback font)' : '',
    texts: [...svgTexts(svgs, hidden), ...(isSvg ? [] : htmlTexts(hidden))],
    shapes: paintedShapes(svgs, hidden),
    add(rule, msg, element) {
      if (element?.closest?.(`[data-lint-ok~="${rule}"]`)) return;
      findings.push({rule, msg, where: element ? nameOf(element) : ''});
    },
  };
}

// Tells whether an element is out of sight, with one answer an element kept.
export function hiddenTest() {
  const known = new Map();
  const alone = element => {
    const style = getComputedStyle(element);
    return style.display === 'none' || style.visibility === 'hidden'
      || style.clipPath.startsWith('inset(50%')
      || (style.position === 'absolute' && element.clientWidth <= 1 && style.overflow === 'hidden');
  };
  return function hidden(element) {
    if (!element || element.nodeType !== 1) return false;
    if (!known.has(element)) known.set(element, alone(element) || hidden(element.parentElement));
    return known.get(element);
  };
}

// Texts of drawings, each with a box that is cut down to roughly its ink.
export function svgTexts(svgs, hidden) {
  const texts = [];
  for (const svg of svgs) {
    for (const element of svg.querySelectorAll('text')) {
      if (!element.textContent.trim() || hidden(element) || element.closest('defs')) continue;
      const scale = element.getScreenCTM().a;
      const size = parseFloat(getComputedStyle(element).fontSize) * scale;
      texts.push({...inkBox(element.getBoundingClientRect(), size), element, size, svg});
    }
  }
  return texts;
}

// Texts outside drawings: one entry a line of a text node.
export function htmlTexts(hidden) {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest('svg,script,style,noscript,title') || hidden(element)) continue;
    const size = parseFloat(getComputedStyle(element).fontSize);
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()];
    for (const box of lines) {
      if (box.width > .5) texts.push({...inkBox(box, size), element, size, words: lines.length === 1 ? node.data : ''});
    }
  }
  return texts;
}

// A line's box is as high as its font asks for; ink fills about 0.78 of the size.
export function inkBox(box, size) {
  const cut = Math.max(0, (box.height - size * .78) / 2);
  return {left: box.left, right: box.right, top: box.top + cut, bottom: box.bottom - cut};
}

// Shapes in the order in which they are painted, each with its box and style.
export function paintedShapes(svgs, hidden) {
  const shapes = [];
  for (const svg of svgs) {
    for (const element of svg.querySelectorAll('rect,path,circle,ellipse,polygon,line,polyline')) {
      if (element.closest('defs,pattern,marker,clipPath') || hidden(element)) continue;
      const box = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      shapes.push({
        element, svg,
        kind: element.tagName,
        left: box.left, right: box.right, top: box.top, bottom: box.bottom,
        width: box.width, height: box.height,
        fill: style.fill,
        stroke: style.stroke,
        strokeWidth: parseFloat(style.strokeWidth),
        dashes: style.strokeDasharray,
        opacity: parseFloat(style.opacity),
        fillOpacity: parseFloat(style.fillOpacity),
        strokeOpacity: parseFloat(style.strokeOpacity),
        visible: style.stroke !== 'none' || style.fill !== 'none',
        decorative: !!element.closest('[data-decorative]'),
      });
    }
  }
  return shapes;
}

export function shortened(text) {
  return (text || '').replace(/\s+/g, ' ').trim().slice(0, 48);
}

export function nameOf(element) {
  const words = element.textContent && element.children.length < 6 ? ` "${shortened(element.textContent)}"` : '';
  return element.tagName.toLowerCase() + (element.id ? '#' + element.id : '') + words;
}

// Whether the middle of a text lies in a box: then it is the text's own.
export function holdsMiddle(box, text) {
  const x = (text.left + text.right) / 2;
  const y = (text.top + text.bottom) / 2;
  return box.left <= x && box.right >= x && box.top <= y && box.bottom >= y;
}

// How far two boxes reach into each other, sideways and up and down.
export function overlap(one, other) {
  return {
    x: Math.min(one.right, other.right) - Math.max(one.left, other.left),
    y: Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  };
}

// Every text in the widest font that a reader's system is likely to fall back on.
export function widenFonts(isSvg) {
  for (const element of document.querySelectorAll(isSvg ? 'text,tspan' : 'body *')) {
    const mono = /mono|courier|menlo|consolas/i.test(getComputedStyle(element).fontFamily);
    element.style.fontFamily = mono ? '"DejaVu Sans Mono",monospace' : '"DejaVu Sans",Verdana,sans-serif';
  }
}
