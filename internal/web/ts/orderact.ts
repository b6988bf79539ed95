// The small box next to the selected unit: orders without a destination, and a
// line to type a place into.

import { Chart } from './board';
import { make, one } from './dom';
import { byKey, menu } from './menu';
import { going, type Hands } from './orders';
import { calm } from './press';
import type { Choice } from './types';
import { t } from './words';

const touch = matchMedia('(pointer: coarse)');

// actBox adds the box to the map.
export function actBox(h: Hands): void {
  const chart = h.app.board;
  let last = '';
  const pop = menu(h.app, { id: 'act', class: 'act', role: 'group' }, {
    focus: () => one(`[data-pick="${last}"]`, h.texts.form),
    closed: () => { if (h.mode) h.choose(null); },
    back: () => { h.back(); },
  });
  const { box, place } = pop;

  const draw = (): void => {
    const m = h.mode;
    if (!m) {
      pop.close();
      box.replaceChildren(); // a hidden field would receive keys until the next paint
      return;
    }
    const u = h.unit(m.unit);
    last = m.unit;
    box.setAttribute('aria-label', t`Order of ${u?.name}`);
    const had = box.contains(document.activeElement) || document.activeElement?.closest('[data-pick]');
    const close = act('×', 'close', () => h.choose(null), 'Leave it');
    const parts: (Node | null)[] = [make('header', {}, make('b', {}, u?.name ?? ''), close)];
    const now = h.texts.of(m.power, m.unit);
    if (m.either) parts.push(...eitherWay(h, m.either));
    else if (m.asks.length) parts.push(make('p', {}, 'Which?'), buttons(h, m.asks));
    else if (h.prompting) parts.push(prompt(h));
    else if (m.of) {
      const hold = h.offered().find(c => h.stays(c, m.of));
      parts.push(make('p', {}, m.kind === 'support' ? t`Supports ${h.unit(m.of)?.name}.` : t`Convoys ${h.unit(m.of)?.name}.`, ' ', touch.matches ? 'Now tap its destination.' : 'Now click its destination.'));
      if (h.hint) parts.push(make('p', { class: 'no' }, h.hint));
      const row = make('p', { class: 'acts' });
      const ordered = h.asOrdered(m.of);
      if (ordered) row.append(act(t`As ordered: ${h.area(ordered.to ?? '')}`, 'ordered', () => h.apply(ordered), 'Enter'));
      if (hold) row.append(act(h.unit(m.of)?.city ? 'It comes out' : 'It stays', 'hold', () => h.apply(hold), ordered ? '' : 'Enter'));
      if (h.offered().length > (hold ? 1 : 0)) row.append(act('Places…', 'go', () => h.prompt('go')));
      parts.push(row);
    } else if (m.kind) {
      parts.push(make('p', {}, asks(m.kind)));
      parts.push(make('p', { class: 'acts' }, act('List…', m.kind, () => h.prompt(m.kind as 'support' | 'convoy'))));
    } else {
      const note = now ? t`Current order: ${now.say}.` : h.bought.has(m.unit) ? 'It obeys you if you buy it.' : '';
      if (h.hint || note) parts.push(make('p', { class: h.hint ? 'no' : '' }, h.hint || note));
      parts.push(simple(h), impossible(h, place));
    }
    box.replaceChildren(...parts.filter(p => p !== null));
    pop.show(chart instanceof Chart ? chart.placeOf(m.unit) : null);
    const input = box.querySelector('input');
    if (input && !touch.matches) input.focus({ preventScroll: true }); // players who use a finger pick from the list, without a keyboard that covers it
    else if (had) box.querySelector<HTMLElement>('.acts button')?.focus({ preventScroll: true });
  };
  h.onChange(() => calm(box, draw));
  if (chart instanceof Chart) chart.whenThere(place);
}

// asked continues with what was chosen: on the map, or with keys and a list.
function asked(h: Hands, kind: 'support' | 'convoy'): void {
  if (byKey()) h.prompt(kind);
  else h.kind(kind);
}

// asks returns the text that says what to choose on the map for a support or a convoy.
function asks(kind: string): string {
  if (touch.matches) return kind === 'support' ? 'Tap the unit to support.' : 'Tap the army to convoy.';
  return kind === 'support' ? 'Click the unit to support.' : 'Click the army to convoy.';
}

