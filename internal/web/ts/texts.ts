// The texts of the orders: what is in the text boxes is the truth, and all else
// follows it. What is typed and what is clicked change the same texts; the judge
// says what they come to.

import type { App, Texts } from './app';
import { drawingAt, one } from './dom';
import type { Checked, CheckedLine, CheckedTexts } from './types';

// Given is what is known of an order of a unit.
export interface Given {
  text: string; // of the order alone
  say: string;
  notes: string[];
  line: number; // of the text, from 0
}

const bare = (s: string): string => s.trim().replace(/\s+/g, ' ').toLowerCase();

export class Writing implements Texts {
  current = '';
  readonly form: HTMLFormElement;
  private readonly boxes = new Map<string, HTMLTextAreaElement>();
  private readonly answers = new Map<string, Checked>();
  // What lines were found to mean, by power and line: several orders may stand in
  // one line.
  private readonly known = new Map<string, CheckedLine[]>();
  private readonly past: { power: string; text: string }[] = [];
  private readonly before = new Map<string, string>(); // as it was before what is typed now
  private typing = 0;
  private timer = 0;
  private asked = 0;
  private own = false;

  constructor(private readonly app: App, form: HTMLFormElement) {
    this.form = form;
    for (const h of app.table.hands) {
      const area = one<HTMLTextAreaElement>(`textarea[name="${h.field}"]`, form);
      if (!area) continue;
      this.boxes.set(h.power, area);
      this.before.set(h.power, area.value);
      this.current ||= h.power;
      area.addEventListener('input', () => this.typed(h.power));
      area.addEventListener('focus', () => { this.current = h.power; });
      const bought = (h.money?.expenses ?? []).flatMap(e => (e.unit && e.after ? [{ unit: e.unit, orders: e.after }] : []));
      for (const u of [...bought, ...h.units]) {
        for (const c of u.orders) this.known.set(this.key(h.power, c.text), [{ line: 0, column: 0, text: c.text, ok: true, canonical: c.text, unit: u.unit, say: c.say }]);
      }
    }
  }

  get powers(): string[] { return [...this.boxes.keys()]; }

  box(power: string): HTMLTextAreaElement | undefined { return this.boxes.get(power); }

  get(power: string): string { return this.boxes.get(power)?.value ?? ''; }

  checked(power: string): Checked | undefined { return this.answers.get(power); }

  set(power: string, text: string, what = ''): void {
    const area = this.boxes.get(power);
    if (!area || area.value === text) return;
    this.settle(power);
    this.past.push({ power, text: area.value });
    if (this.past.length > 200) this.past.shift();
    this.write(power, text);
    if (what) this.app.say(what);
  }

  put(power: string, line: string, drop?: (line: string, n: number) => boolean, what = ''): void {
    const lines = this.get(power).split('\n');
    const out: string[] = [];
    let at = -1;
    lines.forEach((l, n) => {
      if (drop?.(l, n)) {
        if (at < 0) at = out.length;
        return;
      }
      out.push(l);
    });
    if (at >= 0) out.splice(at, 0, line);
    else {
      while (out.length && !out[out.length - 1]?.trim()) out.pop();
      out.push(line);
    }
    this.set(power, out.join('\n'), what);
  }

  // undoes is whether there is something to take back.
  get undoes(): boolean {
    return this.past.length > 0 || [...this.boxes.keys()].some(p => (this.before.get(p) ?? '') !== this.get(p));
  }

  undo(): boolean {
    for (const p of this.boxes.keys()) this.settle(p);
    const last = this.past.pop();
    if (!last) return false;
    this.write(last.power, last.text);
    this.current = last.power;
    this.app.say('Undone.');
    return true;
  }

  // take puts texts in from elsewhere; they are not saved from here.
  take(texts: Map<string, string>): void {
    for (const [power, text] of texts) {
      const area = this.boxes.get(power);
      if (!area || area.value === text) continue;
      this.past.push({ power, text: area.value });
      area.value = text;
      this.before.set(power, text);
    }
    this.ask(0);
  }

  // lines are the orders of a text, those of one line each by itself, with the
  // number of the line.
  lines(power: string): { n: number; raw: string; found: CheckedLine[] }[] {
    return this.get(power).split('\n').map((raw, n) => ({ n, raw, found: this.known.get(this.key(power, raw)) ?? this.guess(power, raw) }));
  }

