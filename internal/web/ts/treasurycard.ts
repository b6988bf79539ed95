// The expense cards: what is bought under each number, for how much, and with what effect; and
// the form for choosing something to buy.

import type { App } from './app';
import { badge, button, ducats, nameOf, rules, stepper } from './controls';
import { make } from './dom';
import * as text from './treasurylines';
import { ShortOf, type Choice, type Expense, type Money } from './types';
import { t } from './words';

// Choosing is the card for which the visitor is choosing something; slot 0 means none.
export interface Choosing {
  slot: number;
  kind: string;
  find: string; // the text typed to find a target
}

// kinds lists the expenses by effect, in the order in which they are shown.
const kinds: [string, string, string][] = [
  ['buy', 'Buy a unit', 'It is yours at once, and does what you order'],
  ['disband', 'Disband a unit', 'It is gone before anything moves'],
  ['autonomous', 'Make a garrison autonomous', 'It holds, and belongs to nobody'],
  ['order', 'Buy an order for an autonomous unit', 'For this campaign only'],
  ['counter-bribe', 'Protect a unit from bribes', 'What you pay is deducted from the largest bribe'],
  ['rebellion', 'Cause a rebellion', 'The people rise against their owner'],
  ['pacify', 'Pacify a rebellion', 'In the province and its city'],
  ['relief', 'Relieve a famine', 'Before it kills the units there'],
  ['assassinate', 'Assassinate a ruler', 'All the power\'s units hold, its provinces may rebel'],
  ['famine', 'Bring famine', ''],
  ['plague', 'Bring plague', ''],
  ['health', 'Keep the plague away', ''],
  ['ransom', 'Ransom a garrison', 'Its besieger must start again'],
];

// cards returns the cards of a campaign.
export function cards(app: App, power: string, m: Money, choosing: Choosing, draw: (next?: string) => void): HTMLElement {
  const box = make('section', { class: 'spending', 'aria-label': 'Expenses' }, make('h3', {}, 'Expenses'));
  const used = text.spent(app, power);
  let offered = false; // one empty card is open; the others are only indicated
  const idle = make('p', { class: 'idle' });
  for (let n = 1; n <= m.slots; n++) {
    const s = used.get(n);
    if (choosing.slot === n) box.append(chooser(app, power, m, choosing, draw));
    else if (s) box.append(card(app, power, s, choosing, draw));
    else if (!offered && !choosing.slot) {
      offered = true;
      box.append(make('article', { class: 'spend empty', 'data-slot': n }, number(n),
        button('Spend ducats', 'button quiet', `card ${n}`, () => {
          Object.assign(choosing, { slot: n, kind: '', find: '' });
          draw('kind');
        }), make('small', {}, ' or click a unit or a province on the map')));
    } else idle.append(number(n), ' ');
  }
  const free = [...idle.querySelectorAll('.slot')].map(e => e.textContent ?? '');
  if (free.length) {
    idle.replaceChildren(make('small', {}, free.length === 1 ? t`Slot ${free[0]} unused` : t`Slots ${runs(free.map(Number))} unused`));
    box.append(idle);
  }
  return box;
}

// runs abbreviates lists of numbers: "2-4", "1, 3-4".
const runs = (of: number[]): string => of.reduce<[number, number][]>((all, n) => {
  const last = all[all.length - 1];
  if (last && last[1] === n - 1) last[1] = n;
  else all.push([n, n]);
  return all;
}, []).map(([a, z]) => (a === z ? `${a}` : `${a}-${z}`)).join(', ');

const number = (n: number): HTMLElement => make('span', { class: 'slot', 'aria-label': t`Expense ${n}` }, String(n));