// go returns the label of a choice with a destination.
function go(c: Choice, to: string): string {
  return c.kind === 'retreat' ? t`Retreat ${to}` : t`Advance ${to}`;
}

function act(label: string, key: string, do_: () => void, hint = ''): HTMLButtonElement {
  const b = make('button', { type: 'button', 'data-act': key, ...(hint ? { title: hint } : {}), ...(label === '×' ? { 'aria-label': hint, class: 'close' } : {}) }, label);
  b.addEventListener('click', e => {
    e.stopPropagation();
    do_();
  });
  return b;
}

const words: Record<string, [string, string]> = {
  hold: ['Hold', 'H'], besiege: ['Besiege', 'B'], lift: ['Lift the siege', 'L'], disband: ['Disband', 'D'],
};

// simple returns the buttons for orders without a place, and the buttons for typing one.
function simple(h: Hands): HTMLElement {
  const m = h.mode;
  const row = make('p', { class: 'acts' });
  if (!m) return row;
  const all = h.choices(m.unit), retreats = h.app.table.step === 'retreats';
  const has = (...kinds: string[]): boolean => all.some(c => kinds.includes(c.kind));
  const go = (): void => { if (has('advance', 'retreat', 'transfer')) row.append(act('Advance to…', 'go', () => h.prompt('go'), 'M')); };
  if (retreats) go(); // orders that keep the unit come first
  for (const c of all) {
    const w = words[c.kind];
    if (w && !c.to && c.kind !== 'disband') row.append(act(w[0], c.kind, () => h.apply(c), w[1]));
    if (c.kind === 'convert') row.append(act(c.type === 'army' ? 'Become an army' : c.type === 'fleet' ? 'Become a fleet' : 'Become a garrison', `convert-${c.type}`, () => h.apply(c), 'V'));
    if (c.kind === 'retreat' && c.city) row.append(act('Into the city', 'city', () => h.apply(c)));
  }
  if (!retreats) go();
  if (has('support')) row.append(act('Support…', 'support', () => asked(h, 'support'), 'S'));
  if (has('convoy')) row.append(act('Convoy…', 'convoy', () => asked(h, 'convoy'), 'C'));
  for (const c of all) if (c.kind === 'disband' && !c.to) row.append(act('Disband', c.kind, () => h.apply(c), 'D'));
  const money = h.app.money?.(m.power, h.unit(m.unit)?.at ?? '');
  if (money) row.append(act('Ducats…', 'ducats', () => { // a click on its province selects the unit again
    h.choose(null);
    money();
  }, 'What money can do here'));
  if (h.texts.of(m.power, m.unit)) row.append(act('No order', 'clear', () => h.clear(m.unit), 'X'));
  return row;
}

const names: Record<string, string> = { advance: 'Advance', besiege: 'Besiege', convoy: 'Convoy' };

// impossible shows, collapsed, what the unit cannot do here, and why.
function impossible(h: Hands, moved: () => void): HTMLElement | null {
  const m = h.mode, list = m ? h.cannot(m.unit) : [];
  if (!m || !list.length || h.hint) return null;
  const name = (kind: string): string => t(names[kind] ?? (h.unit(m.unit)?.city ? 'Come out' : 'Become a garrison'));
  const box = make('details', { class: 'cannot' }, make('summary', {}, make('span', {}, 'Not possible here:'), make('span', { translate: 'no' }, ` ${list.map(c => name(c.kind)).join(', ')}`)));
  const reasons = make('ul', {});
  for (const c of list) reasons.append(make('li', {}, make('b', {}, name(c.kind)), `: ${c.why}`));
  box.append(reasons);
  box.addEventListener('toggle', moved);
  return box;
}

// eitherWay asks what a click on a unit means.
function eitherWay(h: Hands, unit: string): HTMLElement[] {
  const u = h.unit(unit), ways = h.ways(unit), row = make('p', { class: 'acts column' });
  if (ways.go[0]) row.append(act(go(ways.go[0], h.to(ways.go[0].to ?? '')), 'go', () => h.mean('go')));
  for (const k of ways.kinds) row.append(act(`${t(k === 'support' ? 'Support' : 'Convoy')} ${u?.name}`, k, () => h.mean(k)));
  return [make('p', {}, 'Which?'), row];
}

