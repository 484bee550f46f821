// Ids, references, and what an assistive technology is told. In-page code.

export function checkStructure(page) {
  const ids = new Map();
  for (const element of document.querySelectorAll('[id]')) {
    ids.set(element.id, (ids.get(element.id) || []).concat(element));
  }
  for (const [id, users] of ids) {
    if (users.length > 1) page.add('duplicate-id', `id "${id}" is used ${users.length} times`, users[1]);
  }
  const roots = page.isSvg ? page.svgs : [...document.querySelectorAll('figure')];
  if (!page.isSvg && !roots.length) page.add('no-figure', 'no <figure> element');
  for (const root of roots) {
    if (!root.id) page.add('root-id', 'the figure root has no id to prefix the others with', root);
    for (const element of root.querySelectorAll('[id]')) {
      if (root.id && element.id.startsWith(root.id + '-')) continue;
      page.add('id-prefix', `id "${element.id}" does not start with "${root.id || '?'}-"`, element);
    }
    for (const element of [root, ...root.querySelectorAll('*')]) checkAttributes(page, element, ids);
  }
  checkLoads(page);
  for (const svg of page.svgs) checkSvg(page, svg);
  if (page.isSvg) checkSvgStyle(page);
  for (const figure of page.isSvg ? [] : roots) {
    const named = figure.querySelector('figcaption') || figure.getAttribute('aria-labelledby')
      || figure.getAttribute('aria-label');
    if (!named) page.add('figure-name', 'figure has no figcaption or accessible name', figure);
  }
}

export function checkAttributes(page, element, ids) {
  for (const {name, value} of element.attributes) {
    if (/^aria-(labelledby|describedby|controls|owns|details)$/.test(name)) {
      for (const id of value.split(/\s+/)) {
        if (!ids.has(id)) page.add('dangling-ref', `${name} points to missing "${id}"`, element);
      }
    }
    for (const [, id] of value.matchAll(/url\(["']?#([^"')]+)/g)) {
      if (!ids.has(id)) page.add('dangling-ref', `url(#${id}) has no target`, element);
    }
    if (/^on/i.test(name)) page.add('inline-handler', `${name} attribute`, element);
    const loads = /^(href|xlink:href|src|srcset|data|poster)$/i.test(name) && element.tagName.toLowerCase() !== 'a';
    if (loads && !/^(#|data:)/.test(value)) page.add('external-reference', `${name}="${value.slice(0, 60)}"`, element);
    if (/url\(\s*["']?(?!#|data:)/i.test(value) && /url\(/.test(value)) {
      page.add('external-reference', `${name} uses an outside url()`, element);
    }
  }
}

export function checkLoads(page) {
  for (const sheet of document.querySelectorAll('style')) {
    if (/@import/i.test(sheet.textContent) || /url\(\s*["']?(?!#|data:)/i.test(sheet.textContent)) {
      page.add('external-reference', 'style sheet loads something from outside', sheet);
    }
  }
  if (document.querySelector('link[rel~=stylesheet],link[rel~=preload],iframe,object,embed')) {
    page.add('external-reference', 'link, iframe, object or embed element');
  }
}

export function checkSvg(page, svg) {
  if (svg.querySelector('script')) page.add('script-in-svg', 'script element', svg);
  if (svg.querySelector('foreignObject')) {
    page.add('foreign-object', 'foreignObject is dropped by <img>-safe and print renderers', svg);
  }
  if (svg.querySelector('animate,animateTransform,animateMotion,set')) {
    page.add('smil', 'SMIL animation ignores reduced motion', svg);
  }
  if (!svg.viewBox.baseVal?.width) page.add('no-viewbox', 'no viewBox', svg);
  if (svg.getAttribute('aria-hidden') === 'true') return;
  const role = svg.getAttribute('role');
  if (!/^(img|graphics-document( document)?|figure|group)$/.test(role || '')) {
    page.add('svg-role', `role is ${role ? `"${role}"` : 'missing'}`, svg);
  }
  const title = [...svg.children].find(element => element.tagName === 'title');
  const description = [...svg.children].find(element => element.tagName === 'desc');
  if (!title?.textContent.trim()) page.add('svg-title', 'no <title> text', svg);
  if (!description || description.textContent.trim().length < 40) {
    page.add('svg-desc', 'no <desc>, or under 40 characters', svg);
  }
  const words = name => (svg.getAttribute(name) || '').split(/\s+/);
  const labels = words('aria-labelledby');
  if (title && !labels.includes(title.id)) {
    page.add('svg-labelledby', 'aria-labelledby does not name the <title>', svg);
  }
  if (description && !labels.concat(words('aria-describedby')).includes(description.id)) {
    page.add('svg-labelledby', 'nothing refers to the <desc>', svg);
  }
}

// A drawing may be set inline: its rules name its own root, and it has its own
// dark colours.
export function checkSvgStyle(page) {
  const root = page.svgs[0];
  const walk = rules => {
    for (const rule of rules) {
      if (rule.cssRules && !rule.selectorText) walk(rule.cssRules);
      for (const selector of rule.selectorText?.split(',') ?? []) {
        if (selector.includes('#' + root.id)) continue;
        page.add('css-leaks', `selector "${selector.trim()}" would restyle a page that inlines this SVG`);
      }
    }
  };
  const sheets = [...document.styleSheets];
  for (const sheet of sheets) walk(sheet.cssRules);
  const dark = rule => /prefers-color-scheme:\s*dark/.test(rule.conditionText ?? '');
  if (!sheets.some(sheet => [...sheet.cssRules].some(dark))) {
    page.add('no-dark', 'no prefers-color-scheme: dark rules');
  }
}
