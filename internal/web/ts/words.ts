// The page's texts in its language. The scripts are written in English; what
// they show goes through t, which knows a text or its shape: "{1} of {2}" is
// the shape of "3 of 7". Without a catalogue, on an English page, everything
// stays.

const texts: Record<string, string> = (self as unknown as { podestaWords?: Record<string, string> }).podestaWords ?? {};

interface Shape { text: string; fits: RegExp; gaps: string[]; fixed: number }

const letters = (s: string): number => s.match(/\p{L}/gu)?.length ?? 0;
const plain = (s: string): string => s.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

// A shape with few letters would match too much: its gaps can only be numbers.
const shape = (text: string): Shape => {
  const fixed = letters(text.replace(/\{\d\}/g, ''));
  const any = fixed < 3 ? '(-?\\d+)' : '(.+?)';
  return {
    text, fixed, gaps: text.match(/\{\d\}/g) ?? [],
    fits: new RegExp('^' + text.split(/\{\d\}/).map(plain).join(any) + '$', 's'),
  };
};

let shapes: Shape[] | null = null;
const seen = new Map<string, string>();

function look(text: string): string {
  shapes ??= Object.keys(texts).filter(s => /\{\d\}/.test(s)).map(shape).sort((a, b) => b.fixed - a.fixed);
  for (const s of shapes) {
    const found = s.fits.exec(text);
    if (!found) continue;
    if (!found.slice(1).every(known)) continue; // it has matched a part of another sentence
    const by = new Map(s.gaps.map((g, i) => [g, t(found[i + 1] ?? '')]));
    return (texts[s.text] ?? text).replace(/\{\d\}/g, g => by.get(g) ?? g);
  }
  return text;
}

// A gap is a number, a text or a shape of its own, or a name.
const known = (s: string): boolean =>
  !/\p{L}/u.test(s) || !/\s/.test(s.trim()) || t(s) !== s || s.trim().split(/\s+/).every((w, i) => /^[("'“‘]*[\p{Lu}\d]/u.test(w) || i > 0 && w === 'of');

const english = Object.keys(texts).length === 0;

// t returns a text in the page's language. Surrounding blanks stay.
export function t(text: string): string {
  if (english) return text;
  const bare = text.trim();
  if (!bare) return text;
  let out = texts[bare] ?? seen.get(bare);
  if (out === undefined) {
    out = bare.length > 400 ? bare : look(bare);
    if (seen.size > 5000) seen.clear();
    seen.set(bare, out);
  }
  return out === bare ? text : text.replace(bare, () => out);
}