  // of is the order of a unit that counts, if it has one.
  of(power: string, unit: string): Given | null {
    let last: Given | null = null;
    for (const l of this.lines(power)) {
      for (const f of l.found) {
        if (f.unit !== unit || !f.ok) continue;
        last = f.say === '' ? null : { text: f.canonical ?? f.text, say: f.say ?? f.text, notes: f.notes ?? [], line: l.n };
      }
    }
    const now = last && this.answers.get(power)?.lines.filter(x => x.unit === unit && x.ok).pop();
    if (last && now && now.canonical === last.text) last.notes = now.notes ?? [];
    return last;
  }

  // order writes the order of a unit in the place of what it had.
  order(power: string, unit: string, line: string, what: string): void {
    this.replace(power, unit, line, what);
  }

  // clear takes the orders of a unit out.
  clear(power: string, unit: string, what: string): void {
    this.replace(power, unit, null, what);
  }

  private replace(power: string, unit: string, line: string | null, what: string): void {
    const out: string[] = [];
    let done = line === null;
    for (const l of this.lines(power)) {
      if (!l.found.some(f => f.unit === unit)) {
        out.push(l.raw);
        continue;
      }
      if (!done && line !== null) out.push(line);
      done = true;
      for (const f of l.found) if (f.unit !== unit) out.push(f.text.trim()); // of a line that holds several
    }
    if (!done && line !== null) {
      while (out.length && !out[out.length - 1]?.trim()) out.pop();
      out.push(line);
    }
    this.set(power, out.join('\n'), what);
  }

  private key(power: string, line: string): string { return power + '\n' + bare(line); }

  // guess is what a line may be that the judge has not seen yet.
  private guess(power: string, raw: string): CheckedLine[] {
    const line = bare(raw);
    if (!line) return [];
    for (const h of this.app.hand(power)?.units ?? []) {
      const u = this.app.table.units.find(x => x.key === h.unit);
      if (u && line.startsWith(bare(u.text) + ' ')) return [{ line: 0, column: 0, text: raw, ok: true, unit: h.unit, say: raw.trim().slice(u.text.length).trim() }];
    }
    return [];
  }

  private typed(power: string): void {
    if (this.own) return;
    this.current = power;
    clearTimeout(this.typing);
    this.typing = window.setTimeout(() => this.settle(power), 1200);
    this.changed(power);
  }

  // settle makes what was typed one step that can be undone.
  private settle(power: string): void {
    const was = this.before.get(power) ?? '', now = this.get(power);
    if (was !== now) this.past.push({ power, text: was });
    this.before.set(power, now);
  }

  private write(power: string, text: string): void {
    const area = this.boxes.get(power);
    if (!area) return;
    this.own = true;
    area.value = text;
    area.dispatchEvent(new Event('input', { bubbles: true }));
    this.own = false;
    this.before.set(power, text);
    this.changed(power);
  }

  private changed(power: string): void {
    this.app.tell('edited', { power });
    this.ask(250);
  }

  // ask has the judge look at the texts.
  ask(wait: number): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => { void this.check(); }, wait);
  }

  private async check(): Promise<void> {
    const n = ++this.asked;
    let answer: CheckedTexts;
    try {
      const r = await fetch(drawingAt(this.form.dataset.check ?? ''), { method: 'POST', headers: { Accept: 'application/json' }, body: this.body() });
      if (!r.ok) return;
      answer = (await r.json()) as CheckedTexts;
    } catch { return; } // asked again with the next change
    if (n !== this.asked) return;
    for (const [power, a] of Object.entries(answer.boxes)) {
      this.answers.set(power, a);
      const raw = this.get(power).split('\n');
      const by = new Map<number, CheckedLine[]>();
      for (const l of a.lines) by.set(l.line, [...(by.get(l.line) ?? []), l]);
      for (const [line, found] of by) this.known.set(this.key(power, raw[line - 1] ?? ''), found);
    }
    this.app.board?.arrows(answer.arrows);
    this.app.tell('checked', { boxes: answer.boxes });
  }

  // body is the form as it is sent, with further fields.
  body(more: Record<string, string> = {}): URLSearchParams {
    const b = new URLSearchParams(new FormData(this.form) as unknown as Record<string, string>);
    for (const [k, v] of Object.entries(more)) b.set(k, v);
    return b;
  }
}
