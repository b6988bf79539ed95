// What all pages show first: the visitor's games, and the one that waits for their
// confirmation. It is updated while the page is open.

import { one, outer } from './dom';
import { follow } from './follow';
import { calm } from './press';
import { sound, unlock } from './sounds';
import { parsePage } from './trusted';
import { t } from './words';

const often = 10000, seldom = 60000; // how often the judge is asked, in milliseconds

export function present(): void {
  const box = (): HTMLElement | null => one('[data-present]');
  const first = box();
  if (!first || !(document.documentElement.dataset.reader || first.childElementCount)) return;
  const plain = document.title;
  let ready = false;
  const show = (heard: boolean): void => {
    const game = one('[data-ready] a', box() ?? undefined)?.textContent ?? '';
    document.title = game ? t`${game}: your game is ready` : plain;
    if (game && !ready && heard) sound('deadline');
    ready = game !== '';
  };
  const soon = (): boolean => box()?.dataset.soon !== undefined;
  const look = async (): Promise<void> => {
    const was = box();
    if (!was || document.hidden && !soon()) return;
    try {
      const r = await fetch(outer(`/present?at=${encodeURIComponent(was.dataset.present ?? '/')}`));
      if (!r.ok || r.redirected) return;
      const now = one('[data-present]', parsePage(await r.text()));
      if (!now || now.innerHTML === was.innerHTML) return;
      calm(was, () => {
        if (was.contains(document.activeElement)) return;
        was.replaceWith(now);
        document.dispatchEvent(new Event('podesta:times'));
        show(true);
        void follow('data-follow');
      });
    } catch { /* the judge is unreachable; asks again later */ }
  };
  const loop = (): void => { setTimeout(() => void look().finally(loop), soon() ? often : seldom); };
  if (soon()) unlock(new AbortController().signal);
  show(false);
  loop();
  document.addEventListener('visibilitychange', () => { if (!document.hidden) void look(); });
}
