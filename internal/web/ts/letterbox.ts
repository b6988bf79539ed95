// Messages as conversations within the page: links are loaded in place,
// messages are sent without leaving the page, and the browser stores drafts
// until they are sent.

import { drafts, all, make, narrow, one } from './dom';
import { outage, went, type Kept, type Went } from './outage';
import { calm } from './press';
import type { Accepted, Refusal } from './types';
import { parsePage } from './trusted';
import { t as say } from './words';


// fit requires the fields that the chosen kind of proposal needs, and disables the others. The
// style sheet hides these, even without scripts.
function fit(form: HTMLFormElement): void {
  for (const part of all('[class^=for-]', form)) {
    const off = getComputedStyle(part).display === 'none';
    for (const x of part.matches('input, select') ? [part] : all('input, select', part)) {
      (x as HTMLInputElement | HTMLSelectElement).disabled = off;
      if (x instanceof HTMLInputElement) x.required = !off;
    }
  }
}

export class LetterBox {
  private query = '';
  private asked = 0;
  private showing = false; // other content is being loaded
  private late = false; // news arrived in the meantime
  private told: (() => void)[] = [];

  // root is the element with data-letters, which is replaced whenever other content is shown.
  // If page is true, the address of the page is updated.
  constructor(private root: HTMLElement, private readonly page: boolean) {
    this.query = page ? location.search : '';
    if (page) {
      this.dress(true);
      addEventListener('popstate', () => { void this.show(location.search, false); });
    }
  }

  // onShown registers a function that is called whenever other content is
  // shown.
  onShown(f: () => void): void { this.told.push(f); }

  get base(): string { return this.root.dataset.letters ?? ''; }

  get unread(): number { return Number(this.root.dataset.unread ?? 0); }

  // writing reports whether there is unsent text.
  get writing(): boolean {
    const area = one<HTMLTextAreaElement>('#write textarea', this.root);
    return !!area && area.value.trim() !== '' && area.value !== area.defaultValue;
  }

  // fetch returns the content of an address: null if it cannot be loaded, undefined if other
  // content was requested in the meantime.
  private async fetch(query: string): Promise<HTMLElement | null | undefined> {
    const n = ++this.asked;
    let text = '';
    try {
      const r = await fetch(`${this.base}/part${query}`);
      if (r.ok) text = await r.text();
    } catch { /* the page stays as it is */ }
    if (n !== this.asked) return undefined;
    return parsePage(text).querySelector<HTMLElement>('[data-letters]');
  }

  // show shows the content of an address that is relative to that of the messages.
  async show(query: string, write = true): Promise<void> {
    this.showing = true;
    const fresh = await this.fetch(query);
    if (fresh === undefined) return;
    this.showing = false;
    if (!fresh) {
      if (!this.page) location.href = this.base + query;
      return;
    }
    this.query = query.replace(/&?done=[^&]*/, '').replace(/&?quote=[^&]*/, '');
    if (this.page && write) history.pushState(null, '', this.base + query);
    const had = this.root.contains(document.activeElement);
    this.root.replaceWith(fresh);
    this.root = fresh;
    const asked = /[?&](new|quote)=/.test(query);
    this.dress(had || asked, had, asked);
    for (const f of this.told) f();
    if (this.late) void this.again();
  }

  // again reloads the content without changing the draft. If other content has been requested,
  // it waits until that is shown.
  async again(): Promise<void> {
    this.late = this.showing;
    if (this.showing) return;
    const fresh = await this.fetch(this.query);
    if (!fresh) return;
    for (const name of ['talks', 'messages']) {
      const is = one(`[data-part="${name}"]`, this.root), next = one(`[data-part="${name}"]`, fresh);
      if (!is || !next) continue;
      calm(is, () => {
        const known = new Set(all('.message', is).map(m => m.id));
        const low = is.scrollHeight - is.scrollTop - is.clientHeight < 40;
        const focus = is.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : undefined;
        const at = is.scrollTop;
        is.replaceWith(next);
        for (const m of all('.message', next)) if (!known.has(m.id)) m.classList.add('arrived');
        next.scrollTop = low ? next.scrollHeight : at;
        this.links(next);
        if (focus !== undefined) (all('a', next).find(a => a.getAttribute('href') === focus) ?? next).focus({ preventScroll: true });
      });
    }
    this.root.dataset.unread = fresh.dataset.unread ?? '0';
    document.dispatchEvent(new Event('podesta:times'));
    for (const f of this.told) f();
  }

