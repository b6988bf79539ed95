// Results as a story, played on the board's map.

import type { App } from './app';
import { Chart, type Pointed } from './board';
import { all, drawingAt, one } from './dom';
import { slim } from './menu';
import { toOrders } from './orderlist';
import { Player } from './playback';
import { mountPowers } from './powers';
import { stepsReel } from './reels';
import { drawn, Screen } from './screen';
import { mountTimebar } from './timebar';
import type { Frame, Playback } from './types';
import { t } from './words';

export function mountStory(app: App): void {
  mountPowers(app);
  mountTimebar(app.root);
  const story = one('[data-playback]', app.root);
  const bar = one('[data-player]', app.root);
  const watch = story && one<HTMLButtonElement>('[data-watch]', story);
  if (!story || !bar || !watch) return;
  let player: Player | null = null;
  let turn = 0; // increases with every start and stop, so that an outdated start has no effect
  let starting = false;
  let asked = false; // whether the reader has used the film, rather than the page only having opened it
  let film: Frame[] = [];
  const hosted = app.root.classList.contains('hosted') && app.table.step !== 'over';
  // The head, the board and the panel must be about the same phase.
  const head = one('.title .sub b', app.root), now = head?.textContent ?? '';
  const title = one('h2', story)?.textContent ?? '';
  const past = (on: boolean): void => {
    if (!hosted) return;
    app.root.classList.toggle('showspast', on);
    if (head) head.textContent = on ? t`Results: ${title}` : now;
  };
  app.busy.push(() => starting || !!player && (!!app.texts || asked || player.playing));
  const stop = async (): Promise<void> => {
    turn++;
    starting = asked = false;
    player?.end();
    player = null;
    watch.hidden = false;
    for (const li of all('[data-step]', story)) li.removeAttribute('aria-current');
    app.root.classList.remove('watching');
    past(false);
    await app.board?.home();
  };
  let shown: SVGSVGElement | null = null; // the drawing on which the player plays
  const start = async (): Promise<Player | null> => {
    const board = app.board;
    if (!board || player) return player;
    const mine = ++turn;
    starting = true;
    past(true);
    const look = drawingAt('');
    const answer = await fetch(drawingAt(story.dataset.playback ?? ''));
    if (!answer.ok) {
      await stop();
      return null;
    }
    const { first, map, frames } = (await answer.json()) as Playback;
    film = frames;
    const drawing = await drawn(first);
    if (mine !== turn) return null;
    await board.stand(map);
    if (mine !== turn || !board.svg) return null;
    starting = false;
    if (drawingAt('') !== look) return start(); // the colours or the width changed while the drawing was loading
    board.svg.replaceChildren(...drawing.childNodes); // the changes refer to the drawing as loaded
    shown = board.svg;
    const screen = new Screen(shown);
    const reel = stepsReel(frames, story, { title: 'All at a glance.', text: 'The position before the phase, with the orders: solid arrows succeeded, broken ones failed.' });
    player = new Player(screen, reel, { bar, keys: false, fit: areas => { if (areas) board.fit(areas); } });
    watch.hidden = !slim.matches; // there the controls appear when they are needed
    return player;
  };
  // After a redraw in other colours or another size, the map returns to the film's step.
  const again = async (): Promise<void> => {
    const at = player?.step ?? 0;
    player?.end();
    player = null;
    await (await start())?.go(at);
  };
  app.board?.whenThere(() => { if (player && app.board?.svg !== shown) void again(); });
  watch.hidden = false;
  for (const name of ['click', 'input'] as const) bar.addEventListener(name, () => { asked = true; });
  const watching = (): void => {
    asked = true;
    app.root.classList.add('watching');
    watch.hidden = true;
  };
  watch.addEventListener('click', async () => {
    watching();
    app.sheet?.set('peek');
    (await start())?.play();
  });
  one('[data-present]', bar)?.addEventListener('click', () => (hosted ? app.open(app.panel('orders') ? 'orders' : 'powers') : void stop()));
  const goOn = one('[data-goon]', app.root);
  goOn?.addEventListener('click', e => {
    e.preventDefault();
    app.open('orders');
  });
  goOn?.addEventListener('keydown', e => {
    if (e.key !== 'Enter') return;
    e.preventDefault();
    app.open('orders');
    addEventListener('keyup', () => toOrders(app), { once: true, signal: app.signal }); // the same key must not press the element that gets the focus
  });
  let reading = false;
  const came = cameOn();
  const begin = (): void => { if (reading && (hosted || came) && !player && !starting && app.board?.svg) void start(); };
  app.on('tab', ({ name }) => {
    reading = name === 'results';
    if (reading) begin();
    else if (player || starting) void stop();
  });
  app.board?.whenThere(begin);
  // A click on one of the reader's units in the past is for its orders now.
  if (app.board instanceof Chart) {
    const chart = app.board;
    chart.leave = p => {
      const to = present(app, film, player?.step ?? 0, p);
      if (!to || !app.panel('orders')) return;
      app.open('orders');
      if (!chart.take?.(to) && to.unit) app.tell('unit', { key: to.unit });
    };
  }
  for (const li of all('[data-areas]', story)) showing(app, li);
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
      watching();
      const p = await start();
      p?.pause();
      await p?.go(i + 1);
    });
  }
}

// present returns what a click on one of the reader's units, or on its place, in a step of the
// film means now; null if it is not about one.
function present(app: App, film: Frame[], step: number, p: Pointed): Pointed | null {
  const own = new Set(app.table.hands.map(h => h.power));
  let key = p.unit;
  for (const f of film.slice(step)) key = f.walk?.find(([was]) => was === key)?.[1] ?? key;
  const u = app.table.units.find(u => (p.unit ? u.key === key : u.at === p.area) && own.has(u.power));
  return u ? { area: u.at, unit: u.key, city: !!u.city } : null;
}

// showing makes the order of a result a button that shows its place on the map.
function showing(app: App, li: HTMLElement): void {
  const order = one('.order', li);
  const areas = li.dataset.areas?.split(' ').filter(Boolean) ?? [];
  if (!order || !areas.length) return;
  const b = document.createElement('button');
  b.type = 'button';
  b.className = 'showit';
  b.title = t('Show it on the map');
  b.append(...[...order.childNodes].filter(n => !(n instanceof Element && n.matches('.rules'))));
  order.prepend(b);
  const show = (): void => app.tell('show', { areas });
  b.addEventListener('click', show);
  li.addEventListener('click', e => { if (!(e.target as Element).closest('a, button, summary, details')) show(); });
}

// cameOn reports whether the page was loaded because a phase has just been resolved, so that
// the map begins with its results.
function cameOn(): boolean {
  try {
    const was = sessionStorage.getItem('podesta-fresh') === location.pathname;
    sessionStorage.removeItem('podesta-fresh');
    return was;
  } catch { return false; }
}
