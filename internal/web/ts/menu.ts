// Menus: what can be done with a unit or a place. A menu is shown next to it, where it hides as
// few as possible of the places that can be chosen. On a small screen it is in the sheet below
// the map and hides none.

import type { App } from './app';
import { Chart } from './board';
import { make, one } from './dom';

// slim reports whether the panels are a sheet below the map.
export const slim = matchMedia('(max-width: 999px)');

// Spot is a point of the drawing.
export interface Spot { x: number; y: number }

let keyed = false;
addEventListener('keydown', () => { keyed = true; }, true);
addEventListener('pointerdown', () => { keyed = false; }, true);

// byKey reports whether the last thing pressed was a key, in which case the focus moves to what
// opens.
export const byKey = (): boolean => keyed;

// dock puts a box into the sheet on a small screen, and otherwise where home puts it.
export function dock(app: App, box: HTMLElement, home: () => void): void {
  const put = (): void => {
    const at = slim.matches ? slot(app) : null;
    if (at) at.append(box);
    else home();
  };
  slim.addEventListener('change', put, { signal: app.signal });
  put();
}

// slot returns the part of the sheet for menus, or null if the page has no sheet.
function slot(app: App): HTMLElement | null {
  const sheet = one('.full .side .sheet', app.root.parentElement ?? document);
  if (!sheet) return null;
  const was = sheet.nextElementSibling;
  if (was instanceof HTMLElement && was.classList.contains('menus')) return was;
  const made = make('div', { class: 'menus' });
  sheet.after(made);
  return made;
}

export interface Menu {
  readonly box: HTMLElement;
  readonly open: boolean;
  show(at: Spot | null): void;
  close(): void;
  // place puts the box next to its spot again.
  place(): void;
}

// Ways holds what happens when a menu closes, and when Escape is pressed in it.
interface Ways {
  focus?(): HTMLElement | null; // the element to which the focus returns, if it was in the menu
  closed?(): void;
  back?(): void; // goes one step back in the menu; without it Escape closes the menu
}

// menu returns a closed menu.
export function menu(app: App, attrs: Record<string, string>, ways: Ways = {}): Menu {
  const chart = app.board instanceof Chart ? app.board : null;
  const stage = chart?.stage ?? app.root;
  const box = make('aside', { ...attrs, hidden: true });
  let spot: Spot | null = null;
  for (const e of ['click', 'dblclick', 'pointerdown', 'pointerup', 'pointermove', 'wheel'] as const) box.addEventListener(e, x => { if (stage.contains(box)) x.stopPropagation(); });
  const place = (): void => {
    if (!chart || box.hidden || !stage.contains(box)) return;
    const w = stage.clientWidth, h = stage.clientHeight, edge = 8;
    box.style.maxHeight = `${Math.min(h - 2 * edge, 360)}px`;
    const bw = box.offsetWidth, bh = box.offsetHeight;
    const at = spot ? chart.at(spot.x, spot.y) : { x: w, y: 0 };
    const avoided = chart.points().filter(q => q.x > 0 && q.y > 0 && q.x < w && q.y < h);
    let best = { left: edge, top: edge, cost: Infinity };
    const step = 16;
    for (let top = edge; top === edge || top <= h - bh - edge; top += step) {
      for (let left = edge; left === edge || left <= w - bw - edge; left += step) {
        const off = (q: Spot): number => Math.hypot(Math.max(left - q.x, 0, q.x - left - bw), Math.max(top - q.y, 0, q.y - top - bh));
        const far = off(at);
        const cost = avoided.filter(q => off(q) < 30).length * 4 + (far < 26 ? 20 : 0) + far / 60 + Math.hypot(left + bw / 2 - at.x, top + bh / 2 - at.y) / 1000;
        if (cost < best.cost) best = { left, top, cost };
      }
    }
    box.style.left = `${best.left}px`;
    box.style.top = `${best.top}px`;
  };
  const close = (): void => {
    if (box.hidden) return;
    const had = box.contains(document.activeElement);
    box.hidden = true;
    if (had) (ways.focus?.() ?? chart?.stage)?.focus({ preventScroll: true });
    ways.closed?.();
  };
  dock(app, box, () => stage.append(box));
  chart?.view.onMove(place);
  app.openables.push({ open: () => !box.hidden, close, back: ways.back });
  app.on('tab', close);
  app.on('menu', what => { if (what.box !== box) close(); });
  app.signal.addEventListener('abort', () => box.remove());
  return {
    box, close, place,
    get open(): boolean { return !box.hidden; },
    show(at: Spot | null): void {
      const was = box.hidden;
      spot = at;
      box.hidden = false;
      place();
      if (was) app.tell('menu', { box });
      if (was && keyed && !box.contains(document.activeElement)) one('button:not(.close), input, select, summary', box)?.focus({ preventScroll: true });
    },
  };
}
