// Keeping what is written: sent to the judge as soon as it rests for a moment,
// and kept in the browser until the judge has it. Nothing goes to another phase
// than the one that it was written for.

import type { App } from './app';
import { make, one } from './dom';
import { fresh } from './live';
import type { Writing } from './texts';
import type { Refusal, Saved } from './types';
import { t } from './words';

interface Stored { revision: number; phase: string; texts: Record<string, string>; at: string }

const clock = (d: Date): string => d.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });

export class Saver {
  ready: boolean;
  private readonly name: string;
  private readonly status: HTMLElement;
  private readonly channel: BroadcastChannel | null;
  private mine = ''; // what this tab has kept in the browser
  private sent = ''; // what the judge has, as far as is known
  private timer = 0;
  private wait = 0; // before the next try, in milliseconds
  private busy: Promise<void> | null = null;
  private stopped = false; // the game has moved on
  private leaving = false;

  constructor(private readonly app: App, private readonly texts: Writing) {
    const d = app.root.dataset;
    this.name = `podesta-orders ${d.keep ?? ''}`;
    this.ready = d.ready === 'true';
    this.status = one('#save-state', app.root) ?? make('span', { id: 'save-state' });
    this.status.setAttribute('role', 'status');
    this.sent = this.all();
    // Nothing of a lesson is kept: two windows with one lesson try different things.
    const kept = d.mode !== 'lesson';
    this.channel = kept && 'BroadcastChannel' in window ? new BroadcastChannel(this.name) : null;
    if (!kept) return;
    this.channel?.addEventListener('message', e => this.heard(e.data as Stored));
    app.on('edited', () => this.changed());
    const { signal } = app;
    addEventListener('online', () => { if (this.dirty) void this.save(); }, { signal });
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.last();
      else if (this.dirty && !this.stopped) void this.save();
    }, { signal });
    addEventListener('pagehide', () => this.last(), { signal });
    addEventListener('pageshow', e => { if (e.persisted && !this.dirty) location.reload(); }, { signal });
    signal.addEventListener('abort', () => {
      clearTimeout(this.timer);
      this.channel?.close();
    });
    app.on('moved', ({ revision }) => { if (revision !== app.table.revision && this.dirty) this.over(); });
    app.on('signedout', () => this.refused(403, { signin: `/signin?next=${encodeURIComponent(app.base)}` }));
    app.on('state', st => { // another tab may have said Ready, or taken it back
      if (this.busy || this.dirty || app.root.dataset.mode !== 'ready') return;
      this.ready = !!st.ready;
      app.tell('saved', { at: new Date() });
    });
    app.busy.push(() => this.dirty || !!this.busy || this.leaving);
    this.find();
  }

  private all(): string {
    return JSON.stringify(Object.fromEntries(this.texts.powers.map(p => [p, this.texts.get(p)])));
  }

  get dirty(): boolean { return this.all() !== this.sent; }

  private stored(): Stored {
    const t = this.app.table;
    return { revision: t.revision, phase: t.phase, texts: JSON.parse(this.all()) as Record<string, string>, at: new Date().toISOString() };
  }

  private keep(): void {
    this.mine = JSON.stringify(this.stored());
    try { localStorage.setItem(this.name, this.mine); } catch { /* no room, or forbidden: the box still has it */ }
  }

  private forget(): void {
    try {
      const text = localStorage.getItem(this.name);
      // What another tab could not send stays.
      if (text && this.mine && text !== this.mine) return;
      localStorage.removeItem(this.name);
    } catch { /* it was never there */ }
  }

  // find looks for what an earlier visit could not send.
  private find(): void {
    let was: Stored;
    try {
      const text = localStorage.getItem(this.name);
      if (!text) return;
      was = JSON.parse(text) as Stored;
    } catch { return; }
    const texts = new Map(Object.entries(was.texts).filter(([p]) => this.texts.powers.includes(p)));
    if (was.revision === this.app.table.revision) {
      if (![...texts].some(([p, t]) => this.texts.get(p) !== t)) return this.forget();
      this.texts.take(texts);
      this.say('What you wrote before is back in the box.', 'note');
      void this.save();
      return;
    }
    this.offer(was);
  }

  // offer shows a text that was written for a phase that is over.
  private offer(was: Stored): void {
    const text = Object.values(was.texts).filter(t => t.trim()).join('\n');
    if (!text.trim()) return this.forget();
    const area = make('textarea', { readonly: true, rows: 4, 'aria-label': `Written for ${was.phase}` });
    area.value = text;
    const copy = make('button', { type: 'button', class: 'button quiet' }, 'Copy');
    copy.addEventListener('click', () => {
      area.select();
      void navigator.clipboard?.writeText(text).then(() => { copy.textContent = t('Copied'); });
    });
    const gone = make('button', { type: 'button', class: 'button quiet' }, 'Forget it');
    const box = make('div', { class: 'notice', id: 'unsent' }, make('p', {}, `This was written for ${was.phase} and did not arrive in time, so it was not taken.`), area, make('p', { class: 'doors' }, copy, gone));
    gone.addEventListener('click', () => {
      this.forget();
      box.remove();
    });
    one('#unsent', this.app.root)?.remove();
    this.texts.form.before(box);
  }

  private say(text: string, kind: 'ok' | 'bad' | 'note' | ''): void {
    this.status.textContent = t(text);
    this.status.className = `save-state ${kind}`;
  }

  private changed(): void {
    if (this.stopped) {
      this.keep();
      return;
    }
    if (!this.dirty) return;
    this.keep();
    this.say('…', '');
    this.wait = 0;
    this.later(600);
  }

  private later(ms: number): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => { void this.save(); }, ms);
  }

  // save sends the texts, one try at a time.
  async save(): Promise<void> {
    clearTimeout(this.timer);
    if (this.stopped || this.leaving) return;
    while (this.busy) await this.busy;
    if (!this.dirty) return;
    const answer = await this.send({ then: '' });
    if (answer && !answer.late) this.ready = answer.ready;
  }

  // go says Ready, has the phase carried out, or takes Ready back. The answer is
  // null where it did not arrive.
  async go(then: 'ready' | 'process' | '', anyway = false): Promise<Saved | null> {
    clearTimeout(this.timer);
    while (this.busy) await this.busy;
    const answer = await this.send({ then, ...(anyway ? { anyway: '1' } : {}) });
    if (!answer) return null;
    this.ready = answer.ready;
    if (answer.moved) this.leave();
    return answer;
  }

  // leave shows the new phase.
  leave(): void {
    this.leaving = true;
    this.forget();
    void fresh(this.app);
  }

  private async send(more: Record<string, string>): Promise<Saved | null> {
    const what = this.all();
    let free: () => void = () => {};
    this.busy = new Promise(r => { free = r; });
    try {
      const r = await fetch(this.texts.form.getAttribute('action') ?? '', { method: 'POST', headers: { Accept: 'application/json' }, body: this.texts.body(more) });
      if (!r.ok) {
        this.refused(r.status, (await r.json().catch(() => ({}))) as Partial<Refusal>);
        return null;
      }
      const answer = (await r.json()) as Saved;
      this.wait = 0;
      if (answer.late) {
        this.sent = what;
        this.keep();
        this.say('You are late: this is sent when you press Ready.', 'note');
        return answer;
      }
      this.sent = what;
      if (this.dirty) this.later(600);
      else this.forget();
      const at = new Date(answer.at);
      this.say(`Saved ${clock(at)}`, 'ok');
      this.channel?.postMessage(this.stored());
      this.app.tell('saved', { at });
      return answer;
    } catch {
      this.failed('No connection: kept in this browser, and tried again.');
      return null;
    } finally {
      this.busy = null;
      free();
    }
  }

  private refused(status: number, why: Partial<Refusal>): void {
    this.keep();
    if (status === 409) return this.over(why.error);
    if (status === 403 && why.signin) {
      this.say('', 'bad');
      this.status.append(t('Not saved: you are signed out. '), make('a', { href: why.signin, target: '_blank', rel: 'opener' }, 'Sign in'), t('; what you wrote is kept here.'));
      this.app.tell('unsaved', { why: 'signed out', moved: false });
      return;
    }
    if (status >= 500 || status === 429) return this.failed('The judge did not answer as it should: kept in this browser, and tried again.');
    this.say(`Not saved: ${why.error ?? 'the judge refused it.'}`, 'bad');
    this.app.tell('unsaved', { why: why.error ?? '', moved: false });
  }

  private failed(why: string): void {
    this.keep();
    this.say(why, 'bad');
    this.app.tell('unsaved', { why, moved: false });
    this.wait = Math.min(30000, (this.wait || 1500) * 2);
    this.later(this.wait);
  }

  // over tells that the game has moved on: nothing is sent any more.
  private over(why = ''): void {
    this.stopped = true;
    this.keep(); // another tab may have forgotten it with its own
    const text = 'The game has moved on, and what you wrote since was not taken.';
    this.say('', 'bad');
    const link = make('a', { href: location.pathname + location.search }, 'Show the new phase');
    link.addEventListener('click', e => { e.preventDefault(); location.reload(); });
    this.status.append(why && !/processed|moved|phase/i.test(why) ? why + ' ' : text + ' ', link, ' What you wrote is offered there for copying.');
    this.app.tell('unsaved', { why: text, moved: true });
  }

  // last sends what is left when the page goes away.
  private last(): void {
    if (!this.dirty || this.stopped || this.leaving || this.busy) return;
    this.keep();
    void fetch(this.texts.form.getAttribute('action') ?? '', { method: 'POST', keepalive: true, headers: { Accept: 'application/json' }, body: this.texts.body({ then: '' }) }).catch(() => {});
  }

  // heard is told what another tab of this browser has saved.
  private heard(other: Stored): void {
    if (other.revision !== this.app.table.revision) return;
    const texts = new Map(Object.entries(other.texts));
    if (![...texts].some(([p, t]) => this.texts.get(p) !== t)) {
      this.sent = this.all();
      return;
    }
    if (!this.dirty) {
      this.texts.take(texts);
      this.sent = this.all();
      this.say('Changed in another tab; taken over.', 'note');
      return;
    }
    this.say('', 'note');
    const take = make('button', { type: 'button', class: 'plainbutton' }, 'Take that over');
    take.addEventListener('click', () => {
      clearTimeout(this.timer);
      this.texts.take(texts);
      this.sent = this.all();
      this.forget();
      this.say('Taken over.', 'note');
    });
    this.status.append(t('The orders were changed in another tab too. '), take);
    clearTimeout(this.timer);
  }
}
