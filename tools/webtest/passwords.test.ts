// Tests of the strength of a new password.

import { strength, verdict } from '../../internal/web/ts/passwords';
import { equal, test } from './testing';

test('sequences and repetitions count once', () => {
  equal(strength(''), 0);
  equal(strength('a'), 1);
  equal(strength('aaaaaaaa'), 1);
  equal(strength('abcdefgh'), 1);
  equal(strength('87654321'), 1);
  equal(strength('qwertyuiop'), 1);
  equal(strength('xkxkxkxk'), 3);
  equal(strength('Montefeltro'), 7);
});

test('a verdict says what is missing', () => {
  equal(verdict(''), [0, '']);
  equal(verdict('condottiere'), [1, 'Too short: one character is missing']);
  equal(verdict('doge'), [1, 'Too short: 8 characters are missing']);
  equal(verdict('aaaaaaaaaaaaaaaa')[0], 1);
  equal(verdict('qwertyuiop1234567890')[0], 1);
  equal(verdict('doge lion boat')[0], 2);
  equal(verdict('doge lion boat nail')[0], 3);
  equal(verdict('correct horse battery staple')[0], 4);
});

test('characters outside the basic plane count as one', () => {
  equal(verdict('😀')[1], 'Too short: 11 characters are missing');
});
