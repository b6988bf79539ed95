// The list of units in the orders panel, each with its order as a sentence.

import type { App } from './app';
import { Chart } from './board';
import { all, make, narrow, one } from './dom';
import type { Hands } from './orders';
import { calm } from './press';
import type { Unit, Warning } from './types';
import { setContent } from './trusted';
import { t } from './words';

// orderList replaces the lists of the page, and adds tabs above them if the
// visitor writes for several powers.
export function orderList(h: Hands): void {
  const step = h.app.table.step;
  const lists = new Map<string, HTMLElement>();
  for (const hand of h.app.table.hands) {
    const box = one(`[data-box="${hand.power}"]`, h.texts.form);
    const units = box && one('[data-units]', box);
    if (box) undoButton(h, box);
    if (!units || (step !== 'orders' && step !== 'retreats')) continue;
    const ul = make('ul', { class: 'myunits', id: `units-${hand.power}`, 'aria-label': 'Units and their orders' });
    units.hidden = true;
    units.before(ul);
    lists.set(hand.power, ul);
  }
  const several = handTabs(h);
  const draw = (): void => {
    for (const [power, ul] of lists) calm(ul, () => list(h, power, ul));
    several();
  };
  if (h.app.board instanceof Chart) {
    h.app.board.onPoint = key => { // highlights the unit under the pointer in its list
      for (const li of all('[data-row]', h.texts.form)) li.classList.toggle('pointed', !!key && li.dataset.row === key);
    };
  }
  h.onChange(draw);
  h.app.on('edited', draw);
  h.app.on('checked', ({ boxes }) => {
    draw();
    for (const [power, a] of Object.entries(boxes)) {
      verdicts(h, power, a.report, a.owes, a.units);
      warn(one(`[data-box="${power}"] [data-warnings]`, h.texts.form), a.warnings);
    }
  });
  draw();
}

// undoButton undoes the last change, for visitors without Ctrl-Z.
function undoButton(h: Hands, box: HTMLElement): void {
  const b = make('button', { type: 'button', class: 'plainbutton undo', title: 'Ctrl-Z', hidden: true }, 'Undo');
  b.addEventListener('click', () => h.texts.undo());
  (one('h3', box) ?? box).append(b);
  h.app.on('edited', () => { b.hidden = !h.texts.undoes; });
}

// verdicts shows the judge's verdicts on the lines, and the missing orders.
function verdicts(h: Hands, power: string, report: string, owes: string, units: string): void {
  const box = one(`[data-box="${power}"]`, h.texts.form);
  if (!box) return;
  const put = (sel: string, html: string): void => {
    const e = one(sel, box);
    if (e && e.innerHTML !== html) calm(e, () => { setContent(e, html); });
  };
  put('[data-verdicts]', report);
  put('[data-units]', units);
  const o = one('[data-owes]', box);
  if (o) o.textContent = t(owes);
}

// warn shows dangers to a power and replaces earlier warnings.
export function warn(at: HTMLElement | null, list: Warning[] | undefined): void {
  const now = (list ?? []).map(w => w.say);
  if (!at || at.dataset.told === now.join('\n')) return;
  at.dataset.told = now.join('\n');
  at.replaceChildren(...(list ?? []).map(w => {
    const p = make('p', { class: 'alert' }, w.say);
    p.classList.toggle('danger', !!w.grave);
    return p;
  }));
}

