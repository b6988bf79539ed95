// The page of messages: conversations without leaving the page, and new
// messages as they arrive.

import { one } from '../dom';
import { LetterBox } from '../letterbox';
import type { State } from '../types';

const root = one('[data-letters]');

if (root) {
  const box = new LetterBox(root, true);
  document.documentElement.classList.add('js');
  let seen: number | undefined;
  const stream = new EventSource(root.dataset.letters?.replace(/letters$/, 'live') ?? '');
  stream.addEventListener('state', e => {
    const st = JSON.parse((e as MessageEvent<string>).data) as State;
    if (seen !== undefined && st.letter !== seen && !document.hidden) void box.again();
    seen = st.letter;
  });
  stream.addEventListener('signedout', () => stream.close());
  addEventListener('pagehide', () => stream.close());
}