// card returns the card of a written expense.
function card(app: App, power: string, s: text.Spent, choosing: Choosing, draw: (next?: string) => void): HTMLElement {
  const e = text.expenseOf(app, power, s.what);
  const sum = s.sum ?? e?.least ?? 0;
  const out = app.texts?.checked(power)?.purse?.lines?.find(l => l.slot === s.slot);
  const short = out !== undefined && out.gets < out.asks && out.asks === sum;
  const low = e !== undefined && sum < e.least;
  const box = make('article', { class: short || low || !s.line.ok ? 'spend bad' : 'spend', 'data-slot': s.slot });
  box.append(make('header', {}, number(s.slot), badge(app, e?.power), make('b', {}, e?.say ?? s.what),
    button('×', 'close', `drop ${s.slot}`, () => {
      text.save(app, power, s.slot);
      draw(`card ${s.slot}`);
    }, t`Remove expense ${s.slot}`)));
  if (e && s.line.ok) {
    const row = make('p', { class: 'price' });
    if (e.most === e.least) row.append(make('b', {}, ducats(sum)));
    else row.append(stepper({ value: sum, least: e.least, most: e.most, step: e.step, label: t`Ducats of expense ${s.slot}`, key: `sum ${s.slot}`, bad: short || low, set: n => text.spend(app, power, s.slot, e, n) }));
    const odds = e.odds?.filter(o => o.sum <= sum).pop();
    if (odds) row.append(make('span', { class: 'odds' }, ' Chance: ', make('b', {}, odds.say)));
    if (e.odds && !odds) row.append(make('span', { class: 'odds' }, ' No chance'));
    box.append(row, why(app, e));
  }
  if (short && out) {
    const buys = e !== undefined && out.gets - (out.gets % e.step) >= e.least;
    const rest = out.gets === 0 ? 'Nothing will be left for this line when its turn comes, and it buys nothing.'
      : buys ? t`Only ${ducats(out.gets)} of ${out.asks} will be left when its turn comes. They are enough for this line, but later lines get nothing.`
        : t`Only ${ducats(out.gets)} of ${out.asks} will be left when its turn comes. They are spent without effect, and later lines get nothing.`;
    box.append(make('p', { class: 'trouble' }, make('b', {}, 'Not enough. '), rest, ' ', rules(app, ['EXP-05'])));
  }
  if (s.line.error) box.append(make('p', { class: 'trouble' }, s.line.error));
  for (const n of s.line.notes) if (!short || n.code !== ShortOf) box.append(make('p', { class: 'note' }, n.say));
  if (e?.after?.length) box.append(after(app, power, e, s));
  box.append(make('p', { class: 'acts' },
    button('Change', 'plainbutton', `change ${s.slot}`, () => {
      Object.assign(choosing, { slot: s.slot, kind: e?.kind ?? '', find: '' });
      draw('find');
    }),
    e?.at ? button('Show on the map', 'plainbutton', `show ${s.slot}`, () => app.tell('show', { areas: [e.at ?? ''] })) : null));
  return box;
}

// why explains the minimum price, with its rules.
function why(app: App, e: Expense): HTMLElement {
  const p = make('p', { class: 'why' }, e.most === e.least ? 'The price is fixed' : e.step > 1 ? t`Minimum ${e.least}, then by ${e.step}` : t`Minimum ${e.least}`);
  if (e.why?.length) p.append('; ', e.why.map(t).join('; '));
  p.append('. ');
  const ids = rules(app, [...(e.rules ?? []), ...(e.most === e.least ? [] : e.kind === 'assassinate' ? [] : ['EXP-06'])]);
  if (ids) p.append(ids);
  return p;
}

// after returns the order for a unit if it is bought.
function after(app: App, power: string, e: Expense, s: text.Spent): HTMLElement {
  const now = text.after(app, power, e);
  const id = `after-${power}-${s.slot}`;
  const pick = make('select', { id, 'data-key': `after-${s.slot}` }, make('option', { value: '' }, e.kind === 'order' ? 'choose an order' : 'no order'));
  let known = !now;
  for (const [title, list] of grouped(e.after ?? [])) {
    const g = make('optgroup', { label: title });
    for (const c of list) {
      const here = c.text.toLowerCase() === now?.text.toLowerCase();
      known ||= here;
      g.append(make('option', { value: c.text, selected: here }, c.say + (c.cost ? ` (${ducats(c.cost)})` : '')));
    }
    pick.append(g);
  }
  if (now && !known) pick.append(make('option', { value: now.text, selected: true }, now.text));
  pick.addEventListener('change', () => {
    const c = e.after?.find(c => c.text === pick.value);
    text.order(app, power, e, pick.value);
    if (c?.cost && c.cost > (s.sum ?? 0)) text.spend(app, power, s.slot, e, c.cost);
  });
  return make('p', { class: 'after' }, make('label', { for: id }, e.kind === 'order' ? 'The order: ' : 'If bought: '), pick);
}

const titles: Record<string, string> = { advance: 'Advance', support: 'Support', convoy: 'Convoy', convert: 'Convert', besiege: 'Besiege' };

function grouped(list: Choice[]): Map<string, Choice[]> {
  const out = new Map<string, Choice[]>();
  for (const c of list) {
    const t = titles[c.kind] ?? 'Other';
    out.set(t, [...(out.get(t) ?? []), c]);
  }
  return out;
}

