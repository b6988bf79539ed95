// The boxes in which orders are typed. They are hidden behind a button until someone has typed
// in one of them in this browser.

import { all, one } from './dom';

const key = 'podesta-typed';

const used = (): boolean => {
  try { return localStorage.getItem(key) === '1'; } catch { return false; }
};

// mountTyping makes the buttons show the boxes of a form.
export function mountTyping(form: HTMLFormElement): void {
  form.classList.toggle('typing', used());
  for (const b of all('[data-totype]', form)) {
    b.addEventListener('click', () => {
      form.classList.add('typing');
      one<HTMLTextAreaElement>('textarea', b.closest('.box') ?? form)?.focus();
    });
  }
  form.addEventListener('input', e => {
    if (!e.isTrusted || !(e.target instanceof HTMLTextAreaElement)) return;
    form.classList.add('typing');
    try { localStorage.setItem(key, '1'); } catch { /* then the choice is only for this page */ }
  });
}
