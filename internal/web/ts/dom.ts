// Small helpers for the page's elements.

import { t } from './words';

// all lists the elements of a selector.
export const all = <E extends Element = HTMLElement>(sel: string, from: ParentNode = document): E[] => [...from.querySelectorAll<E>(sel)];

// one is the first element of a selector, or null.
export const one = <E extends Element = HTMLElement>(sel: string, from: ParentNode = document): E | null => from.querySelector<E>(sel);

// shown are the attributes that people read.
const shown = new Set(['title', 'aria-label', 'placeholder', 'alt']);

type Child = Node | string | null | undefined | false;

// narrow tells whether the page is as narrow as a phone's, where drawings are
// simpler and come nearer.
export const narrow = (): boolean => matchMedia('(max-width: 600px)').matches;

// coloursKey is where a browser keeps that its reader wants colours that the
// colour-blind can tell apart.
const coloursKey = 'podesta-colours';

// plainColours tells whether that is so.
export function plainColours(): boolean {
  try { return localStorage.getItem(coloursKey) === 'safe'; } catch { return false; }
}

// choosePlainColours keeps the choice.
export function choosePlainColours(plain: boolean): void {
  try {
    if (plain) localStorage.setItem(coloursKey, 'safe');
    else localStorage.removeItem(coloursKey);
  } catch { /* it is not kept, then */ }
}

// drawingAt is the address by which a drawing is asked for, or what belongs to one:
// for the width of the page, in the colours that its reader has chosen.
export function drawingAt(address: string): string {
  const more = (narrow() ? '&small=1' : '') + (plainColours() ? '&theme=safe' : '');
  return address + (address.includes('?') ? more : more.replace('&', '?'));
}

// make builds an element; its words are put into the page's language. Attributes that are false are left out, true ones are
// empty; handlers are added by the caller.
export function make<K extends keyof HTMLElementTagNameMap>(tag: K, attrs: Record<string, string | number | boolean | undefined> = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attrs)) {
    if (v !== false && v !== undefined) e.setAttribute(k, v === true ? '' : shown.has(k) ? t(String(v)) : String(v));
  }
  for (const c of children) if (c) e.append(typeof c === 'string' && tag !== 'code' ? t(c) : c);
  return e;
}
