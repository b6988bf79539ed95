// The page's texts in its language. The scripts are written in English, and what they show goes
// through t. Without a catalogue, on an English page, every text stays as it is.

const texts: Record<string, string> = (self as unknown as { podestaWords?: Record<string, string> }).podestaWords ?? {};

// t returns a text in the page's language; spaces around it stay. With slots it is written as a
// template: t`${n} of ${all}` is the text "{1} of {2}". A slot whose content is a text itself
// is translated, too.
export function t(text: string | TemplateStringsArray, ...gaps: unknown[]): string {
  if (typeof text === 'string') return said(text);
  const pattern = text.reduce((all, part, i) => all + '{' + i + '}' + part);
  return said(pattern).replace(/\{(\d+)\}/g, (_, n: string) => said(String(gaps[Number(n) - 1] ?? '')));
}

function said(text: string): string {
  const bare = text.trim(), found = texts[bare];
  return found === undefined ? text : text.replace(bare, () => found);
}
