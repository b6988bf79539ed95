// The page of a forming game: it updates while it is open, and redirects to the board when the
// game begins.

import { all, one } from '../dom';
import { follow } from '../follow';
import type { State } from '../types';

const box = one('[data-fills]');
if (box && 'EventSource' in window) {
  let filled = box.dataset.filled ?? '';
  const stream = new EventSource(box.dataset.fills ?? '');
  stream.addEventListener('state', e => {
    const st = JSON.parse((e as MessageEvent<string>).data) as State;
    if (st.number > 0 || st.finished) {
      stream.close();
      location.replace(location.pathname);
      return;
    }
    if ((st.filled ?? '') === filled) return;
    filled = st.filled ?? '';
    void follow('data-fill');
  });
  addEventListener('pagehide', () => stream.close());
}

// The system's own dialog for sharing.
for (const b of all('[data-share]')) {
  if (!('share' in navigator)) break;
  b.hidden = false;
  b.addEventListener('click', () => void navigator.share({ title: b.dataset.share ?? '', url: one<HTMLInputElement>('#address')?.value ?? location.href })
    .catch(() => { /* the visitor has changed their mind */ }));
}
