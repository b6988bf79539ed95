// What happens elsewhere while the page is open: the phase is carried out,
// others give their orders, a letter comes, the deadline is moved.

import type { App } from './app';
import { all, make, one } from './dom';
import { count } from './letters';
import type { State } from './types';

export function mountLive(app: App): void {
  const address = app.root.dataset.live;
  const banner = one('[data-moved]', app.root);
  if (!address || !('EventSource' in window)) return;
  let told = 0; // the revision that the page was told of
  const stream = new EventSource(address);
  stream.addEventListener('open', () => { if (banner) banner.dataset.live = ''; });
  stream.addEventListener('error', () => { // the page asks from time to time until it is back
    if (banner) delete banner.dataset.live;
  });
  stream.addEventListener('signedout', () => {
    stream.close();
    app.tell('signedout', {});
  });
  stream.addEventListener('state', e => {
    const st = JSON.parse((e as MessageEvent<string>).data) as State;
    if (st.revision === app.table.revision) {
      seats(app, st);
      deadline(app, st);
      count(app, st.unread ?? 0);
      const urge = one('[data-urge]', app.root);
      if (urge && !st.urgent) urge.hidden = true;
      app.tell('state', st);
      return;
    }
    // What was told before the page was made is of the past.
    if (told === st.revision || st.revision < app.table.revision) return;
    told = st.revision;
    app.tell('moved', { revision: st.revision });
    follow(app, st, banner);
  });
  addEventListener('pagehide', () => stream.close());
}

// follow shows the new phase at once where nothing is being done here, and says
// otherwise that there is one.
function follow(app: App, st: State, banner: HTMLElement | null): void {
  if (!app.board?.away && !app.busy.some(f => f())) return fresh();
  if (!banner) return;
  const link = one<HTMLAnchorElement>('a', banner);
  const text = st.acts ? `${st.acts} ` : st.finished ? 'The game is over. ' : st.last ? `${st.last.title} is carried out. ` : 'The game has moved on. ';
  banner.replaceChildren(text, link ?? '');
  link?.addEventListener('click', e => {
    e.preventDefault();
    fresh();
  }, { once: true });
  banner.hidden = false;
  app.say(text);
}

// fresh loads the page as it is now, with the results up.
export function fresh(): void {
  try { sessionStorage.setItem('podesta-fresh', location.pathname); } catch { /* the map begins with the present then */ }
  history.replaceState(null, '', location.pathname + location.search.replace(/[?&](saved|done|refused)=[^&]*/g, '').replace(/^&/, '?') + '#panel-results');
  location.reload();
}

// seats shows how far the seats are.
function seats(app: App, st: State): void {
  for (const s of st.seats ?? []) {
    for (const at of all(`[data-seatstate="${s.seat}"]`, app.root)) {
      if (at.textContent === s.says) continue;
      at.textContent = s.says;
      at.className = s.done ? 'in' : 'out';
    }
  }
}

// deadline shows a deadline that was moved.
function deadline(app: App, st: State): void {
  const at = one('[data-due=deadline]', app.root);
  const was = at && one<HTMLTimeElement>('time', at);
  if (!at || !was || !st.deadline || new Date(was.dateTime).getTime() === new Date(st.deadline).getTime()) return;
  was.replaceWith(make('time', { datetime: st.deadline, 'data-countdown': true }, st.deadline));
  document.dispatchEvent(new Event('podesta:times'));
}
