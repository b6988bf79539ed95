// Results as a story, played on the map of the board.

import type { App } from './app';
import { all, drawingAt, one } from './dom';
import { Player, Sight } from './playback';
import { mountPowers } from './powers';
import { stepsReel } from './reels';
import { drawn, Screen } from './screen';
import { mountTimebar } from './timebar';
import type { Playback } from './types';
import { t } from './words';

export function mountStory(app: App): void {
  mountPowers(app);
  mountTimebar(app.root);
  const story = one('[data-playback]', app.root);
  const bar = one('[data-player]', app.root);
  const watch = story && one<HTMLButtonElement>('[data-watch]', story);
  if (!story || !bar || !watch) return;
  let player: Player | null = null;
  let turn = 0; // rises with every start and stop, so that an outdated start has no effect
  let starting = false;
  let asked = false; // the reader has used the film; it was not only opened by the page
  app.busy.push(() => starting || !!player && (!!app.texts || asked || player.playing));
  const stop = async (): Promise<void> => {
    turn++;
    starting = asked = false;
    player?.end();
    player = null;
    watch.hidden = false;
    for (const li of all('[data-step]', story)) li.removeAttribute('aria-current');
    await app.board?.home();
  };
  let shown: SVGSVGElement | null = null; // the drawing on which the player plays
  const start = async (): Promise<Player | null> => {
    const board = app.board;
    if (!board || player) return player;
    const mine = ++turn;
    starting = true;
    const look = drawingAt('');
    const answer = await fetch(drawingAt(story.dataset.playback ?? ''));
    if (!answer.ok) return null;
    const { first, map, frames } = (await answer.json()) as Playback;
    const drawing = await drawn(first);
    if (mine !== turn) return null;
    board.fit([]);
    await board.stand(map);
    if (mine !== turn || !board.svg) return null;
    starting = false;
    if (drawingAt('') !== look) return start(); // the colours or the width changed while it loaded
    board.svg.replaceChildren(...drawing.childNodes); // the changes refer to the drawing as loaded
    shown = board.svg;
    const screen = new Screen(shown);
    const sight = new Sight(board.svg, screen);
    const reel = stepsReel(frames, story, { title: 'All at a glance.', text: 'The position before the phase, with the orders: solid arrows succeeded, broken ones failed.' });
    player = new Player(screen, reel, { bar, keys: false, fit: areas => (areas ? board.fit(areas) : sight.fit(null)) });
    watch.hidden = true;
    return player;
  };
  // After redrawing in other colours or another size, the map returns to the
  // film's step.
  const again = async (): Promise<void> => {
    const at = player?.step ?? 0;
    player?.end();
    player = null;
    await (await start())?.go(at);
  };
  app.board?.whenThere(() => { if (player && app.board?.svg !== shown) void again(); });
  watch.hidden = false;
  for (const name of ['click', 'input'] as const) bar.addEventListener(name, () => { asked = true; });
  watch.addEventListener('click', async () => {
    asked = true;
    (await start())?.play();
  });
  one('[data-present]', bar)?.addEventListener('click', () => void stop());
  one('[data-goon]', story)?.addEventListener('click', e => {
    e.preventDefault();
    app.open('orders');
  });
  let ordering = false; // orders are given for the present
  app.on('tab', ({ name }) => {
    ordering = name === 'orders' || name === 'treasury';
    if (ordering && (player || starting)) void stop();
  });
  if (cameOn()) app.board?.whenThere(() => { if (!player && cameOn(true) && !ordering) void start(); });
  for (const [i, li] of all('[data-step]', story).entries()) {
    const head = one('h3', li);
    if (!head) continue;
    const b = document.createElement('button');
    b.type = 'button';
    b.className = 'stephead';
    b.title = t('Show it on the map');
    b.append(...head.childNodes);
    head.append(b);
    b.addEventListener('click', async () => {
      asked = true;
      const p = await start();
      p?.pause();
      await p?.go(i + 1);
    });
  }
}

// cameOn reports whether the page was loaded because a phase has just been
// resolved: then the map begins with its results.
function cameOn(done = false): boolean {
  try {
    const was = sessionStorage.getItem('podesta-fresh') === location.pathname;
    if (done) sessionStorage.removeItem('podesta-fresh');
    return was;
  } catch { return false; }
}
