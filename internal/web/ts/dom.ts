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
