// Support for password fields: a button that shows what is typed and, for a new password, a
// meter of its strength.

import { all, make } from './dom';
import { t } from './words';

const least = 12; // least number of characters, as in the judge
const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'qwertzuiop', 'asdfghjkl', 'zxcvbnm', 'azertyuiop'];

// follows reports whether two characters are the same, or neighbours in the
// alphabet, among the digits or on a keyboard.
const follows = (a: string, b: string): boolean => a === b || rows.some(row => row.includes(a + b) || row.includes(b + a));

// strength returns how many characters of a password are hard to guess: those
// that do not follow from the ones before.
export function strength(password: string): number {
  const chars = [...password.toLowerCase()];
  const seen = new Set<string>();
  let n = 0;
  chars.forEach((c, i) => {
    const before = chars[i - 1] ?? '';
    const pair = before + c;
    if (i && follows(before, c) || i && seen.has(pair)) return;
    if (i) seen.add(pair);
    n++;
  });
  return n;
}

// verdict returns the level of a password from 0 to 4, and what to say about it.
export function verdict(password: string): [number, string] {
  const missing = least - [...password].length, n = strength(password);
  if (!password) return [0, ''];
  if (missing > 0) return [1, missing === 1 ? t('Too short: one character is missing') : t`Too short: ${missing} characters are missing`];
  if (n < least * 2 / 3) return [1, t('Easy to guess: it repeats itself or follows the keyboard')];
  if (n < 14) return [2, t('Fair: another word makes it much stronger')];
  return n < 18 ? [3, t('Strong')] : [4, t('Very strong')];
}

// dressPasswords adds buttons and meters to the password fields of the page.
export function dressPasswords(): void {
  for (const input of all<HTMLInputElement>('input[type=password]:not([data-dressed])')) {
    input.dataset.dressed = '';
    const show = make('button', { type: 'button', class: 'plainbutton', 'aria-pressed': 'false', 'aria-controls': input.id }, 'Show');
    show.addEventListener('click', () => {
      const on = input.type === 'password';
      input.type = on ? 'text' : 'password';
      show.setAttribute('aria-pressed', String(on));
      show.textContent = t(on ? 'Hide' : 'Show');
      input.focus();
    });
    input.form?.addEventListener('submit', () => { input.type = 'password'; }); // so that browsers offer to store it as a password, and not as text
    input.after(' ', show);
    if (input.autocomplete === 'new-password' && input.name === 'password') meter(input, show);
  }
}

// meter shows the strength of a password below its field.
function meter(input: HTMLInputElement, after: HTMLElement): void {
  const bar = make('meter', { min: '0', max: '4', low: '2', high: '3', optimum: '4', 'aria-hidden': 'true' });
  const said = make('span', { role: 'status' });
  const line = make('small', { class: 'strength', hidden: true }, bar, ' ', said);
  after.after(line);
  input.addEventListener('input', () => {
    const [level, text] = verdict(input.value);
    line.hidden = !level;
    bar.value = level;
    if (said.textContent !== text) said.textContent = text;
  });
}
