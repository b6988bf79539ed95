// Orders by clicks: first on a unit, then on its destination, or on the unit
// that it supports. Only legal orders are offered. The result is a line of the
// text.

import { actBox } from './orderact';
import { orderList } from './orderlist';
import { readyBar } from './orderready';
import type { App } from './app';
import { Chart } from './board';
import { hintOf } from './orderhint';
import { handKeys } from './orderkeys';
import { narrow, one } from './dom';
import { away } from './press';
import { Saver } from './save';
import { Writing } from './texts';
import { expenseOf, spent } from './treasurylines';
import type { Cannot, Choice, UnitOrders, Unit } from './types';
import { t } from './words';

// Mode is the progress of an order: the unit, the kind of order, and for a support or a convoy,
// the other unit. either is a clicked unit that can be supported in several ways, or attacked.
export interface Mode { power: string; unit: string; kind: '' | 'support' | 'convoy'; of: string; asks: Choice[]; either?: string }

// Bought is a unit that an expense buys.
export interface Bought { power: string; slot: number; orders: Choice[] }

// going lists the kinds of orders that move a unit to another place.
export const going = ['advance', 'retreat', 'transfer'];

// Hands lets the visitor give orders by clicks on a board.
export class Hands {
  mode: Mode | null = null;
  prompting: '' | 'go' | 'support' | 'convoy' | 'convert' = '';
  private last = ''; // the last unit that received an order, from which the next one is selected
  private readonly watchers: (() => void)[] = [];
  private sold: Map<string, Bought> | null = null; // what the texts buy, if known

  constructor(readonly app: App, readonly texts: Writing, readonly saver: Saver) {
    const chart = app.board;
    if (chart instanceof Chart) {
      chart.take = p => this.click(p.area, p.unit, p.city);
      chart.whenThere(() => this.light());
      this.guide();
      let first = true;
      chart.whenThere(() => {
        if (first && !chart.kept && this.app.table.hands.length === 1 && narrow()) chart.fit(chart.together(this.app.table.hands.flatMap(h => h.units.map(u => this.unit(u.unit)?.at ?? ''))), false);
        first = false;
      });
    }
    for (const name of ['edited', 'checked'] as const) app.on(name, () => { this.sold = null; });
    handKeys(this);
    let left: Mode | null = null;
    away(at => {
      left = this.mode;
      return !left || !!at.closest('#chart, #act, #panel-orders, .grip');
    }, () => { if (left && this.mode === left) this.choose(null); }, app.signal);
  }

  onChange(f: () => void): void { this.watchers.push(f); }

  unit(key: string): Unit | undefined { return this.app.table.units.find(u => u.key === key); }

  area(code: string): string { return this.app.table.areas.find(a => a.code === code)?.name ?? code; }

  // to returns an area as a destination: "to Pavia".
  to(code: string): string { return this.app.table.areas.find(a => a.code === code)?.to ?? code; }

  // whose returns the power that may give orders to a unit, or "" if the
  // visitor may not.
  whose(key: string): string { return this.app.table.hands.find(h => h.units.some(u => u.unit === key))?.power ?? this.bought.get(key)?.power ?? ''; }

  choices(key: string): Choice[] {
    for (const h of this.app.table.hands) for (const u of h.units) if (u.unit === key) return u.orders;
    return this.bought.get(key)?.orders ?? [];
  }

  // bought returns, by key, the units that the expenses so far buy, or buy an order of. They
  // can be given orders although the bribes have not been resolved.
  get bought(): Map<string, Bought> {
    if (this.sold) return this.sold;
    this.sold = new Map();
    for (const h of this.app.table.hands) {
      if (!h.money?.slots) continue;
      for (const [slot, s] of spent(this.app, h.power)) {
        const e = s.line.ok ? expenseOf(this.app, h.power, s.what) : undefined;
        if (e?.unit && e.after?.length && !h.units.some(u => u.unit === e.unit)) this.sold.set(e.unit, { power: h.power, slot, orders: e.after });
      }
    }
    return this.sold;
  }

  // units returns the units to which a power gives orders: its own, and those that it buys.
  units(power: string): UnitOrders[] {
    const more = [...this.bought].filter(([, b]) => b.power === power).map(([unit, b]) => ({ unit, orders: b.orders }));
    return [...(this.app.hand(power)?.units ?? []), ...more];
  }

  // cannot returns the kinds of orders that are impossible for a unit, with the reasons.
  cannot(key: string): Cannot[] {
    for (const h of this.app.table.hands) for (const u of h.units) if (u.unit === key) return u.cannot ?? [];
    return [];
  }

