// Saving what is written: it is sent to the judge after a short pause in typing, and the
// browser stores it until the judge has it. Texts are never sent to a phase other than the one
// they were written for. The state machine of savestate.ts decides what to do and when; this
// part handles the page, the clock and the network.

import type { App } from './app';
import { drafts, drawingAt, inner, make, one, outer } from './dom';
import { fresh } from './fresh';
import { movedOn, outage, signedOut, went, type Kept } from './outage';
import { busy, dirty, start, step, type Effect, type Event, type Other, type Say, type State, type Texts } from './savestate';
import type { Writing } from './texts';
import type { Refusal, Saved } from './types';
import { t } from './words';

// Stored is what this browser stores, and what tabs send each other.
interface Stored { revision: number; phase: string; texts: Texts; at: string; sent?: boolean }

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }); // creating one takes a slow phone longer than everything else about saving

export class Saver {
  private state: State;
  private readonly name: string;
  private readonly copy: string; // the key under which a copy of the judge's orders is stored
  private readonly status: HTMLElement;
  private readonly channel: BroadcastChannel | null;
  private readonly waiting = new Map<number, (answer: Saved | null) => void>(); // callbacks of buttons, by the number of their request
  private asked = 0;
  private mine = ''; // what this tab has stored in the browser
  private kept: Kept = 'page'; // where unsent text is stored
  private timer = 0;

  constructor(private readonly app: App, private readonly texts: Writing) {
    const d = app.root.dataset;
    this.name = drafts.orders + (d.keep ?? '');
    this.copy = drafts.saved + (d.keep ?? '');
    if (!navigator.onLine && d.mode !== 'lesson') this.recall();
    this.state = start(this.written(), d.ready === 'true');
    this.status = one('#save-state', app.root) ?? make('span', { id: 'save-state' });
    this.status.setAttribute('role', 'status');
    // Lessons store nothing, because two windows with the same lesson try different things.
    const kept = d.mode !== 'lesson';
    this.channel = kept && 'BroadcastChannel' in window ? new BroadcastChannel(this.name) : null;
    if (!kept) return;
    if (navigator.onLine) this.remember();
    texts.saved = true;
    this.channel?.addEventListener('message', e => {
      const other = e.data as Stored;
      if (other.revision === app.table.revision) this.on({ on: 'heard', other: { texts: this.own(other.texts), at: other.at } });
    });
    app.on('edited', () => this.edited());
    const { signal } = app;
    addEventListener('online', () => this.on({ on: 'again' }), { signal });
    document.addEventListener('visibilitychange', () => this.on(document.hidden ? { on: 'hidden', online: navigator.onLine } : { on: 'again' }), { signal });
    addEventListener('pagehide', () => this.on({ on: 'hidden', online: navigator.onLine }), { signal });
    addEventListener('pageshow', e => { if (e.persisted && !dirty(this.state)) location.reload(); }, { signal });
    signal.addEventListener('abort', () => {
      clearTimeout(this.timer);
      this.channel?.close();
    });
    app.on('moved', ({ revision }) => { if (revision !== app.table.revision) this.on({ on: 'moved' }); });
    app.on('signedout', () => this.on({ on: 'signedout', why: { signin: outer(`/signin?next=${encodeURIComponent(inner(app.base))}`) } }));
    app.on('state', st => { if (d.mode === 'ready') this.on({ on: 'told', ready: !!st.ready }); });
    app.busy.push(() => {
      this.edited();
      return busy(this.state);
    });
    this.find();
  }

  get ready(): boolean { return this.state.ready; }

  // go marks the seat ready, has the phase resolved, or undoes Ready. The
  // answer is null if it did not arrive.
  go(then: 'ready' | 'process' | '', anyway = false): Promise<Saved | null> {
    this.edited();
    const id = ++this.asked;
    return new Promise(done => {
      this.waiting.set(id, done);
      this.on({ on: 'ask', ask: { id, then, anyway } });
    });
  }

  private written(): Texts {
    return Object.fromEntries(this.texts.powers.map(p => [p, this.texts.get(p)]));
  }

  // own returns the texts that were written on this page.
  private own(texts: Texts): Texts {
    return Object.fromEntries(Object.entries(texts).filter(([p]) => this.texts.powers.includes(p)));
  }

  private edited(): void {
    this.on({ on: 'edited', text: this.written() });
  }

  private on(e: Event): void {
    const [state, effects] = step(this.state, e);
    this.state = state;
    for (const x of effects) this.does(x);
  }

