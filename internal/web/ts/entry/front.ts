// Front page and inbox: updates what waits for the player while the page is open, and shows the
// number of waiting games in its title.

import { outer } from '../dom';
import { calm } from '../press';
import { parsePage } from '../trusted';

const box = document.querySelector<HTMLElement>('[data-inbox]');

function title(): void {
  const n = document.querySelectorAll('[data-inbox] .owed .must').length;
  const plain = document.title.replace(/^\([^)]*\) /, '');
  document.title = n > 0 ? `(${n}) ${plain}` : plain;
}

async function look(): Promise<void> {
  if (document.hidden) return;
  try {
    const answer = await fetch(outer('/inbox'));
    if (!answer.ok || answer.redirected) return;
    const page = parsePage(await answer.text());
    const now = document.querySelector('[data-inbox]');
    const fresh = page.querySelector('[data-inbox]');
    if (!now || !fresh) return;
    calm(now, () => {
      // Do not disturb a visitor who is choosing something in it.
      if (now.contains(document.activeElement)) return;
      now.replaceWith(fresh);
      title();
      document.dispatchEvent(new CustomEvent('podesta:times'));
    });
  } catch { /* the judge is unreachable; asks again later */ }
}

if (box) {
  title();
  setInterval(() => void look(), 60000);
  document.addEventListener('visibilitychange', () => void look());
}
