// The coach: a sentence or two above the orders. A button enters the order that a sentence
// suggests; another one dismisses the coach, in this browser and for all its games.

import type { App } from './app';
import { all, one } from './dom';

const key = 'podesta-coach';

const away = (): boolean => {
  try { return localStorage.getItem(key) === 'off'; } catch { return false; }
};

const keep = (off: boolean): void => {
  try {
    if (off) localStorage.setItem(key, 'off');
    else localStorage.removeItem(key);
  } catch { /* then the choice is only for this page */ }
};

// mountCoach makes the coach interactive.
export function mountCoach(app: App): void {
  const coach = one('[data-coach]', app.root), back = one('[data-coachon]', app.root), off = coach && one('[data-coachoff]', coach);
  if (!coach || !back || !off) return;
  const show = (gone: boolean): void => {
    coach.hidden = gone;
    back.hidden = !gone;
  };
  off.hidden = false;
  for (const b of all<HTMLButtonElement>('[data-take]', coach)) {
    const { power = '', unit = '', line = '' } = b.dataset;
    b.hidden = !app.texts;
    b.addEventListener('click', () => {
      app.texts?.order(power, unit, line, b.textContent ?? '');
      b.disabled = true;
    });
  }
  off.addEventListener('click', () => { keep(true); show(true); });
  back.addEventListener('click', () => { keep(false); show(false); });
  show(away());
}
