// Changes to the text of the orders, line by line. It does not access the page.

import type { CheckedLine, Note } from './types';

// Line is a line of a text, with the orders that it contains or probably contains.
export interface Line { n: number; raw: string; found: CheckedLine[] }

// Given is what is known about an order of a unit.
export interface Given {
  text: string; // only the order, without the rest of the line
  say: string;
  notes: Note[];
  line: number; // number of the line in the text, from 0
}

// bare returns a line in the form in which lines are compared.
export const bare = (s: string): string => s.trim().replace(/\s+/g, ' ').toLowerCase();

// append adds a line after the last one that is not empty.
function append(lines: string[], line: string): string[] {
  const out = [...lines];
  while (out.length && !out[out.length - 1]?.trim()) out.pop();
  return [...out, line];
}

// put replaces the lines for which drop is true with a line, or appends it.
export function put(text: string, line: string, drop?: (line: string, n: number) => boolean): string {
  const out: string[] = [];
  let at = -1;
  text.split('\n').forEach((l, n) => {
    if (!drop?.(l, n)) out.push(l);
    else if (at < 0) at = out.length;
  });
  if (at < 0) return append(out, line).join('\n');
  out.splice(at, 0, line);
  return out.join('\n');
}

// replace replaces the orders of a unit with a line, or appends it; null
// removes the unit's orders. Other orders in the same line stay.
export function replace(lines: Line[], unit: string, line: string | null): string {
  const out: string[] = [];
  let done = line === null;
  for (const l of lines) {
    if (!l.found.some(f => f.unit === unit)) {
      out.push(l.raw);
      continue;
    }
    if (!done && line !== null) out.push(line);
    done = true;
    for (const f of l.found) if (f.unit !== unit) out.push(f.text.trim());
  }
  return (done || line === null ? out : append(out, line)).join('\n');
}

// guess interprets a line that the judge has not seen yet: as the order of the
// unit with whose name it begins.
export function guess(raw: string, units: { key: string; text: string }[]): CheckedLine[] {
  const line = bare(raw);
  const u = units.find(x => line.startsWith(bare(x.text) + ' '));
  return u ? [{ line: 0, column: 0, text: raw, ok: true, unit: u.key, say: raw.trim().slice(u.text.length).trim() }] : [];
}

// given returns the order of a unit that counts, the last one, or null, with
// the notes of the judge's last answer if they are about this order.
export function given(lines: Line[], answer: CheckedLine[], unit: string): Given | null {
  let last: Given | null = null;
  for (const l of lines) {
    for (const f of l.found) {
      if (f.unit !== unit || !f.ok) continue;
      last = f.say === '' ? null : { text: f.canonical ?? f.text, say: f.say ?? f.text, notes: f.notes ?? [], line: l.n };
    }
  }
  const now = last && answer.filter(x => x.unit === unit && x.ok).pop();
  if (last && now && now.canonical === last.text) last.notes = now.notes ?? [];
  return last;
}

// Past is the undo history: earlier texts by power.
export class Past {
  private readonly steps: { power: string; text: string }[] = [];
  private readonly before = new Map<string, string>(); // texts before the present typing, by power

  constructor(private readonly most = 200) {}

  // begin records the text with which a power's orders begin.
  begin(power: string, text: string): void { this.before.set(power, text); }

  // undoes reports whether there is something to undo. now holds the present
  // texts.
  undoes(now: ReadonlyMap<string, string>): boolean {
    return this.steps.length > 0 || [...now].some(([p, text]) => (this.before.get(p) ?? '') !== text);
  }

  // settle makes one step of what was typed.
  settle(power: string, now: string): void {
    const was = this.before.get(power) ?? '';
    if (was !== now) this.push(power, was);
    this.before.set(power, now);
  }

  // change records a step for a text that replaces now.
  change(power: string, now: string, next: string): void {
    this.settle(power, now);
    this.push(power, now);
    this.before.set(power, next);
  }

  // undo undoes the last step. now holds the present texts.
  undo(now: ReadonlyMap<string, string>): { power: string; text: string } | null {
    for (const [p, text] of now) this.settle(p, text);
    const last = this.steps.pop();
    if (!last) return null;
    this.before.set(last.power, last.text);
    return last;
  }

  private push(power: string, text: string): void {
    this.steps.push({ power, text });
    if (this.steps.length > this.most) this.steps.shift();
  }
}
