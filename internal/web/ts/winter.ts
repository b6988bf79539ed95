// Adjustments: which units are kept and which are disbanded, what is built and where, and the
// sums. Orders that lose units cannot be sent by accident.

import type { App } from './app';
import { button, ducats, redraw } from './controls';
import { make } from './dom';
import { calm } from './press';
import { coffer } from './treasury';
import * as text from './treasurylines';
import type { Area, Choice, PowerOrders, Purse, Winter } from './types';
import { mountSites } from './wintersite';
import { t } from './words';

// mountWinter adds the lists of the winter above the texts.
export function mountWinter(app: App): void {
  const panel = app.panel('orders');
  if (!panel || !app.texts || app.table.step !== 'adjustments') return;
  const hands = app.table.hands.filter(h => h.winter);
  if (!hands.length) return;
  const at = new Map<string, HTMLElement>();
  for (const h of hands) {
    const div = make('div', { class: 'wintering', 'data-winter': h.power });
    const box = panel.querySelector(`[data-box="${h.power}"]`);
    const into = box?.querySelector('[data-units]');
    if (into instanceof HTMLElement) {
      into.hidden = true;
      into.before(div);
    } else panel.prepend(div);
    at.set(h.power, div);
  }
  const draw = (): void => {
    for (const h of hands) {
      const div = at.get(h.power);
      if (div) calm(div, () => redraw(div, wintering(app, h)));
    }
  };
  app.on('edited', draw);
  app.on('checked', draw);
  mountSites(app);
  guard(app, panel);
  draw();
}

const purse = (app: App, power: string): Purse | undefined => app.texts?.checked(power)?.purse;

// wintering returns the decisions of one power.
function wintering(app: App, h: PowerOrders): Node[] {
  const w = h.winter;
  if (!w) return [];
  const p = purse(app, h.power);
  const out: Node[] = [];
  if (w.paid && h.money) out.push(coffer(h.money, p, app.table.step));
  const lost = danger(p);
  if (lost) out.push(make('p', { class: 'alert', role: 'status' }, lost));
  if (!w.paid) out.push(make('p', { class: 'tally' }, count(w, p)));
  if (w.units?.length && (w.paid || w.removals)) {
    out.push(make('h4', {}, w.paid ? 'Units' : 'Units, and which to dismiss'), units(app, h, w, p));
  }
  if (w.builds?.length || w.barred?.length) {
    out.push(make('h4', {}, 'New units'));
    if (w.builds?.length) out.push(sites(app, h.power, w, p));
    if (w.barred?.length) {
      out.push(make('details', { class: 'folded', 'data-key': 'barred' }, make('summary', {}, w.barred.length === 1 ? 'Cannot build in 1 city' : t`Cannot build in ${w.barred.length} cities`),
        make('ul', {}, ...w.barred.map(b => make('li', {}, make('b', {}, area(app, b.at)), ' ', make('small', {}, b.why))))));
    }
  } else if (w.opening) out.push(make('p', { class: 'small' }, 'Nothing is built before the first campaign.'));
  if (w.waives) {
    const n = text.lines(app, h.power).filter(l => l.text === 'waive').length;
    out.push(make('p', { class: 'acts' },
      button('Give up a build', 'plainbutton', 'waive', () => app.texts?.put(h.power, 'waive', undefined, 'Gives up a build')),
      n ? make('span', {}, ' ', n === 1 ? t('1 build given up') : t`${n} builds given up`, ' ', button('Undo', 'plainbutton', 'unwaive', () => text.strike(app, h.power, l => l.text === 'waive', '', 'Gives up no build'))) : null));
  }
  return out;
}

const found = (app: App, code: string): Area | undefined => app.table.areas.find(a => a.code === code);
export const area = (app: App, code: string): string => found(app, code)?.name ?? code;

// inArea returns an area as a place: "in Pavia".
export const inArea = (app: App, code: string): string => found(app, code)?.in ?? code;

// danger describes which units the present orders would lose.
export function danger(p: Purse | undefined): string {
  const all: string[] = [];
  if (p?.lost?.length) all.push(t`There is not enough money for all units that stay: ${p.lost.join(', ')} would be lost.`);
  if (p?.gone?.length) all.push(p.gone.length === 1 ? t`${p.gone[0]} has no order and will be disbanded.` : t`These units have no orders and will be disbanded: ${p.gone.join(', ')}.`);
  return all.join(' ');
}

// count describes, if units are counted in cities, what may be built and what must be
// disbanded.
function count(w: Winter, p: Purse | undefined): string {
  const n = w.units?.length ?? 0;
  let s = `${w.cities === 1 ? t('1 city') : t`${w.cities} cities`}, ${n === 1 ? t('1 unit') : t`${n} units`}. `;
  if (w.removals && p?.must) s += p.must === 1 ? t('Choose 1 more unit to disband.') : t`Choose ${p.must} more units to disband.`;
  else if (w.removals) s += t('You have chosen all units that must be disbanded.');
  else if (w.allowed && p?.may) s += p.may === 1 ? t('1 more unit can be built.') : t`${p.may} more units can be built.`;
  else if (w.allowed) s += t('All builds are used.');
  else s += t('Nothing to do.');
  return s;
}

