// Payments, loans, and the lines that cost nothing: chits, permissions,
// straits.

import type { App } from './app';
import { badge, ducats, nameOf, rules, stepper } from './controls';
import { make } from './dom';
import * as text from './treasurylines';
import type { Choice, Money } from './types';
import { t } from './words';

// bank has a row for each possible recipient, and one for each loan.
export function bank(app: App, power: string, m: Money): HTMLElement {
  const box = make('section', { class: 'paying', 'aria-label': 'Payments and loans' });
  const owed = (m.debts ?? []).reduce((n, d) => n + d.amount, 0);
  const loans = m.loans ?? [];
  if (loans.length || owed || m.noLoan) {
    box.append(make('h3', {}, 'The bank'));
    const list = make('ul', { class: 'payees' });
    if (m.payees?.includes('bank')) {
      const hand = Math.min(owed, m.treasury), now = text.paid(app, power, 'bank');
      list.append(row('Pay back', null, payment(app, power, 'bank', t('the bank'), hand), [t`You owe the bank ${ducats(owed)}.`,
        ...(hand < owed ? [t`You have ${ducats(m.treasury)}, so you cannot pay back more than that now.`] : []), ...(now.line?.notes ?? []).map(n => n.say)]));
    }
    for (const l of loans) {
      const now = text.borrowed(app, power, l.years);
      const back = now.sum > 0 ? l.back[Math.min(now.sum, l.most) - 1] : undefined;
      const steps = stepper({ value: now.sum, least: 0, most: l.most, step: 1, label: t`Ducats borrowed for ${l.years === 1 ? '1 year' : t`${l.years} years`}`, key: `loan ${l.years}`, set: n => text.borrow(app, power, l.years, n) });
      list.append(row(t`Borrow for ${l.years === 1 ? 'a year' : t`${l.years} years`}`, null, steps,
        [back === undefined ? t`${l.interest}% interest, borrow up to ${l.most}` : t`${ducats(back)} to pay back in ${l.due}`, ...(now.line?.notes ?? []).map(n => n.say)]));
    }
    if (m.noLoan) list.append(make('li', {}, make('small', {}, m.noLoan)));
    box.append(list);
    const ids = rules(app, ['LOAN-02', 'LOAN-03', 'LOAN-09']);
    if (ids) box.append(make('p', { class: 'why' }, 'If you cannot repay on time you lose everything and are assassinated. ', ids));
  }
  const payees = (m.payees ?? []).filter(x => x !== 'bank');
  if (payees.length) {
    const any = payees.some(x => text.paid(app, power, named(app, x)).sum > 0);
    const list = make('ul', { class: 'payees' });
    for (const x of payees) list.append(row(nameOf(app, x), badge(app, x), payment(app, power, named(app, x), nameOf(app, x)), text.paid(app, power, named(app, x)).line?.notes.map(n => n.say) ?? []));
    box.append(make('details', { class: 'folded', 'data-key': 'gifts', open: any }, make('summary', {}, 'Pay other powers'), list));
  }
  return box;
}

// named returns a power's name as it is written in orders.
export const named = (app: App, id: string): string => app.table.powers.find(p => p.id === id)?.text ?? id;

function payment(app: App, power: string, to: string, name: string, most?: number): HTMLElement {
  return stepper({ value: text.paid(app, power, to).sum, least: 0, most, step: 1, label: t`Ducats for ${name}`, key: `pay ${to}`, set: n => text.pay(app, power, to, name, n) });
}

function row(name: string, sign: Node | null, control: HTMLElement, notes: string[]): HTMLElement {
  return make('li', {}, sign, make('span', { class: 'who' }, name), control, notes.length ? make('small', {}, notes.join(' ')) : null);
}

const groups: [string, string][] = [
  ['ally', 'Permission to pass your straits'],
  ['chit', 'Give an assassination chit away'],
  ['permit', 'Permission to bribe through you'],
  ['tax', 'Tax by force'],
  ['give province', 'Give a province away'],
  ['excommunicate', 'Excommunicate'],
  ['overrule', 'Vote against the excommunication'],
];

// others has a check box for each line that is not for a unit and costs nothing.
export function others(app: App, power: string): HTMLElement | null {
  const list = app.hand(power)?.others ?? [];
  if (!list.length) return null;
  const box = make('section', { class: 'paying', 'aria-label': 'Besides' });
  for (const [kind, title] of groups) {
    const mine = list.filter(c => c.kind === kind);
    if (!mine.length) continue;
    const any = mine.some(c => text.has(app, power, c.text));
    box.append(make('details', { class: 'folded', 'data-key': 'others ' + kind, open: any }, make('summary', {}, title), mine.length > 12 ? chosen(app, power, kind, mine) : ticks(app, power, mine)));
  }
  return box.childElementCount ? box : null;
}

function ticks(app: App, power: string, list: Choice[]): HTMLElement {
  const ul = make('ul', { class: 'ticks' });
  for (const c of list) {
    const box = make('input', { type: 'checkbox', 'data-key': c.text });
    box.checked = text.has(app, power, c.text);
    box.addEventListener('change', () => text.toggle(app, power, c.text, box.checked, c.say));
    ul.append(make('li', {}, make('label', {}, box, ' ', c.say)));
  }
  return ul;
}

// chosen shows which of many lines are ordered, and a list for choosing more.
function chosen(app: App, power: string, kind: string, list: Choice[]): HTMLElement {
  const box = make('div', {}, ticks(app, power, list.filter(c => text.has(app, power, c.text))));
  const pick = make('select', { 'data-key': 'pick ' + kind, 'aria-label': 'One more' }, make('option', { value: '' }, 'choose'));
  for (const c of list) if (!text.has(app, power, c.text)) pick.append(make('option', { value: c.text }, c.say));
  pick.addEventListener('change', () => {
    const c = list.find(c => c.text === pick.value);
    if (c) text.toggle(app, power, c.text, true, c.say);
  });
  box.append(pick);
  return box;
}
