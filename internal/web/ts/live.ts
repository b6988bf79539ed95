// Events while the page is open: the phase is resolved, others send their orders, a message
// arrives, the deadline changes.

import type { App } from './app';
import { all, make, one } from './dom';
import { fresh } from './fresh';
import { Hearing } from './hearing';
import { count } from './letters';
import { movedWords, newsOf, otherTime } from './livestate';
import { sound, unlock } from './sounds';
import type { State } from './types';

export function mountLive(app: App): void {
  const address = app.root.dataset.live;
  const banner = one('[data-moved]', app.root);
  if (!address || !('EventSource' in window)) return;
  let told = 0; // the latest revision received
  const due = one<HTMLTimeElement>('[data-due=deadline] time', app.root);
  const hearing = new Hearing(due?.dateTime ?? '', app.root.dataset.ready === 'true');
  const hear = (what: ReturnType<Hearing['news']>): void => { if (what) sound(what); };
  unlock(app.signal);
  if (one('#mybar', app.root)) {
    const beat = setInterval(() => hear(hearing.tick(Date.now())), 10000);
    app.signal.addEventListener('abort', () => clearInterval(beat));
  }
  const stream = new EventSource(address);
  stream.addEventListener('open', () => { if (banner) banner.dataset.live = ''; });
  stream.addEventListener('error', () => { // until the stream is back, the page polls
    if (banner) delete banner.dataset.live;
  });
  stream.addEventListener('signedout', () => {
    stream.close();
    app.tell('signedout', {});
  });
  stream.addEventListener('state', e => {
    const st = JSON.parse((e as MessageEvent<string>).data) as State;
    const news = newsOf(st, app.table.revision, told);
    if (news === 'present') {
      seats(app, st);
      deadline(app, st);
      standing(app, st);
      count(app, st.unread ?? 0);
      const urge = one('[data-urge]', app.root);
      if (urge && !st.urgent) urge.hidden = true;
      app.tell('state', st);
      hear(hearing.news(st));
    }
    if (news !== 'moved') return;
    told = st.revision;
    sound('results');
    app.tell('moved', { revision: st.revision });
    follow(app, st, banner);
  });
  addEventListener('pagehide', () => stream.close(), { signal: app.signal });
  app.signal.addEventListener('abort', () => stream.close());
}

// follow shows the new phase at once if the visitor is not doing anything here, and otherwise
// announces it.
function follow(app: App, st: State, banner: HTMLElement | null): void {
  const tell = (): void => {
    if (!banner) return;
    const link = one<HTMLAnchorElement>('a', banner);
    const said = one('span', banner) ?? make('span');
    const text = movedWords(st) + ' ';
    said.textContent = text;
    if (!said.isConnected) { // the link stays where it is, because the visitor may be pressing it
      for (const n of [...banner.childNodes]) if (n !== link) n.remove();
      banner.prepend(said);
      link?.addEventListener('click', e => {
        e.preventDefault();
        void fresh(app);
      });
    }
    banner.hidden = false;
    app.say(text);
  };
  const idle = (): boolean => !app.busy.some(f => f());
  // An observer has nothing to lose, so the page follows as soon as the film that they started
  // has ended.
  const later = (): void => {
    tell();
    if (app.texts) return;
    const wait = setInterval(() => {
      if (!idle()) return;
      clearInterval(wait);
      void fresh(app);
    }, 500);
    app.signal.addEventListener('abort', () => clearInterval(wait));
  };
  if (idle()) void fresh(app, () => idle() || (later(), false));
  else later();
}

// seats shows the states of the seats.
function seats(app: App, st: State): void {
  for (const s of st.seats ?? []) {
    for (const at of all(`[data-seatstate="${s.seat}"]`, app.root)) {
      if (at.textContent === s.says) continue;
      at.textContent = s.says;
      at.className = s.done ? 'in' : 'out';
    }
  }
}

// standing shows the public news: awaited players, votes, events. It announces new items to
// screen readers.
function standing(app: App, st: State): void {
  const show = (sel: string, texts: string[]): boolean => {
    const at = one(sel, app.root);
    if (!at) return false;
    const was = at.textContent?.trim() ?? '';
    const now = texts.join(' ');
    if (was.replace(/\s+/g, ' ') === now) return false;
    at.replaceChildren(...texts.flatMap(text => {
      const span = document.createElement('span');
      span.textContent = text;
      return [span, ' '];
    }));
    at.hidden = !texts.length;
    return texts.length > 0;
  };
  show('[data-awaits]', st.awaits ?? []);
  if (show('[data-votes]', st.votes ?? [])) app.say((st.votes ?? []).join(' '));
  if (show('[data-news]', st.news ?? [])) app.say(st.news?.[0] ?? '');
}

// deadline shows a changed deadline.
function deadline(app: App, st: State): void {
  const at = one('[data-due=deadline]', app.root);
  const was = at && one<HTMLTimeElement>('time', at);
  const now = was ? otherTime(st, was.dateTime) : '';
  if (!now) return;
  was?.replaceWith(make('time', { datetime: now, 'data-countdown': true }, now));
  document.dispatchEvent(new Event('podesta:times'));
}
