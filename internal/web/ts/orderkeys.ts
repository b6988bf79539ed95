// The keys for orders: j and k select units, letters choose the kinds of
// orders.

import { going, type Hands } from './orders';

// handKeys handles the page's keys.
export function handKeys(h: Hands): void {
  document.addEventListener('keydown', e => key(h, e), { signal: h.app.signal });
}

function key(h: Hands, e: KeyboardEvent): void {
  const t = e.target as Element;
  if (t.closest('input, textarea, select, [contenteditable]')) return;
  if ((e.ctrlKey || e.metaKey) && !e.shiftKey && e.key.toLowerCase() === 'z') {
    if (h.texts.undo()) e.preventDefault();
    return;
  }
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  const step = h.app.table.step;
  if (step !== 'orders' && step !== 'retreats') return;
  if (letter(h, e.key.toLowerCase(), t)) e.preventDefault();
}

function letter(h: Hands, key: string, t: Element): boolean {
  if (key === 'j' || key === 'k') {
    if (h.app.board?.away) h.app.open('orders');
    h.next(key === 'j' ? 1 : -1);
    return true;
  }
  const m = h.mode;
  if (!m) return false;
  if (key === 'enter' && m.of && !t.closest('button, a')) {
    const c = h.asOrdered(m.of) ?? h.offered().find(x => h.stays(x, m.of));
    if (c) h.apply(c);
    return !!c;
  }
  const all = h.choices(m.unit);
  const kinds: Record<string, string> = { h: 'hold', b: 'besiege', l: 'lift', d: 'disband' };
  const kind = kinds[key];
  if (kind) {
    const c = all.find(x => x.kind === kind);
    if (c) h.apply(c);
    else h.explain(kind);
    return !!c;
  }
  const prompts: Record<string, [Hands['prompting'], string[]]> = { m: ['go', going], s: ['support', ['support']], c: ['convoy', ['convoy']], v: ['convert', ['convert']] };
  const p = prompts[key];
  if (p) {
    const list = all.filter(c => p[1].includes(c.kind));
    if (!list.length) {
      h.explain(p[1][0] ?? '');
      return false;
    }
    if (list.length === 1 && list[0] && p[0] === 'convert') h.apply(list[0]);
    else h.prompt(p[0], key);
    return true;
  }
  if (key === 'x' || key === 'delete' || key === 'backspace') {
    h.clear(m.unit);
    return true;
  }
  return false;
}