// units has a row for each unit, to be kept or disbanded.
function units(app: App, h: PowerOrders, w: Winter, p: Purse | undefined): HTMLElement {
  const list = make('ul', { class: 'keeping' });
  let open = 0;
  for (const k of w.units ?? []) {
    const u = app.table.units.find(u => u.key === k.unit);
    const name = u?.name ?? k.unit;
    const same = (l: text.Line): boolean => l.text === k.keep || l.text === k.drop;
    const now = text.lines(app, h.power).filter(same).pop()?.text ?? '';
    if (!now) open++;
    const lost = p?.lostKeys?.includes(k.unit);
    const goes = now === k.drop || (!now && !w.stay) || lost;
    const choose = (what: string, say: string): void => {
      if (now === what) text.strike(app, h.power, same, '', t`No order for ${name}`);
      else text.write(app, h.power, what, same, say);
    };
    const note = lost ? make('small', { class: 'bad' }, 'lost: there is no money to maintain it')
      : now ? null : make('small', {}, w.stay ? 'stays without an order' : 'goes without an order');
    const row = make('li', { class: goes ? 'goes' : 'stays' }, make('span', { class: 'unit' }, make('span', {}, name), ' ', note), k.price ? make('span', { class: 'n' }, String(k.price)) : null);
    const pair = make('span', { class: 'pair', role: 'group', 'aria-label': name });
    if (k.keep) pair.append(press('Keep', now === k.keep, `keep ${k.unit}`, () => choose(k.keep ?? '', t`${name} is kept`)));
    pair.append(press('Dismiss', now === k.drop, `drop ${k.unit}`, () => choose(k.drop, t`${name} is dismissed`)));
    row.append(pair);
    list.append(row);
  }
  if (w.paid && open) {
    list.append(make('li', { class: 'all' }, button(open === (w.units?.length ?? 0) ? 'Keep all' : 'Keep the rest', 'button quiet', 'keep all', () => {
      const more = (w.units ?? []).filter(k => !text.lines(app, h.power).some(l => l.text === k.keep || l.text === k.drop)).map(k => k.keep ?? '');
      const was = app.texts?.get(h.power).replace(/\s*$/, '') ?? '';
      app.texts?.set(h.power, (was ? was + '\n' : '') + more.join('\n'), 'All others are kept');
    })));
  }
  return list;
}

// press returns a button that is pressed or not.
function press(label: string, down: boolean, key: string, do_: () => void): HTMLButtonElement {
  const b = button(label, 'press', key, do_);
  b.setAttribute('aria-pressed', String(down));
  return b;
}

// sites has a row for each city in which the power can build.
function sites(app: App, power: string, w: Winter, p: Purse | undefined): HTMLElement {
  const list = make('ul', { class: 'sites' });
  for (const at of new Set((w.builds ?? []).map(c => c.to ?? ''))) {
    list.append(make('li', { 'data-site': at }, button(area(app, at), 'plainbutton site', `site ${at}`, () => app.tell('show', { areas: [at] })), ...builds(app, power, w, p, at)));
  }
  return list;
}

// builds returns the buttons for one city: usual units, and special ones collapsed.
export function builds(app: App, power: string, w: Winter, p: Purse | undefined, at: string): Node[] {
  const here = (w.builds ?? []).filter(c => c.to === at);
  const same = (l: text.Line): boolean => here.some(c => c.text === l.text);
  const now = text.lines(app, power).filter(same).pop()?.text ?? '';
  const b = (c: Choice): HTMLButtonElement => {
    const down = c.text === now;
    const x = press(c.cost ? `${c.say} ${c.cost}` : c.say, down, `build ${c.text}`, () => {
      if (down) text.strike(app, power, same, '', t`Nothing is built ${inArea(app, at)}`);
      else text.write(app, power, c.text, same, c.cost ? t`${c.say} ${inArea(app, at)} for ${ducats(c.cost)}` : t`${c.say} ${inArea(app, at)}`);
    });
    if (c.useless) x.title = c.useless;
    else if (c.cost && !down && p && c.cost > p.left) x.classList.add('dear');
    return x;
  };
  const special = here.filter(c => c.quality || /cavalry/.test(c.type ?? ''));
  const out: Node[] = [make('span', { class: 'pair', role: 'group', 'aria-label': area(app, at) }, ...here.filter(c => !special.includes(c)).map(b))];
  if (special.length) {
    const chosen = special.some(c => c.text === now);
    const why = special.every(c => c.useless) ? special[0]?.useless : '';
    out.push(make('details', { class: 'folded', 'data-key': `special ${at}`, open: chosen }, make('summary', {}, 'Special units'),
      why ? make('p', { class: 'small' }, why) : null, make('span', { class: 'pair', role: 'group', 'aria-label': t`Special units ${inArea(app, at)}` }, ...special.map(b))));
  }
  const un = p?.unbuilt?.find(u => u.text === now);
  if (un) out.push(make('small', { class: 'bad' }, t`Will not be built: ${un.why}.`));
  return out;
}

// guard asks for a confirmation before sending orders that would lose units which no order
// disbands.
function guard(app: App, panel: HTMLElement): void {
  const form = panel.querySelector<HTMLFormElement>('form');
  let sure = false;
  form?.addEventListener('submit', e => {
    const by = e.submitter as HTMLButtonElement | null;
    if (sure || (by?.value === '' && app.root.dataset.mode === 'ready')) return;
    const why = app.table.hands.map(h => danger(purse(app, h.power)) && `${app.table.powers.find(p => p.id === h.power)?.name}: ${danger(purse(app, h.power))}`).filter(Boolean);
    if (!why.length) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    const ask = make('dialog', { class: 'ask' }, make('h3', {}, 'Units will be lost'), ...why.map(w => make('p', {}, w || '')));
    const close = (): void => {
      ask.close();
      ask.remove();
    };
    const back = button('Back to the orders', 'button', 'back', close);
    ask.append(make('p', { class: 'doors' }, back, button('Submit anyway', 'button quiet', 'send', () => {
      close();
      sure = true;
      form.requestSubmit(by);
      sure = false;
    })));
    document.body.append(ask);
    ask.showModal();
    back.focus();
  }, true);
}