  // dress makes new content interactive.
  private dress(focus: boolean, had = false, asked = false): void {
    this.links(this.root);
    const list = one('.messages', this.root);
    const fresh = list && one('.fresh', list);
    if (fresh) fresh.scrollIntoView({ block: 'nearest' });
    else if (list) list.scrollTop = list.scrollHeight;
    const form = one<HTMLFormElement>('#write', this.root);
    const area = form && one<HTMLTextAreaElement>('textarea', form);
    if (form && area) {
      const keep = this.draft(form, area);
      form.addEventListener('submit', e => {
        e.preventDefault();
        void this.send(form, area, keep);
      });
      area.addEventListener('keydown', e => {
        if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) form.requestSubmit();
      });
      for (const box of all<HTMLInputElement>('input[name=to][type=checkbox]', form)) {
        box.addEventListener('change', () => { // a single recipient excludes all others
          if (!box.checked) return;
          for (const x of all<HTMLInputElement>('input[name=to][type=checkbox]', form)) if (x !== box && (box.hasAttribute('data-alone') || x.hasAttribute('data-alone'))) x.checked = false;
        });
      }
      if (focus && !(this.page && !had) && (asked || !narrow())) { // on a phone the message is read first
        area.focus({ preventScroll: false });
        area.setSelectionRange(area.value.length, area.value.length);
      }
    } else if (had) one<HTMLElement>('.talks a', this.root)?.focus();
    if (list && narrow()) (fresh ?? list.lastElementChild)?.scrollIntoView({ block: fresh ? 'start' : 'nearest' });
    document.dispatchEvent(new Event('podesta:times'));
  }

  private links(from: ParentNode): void {
    for (const form of all<HTMLFormElement>('.propose form', from)) {
      form.addEventListener('change', () => { fit(form); });
      fit(form);
    }
    for (const form of all<HTMLFormElement>('form[data-answer]', from)) {
      form.addEventListener('submit', e => {
        e.preventDefault();
        void this.post(form, e.submitter);
      });
    }
    for (const a of all<HTMLAnchorElement>('a[href]', from)) {
      const to = new URL(a.href);
      if (to.pathname !== this.base || to.origin !== location.origin) continue;
      a.addEventListener('click', e => {
        if (e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
        e.preventDefault();
        void this.show(to.search);
      });
    }
  }

  // draft stores the draft in the browser. It returns a function that stores it at once and
  // returns where it is stored.
  private draft(form: HTMLFormElement, area: HTMLTextAreaElement): () => Kept {
    const name = drafts.letter + `${this.base} ${this.root.dataset.seat ?? ''} ${form.dataset.draft ?? ''}`;
    try {
      const was = sessionStorage.getItem(name);
      if (was && !area.value.trim()) area.value = was;
    } catch { /* nothing is stored here */ }
    const keep = (): Kept => {
      try {
        if (area.value.trim()) sessionStorage.setItem(name, area.value);
        else sessionStorage.removeItem(name);
        return 'tab';
      } catch { return 'page'; } // storage is full or not allowed
    };
    area.addEventListener('input', keep);
    form.addEventListener('sent', () => {
      try { sessionStorage.removeItem(name); } catch { /* it was never stored */ }
    });
    return keep;
  }

  // post sends a form about a proposal, and shows the result.
  private async post(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
    const line = one('[data-sending]', form), was = navigator.onLine;
    const tell = (text: string): void => { if (line) line.textContent = say(text); };
    try {
      const r = await fetch(form.getAttribute('action') ?? '', { method: 'POST', headers: { Accept: 'application/json' }, body: new URLSearchParams(new FormData(form, button) as unknown as Record<string, string>) });
      const answer = (await r.json().catch(() => ({}))) as Partial<Accepted & Refusal>;
      if (r.ok && answer.to) {
        await this.show(new URL(answer.to, location.href).search);
        return;
      }
      tell(answer.error ?? outage({ what: 'change', went: 'wrong' }));
    } catch { tell(outage({ what: 'change', went: went(was, navigator.onLine) })); }
    line?.classList.add('failed');
  }

  private async send(form: HTMLFormElement, area: HTMLTextAreaElement, keep: () => Kept): Promise<void> {
    const button = one<HTMLButtonElement>('button.button', form), line = one('[data-sending]', form), was = navigator.onLine;
    const tell = (text: string, bad = true): void => {
      if (!line) return;
      line.textContent = say(text);
      line.classList.toggle('failed', bad);
    };
    if (!area.value.trim() || button?.disabled) return;
    if (button) button.disabled = true;
    const failed = (how: Went): void => tell(outage({ what: 'letter', went: how, kept: keep() }));
    tell('Sending…', false);
    try {
      const r = await fetch(form.getAttribute('action') ?? '', { method: 'POST', headers: { Accept: 'application/json' }, body: new URLSearchParams(new FormData(form) as unknown as Record<string, string>) });
      const answer = (await r.json().catch(() => ({}))) as Partial<Accepted & Refusal>;
      if (r.ok && answer.to) {
        form.dispatchEvent(new Event('sent'));
        area.value = '';
        await this.show(new URL(answer.to, location.href).search);
        const said = one('[data-sending]', this.root);
        if (said && answer.notice) said.textContent = say(answer.notice);
        return;
      }
      if (!answer.error) return failed('wrong');
      tell(say`Not sent: ${answer.error}`);
      if (answer.signin && line) line.append(' ', make('a', { href: answer.signin, target: '_blank', rel: 'opener' }, say('Sign in')));
    } catch {
      failed(went(was, navigator.onLine));
    } finally {
      if (button) button.disabled = false;
    }
  }
}
