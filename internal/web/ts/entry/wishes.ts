// Preferences for powers: the visitor clicks the powers in the order of preference. The field
// for their letters, which is all that the page has without this file, is hidden and always
// contains the same preferences.

import { all, make, one } from '../dom';
import { t } from '../words';

// read returns the groups of a list of letters, the best first; the powers of a group are
// equally welcome. It ignores other letters, which the judge reports.
function read(text: string, known: ReadonlySet<string>): string[][] {
  const groups: string[][] = [];
  const used = new Set<string>();
  let open: string[] | null = null;
  for (const c of text.toUpperCase()) {
    if (c === '[' || c === '(') groups.push(open = []);
    else if (c === ']' || c === ')') open = null;
    else if (known.has(c) && !used.has(c)) {
      used.add(c);
      if (open) open.push(c);
      else groups.push([c]);
    }
  }
  return groups.filter(g => g.length > 0);
}

const write = (groups: string[][]): string => groups.map(g => (g.length > 1 ? `[${g.join('')}]` : g.join(''))).join('');

function mount(list: HTMLElement, field: HTMLInputElement): void {
  const picks = new Map<string, HTMLElement>();
  const told = make('p', { class: 'small', role: 'status' });
  const box = make('div', { class: 'wishpicks', role: 'group', 'aria-label': 'Powers that you would like' });
  for (const e of all('[data-letter]', list)) {
    const place = make('span', { class: 'place' });
    const b = make('button', { type: 'button', 'data-letter': e.dataset.letter ?? '' }, place);
    b.append(...e.childNodes);
    picks.set(e.dataset.letter ?? '', b);
    box.append(b);
  }
  const powers = new Set([...picks.keys()].filter(l => l !== '*'));
  const groups = (): string[][] => read(field.value, powers);
  const show = (): void => {
    const now = groups();
    const random = field.value.trim() === '*';
    for (const [letter, b] of picks) {
      const at = now.findIndex(g => g.includes(letter)) + 1;
      const on = at > 0 || letter === '*' && random;
      b.setAttribute('aria-pressed', String(on));
      const place = one('.place', b);
      if (place) place.textContent = at ? String(at) : '';
    }
    told.textContent = t(random ? 'You get a power at random.'
      : !now.length ? 'You have no wish: any power will do.'
        : now.length + 1 >= powers.size ? 'Click a power again to remove it from your wishes.' : 'Continue with the next best, or stop here. Click a power again to remove it from your wishes.');
  };
  box.addEventListener('click', e => {
    const letter = (e.target as Element).closest<HTMLElement>('[data-letter]')?.dataset.letter;
    if (!letter) return;
    const now = groups();
    const without = now.map(g => g.filter(l => l !== letter)).filter(g => g.length > 0);
    if (letter === '*') field.value = field.value.trim() === '*' ? '' : '*';
    else field.value = write(now.some(g => g.includes(letter)) ? without : [...now, [letter]]);
    show();
  });
  field.closest<HTMLElement>('.row')?.toggleAttribute('hidden', true);
  list.replaceWith(make('p', { class: 'wishhow' }, 'Rank the powers, favourite first.'), box, told);
  show();
}

const list = one('[data-powers]');
const field = one<HTMLInputElement>('#wishes');
if (list && field) mount(list, field);
