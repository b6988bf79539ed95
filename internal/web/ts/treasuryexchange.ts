// Binding exchanges: the lines that are written, and a form for another one.

import type { App } from './app';
import { button, nameOf } from './controls';
import { make } from './dom';
import { named } from './treasurybank';
import * as text from './treasurylines';

// next holds the choices in the form for the next line. It survives the panel, which is redrawn
// after each change.
const next = { partner: '', way: 'give', what: '' };

// exchanges lists the lines of exchanges with the judge's verdict on each, and has a form for
// another one. It is null if the game has no exchanges.
export function exchanges(app: App, power: string, draw: () => void): HTMLElement | null {
  const partners = app.hand(power)?.exchanges ?? [];
  if (!partners.length) return null;
  if (!partners.includes(next.partner)) next.partner = partners[0] ?? '';
  const mine = text.lines(app, power).filter(l => /^exchanges? /i.test(l.text));
  const list = make('ul', { class: 'payees' });
  for (const l of mine) {
    const said = l.ok ? l.notes.map(n => n.say) : [l.error];
    list.append(make('li', {}, make('span', { class: 'who' }, l.text),
      button('Remove', 'plainbutton', 'unexchange-' + l.text, () => text.toggle(app, power, l.text, false, l.text)),
      said.length ? make('small', {}, said.join(' ')) : null));
  }
  return make('section', { class: 'paying', 'aria-label': 'Exchanges' },
    make('details', { class: 'folded', 'data-key': 'exchanges', open: mine.length > 0 }, make('summary', {}, 'Exchanges that cannot be broken'),
      make('p', { class: 'why' }, 'Both of you write the same exchange, each from your own side, and each gives something. It takes place in full or not at all.'),
      list, form(app, power, partners, draw)));
}

// form writes one line: with whom, who gives, and what.
function form(app: App, power: string, partners: string[], draw: () => void): HTMLElement {
  const partner = make('select', { 'data-key': 'exchange-with', 'aria-label': 'Partner of the exchange' });
  for (const x of partners) partner.append(make('option', { value: x, selected: x === next.partner }, nameOf(app, x)));
  partner.addEventListener('change', () => { next.partner = partner.value; });
  const way = make('select', { 'data-key': 'exchange-way', 'aria-label': 'Who gives it' },
    make('option', { value: 'give', selected: next.way === 'give' }, 'you give'), make('option', { value: 'get', selected: next.way === 'get' }, 'you get'));
  way.addEventListener('change', () => { next.way = way.value; });
  const what = make('input', { type: 'text', value: next.what, 'data-key': 'exchange-what', 'aria-label': 'What is exchanged: ducats, a chit, a province or an order', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
  what.addEventListener('input', () => { next.what = what.value; });
  const add = (): void => {
    const thing = what.value.replace(/[;,\n]/g, ' ').trim();
    if (!thing) return what.focus();
    next.what = what.value = '';
    text.exchange(app, power, named(app, partner.value), way.value, thing);
    draw();
  };
  what.addEventListener('keydown', e => {
    if (e.key === 'Enter') {
      e.preventDefault();
      add();
    }
  });
  return make('div', {},
    make('p', { class: 'exchange' }, partner, ' ', way, ' ', what, ' ', button('Add', 'button quiet', 'exchange-add', add)),
    make('p', { class: 'why' }, 'Ducats (12 ducats), a chit (Turkish chit), a province (Ferrara), or an order for a unit (A Verona H).'));
}
