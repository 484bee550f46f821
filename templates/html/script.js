// Walks through the passes of each figure; without it all of them are shown.
(() => {
  // A table that scrolls moves as far as its marked cell needs, with room for a part of the next one.
  const reveal = box => {
    const mark = box.querySelector('.tp-sel');
    if (!mark) return;
    const frame = box.getBoundingClientRect(), cell = mark.getBoundingClientRect();
    const head = box.querySelector('tbody>tr>th');
    const left = head ? head.getBoundingClientRect().right : frame.left;
    box.scrollLeft += Math.min(cell.right + 36 - frame.right, cell.left - 4 - left);
  };
  const fade = box => {
    const rest = box.scrollWidth - box.clientWidth - box.scrollLeft;
    box.classList.toggle('tp-before', box.scrollLeft > 4);
    box.classList.toggle('tp-after', rest > 4);
    // Only what really scrolls is a stop of the Tab key.
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0; else box.removeAttribute('tabindex');
  };
  const start = figure => {
    const bar = figure.querySelector('.tp-bar'), say = figure.querySelector('.tp-say');
    const scrollers = [...figure.querySelectorAll('.tp-scroll')];
    scrollers.forEach(box => box.addEventListener('scroll', () => fade(box), {passive: true}));
    if (scrollers.length && window.ResizeObserver) {
      const sizes = new ResizeObserver(changes => changes.forEach(({target}) => {
        reveal(target);
        fade(target);
      }));
      scrollers.forEach(box => sizes.observe(box));
    }
    if (!bar || !say) return;
    const buttons = [...bar.querySelectorAll('button')], passes = [...figure.querySelectorAll('.tp-pass')];
    // What stands under all passes comes with the last one.
    const closing = figure.querySelectorAll('.tp-under-all');
    const last = buttons.length - 1;
    // The longest sentence decides, so that from one to the next nothing below moves.
    const settle = () => {
      const twin = say.cloneNode(false);
      ['id', 'role', 'aria-live'].forEach(name => twin.removeAttribute(name));
      twin.setAttribute('aria-hidden', 'true');
      Object.assign(twin.style, {position: 'absolute', visibility: 'hidden', minHeight: 0});
      twin.style.width = `${say.getBoundingClientRect().width}px`;
      say.after(twin);
      const heights = [bar, ...passes].map(holder => {
        twin.textContent = holder.dataset.say;
        return twin.getBoundingClientRect().height;
      });
      twin.remove();
      say.style.minHeight = `${Math.ceil(Math.max(...heights))}px`;
    };
    const reach = pass => {
      const steer = bar.parentElement.offsetHeight;
      figure.style.setProperty('--steer', steer);
      const moves = matchMedia('(prefers-reduced-motion:no-preference)').matches;
      const fits = pass.offsetHeight + steer + 80 < innerHeight;
      pass.scrollIntoView({behavior: moves ? 'smooth' : 'instant', block: fits ? 'nearest' : 'start'});
      pass.querySelectorAll('.tp-scroll').forEach(reveal);
    };
    const go = (to, focus) => {
      buttons.forEach((button, at) => {
        button.setAttribute('aria-pressed', at === to);
        button.tabIndex = at === to ? 0 : -1;
      });
      passes.forEach((pass, at) => pass.classList.toggle('tp-later', at > to));
      closing.forEach(text => text.classList.toggle('tp-later', to < last - 1));
      figure.classList.toggle('tp-walking', to < last);
      say.textContent = (to === last ? bar : passes[to]).dataset.say;
      if (!focus) return;
      buttons[to].focus({preventScroll: to < last});
      if (to < last) reach(passes[to]);
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
    // Before it is set in, and in another width, it takes another height.
    if (window.ResizeObserver) new ResizeObserver(settle).observe(bar);
    settle();
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
