// Tests of the search of the documentation's site.

import { type Section, search } from '../../internal/web/ts/docsearch';
import { equal, test } from './testing';

const long = 'word '.repeat(60);
const sections: Section[] = [
  { page: 'For players', title: 'For players', address: 'players.html', text: 'How a siege is played.' },
  { page: 'For players', title: 'Sieges', address: 'players.html#sieges', text: long + 'A garrison starves. ' + long },
  { page: 'For operators', title: 'Backup', address: 'operators.html#backup', text: 'A copy every night.' },
];

const found = (words: string): string[] => search(sections, words).map((h) => h.section.address);

test('all words, in any case, as parts of words', () => {
  equal(found('COPY nigh'), ['operators.html#backup']);
  equal(found('copy siege'), []);
});

test('headings first', () => equal(found('siege'), ['players.html#sieges', 'players.html']));

test('the title of the page counts', () => equal(found('operators copy'), ['operators.html#backup']));

test('no words find nothing', () => equal(found('  '), []));

test('the excerpt is about the word', () => {
  const [hit] = search(sections, 'starves');
  const text = hit!.excerpt;
  equal(text.includes('A garrison starves.') && text.startsWith('… word') && text.endsWith('word …') && text.length < 200, true, text);
  equal(search(sections, 'night')[0]!.excerpt, 'A copy every night.');
});
