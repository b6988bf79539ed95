// The page of a tournament: its rounds, games and standings are updated while the page is open.

import { calm } from '../press';
import { parsePage } from '../trusted';

const everyMs = 15000;

async function look(): Promise<void> {
  if (document.hidden) return;
  let page: Document;
  try {
    const answer = await fetch(location.pathname + location.search);
    if (!answer.ok || answer.redirected) return;
    page = parsePage(await answer.text());
  } catch { return; } // the judge is unreachable; asks again later
  for (const was of document.querySelectorAll<HTMLElement>('[data-live]')) {
    const now = [...page.querySelectorAll<HTMLElement>('[data-live]')].find(e => e.dataset.live === was.dataset.live);
    if (!now) continue;
    calm(was, () => {
      if (was.contains(document.activeElement)) return;
      was.replaceWith(now);
      document.dispatchEvent(new CustomEvent('podesta:times'));
    });
  }
}

if (document.querySelector('[data-live]')) {
  setInterval(() => void look(), everyMs);
  document.addEventListener('visibilitychange', () => void look());
}
