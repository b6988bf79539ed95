// What is open over the board or next to it: menus, questions, the raised sheet.
// Escape goes back in what was opened last. On a small screen the way back of
// the browser closes it, instead of leaving the table: each thing that opens is
// an entry of the history.

import type { App } from './app';
import { one } from './dom';
import { slim } from './menu';

// Openable is something that can be open.
export interface Openable {
  open(): boolean;
  close(): void;
  back?: (() => void) | null | undefined; // what Escape does, if not to close it; null: nothing
}

// depth returns how many things were open at an entry of the history.
const depth = (): number => (history.state as { open?: number } | null)?.open ?? 0;

let late = ''; // the address that the page keeps while the browser is on its way to another entry
let arrived = 0; // what was open when the page was loaded has no entry of its own
let loaded = false;

// mountOpened handles Escape and the way back for all that parts have added to
// app.openables. It is mounted last.
export function mountOpened(app: App): void {
  const order: Openable[] = []; // in the order in which they were opened
  const read = (): void => {
    for (const o of app.openables) {
      const at = order.indexOf(o);
      if (o.open() === at >= 0) continue;
      if (at < 0) order.push(o);
      else order.splice(at, 1);
    }
  };
  const wanted = (): number => (slim.matches ? Math.max(0, order.length - arrived) : 0);
  const write = (): void => {
    read();
    arrived = Math.min(arrived, order.length);
    if (late) return;
    for (let n = depth(); n < wanted(); n++) {
      const here = location.href;
      if (app.home && !n && !arrived) history.replaceState(history.state, '', `#panel-${app.home}`);
      history.pushState({ open: n + 1 }, '', here);
    }
    if (depth() > wanted()) {
      late = location.href;
      history.go(wanted() - depth());
    }
  };
  addEventListener('popstate', () => {
    if (!late) {
      read();
      while (wanted() > depth()) {
        const top = order.pop();
        top?.close();
        if (top?.open()) break;
      }
    } else if (depth()) history.replaceState(history.state, '', late);
    late = '';
    write();
  }, { signal: app.signal });
  document.addEventListener('keydown', e => {
    if (e.key !== 'Escape' || e.defaultPrevented || one('dialog[open]')) return;
    read();
    const top = order.filter(o => o.back !== null).at(-1);
    if (!top) return;
    e.preventDefault();
    (top.back ?? top.close)();
  }, { signal: app.signal });
  const watch = new MutationObserver(write);
  watch.observe(app.root, { subtree: true, attributeFilter: ['hidden', 'open', 'data-height', 'aria-current', 'aria-pressed'] });
  app.signal.addEventListener('abort', () => watch.disconnect());
  slim.addEventListener('change', write, { signal: app.signal });
  read();
  if (!loaded) arrived = slim.matches ? Math.max(0, order.length - depth()) : 0;
  loaded = true;
  write();
}