// chooser returns a card for choosing something to buy: what, and then for whom.
function chooser(app: App, power: string, m: Money, ch: Choosing, draw: (next?: string) => void): HTMLElement {
  const all = m.expenses ?? [];
  const box = make('article', { class: 'spend choosing', 'data-slot': ch.slot });
  const title = kinds.find(k => k[0] === ch.kind)?.[1] ?? 'What for?';
  box.append(make('header', {}, number(ch.slot), make('b', {}, title),
    button('×', 'close', 'leave', () => {
      const n = ch.slot;
      ch.slot = 0;
      draw(`card ${n}`);
    }, 'Choose nothing')));
  box.addEventListener('keydown', e => {
    if (e.key !== 'Escape') return;
    e.stopPropagation();
    const n = ch.slot;
    if (ch.kind) ch.kind = '';
    else ch.slot = 0;
    draw(ch.slot ? 'kind' : `card ${n}`);
  });
  const left = Math.max(0, room(app, power, m, ch.slot));
  if (!ch.kind) {
    const list = make('ul', { class: 'kinds' });
    let first = true;
    for (const [kind, say, does] of kinds) {
      const mine = all.filter(e => e.kind === kind);
      if (!mine.length) continue;
      const can = mine.filter(e => !e.far);
      const from = Math.min(...(can.length ? can : mine).map(e => e.least));
      const missing = can.length ? from - left : 0;
      const b = button('', missing > 0 ? 'kind dear' : 'kind', first ? 'kind' : `kind ${kind}`, () => {
        ch.kind = kind;
        draw('find');
      });
      first = false;
      b.append(make('b', {}, say), make('span', { class: 'n' }, can.length ? t`from ${from}` : 'not now'), missing > 0 ? make('small', {}, lacks(missing)) : '', does ? make('small', {}, does) : '');
      list.append(make('li', {}, b));
    }
    box.append(list);
    return box;
  }
  box.append(button('Something else', 'plainbutton', 'back', () => {
    ch.kind = '';
    draw('kind');
  }));
  const mine = all.filter(e => e.kind === ch.kind);
  const list = make('div', { class: 'found' });
  const fill = (): void => {
    const words = ch.find.toLowerCase();
    const hit = (e: Expense): boolean => !words || (e.say + ' ' + e.text + ' ' + nameOf(app, e.power ?? '')).toLowerCase().includes(words);
    list.replaceChildren(...targets(app, power, mine.filter(hit), left, e => {
      text.spend(app, power, ch.slot, e, e.least);
      const n = ch.slot;
      ch.slot = 0;
      draw(e.most === e.least ? `change ${n}` : `sum ${n}`);
    }));
  };
  if (mine.length > 8) {
    const find = make('input', { type: 'search', value: ch.find, placeholder: 'Name of a place or a power', 'aria-label': 'Find a target', 'data-key': 'find', autocomplete: 'off' });
    find.addEventListener('input', () => {
      ch.find = find.value;
      fill();
    });
    box.append(find);
  }
  fill();
  box.append(list);
  return box;
}

// room returns the money left for an expense of that number.
export function room(app: App, power: string, m: Money, slot: number): number {
  const p = app.texts?.checked(power)?.purse;
  return (p?.left ?? m.treasury) + (p?.lines?.find(l => l.slot === slot)?.asks ?? 0);
}

// lacks returns the text that says how much money is missing.
const lacks = (missing: number): string => (missing === 1 ? '1 ducat is missing' : t`${missing} ducats are missing`);

// targets lists expenses to choose from, affordable ones first. Those without an effect at
// present are separate, with the reason and the price.
export function targets(app: App, power: string, list: Expense[], left: number, take: (e: Expense) => void): Node[] {
  const row = (e: Expense): HTMLElement => {
    const b = button('', e.least > left ? 'target dear' : 'target', `take ${e.text}`, () => take(e));
    const sign = badge(app, e.power);
    if (sign) b.append(sign);
    b.append(make('span', {}, e.say), make('span', { class: 'n' }, String(e.least)));
    const small: string[] = [];
    if (e.odds?.[0]) small.push(t`chance ${e.odds[0].say} for ${e.odds[0].sum}`);
    if (e.why) small.push(...e.why);
    if (!e.far && e.least > left) small.unshift(lacks(e.least - Math.max(left, 0)));
    if (e.far || small.length) b.append(make('small', {}, e.far ? e.far + ' ' : '', small.join('; ')));
    b.disabled = e.never ?? false;
    return make('li', {}, b);
  };
  // Expenses against the power itself are separate, except protection, which is meant for its
  // own units.
  const mine = (e: Expense): boolean => e.power === power && ['disband', 'autonomous', 'rebellion', 'famine', 'plague'].includes(e.kind);
  const first = (e: Expense): number => (e.kind === 'counter-bribe' && e.power === power ? 0 : 1);
  const rank = (e: Expense): number => kinds.findIndex(k => k[0] === e.kind);
  const dear = (e: Expense): number => (e.least > left ? 1 : 0);
  const can = list.filter(e => !e.far && !mine(e)).sort((a, b) => dear(a) - dear(b) || rank(a) - rank(b) || first(a) - first(b) || a.least - b.least || a.say.localeCompare(b.say));
  const own = list.filter(e => !e.far && mine(e)).sort((a, b) => a.say.localeCompare(b.say));
  const cannot = list.filter(e => e.far).sort((a, b) => a.say.localeCompare(b.say));
  const out: Node[] = [];
  if (can.length) out.push(make('ul', { class: 'targets' }, ...can.map(row)));
  else if (!own.length) out.push(make('p', { class: 'small' }, cannot.length ? 'Nothing that would work now.' : 'Nothing found.'));
  if (own.length) out.push(make('details', { 'data-key': 'own' }, make('summary', {}, t`Against yourself: ${own.length}`), make('ul', { class: 'targets' }, ...own.map(row))));
  if (cannot.length) out.push(make('details', { 'data-key': 'far', open: !can.length && !own.length }, make('summary', {}, t`${cannot.length} unavailable: see why`), make('ul', { class: 'targets' }, ...cannot.map(row))));
  return out;
}
