// The sheet on small screens: the panels, below the map, in three heights. Its grip can be
// dragged, or pressed for the next height.

import type { App } from './app';
import { all, make, one } from './dom';
import { slim } from './menu';
import { away } from './press';
import { t } from './words';

// heights lists the heights of the sheet, from the lowest to the highest.
const heights = ['peek', 'half', 'all'] as const;

export type Height = (typeof heights)[number];

export interface Sheet {
  readonly height: Height;
  set(to: Height): void;
  above(h: Height): boolean;
  // raise makes room for reading if the sheet is low.
  raise(): void;
}

// mountSheet adds the grip, and the menu with what a small screen has no room for: the menus of
// the site and of the game, and the map's buttons.
export function mountSheet(app: App): Sheet | null {
  const side = one('.side', app.root), sheet = side && one('.sheet', side);
  if (!side || !sheet || !app.root.classList.contains('full')) return null;
  let height: Height = 'peek';
  const grip = make('button', { type: 'button', class: 'grip' }, make('i', { 'aria-hidden': 'true' }));
  const set = (to: Height): void => {
    height = to;
    app.root.dataset.height = to;
    app.root.style.removeProperty('--sheet');
    grip.setAttribute('aria-label', t(to === 'all' ? 'More room for the map' : 'More room for the panel'));
  };
  const step = (by: number): void => set(heights[Math.max(0, Math.min(heights.length - 1, heights.indexOf(height) + by))] ?? 'peek');
  let from = 0, was = 0, dragged = false;
  grip.addEventListener('pointerdown', e => {
    if (!e.isPrimary) return;
    grip.setPointerCapture(e.pointerId);
    [from, was, dragged] = [e.clientY, side.offsetHeight, false];
  });
  grip.addEventListener('pointermove', e => {
    if (!e.isPrimary || !grip.hasPointerCapture(e.pointerId)) return;
    if (!dragged && Math.abs(e.clientY - from) < 8) return;
    dragged = true;
    app.root.style.setProperty('--sheet', `${was + from - e.clientY}px`);
  });
  const drop = (): void => { // the sheet stays at the nearest height
    const now = side.offsetHeight;
    const high = (h: Height): number => {
      set(h);
      return Math.abs(side.offsetHeight - now);
    };
    set([...heights].sort((a, b) => high(a) - high(b))[0] ?? 'peek');
  };
  const next = (): void => step(height === 'all' ? -2 : 1);
  grip.addEventListener('pointerup', e => {
    if (!e.isPrimary || !grip.hasPointerCapture(e.pointerId)) return;
    if (dragged) drop();
    else next(); // also after a long press, which is not a click
  });
  grip.addEventListener('pointercancel', () => { if (dragged) drop(); });
  // The grip has moved away from the finger by the time the browser makes a click of the tap,
  // so the click would hit another element.
  grip.addEventListener('touchend', e => { if (e.cancelable) e.preventDefault(); });
  grip.addEventListener('click', e => { if (!e.detail) next(); }); // pressed with a key
  grip.addEventListener('keydown', e => {
    const by = { ArrowUp: 1, ArrowDown: -1, Home: -2, End: 2 }[e.key];
    if (!by) return;
    e.preventDefault();
    e.stopPropagation();
    step(by);
  });
  side.prepend(grip);
  // Texts about the game are in the sheet, above or below the panel.
  const notices = one('.notices', sheet) ?? make('div', { class: 'notices' });
  sheet.prepend(notices);
  for (const e of all('.tabletop > .notice, .tabletop > .alert:not(#ready-ask, .moved)', app.root)) notices.prepend(e);
  const hello = one('main > .hello');
  if (hello) notices.prepend(hello);
  const bar = one('[data-player]', app.root);
  if (bar) sheet.after(bar);
  more(app, side);
  set('peek');
  return { get height() { return height; }, set, above: h => heights.indexOf(height) > heights.indexOf(h), raise: () => { if (height === 'peek') set('half'); } };
}

// more moves elements between the wide page and the menu on a small screen, and adds the menu's
// button.
function more(app: App, side: HTMLElement): void {
  const top = one('.tabletop', app.root), stage = one('.stage', app.root);
  const panel = make('div', { class: 'moremenu', id: 'moremenu', hidden: true });
  const button = make('button', { type: 'button', class: 'more', 'aria-label': 'Menu', 'aria-expanded': 'false', 'aria-controls': 'moremenu' }, '☰');
  const show = (on: boolean): void => {
    panel.hidden = !on;
    button.setAttribute('aria-expanded', String(on));
    if (on) one('a, button', panel)?.focus({ preventScroll: true });
  };
  button.addEventListener('click', () => show(!!panel.hidden));
  app.openables.push({
    open: () => !panel.hidden,
    close: () => {
      show(false);
      button.focus({ preventScroll: true });
    },
  });
  away(at => !!panel.hidden || panel.contains(at) || button.contains(at), () => show(false), app.signal);
  app.on('tab', () => show(false));
  top?.prepend(button);
  side.append(panel);
  const tools = one('.chart-tools', app.root), time = one('.timebar', app.root), results = app.panel('results');
  const put = (): void => {
    show(false);
    if (slim.matches) {
      const title = make('b');
      title.textContent = one('.title h1', app.root)?.textContent ?? '';
      const copies = all('.top > *, footer > form').map(e => e.cloneNode(true));
      panel.replaceChildren(title, ...(tools ? [tools] : []), ...all('.tabletop > .tabs', app.root).map(e => e.cloneNode(true)), ...copies);
      if (time && results) results.append(time);
    } else {
      if (tools) one('[data-map]', app.root)?.append(tools);
      if (time) stage?.append(time);
    }
  };
  slim.addEventListener('change', put, { signal: app.signal });
  put();
}
