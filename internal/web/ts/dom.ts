// Small helpers for the page's elements.

// all lists the elements of a selector.
export const all = <E extends Element = HTMLElement>(sel: string, from: ParentNode = document): E[] => [...from.querySelectorAll<E>(sel)];

// one is the first element of a selector, or null.
export const one = <E extends Element = HTMLElement>(sel: string, from: ParentNode = document): E | null => from.querySelector<E>(sel);

type Child = Node | string | null | undefined | false;

// make builds an element. Attributes that are false are left out, true ones are
// empty; handlers are added by the caller.
export function make<K extends keyof HTMLElementTagNameMap>(tag: K, attrs: Record<string, string | number | boolean | undefined> = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attrs)) {
    if (v !== false && v !== undefined) e.setAttribute(k, v === true ? '' : String(v));
  }
  for (const c of children) if (c) e.append(c);
  return e;
}
