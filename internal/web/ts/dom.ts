// Small helpers for the page's elements.

import { t } from './words';

// all lists the elements that match a selector.
export const all = <E extends Element = HTMLElement>(sel: string, from: ParentNode = document): E[] => [...from.querySelectorAll<E>(sel)];

// one returns the first element that matches a selector, or null.
export const one = <E extends Element = HTMLElement>(sel: string, from: ParentNode = document): E | null => from.querySelector<E>(sel);

// The judge may be reached below a path, such as "/machiavelli". Addresses in pages and in the
// judge's answers begin with it; those in scripts do not.
const prefix = (): string => document.documentElement.dataset.prefix ?? '';

// outer returns an address of the judge, such as "/games", as the browser needs it.
export const outer = (address: string): string => prefix() + address;

// inner returns an address without the prefix, as the judge expects it in a form.
export const inner = (address: string): string => address.slice(prefix().length);

// shown lists the attributes that people read.
const shown = new Set(['title', 'aria-label', 'placeholder', 'alt']);

type Child = Node | string | null | undefined | false;

// narrow reports whether the page is as narrow as on a phone, where drawings
// are simpler and larger.
export const narrow = (): boolean => matchMedia('(max-width: 600px)').matches;

// dark reports whether the page is dark: as the reader has chosen, or else as
// their system is.
export function dark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

// coloursKey is the key under which the browser stores the choice of colours
// for the colour-blind.
const coloursKey = 'podesta-colours';

// plainColours reports whether colours for the colour-blind are chosen.
export function plainColours(): boolean {
  try { return localStorage.getItem(coloursKey) === 'safe'; } catch { return false; }
}

// choosePlainColours stores the choice of colours for the colour-blind.
export function choosePlainColours(plain: boolean): void {
  try {
    if (plain) localStorage.setItem(coloursKey, 'safe');
    else localStorage.removeItem(coloursKey);
  } catch { /* the choice is not stored */ }
}

// drafts holds the prefixes of the keys under which the browser stores unsent text and, to read
// them without a network, the orders that the judge has.
export const drafts = { orders: 'podesta-orders ', letter: 'podesta-letter ', saved: 'podesta-saved ' };

// forgetDrafts removes everything stored under these prefixes.
export function forgetDrafts(): void {
  for (const storage of ['localStorage', 'sessionStorage'] as const) {
    try {
      const store = window[storage];
      for (const key of Object.keys(store)) if (Object.values(drafts).some(d => key.startsWith(d))) store.removeItem(key);
    } catch { /* then nothing is stored either */ }
  }
}

// drawingAt returns the address of a drawing, or of its parts, for the width of
// the page and the reader's colours.
export function drawingAt(address: string): string {
  const more = (narrow() ? '&small=1' : '') + (plainColours() ? '&theme=safe' : '');
  return address + (address.includes('?') ? more : more.replace('&', '?'));
}

// themedAt is drawingAt in the page's theme.
export const themedAt = (address: string): string => drawingAt(address + (!plainColours() && dark() ? '&theme=dark' : ''));

// make creates an element. Its texts are translated into the page's language.
// Attributes that are false are omitted, true ones are empty; the caller adds
// handlers.
export function make<K extends keyof HTMLElementTagNameMap>(tag: K, attrs: Record<string, string | number | boolean | undefined> = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attrs)) {
    if (v !== false && v !== undefined) e.setAttribute(k, v === true ? '' : shown.has(k) ? t(String(v)) : String(v));
  }
  for (const c of children) if (c) e.append(typeof c === 'string' && tag !== 'code' ? t(c) : c);
  return e;
}
