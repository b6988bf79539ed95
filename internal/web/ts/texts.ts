// The texts of the orders: the content of the text boxes determines everything else. Typing and
// clicks change the same texts; the judge returns their results.

import type { App, Texts } from './app';
import { drawingAt, one } from './dom';
import { bare, given, guess, Past, put, replace, type Given, type Line } from './ordertext';
import { mountTyping } from './typing';
import type { Checked, CheckedLine, CheckedTexts } from './types';

export class Writing implements Texts {
  current = '';
  saved = false; // changed texts are sent, and the answer contains their results
  readonly form: HTMLFormElement;
  private readonly boxes = new Map<string, HTMLTextAreaElement>();
  private readonly answers = new Map<string, Checked>();
  // The meanings of lines, by power and line. A line may contain several orders.
  private readonly known = new Map<string, CheckedLine[]>();
  private readonly past = new Past();
  private typing = 0;
  private timer = 0;
  private asked = 0;
  private own = false;

  constructor(private readonly app: App, form: HTMLFormElement) {
    this.form = form;
    mountTyping(form);
    for (const h of app.table.hands) {
      const area = one<HTMLTextAreaElement>(`textarea[name="${h.field}"]`, form);
      if (!area) continue;
      this.boxes.set(h.power, area);
      this.past.begin(h.power, area.value);
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
    this.past.change(power, area.value, text);
    this.write(power, text);
    if (what) this.app.say(what);
  }

  put(power: string, line: string, drop?: (line: string, n: number) => boolean, what = ''): void {
    this.set(power, put(this.get(power), line, drop), what);
  }

  // undoes reports whether there is something to undo.
  get undoes(): boolean {
    return this.past.undoes(this.now());
  }

  undo(): boolean {
    const last = this.past.undo(this.now());
    if (!last) return false;
    this.write(last.power, last.text);
    this.current = last.power;
    this.app.say('Undone.');
    return true;
  }

  private now(): Map<string, string> {
    return new Map([...this.boxes].map(([power, area]) => [power, area.value]));
  }

  // take sets texts that come from elsewhere, and which are not saved from here.
  take(texts: Map<string, string>): void {
    for (const [power, text] of texts) {
      const area = this.boxes.get(power);
      if (!area || area.value === text) continue;
      this.past.change(power, area.value, text);
      area.value = text;
    }
  }

  // lines returns the orders of a text, by line, with the number of the line.
  lines(power: string): Line[] {
    return this.get(power).split('\n').map((raw, n) => ({ n, raw, found: this.known.get(this.key(power, raw)) ?? guess(raw, this.units(power)) }));
  }

  private units(power: string): { key: string; text: string }[] {
    const own = new Set(this.app.hand(power)?.units.map(u => u.unit));
    return this.app.table.units.filter(u => own.has(u.key));
  }

  // of returns the order of a unit that counts, or null.
  of(power: string, unit: string): Given | null {
    return given(this.lines(power), this.answers.get(power)?.lines ?? [], unit);
  }

  // order replaces the orders of a unit.
  order(power: string, unit: string, line: string, what: string): void {
    this.replace(power, unit, line, what);
  }

  // clear removes the orders of a unit.
  clear(power: string, unit: string, what: string): void {
    this.replace(power, unit, null, what);
  }

  private replace(power: string, unit: string, line: string | null, what: string): void {
    this.set(power, replace(this.lines(power), unit, line), what);
  }

  private key(power: string, line: string): string { return power + '\n' + bare(line); }

  private typed(power: string): void {
    if (this.own) return;
    this.current = power;
    clearTimeout(this.typing);
    this.typing = window.setTimeout(() => this.past.settle(power, this.get(power)), 1200);
    this.changed(power);
  }

  private write(power: string, text: string): void {
    const area = this.boxes.get(power);
    if (!area) return;
    this.own = true;
    area.value = text;
    area.dispatchEvent(new Event('input', { bubbles: true }));
    this.own = false;
    this.changed(power);
  }

  private changed(power: string): void {
    this.app.tell('edited', { power });
    if (!this.saved) this.ask(250);
  }

  // ask has the judge check the texts; nothing is saved.
  ask(wait: number): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => { void this.check(); }, wait);
  }

  private async check(): Promise<void> {
    const n = ++this.asked;
    const texts = Object.fromEntries(this.now());
    let answer: CheckedTexts;
    try {
      const r = await fetch(drawingAt(this.form.dataset.check ?? ''), { method: 'POST', headers: { Accept: 'application/json' }, body: this.body() });
      if (!r.ok) return;
      answer = (await r.json()) as CheckedTexts;
    } catch { return; } // asks again after the next change
    if (n === this.asked) this.heard(texts, answer);
  }

  // heard handles the judge's results for texts. If these have changed again, only the meanings
  // of single lines are useful.
  heard(texts: Readonly<Record<string, string>>, answer: CheckedTexts): void {
    this.asked++; // the answer to an earlier question is ignored
    for (const [power, a] of Object.entries(answer.boxes)) {
      const raw = (texts[power] ?? '').split('\n');
      const by = new Map<number, CheckedLine[]>();
      for (const l of a.lines) by.set(l.line, [...(by.get(l.line) ?? []), l]);
      for (const [line, found] of by) this.known.set(this.key(power, raw[line - 1] ?? ''), found);
    }
    if (this.powers.some(p => this.get(p) !== (texts[p] ?? ''))) return;
    for (const [power, a] of Object.entries(answer.boxes)) this.answers.set(power, a);
    this.app.board?.arrows(answer.arrows);
    this.app.tell('checked', { boxes: answer.boxes });
  }

  // body returns the form as it is sent, with further fields.
  body(more: Record<string, string> = {}): URLSearchParams {
    const b = new URLSearchParams(new FormData(this.form) as unknown as Record<string, string>);
    for (const [k, v] of Object.entries(more)) b.set(k, v);
    return b;
  }
}
