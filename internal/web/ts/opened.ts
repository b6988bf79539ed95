// What is open over the board or next to it: menus, questions, the raised sheet.
// Escape goes back in what was opened last. So does, on a small screen, the way
// back of a phone, in browsers that pass it on (CloseWatcher): it leaves the table
// only when nothing is open. Entries of the history would do it in all browsers,
// but they take the focus with them, and stay when something closes by itself.

import type { App } from './app';
import { one } from './dom';
import { slim } from './menu';

// Openable is something that can be open.
export interface Openable {
  open(): boolean;
  close(): void;
  back?: (() => void) | null | undefined; // what Escape does, if not to close it; null: nothing
}

// Watcher is the browser's CloseWatcher, which TypeScript does not know.
type Watcher = EventTarget & { destroy(): void };

// mountOpened handles Escape and the way back for all that parts have added to app.openables. It is mounted last.
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
  // One watcher at a time: of several, a browser gives some to one way back.
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
