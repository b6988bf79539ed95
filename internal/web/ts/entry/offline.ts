// The page shown without a network: the boards that this browser has stored.

import { inner, make, one, outer } from '../dom';
import { parsePage } from '../trusted';

// fill lists the boards.
async function fill(list: HTMLElement): Promise<void> {
  const cache = await caches.open(`podesta-pages${outer('')}`);
  for (const key of [...(await cache.keys())].reverse()) {
    const { pathname } = new URL(key.url);
    if (!/^\/g\/[^/]+$/.test(inner(pathname))) continue;
    const text = (await (await cache.match(key, { ignoreVary: true }))?.text()) ?? '';
    const link = make('a', { href: pathname });
    link.textContent = parsePage(text).title || pathname;
    list.append(make('li', {}, link));
  }
}

const list = one('[data-kept]');
if (list) {
  void fill(list).catch(() => { /* this browser stores nothing */ }).finally(() => {
    const said = one(list.firstChild ? '[data-some]' : '[data-none]');
    if (said) said.hidden = false;
  });
}