  // offered returns the choices in the present mode.
  offered(): Choice[] {
    const m = this.mode;
    if (!m) return [];
    if (m.asks.length) return m.asks;
    const all = this.choices(m.unit);
    if (!m.kind) return all;
    return m.of ? this.backing(all, m.of, m.kind) : all.filter(c => c.kind === m.kind);
  }

  // backing returns the choices that support or convoy a unit. If supports are for a power in a
  // space, it returns those for the spaces that the unit can be in.
  backing(all: Choice[], of: string, kind = ''): Choice[] {
    const u = this.unit(of);
    if (!u) return [];
    const seas = new Set(this.app.table.areas.filter(a => a.sea).map(a => a.code));
    const near = (this.app.table.areas.find(a => a.code === u.at)?.near ?? []).filter(a => u.type !== 'army' || !seas.has(a));
    return all.filter(c => (c.kind === 'support' || c.kind === 'convoy') && (!kind || c.kind === kind)
      && (c.power === undefined ? c.of === of : c.power === u.power && (c.to === u.at || !u.city && near.includes(c.to ?? ''))));
  }

  // stays reports whether a support is for a unit that stays where it is, or is
  // converted there.
  stays(c: Choice, of: string): boolean {
    return c.kind === 'support' && (!c.to || c.power !== undefined && c.to === this.unit(of)?.at);
  }

  choose(unit: string | null): void {
    this.prompting = '';
    const power = unit ? this.whose(unit) : '';
    this.mode = unit && power ? { power, unit, kind: '', of: '', asks: [] } : null;
    if (this.mode) {
      this.last = this.mode.unit;
      this.texts.current = power;
      this.app.tell('area', { code: '', city: false }); // closes what is open next to the map for another place
      const u = this.unit(this.mode.unit);
      const now = this.texts.of(power, this.mode.unit);
      this.app.say(t`${u?.name}${now ? ', ' + now.say : ', no order'}. ${this.choices(this.mode.unit).length} legal orders.`);
    }
    this.changed();
  }

  // back goes one step back, finally out of the order.
  back(): boolean {
    const m = this.mode;
    if (!m) return false;
    if (this.prompting) this.prompting = '';
    else if (m.either) m.either = '';
    else if (m.asks.length) m.asks = [];
    else if (m.of) m.of = '';
    else if (m.kind) m.kind = '';
    else this.mode = null;
    if (m.kind && !m.of && this.cameByUnit) m.kind = '';
    this.changed();
    return true;
  }

  private cameByUnit = false; // the kind was chosen by clicking on the unit to support or convoy

  kind(kind: 'support' | 'convoy'): void {
    if (!this.mode) return;
    this.prompting = '';
    this.cameByUnit = false;
    this.mode = { ...this.mode, kind, of: '', asks: [], either: '' };
    this.changed();
  }

  prompt(what: Hands['prompting'], key = ''): void {
    this.prompting = what;
    this.trigger = key;
    this.changed();
  }

  changed(): void {
    this.light();
    this.guide();
    for (const f of this.watchers) f();
  }

  // light highlights the places that can be chosen on the map.
  private light(): void {
    const chart = this.app.board;
    if (!(chart instanceof Chart)) return;
    const m = this.mode;
    if (!m) return chart.mark(null);
    const all = this.offered();
    const areas = new Set<string>(), units = new Set<string>();
    for (const c of all) {
      if (going.includes(c.kind) && c.to) areas.add(c.to);
      if (m.of && c.to) areas.add(c.to);
    }
    if (m.of) units.add(m.of);
    else if (!m.asks.length) {
      for (const u of this.app.table.units) if (u.key !== m.unit && this.backing(all, u.key).length) units.add(u.key);
      if (m.kind) for (const u of units) areas.add(this.unit(u)?.at ?? '');
    }
    chart.mark({ areas: [...areas].filter(Boolean), units: [...units], chosen: m.unit });
  }

  // guide explains below the map what to do next, and the marks on the map.
  guide(): void {
    const chart = this.app.board;
    if (!(chart instanceof Chart)) return;
    chart.says(hintOf(this));
  }