  private does(x: Effect): void {
    switch (x.do) {
      case 'keep': return this.keep(x.sent);
      case 'forget': return this.forget();
      case 'stop': return clearTimeout(this.timer);
      case 'wait':
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => this.on({ on: 'pause' }), x.ms);
        return;
      case 'send': return void this.send(x.ask.then, x.ask.anyway);
      case 'check': return this.texts.ask(0);
      case 'checked': return this.texts.heard(x.texts, x.found);
      case 'flush': return void this.post('', false, true).catch(() => {});
      case 'say': return this.say(x.say);
      case 'redraw':
        if (x.at) this.remember();
        return this.app.tell('saved', { at: x.at ? new Date(x.at) : new Date() });
      case 'post': return this.channel?.postMessage(this.stored(x.other));
      case 'take': return this.texts.take(new Map(Object.entries(x.texts)));
      case 'leave': return void fresh(this.app);
      case 'done':
        this.waiting.get(x.id)?.(x.answer);
        this.waiting.delete(x.id);
    }
  }

  private post(then: string, anyway: boolean, keepalive: boolean): Promise<Response> {
    const body = this.texts.body({ then, ...(anyway ? { anyway: '1' } : {}) });
    return fetch(drawingAt(this.texts.form.getAttribute('action') ?? ''), { method: 'POST', keepalive, headers: { Accept: 'application/json' }, body });
  }

  private async send(then: string, anyway: boolean): Promise<void> {
    let e: Event;
    const was = navigator.onLine;
    try {
      const r = await this.post(then, anyway, false);
      if (r.ok) e = { on: 'answered', answer: (await r.json()) as Saved };
      else e = { on: 'refusal', status: r.status, why: (await r.json().catch(() => ({}))) as Partial<Refusal> };
    } catch { e = { on: 'lost', went: went(was, navigator.onLine) }; }
    this.edited(); // what was typed in the meantime
    this.on(e);
  }

  private stored(what: Other): Stored {
    return { revision: this.app.table.revision, phase: this.app.table.phase, ...what };
  }

  private keep(sent = false): void {
    this.mine = JSON.stringify({ ...this.stored({ texts: this.state.text, at: new Date().toISOString() }), sent });
    try {
      localStorage.setItem(this.name, this.mine);
      this.kept = this.app.root.dataset.mode === 'sandbox' ? 'page' : 'browser'; // no other page finds what a sandbox stores
    } catch { this.kept = 'page'; } // storage is full or not allowed; the box still contains the text
  }

  // remember stores the orders that the judge has. recall shows them on a page that was made
  // earlier and is read without a network.
  private remember(): void {
    try { localStorage.setItem(this.copy, JSON.stringify(this.stored({ texts: this.state.text, at: new Date().toISOString() }))); } catch { /* storage is full or not allowed */ }
  }

  private recall(): void {
    try {
      const was = JSON.parse(localStorage.getItem(this.copy) ?? 'null') as Stored | null;
      if (was?.revision === this.app.table.revision) this.texts.take(new Map(Object.entries(this.own(was.texts))));
    } catch { /* the page shows the orders that it was made with */ }
  }

  private forget(): void {
    try {
      const text = localStorage.getItem(this.name);
      // Text that another tab could not send must stay.
      if (text && this.mine && text !== this.mine) return;
      localStorage.removeItem(this.name);
    } catch { /* it was never stored */ }
  }

  // find looks for texts that an earlier visit could not send.
  private find(): void {
    let was: Stored;
    try {
      const text = localStorage.getItem(this.name);
      if (!text) return;
      was = JSON.parse(text) as Stored;
    } catch { return; }
    if (was.revision === this.app.table.revision) this.on({ on: 'found', texts: this.own(was.texts) });
    else this.offer(was);
  }

  // offer shows a text that was written for a past phase.
  private offer(was: Stored): void {
    const text = Object.values(this.own(was.texts)).filter(t => t.trim()).join('\n');
    if (!text.trim()) return this.forget();
    const area = make('textarea', { readonly: true, rows: 4, 'aria-label': t`Written for ${was.phase}` });
    area.value = text;
    const copy = make('button', { type: 'button', class: 'button quiet' }, 'Copy');
    copy.addEventListener('click', () => {
      area.select();
      void navigator.clipboard?.writeText(text).then(() => { copy.textContent = t('Copied'); });
    });
    const gone = make('button', { type: 'button', class: 'button quiet' }, 'Discard');
    const box = make('div', { class: 'notice', id: 'unsent' }, make('p', {}, was.sent
      ? t`This was sent for ${was.phase}, but no answer came. The results show whether it arrived.`
      : t`This was written for ${was.phase} and did not arrive in time, so it was not accepted.`), area, make('p', { class: 'doors' }, copy, gone));
    gone.addEventListener('click', () => {
      this.forget();
      box.remove();
    });
    one('#unsent', this.app.root)?.remove();
    this.texts.form.before(box);
  }

  private say(x: Say): void {
    const show = (kind: 'ok' | 'bad' | 'note' | '', ...parts: (string | Node)[]): void => {
      this.status.className = `save-state ${kind}`;
      this.status.replaceChildren(...parts.map(p => (typeof p === 'string' ? t(p) : p)));
    };
    switch (x.is) {
      case 'nothing': return show('');
      case 'writing': return show('', '…');
      case 'saved': return show('ok', t`Saved ${clock.format(x.at ? new Date(x.at) : new Date())}`);
      case 'late': return show('note', 'You are late: this will be sent when you press Ready.');
      case 'outage': return show('bad', outage({ what: x.text ? 'orders' : 'change', went: x.went, kept: this.kept, button: x.then === 'ready' ? 'Ready' : x.then === 'process' ? 'Resolve' : '' }));
      case 'restored': return show('note', 'What you wrote before is back in the box.');
      case 'followed': return show('note', 'Changed in another tab; updated here.');
      case 'taken': return show('note', 'Updated.');
      case 'refused': return show('bad', t`Not saved: ${x.error || 'the judge refused it.'}`);
      case 'signedout': {
        const [before, after] = signedOut(x.text ? this.kept : '');
        return show('bad', before, ' ', make('a', { href: x.signin, target: '_blank', rel: 'opener' }, 'Sign in'), ' ', after);
      }
      case 'torn': {
        const take = make('button', { type: 'button', class: 'plainbutton' }, 'Use that version');
        take.addEventListener('click', () => this.on({ on: 'taken' }));
        return show('note', 'The orders were changed in another tab too. ', take);
      }
      case 'over': {
        const link = make('a', { href: location.pathname + location.search }, 'Show the new phase');
        link.addEventListener('click', e => {
          e.preventDefault();
          location.reload();
        });
        const [before, after] = movedOn(x.text ? this.kept : '', x.gone, x.error);
        return show('bad', new Text(before), ' ', link, ' ', after);
      }
    }
  }
}
