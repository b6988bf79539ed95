// The search page of the documentation's site. The index is another script, because a page
// opened from a file cannot fetch one.

import { type Section, search } from '../docsearch';

const sections = (self as unknown as { podestaDocs: Section[] }).podestaDocs;
const field = document.querySelector<HTMLInputElement>('#find');
const count = document.querySelector<HTMLElement>('[data-found]');
const list = document.querySelector<HTMLElement>('[data-hits]');

function show(words: string): void {
  if (!count || !list) return;
  const hits = search(sections, words);
  const { ask, none, some } = count.dataset; // the texts of the page
  count.textContent = (words.trim() === '' ? ask : hits.length === 0 ? none : `${some} ${hits.length}`) ?? '';
  list.replaceChildren(...hits.map(({ section, excerpt }) => {
    const link = document.createElement('a');
    link.href = section.address;
    link.textContent = section.title && section.title !== section.page ? section.page + ': ' + section.title : section.page;
    const item = document.createElement('li'), text = document.createElement('p');
    text.textContent = excerpt;
    item.append(link, text);
    return item;
  }));
}

if (field) {
  field.value = new URLSearchParams(location.search).get('q') ?? '';
  show(field.value);
  field.addEventListener('input', () => show(field.value));
}
