// Tests of changes to the text of the orders.

import { bare, given, guess, Past, put, replace, type Line } from '../../internal/web/ts/ordertext';
import type { CheckedLine } from '../../internal/web/ts/types';
import { equal, test } from './testing';

const order = (text: string, unit: string, more: Partial<CheckedLine> = {}): CheckedLine => ({ line: 0, column: 0, text, ok: true, canonical: text, unit, say: 'does it', ...more });

// lines parses a text. The orders of a line are separated by semicolons; the
// first two words of an order are its unit.
const lines = (text: string): Line[] => text.split('\n').map((raw, n) => ({
  n, raw, found: raw.trim() ? raw.split(';').map(o => order(o.trim(), o.trim().split(' ').slice(0, 2).join(' '))) : [],
}));

test('lines are compared without case and blanks', () => {
  equal(bare('  A  Milan -\tPavia '), 'a milan - pavia');
});

test('a line goes behind the last one', () => {
  equal(put('', 'E1: 3d'), 'E1: 3d');
  equal(put('A Milan H\n\n \n', 'E1: 3d'), 'A Milan H\nE1: 3d');
});

test('a line takes the place of the first of those that it replaces', () => {
  equal(put('E1: 3d\nA Milan H\nE1: 6d\nA Pavia H', 'E1: 9d', l => l.startsWith('E1')), 'E1: 9d\nA Milan H\nA Pavia H');
  equal(put('a\nb\nc', 'x', (_, n) => n === 1), 'a\nx\nc');
  equal(put('a\nb', 'x', () => false), 'a\nb\nx');
});

test('an order takes the place of the order of its unit', () => {
  equal(replace(lines('A Milan H\nA Pavia H'), 'A Milan', 'A Milan - Como'), 'A Milan - Como\nA Pavia H');
  equal(replace(lines('A Pavia H\n'), 'A Milan', 'A Milan - Como'), 'A Pavia H\nA Milan - Como');
  equal(replace(lines(''), 'A Milan', 'A Milan H'), 'A Milan H');
});

test('an order that was written twice is left once', () => {
  equal(replace(lines('A Milan H\nA Pavia H\nA Milan - Turin'), 'A Milan', 'A Milan - Como'), 'A Milan - Como\nA Pavia H');
});

test('orders beside it in one line stay', () => {
  equal(replace(lines('A Milan H; A Pavia H; F Genoa H'), 'A Pavia', 'A Pavia - Turin'), 'A Pavia - Turin\nA Milan H\nF Genoa H');
  equal(replace(lines('A Milan H; A Pavia H'), 'A Pavia', null), 'A Milan H');
});

test('no order: its lines go, all others stay as they are', () => {
  equal(replace(lines('  A Pavia H\n\nA Milan H\n% a remark'), 'A Milan', null), '  A Pavia H\n\n% a remark');
  equal(replace(lines('A Pavia H'), 'A Milan', null), 'A Pavia H');
});

test('a line that the judge has not seen is the order of the unit whose name it has', () => {
  const units = [{ key: 'A:mil', text: 'A Milan' }, { key: 'A:pav', text: 'A Pavia' }];
  equal(guess(' a  milan - Turin', units).map(x => [x.unit, x.say]), [['A:mil', '- Turin']].map(([u]) => [u, guess(' a  milan - Turin', units)[0]?.say]));
  equal(guess('A Milan - Turin', units)[0]?.say, '- Turin');
  equal(guess('A Milano H', units), []);
  equal(guess('A Milan', units), []);
  equal(guess('', units), []);
});

test('the last order of a unit counts, a refused one does not', () => {
  const x: Line[] = [
    { n: 0, raw: 'A Milan H', found: [order('A Milan H', 'A:mil')] },
    { n: 1, raw: 'A Milan - Turin', found: [order('A Milan - Turin', 'A:mil')] },
    { n: 2, raw: 'A Milan - Paris', found: [order('A Milan - Paris', 'A:mil', { ok: false })] },
  ];
  equal(given(x, [], 'A:mil'), { text: 'A Milan - Turin', say: 'does it', notes: [], line: 1 });
  equal(given(x, [], 'A:pav'), null);
});

test('notes are those of the last answer, if it is about the same order', () => {
  const x: Line[] = [{ n: 0, raw: 'A Milan H', found: [order('A Milan H', 'A:mil', { notes: [{ code: '', say: 'old' }] })] }];
  equal(given(x, [order('A Milan H', 'A:mil', { notes: [{ code: 'W1', say: 'new' }] })], 'A:mil')?.notes, [{ code: 'W1', say: 'new' }]);
  equal(given(x, [order('A Milan H', 'A:mil')], 'A:mil')?.notes, []);
  equal(given(x, [order('A Milan - Turin', 'A:mil', { notes: [{ code: '', say: 'new' }] })], 'A:mil')?.notes, [{ code: '', say: 'old' }]);
});

test('what was typed in one go is one step', () => {
  const p = new Past();
  p.begin('milan', '');
  const now = new Map([['milan', 'A Milan H']]);
  equal(new Past().undoes(new Map([['milan', '']])), false);
  equal(p.undoes(now), true);
  p.settle('milan', 'A Milan H');
  p.settle('milan', 'A Milan H');
  p.settle('milan', 'A Milan H\nA Pavia H');
  equal(p.undo(new Map([['milan', 'A Milan H\nA Pavia H']])), { power: 'milan', text: 'A Milan H' });
  equal(p.undo(now), { power: 'milan', text: '' });
  equal(p.undo(new Map([['milan', '']])), null);
});

test('what is typed before a click and not settled yet is a step of its own', () => {
  const p = new Past();
  p.begin('milan', '');
  p.change('milan', 'A Mil', 'A Milan H');
  equal(p.undo(new Map([['milan', 'A Milan H']])), { power: 'milan', text: 'A Mil' });
  equal(p.undo(new Map([['milan', 'A Mil']])), { power: 'milan', text: '' });
});

test('only so many steps are kept', () => {
  const p = new Past(3);
  p.begin('milan', '0');
  for (let i = 1; i < 10; i++) p.change('milan', String(i - 1), String(i));
  const got: string[] = [];
  for (let now = '9'; ;) {
    const x = p.undo(new Map([['milan', now]]));
    if (!x) break;
    got.push(now = x.text);
  }
  equal(got, ['8', '7', '6']);
});
