// What money can do at a place of the map: a small menu for the clicked unit or
// province.

import type { App } from './app';
import { Chart } from './board';
import { button, ducats, redraw } from './controls';
import { facts } from './card';
import { make } from './dom';
import { menu } from './menu';
import { room, targets } from './treasurycard';
import * as text from './treasurylines';
import type { Expense } from './types';
import { t } from './words';

// mountHere shows the menu when a place or a unit is selected while no order is being given to
// it. done is called when an expense was written, with its number and the key of the control to
// continue with.
export function mountHere(app: App, power: () => string, done: (slot: number, key: string) => void): void {
  const chart = app.board;
  if (!(chart instanceof Chart) || app.table.step !== 'orders') return;
  const pop = menu(app, { class: 'here', 'aria-label': 'What money can do here' });
  let pending: Expense | null = null; // an expense chosen while all numbers were in use
  const close = (): void => {
    pop.close();
    pending = null;
  };
  const take = (e: Expense, slot: number): void => {
    close();
    text.spend(app, power(), slot, e, e.least);
    done(slot, e.most === e.least ? '' : `sum ${slot}`);
  };
  const show = (title: string, code: string, list: Expense[], unit = ''): void => {
    const id = power();
    const m = app.hand(id)?.money;
    if (!m || !m.slots || !list.length || chart.away) return close();
    const draw = (): void => {
      const parts: Node[] = [make('header', {}, make('b', {}, title), button('×', 'close', 'close', close, 'Close'))];
      if (pending) {
        const e = pending;
        parts.push(make('p', {}, t`All ${m.slots} expenses are in use. Replace which one?`));
        for (const [n, s] of [...text.spent(app, id)].sort((a, b) => a[0] - b[0])) {
          const say = text.expenseOf(app, id, s.what)?.say ?? s.what;
          parts.push(button(`${n}: ${say}`, 'plainbutton', `instead ${n}`, () => take(e, n)));
        }
      } else {
        const used = [...text.spent(app, id).values()];
        const written = (e: Expense): text.Spent | undefined => used.find(s => s.what.toLowerCase() === e.text.toLowerCase());
        for (const e of list) {
          const s = written(e);
          if (s) parts.push(make('p', {}, make('b', {}, t`Expense ${s.slot}`), `: ${e.say} (${ducats(s.sum ?? e.least)})`));
        }
        const left = list.filter(e => !written(e));
        if (left.length) parts.push(...targets(app, id, left, room(app, id, m, 0), e => {
          const slot = text.free(app, id);
          if (slot) return take(e, slot);
          pending = e;
          draw();
        }));
        const known = facts(app, code);
        if (known) parts.push(known);
      }
      redraw(pop.box, parts);
      pop.place();
    };
    pending = null;
    draw();
    pop.show(unit ? chart.placeOf(unit) : chart.spot(code));
  };
  app.on('unit', ({ key }) => {
    const u = app.table.units.find(u => u.key === key);
    if (!u || u.power === power()) return close();
    show(u.name, u.at, list(app, power(), e => e.unit === key), key);
  });
  // at returns what can be bought at a place, including for the power's own
  // units there.
  const at = (id: string, code: string): Expense[] => {
    const own = app.table.units.filter(u => u.at === code && u.power === id).map(u => u.key);
    return list(app, id, e => e.at === code || !!e.unit && own.includes(e.unit));
  };
  const open = (code: string): void => show(app.table.areas.find(a => a.code === code)?.name ?? '', code, at(power(), code));
  app.on('area', ({ code }) => open(code));
  app.money = (id, code) => (app.hand(id)?.money?.slots && at(id, code).length ? () => open(code) : null);
  app.on('edited', () => {
    if (!pending) close();
  });
}

const list = (app: App, power: string, fits: (e: Expense) => boolean): Expense[] => (app.hand(power)?.money?.expenses ?? []).filter(fits);
