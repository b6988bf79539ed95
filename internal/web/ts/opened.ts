// What is open over the board or next to it: menus, questions, the raised sheet.
// Escape goes back in what was opened last.

import type { App } from './app';
import { one } from './dom';

// Openable is something that can be open.
export interface Openable {
  open(): boolean;
  close(): void;
  back?: (() => void) | null | undefined; // what Escape does, if not to close it; null: nothing
}

// mountOpened handles Escape for all that parts have added to app.openables. It is mounted last.
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
  app.signal.addEventListener('abort', () => watch.disconnect());
  read();
}