// buttons offers a few choices as buttons.
function buttons(h: Hands, list: Choice[]): HTMLElement {
  const row = make('p', { class: 'acts column' });
  for (const c of list.slice(0, 12)) row.append(act(label(h, c), c.text, () => h.apply(c)));
  return row;
}

// coasts appends a coast to the name of a province.
const coasts: Record<string, (place: string) => string> = {
  nc: place => t`${place} (north coast)`, sc: place => t`${place} (south coast)`, ec: place => t`${place} (east coast)`, wc: place => t`${place} (west coast)`,
};

// travels reports whether a choice moves its unit to another place.
const travels = (c: Choice): boolean => going.includes(c.kind) && !!c.to && !c.city;

// where returns the destination of a unit, whose place has that name, and its route over sea.
function where(h: Hands, c: Choice, name: string): string {
  const to = coasts[c.coast ?? '']?.(name) ?? name;
  if (!c.convoy) return to;
  return c.via?.length ? t`${to} by way of ${c.via.map(v => h.area(v)).join(', ')}` : t`${to} by convoy`;
}

function label(h: Hands, c: Choice): string {
  if (travels(c)) return go(c, where(h, c, h.to(c.to ?? '')));
  return c.say.charAt(0).toUpperCase() + c.say.slice(1);
}

// prompt returns a line to type into, with the matching legal orders below it.
function prompt(h: Hands): HTMLElement {
  const list = h.listed();
  const titles = { go: 'Where to?', support: 'Support which unit, and where?', convoy: 'Convoy which army, and where?', convert: 'Convert to what?', '': '' };
  const input = make('input', {
    id: 'act-place', role: 'combobox', 'aria-expanded': 'true', 'aria-controls': 'act-list', 'aria-autocomplete': 'list', 'aria-label': titles[h.prompting],
    autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', placeholder: titles[h.prompting], enterkeyhint: 'done',
  });
  const ul = make('ul', { id: 'act-list', role: 'listbox', 'aria-label': 'Legal orders' });
  let fits = list, at = 0;
  const show = (): void => {
    const asked = input.value.trim().toLowerCase().split(/[\s,]+/).filter(Boolean);
    fits = list.filter(c => asked.every(a => wordsOf(h, c).some(w => w.startsWith(a))));
    at = Math.min(at, Math.max(0, fits.length - 1));
    ul.replaceChildren(...fits.slice(0, 60).map((c, i) => {
      const li = make('li', { role: 'option', id: `act-${i}`, 'data-order': c.text, 'aria-selected': i === at ? 'true' : 'false' }, travels(c) ? where(h, c, h.area(c.to ?? '')) : label(h, c));
      li.addEventListener('click', () => h.apply(c));
      return li;
    }), ...(fits.length ? [] : [make('li', { class: 'no' }, 'No legal order matches that.')]));
    if (fits.length) input.setAttribute('aria-activedescendant', `act-${at}`);
    ul.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  };
  input.addEventListener('input', () => { at = 0; show(); });
  input.addEventListener('keydown', e => {
    if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
      at = Math.max(0, Math.min(fits.length - 1, at + (e.key === 'ArrowDown' ? 1 : -1)));
      show();
    } else if (e.key === 'Enter') {
      const c = fits[at];
      if (c) h.apply(c);
    } else return;
    e.preventDefault();
    e.stopPropagation();
  });
  let key = h.trigger; // a key that is held down is not part of the place
  addEventListener('keyup', () => { key = ''; }, { once: true, capture: true });
  input.addEventListener('beforeinput', e => { if (key && e.data === key) e.preventDefault(); });
  show();
  return make('div', { class: 'prompt' }, input, ul);
}

// wordsOf returns the words by which a choice can be found: those of its sentence, the names in
// its order, and the codes of its places.
function wordsOf(h: Hands, c: Choice): string[] {
  const codes = [c.to, c.of?.split(':').pop()].filter(x => x !== undefined);
  const names = c.text.toLowerCase().split(/[\s,()/-]+/).filter(w => w.length > 2);
  return [...label(h, c).toLowerCase().split(/[\s,()]+/), ...names, ...codes];
}
