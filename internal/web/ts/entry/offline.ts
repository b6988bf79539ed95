// The page without a network: the boards that this browser keeps.

import { make, one } from '../dom';
import { parsePage } from '../trusted';

const list = one('[data-kept]');
if (list && 'caches' in window) {
  void (async () => {
    const cache = await caches.open('podesta-pages');
    for (const key of [...(await cache.keys())].reverse()) {
      const { pathname } = new URL(key.url);
      if (!/^\/g\/[^/]+$/.test(pathname)) continue;
      const text = (await (await cache.match(key, { ignoreVary: true }))?.text()) ?? '';
      const link = make('a', { href: pathname });
      link.textContent = parsePage(text).title || pathname;
      list.append(make('li', {}, link));
    }
  })();
}
