// The lines of the orders that are about money: parsed from a text, and written
// to it.

import type { App } from './app';
import { ducats } from './controls';
import type { Expense, Note } from './types';
import { t } from './words';

// Line is one order of a text. ok is false if the judge refuses it.
export interface Line {
  raw: string; // the line of the text that contains it
  text: string; // the order in canonical form, if known
  ok: boolean;
  error: string;
  notes: Note[];
  shared: boolean; // whether its line of the text contains other orders, too
}

// lines parses the text of a power. Until the judge has answered, lines are used as they are.
export function lines(app: App, power: string): Line[] {
  const known = app.texts?.checked(power)?.lines ?? [];
  const out: Line[] = [];
  for (const raw of (app.texts?.get(power) ?? '').split('\n')) {
    const bare = raw.trim();
    if (!bare) continue;
    let found = known.filter(l => l.text.trim() === bare).slice(-1);
    if (!found.length && /[;.]/.test(bare)) found = known.filter(l => l.text && bare.includes(l.text.trim()));
    for (const l of found) {
      out.push({ raw, text: l.canonical ?? l.text, ok: l.ok, error: l.error ?? '', notes: l.notes ?? [], shared: found.length > 1 });
    }
    if (!found.length) out.push({ raw, text: bare, ok: true, error: '', notes: [], shared: /;/.test(bare) });
  }
  return out;
}

// Spent is an expense line.
export interface Spent {
  slot: number;
  sum: number | null; // null if no sum is written, so that the minimum is paid
  what: string; // "Buy A Verona"
  line: Line;
}

// slotOf returns the number of an expense line, or 0 for other lines.
export const slotOf = (text: string): number => Number(/^\s*e(?:xp(?:enses?)?)?\s*:?\s*([1-4])\b/i.exec(text)?.[1] ?? 0);

// spent returns the expense lines that count, by number: the last one of each
// number.
export function spent(app: App, power: string): Map<number, Spent> {
  const out = new Map<number, Spent>();
  for (const line of lines(app, power)) {
    const slot = slotOf(line.text);
    if (!slot) continue;
    const m = /^E[1-4]: (?:(\d+)d, )?(.+)$/i.exec(line.text);
    if (m?.[2]?.toLowerCase() === 'none') out.delete(slot);
    else out.set(slot, { slot, sum: m?.[1] ? Number(m[1]) : null, what: m?.[2] ?? line.text.replace(/^[^:]*:\s*/, ''), line });
  }
  return out;
}

// free returns the first number without an expense, or 0.
export function free(app: App, power: string): number {
  const used = spent(app, power);
  for (let n = 1; n <= (app.hand(power)?.money?.slots ?? 0); n++) if (!used.has(n)) return n;
  return 0;
}

// without returns the lines of the text for which drop is false.
function without(app: App, power: string, drop: (l: Line) => boolean): string {
  const gone = new Set(lines(app, power).filter(l => !l.shared && drop(l)).map(l => l.raw));
  return (app.texts?.get(power) ?? '').split('\n').filter(raw => !gone.has(raw)).join('\n');
}

// write replaces the lines of the same kind by a line. A line that contains other orders as
// well stays: the later one counts.
export function write(app: App, power: string, text: string, same: (l: Line) => boolean, say: string): void {
  const gone = new Set(lines(app, power).filter(l => !l.shared && same(l)).map(l => l.raw));
  app.texts?.put(power, text, raw => gone.has(raw), say);
}

// strike removes lines. It writes undo if one of them also contains other orders.
export function strike(app: App, power: string, same: (l: Line) => boolean, undo: string, say: string): void {
  const shared = lines(app, power).some(l => l.shared && same(l));
  let text = without(app, power, same);
  if (shared && undo) text = text.replace(/\s*$/, '\n' + undo);
  app.texts?.set(power, text, say);
}

// spend writes an expense under a number.
export function spend(app: App, power: string, slot: number, e: Pick<Expense, 'text' | 'say'>, sum: number): void {
  write(app, power, `E${slot}: ${sum}d, ${e.text}`, l => slotOf(l.text) === slot, t`Expense ${slot}: ${e.say} for ${ducats(sum)}`);
}

