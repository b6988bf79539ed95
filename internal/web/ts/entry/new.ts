// The form for a new game: a search for rules. The form works without it.

import { t } from '../words';

/** Makes the search field for rules work. */
function find(form: HTMLFormElement): void {
  const box = form.querySelector<HTMLElement>('[data-find]');
  const field = box?.querySelector<HTMLInputElement>('input');
  const told = box?.querySelector<HTMLElement>('[data-found]');
  if (!box || !field) return;
  box.hidden = false;
  const all = [...form.querySelectorAll<HTMLElement>('[data-option]')].map(row => ({ row, text: (row.textContent ?? '').toLowerCase() }));
  const groups = [...new Set(all.map(o => o.row.closest<HTMLElement>('fieldset')))];
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let n = 0;
    for (const o of all) {
      const fits = words.every(w => o.text.includes(w));
      o.row.hidden = !fits;
      if (fits) n++;
    }
    for (const g of groups) if (g) g.hidden = !g.querySelector('[data-option]:not([hidden])');
    if (told) told.textContent = words.length === 0 ? '' : t(n === 1 ? '1 rule' : t`${n} rules`);
  });
  // Enter must not send the form while the visitor searches for a rule.
  field.addEventListener('keydown', e => { if (e.key === 'Enter') e.preventDefault(); });
}

const form = document.querySelector<HTMLFormElement>('.create form');
if (form) find(form);