  // click handles a click on the map. It reports whether the click was part of
  // an order.
  click(area: string, unit: string, city: boolean): boolean {
    if (this.app.table.step !== 'orders' && this.app.table.step !== 'retreats') return false;
    const m = this.mode;
    if (!m) {
      const key = unit && this.whose(unit) ? unit : !unit ? this.mineAt(area, city) : '';
      if (!key) return false;
      this.choose(key);
      return true;
    }
    if (unit === m.unit) {
      if (m.kind || m.asks.length) this.back();
      else this.choose(null);
      return true;
    }
    if (m.of) return this.where(area, unit);
    const all = this.choices(m.unit);
    if (unit) {
      const kinds = new Set(this.backing(all, unit, m.kind).map(c => c.kind));
      const go = m.kind ? [] : all.filter(c => going.includes(c.kind) && c.to === area);
      const mine = this.unit(unit)?.power === m.power;
      if (kinds.size && (mine || !go.length || m.kind) && kinds.size < 2) {
        this.behind(unit, [...kinds][0] as 'support' | 'convoy');
        return true;
      }
      if (kinds.size) { // the click may have several meanings
        this.mode = { ...m, asks: [], either: unit };
        this.changed();
        return true;
      }
      if (go.length) return this.go(go);
      if (this.whose(unit)) this.choose(unit);
      else this.no(area);
      return true;
    }
    if (m.kind) {
      const at = this.app.table.units.filter(u => u.at === area && this.backing(all, u.key, m.kind).length);
      if (at.length === 1 && at[0]) this.behind(at[0].key, m.kind);
      else this.no(area);
      return true;
    }
    const to = all.filter(c => going.includes(c.kind) && c.to === area);
    const inside = to.filter(c => !!c.city === city);
    if (to.length) return this.go(inside.length ? inside : to);
    const own = this.mineAt(area, city);
    if (own === m.unit) this.choose(null);
    else if (own) this.choose(own);
    else this.no(area);
    return true;
  }

  // ways returns the possible meanings of a click on a unit: to attack it, or
  // to support or convoy it.
  ways(unit: string): { go: Choice[]; kinds: ('support' | 'convoy')[] } {
    const all = this.choices(this.mode?.unit ?? ''), at = this.unit(unit)?.at;
    const kinds = new Set(this.backing(all, unit).map(c => c.kind));
    return { go: all.filter(c => going.includes(c.kind) && c.to === at), kinds: (['support', 'convoy'] as const).filter(k => kinds.has(k)) };
  }

  // asOrdered returns the support or convoy of a unit for its present order.
  asOrdered(of: string): Choice | undefined {
    const power = this.whose(of), now = power ? this.texts.of(power, of) : null;
    const goes = now && this.choices(of).find(c => c.text === now.text && going.includes(c.kind));
    return goes ? this.offered().find(c => c.to === goes.to && !this.stays(c, of)) : undefined;
  }

  // mean chooses the meaning of the click on a unit.
  mean(kind: 'go' | 'support' | 'convoy'): void {
    const m = this.mode;
    if (!m?.either) return;
    const unit = m.either;
    m.either = '';
    if (kind === 'go') this.go(this.ways(unit).go);
    else this.behind(unit, kind);
  }

  // behind continues with the support or convoy of a unit.
  private behind(of: string, kind: 'support' | 'convoy'): void {
    const m = this.mode;
    if (!m) return;
    const all = this.backing(this.choices(m.unit), of, kind);
    this.cameByUnit = !m.kind;
    if (all.length === 1 && all[0]) return this.apply(all[0]);
    this.mode = { ...m, kind, of, asks: [], either: '' };
    const name = this.unit(of)?.name;
    this.app.say(kind === 'support' ? t`Support for ${name}: where does it go? Press Enter to support it as ordered, or in place.` : t`Convoy of ${name}: where does it go?`);
    this.changed();
  }

  // where sets the destination of the supported or convoyed unit.
  private where(area: string, unit: string): boolean {
    const m = this.mode;
    if (!m) return false;
    const all = this.offered();
    const found = all.filter(c => c.to === area && !this.stays(c, m.of));
    const home = area === this.unit(m.of)?.at || unit === m.of;
    if (home) {
      const hold = all.find(c => this.stays(c, m.of));
      if (hold) this.apply(hold);
      else this.no(area);
    } else if (found.length) return this.go(found);
    else this.no(area);
    return true;
  }

  // go writes the order if only one is possible, or asks which.
  private go(list: Choice[]): boolean {
    const walk = list.filter(c => !c.convoy);
    if (list.length === 1 && list[0]) this.apply(list[0]);
    else if (walk.length === 1 && walk[0] && list.length === 2 && !walk[0].coast) this.ask(list);
    else this.ask(list);
    return true;
  }

  private ask(list: Choice[]): void {
    if (!this.mode) return;
    this.mode = { ...this.mode, asks: list, either: '' };
    this.app.say(t('Which?') + ' ' + list.map(c => c.say).join('; '));
    this.changed();
  }