// save removes an expense, together with the order for the unit that it would have bought.
export function save(app: App, power: string, slot: number): void {
  const was = spent(app, power).get(slot);
  const e = was && expenseOf(app, power, was.what);
  const unit = e?.after ? beginning(app, e) : '';
  strike(app, power, l => slotOf(l.text) === slot || (unit !== '' && l.text.startsWith(unit)), `E${slot}: None`, t`Expense ${slot} is empty`);
}

// expenseOf returns the expense that a line describes, if it is one of those
// that the judge listed.
export const expenseOf = (app: App, power: string, what: string): Expense | undefined =>
  app.hand(power)?.money?.expenses?.find(e => e.text.toLowerCase() === what.toLowerCase());

// beginning returns the beginning of an order for the unit of an expense: "A
// Verona ".
export function beginning(app: App, e: Expense): string {
  const u = app.table.units.find(u => u.key === e.unit);
  return u ? u.text + ' ' : e.text.replace(/^(Buy|Order) /, '') + ' ';
}

// after returns the order written for a unit that an expense buys.
export function after(app: App, power: string, e: Expense): Line | undefined {
  const b = beginning(app, e);
  return lines(app, power).filter(l => l.text.startsWith(b)).pop();
}

// order writes the order for a unit that an expense buys, or removes it.
export function order(app: App, power: string, e: Expense, text: string): void {
  const b = beginning(app, e);
  if (text) write(app, power, text, l => l.text.startsWith(b), text);
  else strike(app, power, l => l.text.startsWith(b), '', t`No order for ${b.trim()}`);
}

// paid returns the sum of the payments to a recipient: "Pay 5 ducats to
// Venice".
export function paid(app: App, power: string, to: string): { sum: number; line: Line | undefined } {
  const l = lines(app, power).filter(l => paymentTo(l.text) === to.toLowerCase()).pop();
  return { sum: Number(/\d+/.exec(l?.text ?? '')?.[0] ?? 0), line: l };
}

const paymentTo = (text: string): string => /^pay \d+ ducats? to (?:the )?(.+)$/i.exec(text)?.[1]?.toLowerCase() ?? '';

// written returns a sum as it is written in orders, in every language of the page.
const written = (sum: number): string => (sum === 1 ? '1 ducat' : sum + ' ducats');

// pay writes a payment. to is the receiver's name in orders, name the one on the page.
export function pay(app: App, power: string, to: string, name: string, sum: number): void {
  const same = (l: Line): boolean => paymentTo(l.text) === to.toLowerCase();
  if (sum > 0) write(app, power, `Pay ${written(sum)} to ${to}`, same, t`Pays ${ducats(sum)} to ${name}`);
  else strike(app, power, same, `Pay 0 ducats to ${to}`, t`Pays nothing to ${name}`);
}

const loanOf = (text: string): RegExpExecArray | null => /^borrow (\d+) ducats? for ([12]) years?$/i.exec(text);

export function borrowed(app: App, power: string, years: number): { sum: number; line: Line | undefined } {
  const l = lines(app, power).filter(l => Number(loanOf(l.text)?.[2]) === years).pop();
  return { sum: Number(loanOf(l?.text ?? '')?.[1] ?? 0), line: l };
}

export function borrow(app: App, power: string, years: number, sum: number): void {
  const same = (l: Line): boolean => Number(loanOf(l.text)?.[2]) === years;
  const time = years === 1 ? '1 year' : years + ' years', said = years === 1 ? '1 year' : t`${years} years`;
  if (sum > 0) write(app, power, `Borrow ${written(sum)} for ${time}`, same, t`Borrows ${ducats(sum)} for ${said}`);
  else strike(app, power, same, `Borrow 0 ducats for ${years} years`, t`Borrows nothing for ${said}`);
}

// exchange adds a line of an exchange. partner is the other power's name in orders, way says
// who gives, what is the item as it is written in orders.
export function exchange(app: App, power: string, partner: string, way: string, what: string): void {
  const line = `Exchange with ${partner}: ${way} ${what}`;
  write(app, power, line, l => l.text === line, line);
}

// has reports whether the text contains a line.
export const has = (app: App, power: string, text: string): boolean => lines(app, power).some(l => l.text.toLowerCase() === text.toLowerCase());

// toggle adds or removes a line.
export function toggle(app: App, power: string, text: string, on: boolean, say: string): void {
  const same = (l: Line): boolean => l.text.toLowerCase() === text.toLowerCase();
  if (on) write(app, power, text, same, say);
  else strike(app, power, same, '', 'Not: ' + say);
}
