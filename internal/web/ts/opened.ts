// What is open over the board or next to it: menus, questions, the raised sheet. Escape goes
// back in what was opened last. On a small screen a phone's back gesture does the same, in
// browsers that report it (CloseWatcher): it leaves the board only when nothing is open.
// History entries would work in all browsers, but they move the focus, and remain when
// something closes by itself.

import type { App } from './app';
import { one } from './dom';
import { slim } from './menu';

// Openable is something that can be open.
export interface Openable {
  open(): boolean;
  close(): void;
  back?: (() => void) | null | undefined; // what Escape does instead of closing it; null for nothing
}

// Watcher is the browser's CloseWatcher, whose type TypeScript does not have.
type Watcher = EventTarget & { destroy(): void };

// mountOpened handles Escape and the back gesture for everything in app.openables. It is
// mounted last.
export function mountOpened(app: App): void {
  const order: Openable[] = []; // in the order in which they were opened
  const read = (): void => {
    for (const o of app.openables) {
      const at = order.indexOf(o);
      if (o.open() === at >= 0) continue;
      if (at < 0) order.push(o);
      else order.splice(at, 1);
    }
    listen();
  };
  // One watcher at a time, because a browser closes several of them with one gesture.
  const { CloseWatcher } = window as { CloseWatcher?: new () => Watcher };
  let watcher: Watcher | null = null;
  const listen = (): void => {
    if (!!watcher === (slim.matches && order.length > 0)) return;
    watcher?.destroy();
    watcher = null;
    if (!slim.matches || !order.length || !CloseWatcher || app.signal.aborted) return;
    watcher = new CloseWatcher();
    watcher.addEventListener('close', () => {
      watcher = null;
      order.at(-1)?.close();
      read();
    });
  };
  document.addEventListener('keydown', e => {
    if (e.key !== 'Escape' || e.defaultPrevented || one('dialog[open]')) return;
    read();
    const top = order.filter(o => o.back !== null).at(-1);
    if (!top) return;
    e.preventDefault();
    (top.back ?? top.close)();
  }, { signal: app.signal });
  const watch = new MutationObserver(read);
  watch.observe(app.root, { subtree: true, attributeFilter: ['hidden', 'open', 'data-height', 'aria-current', 'aria-pressed'] });
  app.signal.addEventListener('abort', () => {
    watch.disconnect();
    watcher?.destroy();
  });
  slim.addEventListener('change', read, { signal: app.signal });
  read();
}