  private no(area: string): void {
    const m = this.mode, a = this.app.table.areas.find(a => a.code === area);
    if (!a) return;
    let why = t`It cannot go ${a.to}.`;
    if (m?.of && m.kind === 'support') {
      const could = this.choices(m.unit).some(c => c.to === area);
      why = could ? t`${this.unit(m.of)?.name} cannot go ${a.to}.` : t`It cannot support a move ${a.to}, because it could not go there itself.`;
    } else if (m?.of) why = t`It cannot convoy ${a.to}.`;
    else if (m?.kind) why = m.kind === 'support' ? t`There is nothing ${a.in} that it can support.` : t`There is nothing ${a.in} that it can convoy.`;
    this.refuse(why);
  }

  // explain shows why the unit has no order of a kind, if there is a reason.
  explain(kind: string): void {
    const why = this.cannot(this.mode?.unit ?? '').find(c => c.kind === kind)?.why;
    if (why) this.refuse(why);
  }

  private refuse(why: string): void {
    this.app.say(`${this.unit(this.mode?.unit ?? '')?.name}: ${why}`);
    this.hint = why;
    for (const f of this.watchers) f();
    this.hint = '';
  }

  hint = '';
  trigger = ''; // the key that opened the prompt

  // mineAt returns the visitor's only unit in an area.
  private mineAt(area: string, city: boolean): string {
    const all = this.app.table.units.filter(u => u.at === area && this.whose(u.key));
    const fits = all.filter(u => !!u.city === city);
    return (fits.length === 1 ? fits[0] : all.length === 1 ? all[0] : undefined)?.key ?? '';
  }

  // apply writes an order and, for an advance by convoy, those of the power's own fleets.
  apply(c: Choice): void {
    const m = this.mode;
    if (!m) return;
    const name = this.unit(m.unit)?.name ?? '';
    this.texts.order(m.power, m.unit, c.text, `${name} ${c.say}.${c.convoy ? ' ' + this.carriers(m, c).said : ''}`);
    for (const f of this.carriers(m, c).own) this.texts.order(f.power, f.unit, f.text, '');
    this.mode = null;
    this.prompting = '';
    this.changed();
  }

  // carriers returns the fleets of a route. The power's own ones receive orders, too; others
  // are named.
  carriers(m: Mode, c: Choice): { own: { power: string; unit: string; text: string }[]; said: string } {
    const own: { power: string; unit: string; text: string }[] = [], others: string[] = [];
    for (const at of c.convoy ? c.via ?? [] : []) {
      const f = this.app.table.units.find(u => u.at === at && !u.city && !u.dislodged);
      if (!f) continue;
      const power = this.whose(f.key);
      const order = this.choices(f.key).find(x => x.kind === 'convoy' && x.of === m.unit && x.to === c.to);
      if (power && order) own.push({ power, unit: f.key, text: order.text });
      else if (!power) others.push(`${f.name} (${this.app.table.powers.find(p => p.id === f.power)?.name ?? t('autonomous')})`);
    }
    let said = own.length ? t(own.length === 1 ? 'Your fleet convoys it.' : 'Your fleets convoy it.') : '';
    if (others.length) said += t` It needs ${others.join(', ')} as well.`;
    return { own, said };
  }

  clear(unit: string): void {
    const power = this.whose(unit);
    if (power) this.texts.clear(power, unit, t`${this.unit(unit)?.name}: no order.`);
    this.changed();
  }

  // next selects the next own unit, or the previous one.
  next(by: number): void {
    const keys = this.app.table.hands.flatMap(h => this.units(h.power).map(u => u.unit));
    if (!keys.length) return;
    const at = keys.indexOf(this.mode?.unit ?? this.last);
    this.choose(keys[(at < 0 ? (by > 0 ? 0 : keys.length - 1) : (at + by + keys.length) % keys.length)] ?? null);
    const u = this.unit(this.mode?.unit ?? '');
    if (u && this.app.board) this.app.tell('show', { areas: [u.at] });
  }

  // listed returns the choices that a prompt offers.
  listed(): Choice[] {
    const m = this.mode;
    if (!m) return [];
    if (this.prompting === 'go') return (m.of ? this.offered() : this.choices(m.unit)).filter(c => (m.of ? true : going.includes(c.kind)));
    return this.choices(m.unit).filter(c => c.kind === this.prompting);
  }
}

// mountOrders enables orders by clicks.
export function mountOrders(app: App): void {
  const form = one<HTMLFormElement>('#orders', app.root);
  if (!form || !app.table.hands.length) return;
  const texts = new Writing(app, form);
  if (!texts.powers.length) return;
  app.texts = texts;
  const saver = new Saver(app, texts);
  const hands = new Hands(app, texts, saver);
  app.on('edited', () => hands.changed());
  app.on('saved', () => hands.guide());
  actBox(hands);
  orderList(hands);
  readyBar(hands);
  texts.ask(0);
}
