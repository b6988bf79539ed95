// The search on the documentation's site. It works like Search in package handbook, which the
// judge uses.

export interface Section { page: string; title: string; address: string; text: string }
export interface Hit { section: Section; excerpt: string }

const most = 50;
const around = 90;

// search returns the sections that contain all words, those with the most words
// in their headings first. The title of the page counts as part of each section.
export function search(sections: Section[], words: string): Hit[] {
  const wanted = words.toLowerCase().split(/\s+/).filter((w) => w !== '');
  if (wanted.length === 0) return [];
  const found: { hit: Hit; rank: number }[] = [];
  for (const section of sections) {
    const title = section.title.toLowerCase(), text = section.text.toLowerCase(), page = section.page.toLowerCase();
    if (!wanted.every((w) => title.includes(w) || text.includes(w) || page.includes(w))) continue;
    const rank = wanted.filter((w) => title.includes(w)).length;
    found.push({ hit: { section, excerpt: excerpt(section.text, wanted) }, rank });
  }
  return found.sort((a, b) => b.rank - a.rank).slice(0, most).map((f) => f.hit);
}

// excerpt returns the text around the first of the words that occurs in it.
function excerpt(text: string, words: string[]): string {
  const lower = text.toLowerCase();
  const at = words.map((w) => lower.indexOf(w)).find((i) => i >= 0) ?? 0;
  let from = at - around, to = at + around;
  if (from > 0) {
    const blank = text.indexOf(' ', from);
    if (blank >= 0 && blank < at) from = blank + 1;
  } else from = 0;
  if (to < text.length) {
    const blank = text.lastIndexOf(' ', to);
    if (blank > at) to = blank;
  } else to = text.length;
  return (from > 0 ? '… ' : '') + text.slice(from, to) + (to < text.length ? ' …' : '');
}