function list(h: Hands, power: string, ul: HTMLElement): void {
  const mine = h.units(power);
  const had = ul.contains(document.activeElement) ? document.activeElement as HTMLElement : null;
  const had_ = had && (had.dataset.pick ?? had.dataset.clear ?? '');
  ul.replaceChildren(...mine.map(x => {
    const u = h.unit(x.unit);
    const now = h.texts.of(power, x.unit);
    const chosen = h.mode?.unit === x.unit;
    const pick = make('button', { type: 'button', class: 'pick', 'data-pick': x.unit, 'aria-pressed': chosen ? 'true' : 'false' },
      make('span', { class: 'unit' }, u?.name ?? '', ' ', code(h, u)), ' ', make('span', { class: 'what' }, now ? now.say : '–'));
    pick.addEventListener('click', () => {
      h.choose(chosen ? null : x.unit);
      if (!chosen && u) h.app.tell('show', { areas: [u.at] });
    });
    if (h.app.board instanceof Chart) {
      const chart = h.app.board;
      pick.addEventListener('pointerenter', e => { if (e.pointerType === 'mouse') chart.point(x.unit); });
      pick.addEventListener('pointerleave', () => chart.point(''));
    }
    const li = make('li', { class: now ? 'has' : 'open', 'data-row': x.unit }, pick);
    const slot = h.bought.get(x.unit)?.slot;
    if (now) {
      const clear = make('button', { type: 'button', class: 'clear', 'data-clear': x.unit, 'aria-label': t`Clear the order of ${u?.name}`, title: 'No order' }, '×');
      clear.addEventListener('click', () => h.clear(x.unit));
      li.append(clear);
      for (const n of now.notes) li.append(make('p', { class: 'warn' }, n.say));
    }
    if (slot) li.append(make('p', { class: 'ifbought' }, t`Yours if expense ${slot} buys it`));
    return li;
  }));
  if (!mine.length) ul.append(make('li', { class: 'open none' }, h.app.table.step === 'retreats' ? 'None of your units must retreat.' : 'No units.'));
  if (had_) (ul.querySelector<HTMLElement>(`[data-${had?.dataset.pick ? 'pick' : 'clear'}="${had_}"]`) ?? ul.querySelector<HTMLElement>(`[data-pick="${had_}"]`))?.focus({ preventScroll: true });
}

// code returns the short name of a unit's place, as on small maps.
function code(h: Hands, u: Unit | undefined): HTMLElement | null {
  return u && narrow() && h.app.board ? make('span', { class: 'code', translate: 'no' }, u.at) : null;
}

// handTabs shows one power's orders at a time, if the visitor writes for
// several.
function handTabs(h: Hands): () => void {
  const boxes = all('[data-box]', h.texts.form);
  if (boxes.length < 2) return () => {};
  const nav = make('div', { class: 'handtabs', role: 'group', 'aria-label': 'Powers' });
  boxes[0]?.before(nav);
  let shown = '';
  for (const b of boxes) {
    const id = b.dataset.box ?? '';
    const p = h.app.table.powers.find(x => x.id === id);
    const badge = b.querySelector('.badge')?.cloneNode(true) as Element | undefined;
    const t = make('button', { type: 'button', 'data-hand': id, title: p?.name ?? id, 'aria-label': p?.name ?? id });
    if (badge) t.append(badge);
    t.append(make('small', { 'data-open': id }));
    t.addEventListener('click', () => {
      h.texts.current = id;
      if (h.mode?.power !== id) h.choose(null);
      h.changed();
    });
    nav.append(t);
  }
  return () => {
    for (const button of all('[data-hand]', nav)) {
      const id = button.dataset.hand ?? '';
      const n = owing(h, id);
      const open = one('[data-open]', button);
      if (open) open.textContent = n ? String(n) : '';
      button.setAttribute('aria-label', n ? t`${button.title}: ${n} without an order` : button.title);
      button.classList.toggle('done', !n);
      button.setAttribute('aria-pressed', String(id === h.texts.current));
    }
    if (h.texts.current === shown) return;
    shown = h.texts.current;
    for (const b of boxes) b.hidden = b.dataset.box !== shown;
  };
}

// toOrders opens the orders, with the focus on the first unit that has none.
export function toOrders(app: App): void {
  app.open('orders');
  (one('#orders .myunits .open .pick, #orders .wintering button', app.root) ?? one('#orders .myunits .pick, #orders textarea', app.root))?.focus();
}

// owing returns the number of a power's units that have no order.
export function owing(h: Hands, power: string): number {
  const step = h.app.table.step;
  if (step !== 'orders' && step !== 'retreats') return h.texts.checked(power)?.owes ? 1 : 0;
  return (h.app.hand(power)?.units ?? []).filter(u => !h.texts.of(power, u.unit)).length;
}
