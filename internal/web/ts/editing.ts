// Editing a position by hand, in the sandbox and by a game's master. A click on the map with a
// tool adds statements to the text, which determines the position. The judge returns the
// result, and the map shows it.

import type { App } from './app';
import { Chart, type Pointed } from './board';
import { all, make, one } from './dom';
import { outage, went } from './outage';
import { calm } from './press';
import type { Edited, Refusal, Table } from './types';
import { setContent } from './trusted';
import { t } from './words';

export class Editing {
  readonly text: HTMLTextAreaElement;
  private readonly seen: HTMLElement;
  private readonly palette: HTMLElement;
  private readonly past: string[] = [];
  private last: string;
  private timer = 0;
  private busy = 0;
  private queue: Promise<void> = Promise.resolve();
  private was: { take: Chart['take']; table: Table } | null = null; // what clicks did before editing; set while clicks edit

  private constructor(private readonly app: App, readonly form: HTMLFormElement, private readonly chart: Chart, private readonly check: string) {
    this.text = one<HTMLTextAreaElement>('[data-statements]', form) as HTMLTextAreaElement;
    this.seen = one('[data-seen]', form) as HTMLElement;
    this.palette = one('[data-palette]', form) as HTMLElement;
    this.last = this.text.value;
    this.byPlace();
    this.byHand();
    this.palette.addEventListener('change', () => this.tools());
    this.tools();
    // A pending request must finish before the position is submitted.
    form.addEventListener('submit', e => {
      if (!this.busy) return;
      e.preventDefault();
      e.stopImmediatePropagation();
      const by = e.submitter;
      void this.queue.then(() => form.requestSubmit(by));
    });
  }

  // of returns an Editing for a form with a text and tools. check is the
  // address that checks statements.
  static of(app: App, form: HTMLFormElement | null, check: string): Editing | null {
    const whole = form && one('[data-statements]', form) && one('[data-seen]', form) && one('[data-palette]', form);
    return whole && app.board instanceof Chart ? new Editing(app, form, app.board, check) : null;
  }

  // begin makes clicks on the map edit the position, and shows the statements so far.
  begin(): void {
    if (this.was) return;
    this.was = { take: this.chart.take, table: this.app.table };
    this.palette.hidden = false;
    this.chart.take = (p: Pointed) => {
      void this.ask({ at: p.area, unit: p.unit });
      return true;
    };
    this.chart.stage.classList.add('choosing');
    if (this.text.value.trim()) void this.ask({});
  }

  // end shows the present position, and lets clicks give orders again.
  end(): void {
    if (!this.was) return;
    this.chart.take = this.was.take;
    this.app.table = this.was.table;
    this.was = null;
    this.palette.hidden = true;
    this.chart.stage.classList.remove('choosing');
    void this.chart.draft('');
  }

  // ask sends a change to the judge and shows the result. Requests run one after the other,
  // because each click builds on the result of the previous one. Each uses the tool that was
  // chosen when ask was called.
  ask(more: Record<string, string>): Promise<void> {
    const body = new URLSearchParams(new FormData(this.form) as unknown as Record<string, string>);
    for (const [k, v] of Object.entries(more)) body.set(k, v);
    this.busy++;
    this.queue = this.queue.then(() => this.tell(body)).finally(() => { this.busy--; });
    return this.queue;
  }

