// Small controls that several panels use.

import type { App } from './app';
import { all, make, one, outer } from './dom';
import { t } from './words';

// button returns a button with a handler. key identifies it, so that it keeps the focus when
// its panel is redrawn.
export function button(label: string, cls: string, key: string, do_: () => void, title = ''): HTMLButtonElement {
  const b = make('button', { type: 'button', class: cls, 'data-key': key, ...(title ? { 'aria-label': title, title } : {}) }, label);
  b.addEventListener('click', do_);
  return b;
}

// Steps is a number that can be increased and decreased.
export interface Steps {
  value: number;
  least: number;
  most?: number | undefined;
  step: number;
  label: string;
  key: string;
  bad?: boolean;
  set(value: number): void;
}

// stepper returns a number with a button on either side. Typed values are
// rounded to a valid step.
export function stepper(s: Steps): HTMLElement {
  let now = s.value; // what is typed counts even before it is drawn
  const put = (n: number): void => {
    if (!Number.isFinite(n)) n = s.least;
    n = Math.ceil(n / s.step) * s.step;
    n = Math.max(n, s.least);
    if (s.most !== undefined) n = Math.min(n, Math.max(s.most, s.least));
    input.value = String(n);
    if (n === now) return;
    now = n;
    s.set(n);
  };
  const input = make('input', {
    type: 'number', inputmode: 'numeric', value: s.value, min: s.least, step: s.step, max: s.most, 'aria-label': s.label, 'data-key': s.key,
    'aria-invalid': s.bad ? 'true' : undefined,
  });
  input.addEventListener('change', () => put(Number(input.value)));
  const less = button('−', 'stepby', s.key + ' less', () => put(now - s.step), t`${s.label}: ${s.step} less`);
  const more = button('+', 'stepby', s.key + ' more', () => put(now + s.step), t`${s.label}: ${s.step} more`);
  less.disabled = s.value <= s.least;
  more.disabled = s.most !== undefined && s.value >= s.most;
  return make('span', { class: s.bad ? 'stepper bad' : 'stepper' }, less, input, more);
}

// redraw replaces the content of an element and restores the focus by key; next is the key of
// the control that gets the focus if the old one no longer exists. Text being typed into a
// field is kept.
export function redraw(at: HTMLElement, what: Node[], next = ''): void {
  const focus = document.activeElement;
  const had = at.contains(focus) ? ((focus as HTMLElement).dataset.key ?? '') : '';
  const typed = had && focus instanceof HTMLInputElement && focus.value !== focus.defaultValue ? focus : null;
  const open = new Set(all<HTMLDetailsElement>('details[open][data-key]', at).map(d => d.dataset.key));
  at.replaceChildren(...what);
  for (const d of all<HTMLDetailsElement>('details[data-key]', at)) if (open.has(d.dataset.key)) d.open = true;
  if (!had && !next) return;
  const find = (key: string): HTMLElement | undefined => (key ? all('[data-key]', at).find(e => e.dataset.key === key && !(e as HTMLButtonElement).disabled) : undefined);
  const to = find(next) ?? find(had) ?? find(had.replace(/ (less|more)$/, ''));
  to?.focus({ preventScroll: true });
  if (typed && to instanceof HTMLInputElement && to.dataset.key === had && to.defaultValue === typed.defaultValue) {
    to.value = typed.value;
    to.addEventListener('blur', () => { if (to.isConnected) to.dispatchEvent(new Event('change')); }, { once: true }); // browsers fire no event for a value set by a script
  }
}

// badge returns the shield of a power as on the page, or its letter.
export function badge(app: App, id: string | undefined): Node | null {
  const p = app.table.powers.find(p => p.id === id);
  if (!p) return null;
  const svg = one(`[data-showpower="${p.id}"]`, app.root)?.parentElement?.querySelector('.badge') ?? one(`[data-box="${p.id}"] .badge`, app.root);
  if (svg) return svg.cloneNode(true);
  const mark = make('b', { class: 'mark', title: p.name }, p.letter);
  mark.style.borderColor = p.colour;
  return mark;
}

// nameOf returns a power's name; "the bank" for the bank.
export const nameOf = (app: App, id: string): string => (id === 'bank' ? t('the bank') : (app.table.powers.find(p => p.id === id)?.name ?? id));

// ducats returns a sum in words.
export const ducats = (n: number): string => (n === 1 ? t('1 ducat') : t`${n} ducats`);

// rules returns links to the rules of this game.
export function rules(app: App, ids: string[] | undefined): HTMLElement | null {
  if (!ids?.length) return null;
  const at = app.root.dataset.rules ?? (app.table.game ? app.base + '/rules' : outer('/rules'));
  const span = make('span', { class: 'ruleids' });
  for (const id of new Set(ids)) span.append(make('a', { href: `${at}#${id}`, target: '_blank', title: t`Rule ${id}` }, id), ' ');
  return span;
}
