// The treasury panel: what a power has, what its orders spend, and the cards, rows and buttons
// that write the lines about money.

import type { App } from './app';
import { bank, others } from './treasurybank';
import { cards, type Choosing } from './treasurycard';
import { exchanges } from './treasuryexchange';
import { button, ducats, nameOf, badge, redraw } from './controls';
import { mountHere } from './treasuryhere';
import { make } from './dom';
import { warn } from './orderlist';
import { calm } from './press';
import type { Money, Purse } from './types';
import { t } from './words';

// mountTreasury attaches to the panel, if the visitor writes orders in a game
// with money.
export function mountTreasury(app: App): void {
  const panel = app.panel('treasury');
  if (!panel || !app.texts || !app.table.hands.some(h => h.money)) return;
  const at = make('div', { class: 'treasury', 'data-live': true });
  const choosing: Choosing = { slot: 0, kind: '', find: '' };
  for (const e of panel.querySelectorAll('[data-treasury], [data-written]')) (e as HTMLElement).hidden = true;
  panel.append(at);

  let shown = '';
  const power = (): string => {
    const now = app.texts?.current ?? '';
    return app.hand(now)?.money ? now : (app.table.hands.find(h => h.money)?.power ?? '');
  };
  const draw = (next = ''): void => calm(at, () => drawn(next));
  const drawn = (next: string): void => {
    const id = power();
    const money = app.hand(id)?.money;
    if (!money) return;
    if (id !== shown) {
      choosing.slot = 0;
      shown = id;
    }
    const parts: Node[] = [];
    const who = whose(app, id, draw);
    if (who) parts.push(who);
    const told = make('div', { class: 'warnings' });
    warn(told, app.texts?.checked(id)?.warnings);
    parts.push(told, coffer(money, app.texts?.checked(id)?.purse, app.table.step));
    if (money.slots > 0) {
      parts.push(cards(app, id, money, choosing, draw));
      parts.push(bank(app, id, money));
      const more = others(app, id);
      if (more) parts.push(more);
    }
    const deals = exchanges(app, id, draw);
    if (deals) parts.push(deals);
    redraw(at, parts, next);
  };
  for (const name of ['edited', 'tab'] as const) app.on(name, () => draw());
  // While a list is open, nothing is redrawn: a warning above it, or a changed treasury, would
  // move another target under the pointer.
  app.on('checked', () => { if (!choosing.slot) draw(); });
  mountHere(app, power, (slot, key) => {
    choosing.slot = 0;
    app.open('treasury');
    draw(key || `card ${slot}`);
  });
  draw();
}

// whose lets a visitor who writes for several powers choose one of them.
function whose(app: App, id: string, draw: () => void): HTMLElement | null {
  if (app.table.hands.length < 2) return null;
  const box = make('div', { class: 'handtabs', role: 'group', 'aria-label': 'Powers' });
  for (const h of app.table.hands) {
    const b = button('', '', 'whose ' + h.power, () => {
      if (app.texts) app.texts.current = h.power;
      app.tell('edited', { power: h.power });
      draw();
    }, nameOf(app, h.power));
    b.setAttribute('aria-pressed', String(h.power === id));
    const sign = badge(app, h.power);
    if (sign) b.append(sign);
    box.append(b);
  }
  return box;
}

// coffer shows at a glance how much money the power has.
export function coffer(m: Money, p: Purse | undefined, step: string): HTMLElement {
  const spends = p ? (p.paid ?? 0) + (p.costs ?? 0) + (p.due ?? 0) + (p.keeps ?? 0) + (p.builds ?? 0) : 0;
  const left = p?.left ?? m.treasury;
  const short = left < 0, sum = Math.abs(left), gap = '\u0001'; // the number is large
  const said = short ? (sum === 1 ? t`${gap} ducat short` : t`${gap} ducats short`) : sum === 1 ? t`${gap} ducat left` : t`${gap} ducats left`;
  const [before = '', after = ''] = said.split(gap);
  const box = make('section', { class: 'coffer', 'aria-label': 'Available' });
  const top = make('p', { class: 'left', 'aria-live': 'polite' },
    before, make('b', {}, String(sum)), after);
  const sums: string[] = [t`${m.treasury} in the treasury`];
  if (p?.lent) sums.push(t`+ ${p.lent} borrowed`);
  if (p?.paid) sums.push(t`− ${p.paid} paid`);
  if (p?.due) sums.push(t`− ${p.due} for the bank`);
  if (p?.costs) sums.push(t`− ${p.costs} for expenses`);
  if (p?.keeps) sums.push(t`− ${p.keeps} for units`);
  if (p?.builds) sums.push(t`− ${p.builds} for new units`);
  box.append(make('p', { class: 'sums' }, sums.join(' ')));
  const facts = make('dl', {});
  const fact = (name: string, ...what: (Node | string)[]): void => {
    facts.append(make('div', {}, make('dt', {}, name), make('dd', {}, ...what)));
  };
  const [low, high] = m.dice;
  const sure = high > low ? t`${m.income + low} to ${m.income + high}` : String(m.income + low);
  const from = (m.sources ?? []).map(s => `${t(s.say)} ${s.low === s.high ? s.low : t`${s.low} to ${s.high}`}`).join(', ');
  fact('Income after the fall, as things stand', make('b', {}, sure), from ? ` ${from}` : '');
  if (step !== 'adjustments') fact('Units cost in winter', make('b', {}, String(m.upkeep)), m.upkeep > m.income + high + m.treasury ? ' more than you will have' : '');
  for (const d of m.debts ?? []) {
    const dd = make('span', { class: d.now ? 'due now' : 'due' }, make('b', {}, String(d.amount)), t` due in ${d.due}${d.now ? ': the bank collects it in this campaign' : ''}`);
    fact('Owed to the bank', dd);
  }
  box.append(facts);
  const all = make('div', {}, make('div', { class: short ? 'purseline short' : 'purseline' }, top, bar(m.treasury + (p?.lent ?? 0), spends)), box);
  return all;
}

// bar shows which part of the money is spent.
function bar(have: number, spends: number): HTMLElement {
  const b = make('div', { class: 'spentbar', role: 'img', 'aria-label': t`${ducats(spends)} of ${have} are spent` });
  const used = make('i', {});
  used.style.width = `${have > 0 ? Math.min(100, (100 * spends) / have) : 100}%`;
  b.append(used);
  return b;
}
