// Tests of the translation of the scripts' texts: scripts_test.go sets the
// catalogue.

import { t } from '../../internal/web/ts/words';
import { equal, test } from './testing';

test('a text, with the blanks around it', () => {
  equal(t(' army '), ' esercito ');
  equal(t('fleet'), 'fleet');
});

test('gaps take the places that the translation gives them', () => {
  equal(t`${3} of ${7}`, 'di 7, 3');
  equal(t`${'Pavia'} falls`, 'Pavia falls');
});

test('a gap that is a text is translated, a name is not searched for texts', () => {
  equal(t`${'army'} of ${'the army of 3 of 7'}`, 'di the army of 3 of 7, esercito');
});

test('a gap may look like a gap', () => {
  equal(t`${'{2}'} of ${'x'}`, 'di x, {2}');
});
