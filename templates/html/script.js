// Walks through the passes of each figure; without it all of them are shown.
(() => {
  const start = figure => {
    const bar = figure.querySelector('.tp-bar'), say = figure.querySelector('.tp-say');
    const scrollers = [...figure.querySelectorAll('.tp-scroll')];
    // Only what really scrolls is a stop of the Tab key.
    if (scrollers.length && window.ResizeObserver) {
      const stops = new ResizeObserver(() => scrollers.forEach(box => {
        if (box.scrollWidth > box.clientWidth) box.tabIndex = 0; else box.removeAttribute('tabindex');
      }));
      scrollers.forEach(box => stops.observe(box));
    }
    if (!bar || !say) return;
    const buttons = [...bar.querySelectorAll('button')], passes = [...figure.querySelectorAll('.tp-pass')];
    const last = buttons.length - 1;
    const go = (to, focus) => {
      buttons.forEach((button, at) => {
        button.setAttribute('aria-pressed', at === to);
        button.tabIndex = at === to ? 0 : -1;
      });
      passes.forEach((pass, at) => pass.classList.toggle('tp-later', at > to));
      say.textContent = (to === last ? bar : passes[to]).dataset.say;
      if (focus) buttons[to].focus();
    };
    bar.addEventListener('click', event => {
      const at = buttons.indexOf(event.target.closest('button'));
      if (at >= 0) go(at, true);
    });
    bar.addEventListener('keydown', event => {
      const at = buttons.indexOf(document.activeElement);
      const to = {ArrowRight: Math.min(at + 1, last), ArrowLeft: Math.max(at - 1, 0), Home: 0, End: last, Escape: last}[event.key];
      if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      // A book turns its pages on the arrow keys.
      event.preventDefault();
      event.stopPropagation();
      go(to, true);
    });
    bar.hidden = false;
    say.hidden = false;
    go(last, false);
  };
  const startAll = () => document.querySelectorAll('figure.tp').forEach(figure => {
    if (figure.dataset.tp) return;
    figure.dataset.tp = 'on';
    start(figure);
  });
  // The script may stand before some of the figures, and on a page more than once.
  startAll();
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', startAll);
})();
