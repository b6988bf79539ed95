// The panel of messages: conversations next to the map.

import type { App } from './app';
import { all, make, one } from './dom';
import { LetterBox } from './letterbox';
import { t } from './words';

// mountLetters loads the messages into their panel as soon as it is opened.
export function mountLetters(app: App): void {
  const panel = app.panel('letters');
  const root = panel && one('[data-letters]', panel);
  if (!panel || !root) return;
  const box = new LetterBox(root, false);
  let shown = false, seen: number | undefined;
  const show = (): void => {
    if (shown) void box.again();
    else {
      shown = true;
      void box.show('');
    }
  };
  app.on('tab', ({ name }) => { if (name === 'letters') show(); });
  app.on('state', st => {
    const news = seen !== undefined && st.letter !== seen;
    seen = st.letter;
    if (news && shown && !panel.hidden && !document.hidden) void box.again();
  });
  box.onShown(() => count(app, box.unread));
  app.busy.push(() => shown && box.writing);
}

// count shows the number of unread messages, on the tabs and in the window's
// title.
export function count(app: App, n: number): void {
  for (const a of [...all('[data-tab="letters"]', app.root), ...all('.tabs a[href$="/letters"]', app.root)]) {
    let mark = one('.count', a);
    if (!n) {
      mark?.remove();
      continue;
    }
    if (!mark) {
      mark = make('span', { class: 'count', title: t('unread') });
      a.append(' ', mark);
    }
    mark.textContent = String(n);
  }
  document.title = (n ? `(${n}) ` : '') + document.title.replace(/^\(\d+\) /, '');
}
