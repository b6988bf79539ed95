// Films: of a phase step by step, or of a whole game phase by phase.

import { all, drawingAt, one } from './dom';
import type { Reel, Told } from './playback';
import type { FilmFrame, FilmPart, Frame } from './types';
import { t } from './words';

// stepsReel plays a phase. Its texts are in the list of steps on the page.
export function stepsReel(frames: Frame[], list: ParentNode, start: Told): Reel {
  const items = all('[data-step]', list);
  const told = (i: number): Told => {
    const li = items[i - 1];
    if (!li) return start;
    const lines = all(':scope > .steplines > li', li).map(x => [...x.childNodes].filter(n => !(n instanceof HTMLElement)).map(n => n.textContent).join('').trim());
    const text = one(':scope > p', li)?.textContent ?? '';
    const rest = lines.slice(0, 3).join(' ') + (lines.length > 3 ? t` … and ${lines.length - 3} more.` : '');
    return { title: one('.steptitle', li)?.textContent ?? '', text: text ? (lines.length && lines.length <= 3 ? `${text} ${rest}` : text) : rest };
  };
  return {
    length: Math.min(frames.length, items.length),
    frame: i => Promise.resolve(frames[i - 1] ?? null),
    told,
    shown: i => {
      for (const [k, li] of items.entries()) {
        if (k === i - 1) li.setAttribute('aria-current', 'step');
        else li.removeAttribute('aria-current');
      }
      const li = items[i - 1];
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
      if (li?.closest('.sheet')) li.scrollIntoView({ block: 'nearest', behavior: calm });
      else if (li && matchMedia('(min-width: 1000px)').matches) {
        const b = li.getBoundingClientRect();
        if (b.top < 70 || b.bottom > innerHeight - 30) scrollBy({ top: b.top - innerHeight / 3, behavior: calm });
      }
    },
  };
}

// filmReel plays a whole game. It loads frames as they are needed.
export function filmReel(address: string, last: number, shown: (f: { number: number }) => void): Reel {
  const frames = new Map<number, FilmFrame>(); // by number of the position, beginning with 2
  let asking: Promise<void> | null = null;
  const ask = async (from: number): Promise<void> => {
    try {
      const answer = await fetch(drawingAt(`${address}?from=${from}`));
      if (answer.ok) for (const f of ((await answer.json()) as FilmPart).frames ?? []) frames.set(f.number, f);
    } catch { /* the server is unreachable; the film stops */ }
    asking = null;
  };
  return {
    length: last - 1,
    frame: async i => {
      const n = i + 1;
      if (!frames.has(n)) await (asking ?? (asking = ask(n)));
      if (!frames.has(n)) await ask(n);
      const ahead = n + 15;
      if (!asking && ahead <= last && !frames.has(ahead)) {
        let from = n;
        while (frames.has(from)) from++;
        asking = ask(from);
      }
      return frames.get(n) ?? null;
    },
    told: i => {
      const f = frames.get(i + 1);
      if (i === 0 || !f) return { title: 'The beginning', text: '' };
      return { title: f.title, text: f.headline, href: f.href };
    },
    shown: i => shown({ number: i + 1 }),
  };
}