  // soon calls ask after a short pause in typing.
  soon(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => { void this.ask({}); }, 350);
  }

  private problem(words: string): void {
    const p = one('[data-problem]', this.app.root);
    if (p) p.textContent = words;
  }

  private async tell(body: URLSearchParams): Promise<void> {
    body.set(this.text.name, this.text.value);
    let a: Edited | (Refusal & { text?: never }) | null;
    const was = navigator.onLine;
    try {
      const r = await fetch(this.check, { method: 'POST', headers: { Accept: 'application/json' }, body });
      a = (await r.json().catch(() => null)) as typeof a;
      if (!r.ok || a?.text === undefined) return this.problem(a?.error ?? outage({ what: 'read', went: 'wrong' }));
    } catch { return this.problem(outage({ what: 'read', went: went(was, navigator.onLine) })); }
    this.problem(a.error ?? '');
    if (a.text !== this.text.value) {
      this.past.push(this.text.value);
      this.text.value = this.last = a.text;
      this.text.scrollTop = this.text.scrollHeight;
    }
    this.tellSeen(a.seen);
    if (a.said) this.app.say(a.said + '.');
    await this.redraw(a);
  }

  // tellSeen shows the result of the statements, and keeps open details open.
  private tellSeen(seen: string): void {
    calm(this.seen, () => {
      const open = new Set(all<HTMLDetailsElement>('details[open]', this.seen).map(d => d.dataset.key));
      setContent(this.seen, seen);
      for (const d of all<HTMLDetailsElement>('details', this.seen)) if (open.has(d.dataset.key)) d.open = true;
      for (const b of all<HTMLButtonElement>('[data-mend]', this.seen)) b.hidden = false;
    });
  }

  // redraw shows the resulting position.
  private async redraw(a: Edited): Promise<void> {
    if (!this.was) return;
    if (a.map) await this.chart.draft(a.map);
    this.chart.stage.classList.add('choosing');
    const r = a.data ? await fetch(a.data) : null;
    const table = r?.ok ? (await r.json()) as Table : a.table;
    if (table && this.was) this.app.table = { ...table, hands: this.was.table.hands };
  }

  // write replaces the text.
  private write(t: string): void {
    this.past.push(this.text.value);
    this.text.value = this.last = t;
    void this.ask({});
  }

  private tools(): void {
    const tool = new FormData(this.form).get('tool');
    for (const f of all('[data-for]', this.palette)) f.hidden = !f.dataset.for?.split(' ').includes(String(tool));
  }

  // byPlace does the same as a click, given the name of a place.
  private byPlace(): void {
    const place = one<HTMLInputElement>('#place', this.form);
    const here = (): void => {
      const name = place?.value.trim().toLowerCase() ?? '';
      const areas = this.app.table.areas;
      const a = areas.find(x => x.name.toLowerCase() === name || x.code === name) ?? areas.find(x => name && x.name.toLowerCase().startsWith(name));
      if (!a) return this.problem(name ? t`There is no place “${place?.value}”.` : 'Name a place first.');
      void this.ask({ at: a.code, unit: '' });
      place?.select();
    };
    one('[data-here]', this.form)?.addEventListener('click', here);
    place?.addEventListener('keydown', e => {
      if (e.key !== 'Enter') return;
      e.preventDefault();
      here();
    });
    one('[data-places]', this.form)?.append(...this.app.table.areas.map(a => make('option', { value: a.name })));
  }

  // byHand handles the rest of the form: the text, undo, treasuries.
  private byHand(): void {
    one('[data-bare]', this.form)?.addEventListener('click', () => { void this.ask({ bare: '1' }); });
    const undo = (): void => {
      const was = this.past.pop();
      if (was === undefined) return;
      this.text.value = this.last = was;
      void this.ask({});
      this.app.say('Undone.');
    };
    one('[data-undo]', this.form)?.addEventListener('click', undo);
    document.addEventListener('keydown', e => {
      if (!this.was || !(e.ctrlKey || e.metaKey) || e.key !== 'z' || (e.target as Element).closest('input, textarea')) return;
      e.preventDefault();
      undo();
    }, { signal: this.app.signal });
    this.text.addEventListener('input', () => {
      if (this.past[this.past.length - 1] !== this.last) this.past.push(this.last);
      this.last = this.text.value;
      this.soon();
    });
    this.seen.addEventListener('click', e => {
      const mend = (e.target as Element).closest<HTMLElement>('[data-mend]')?.dataset.mend;
      if (mend) this.write((this.text.value.trimEnd() + '\n' + mend).trimStart());
    });
    for (const i of all<HTMLInputElement>('[data-treasury]', this.form)) {
      i.addEventListener('change', () => {
        const lines = this.text.value.split('\n').filter(l => l.trim() && !l.startsWith(`treasury ${i.dataset.treasury} `));
        if (i.value !== i.defaultValue) lines.push(`treasury ${i.dataset.treasury} ${i.value}`);
        this.write(lines.join('\n'));
      });
    }
  }
}
