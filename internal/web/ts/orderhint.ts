// The line at the map while orders are written: what to do next, and what the
// marks on the map mean.

import { make } from './dom';
import { owing } from './orderlist';
import type { Hands } from './orders';

const touch = matchMedia('(pointer: coarse)');

// hintOf tells what can be done now.
export function hintOf(h: Hands): (string | Node)[] {
  const click = touch.matches ? 'Tap' : 'Click';
  const step = h.app.table.step;
  if (step === 'adjustments' && h.app.table.hands.some(x => x.winter)) {
    const paid = h.app.table.hands.some(x => x.winter?.paid);
    return [paid ? `${click} a city to build there, a unit to keep or dismiss it.` : `${click} a city to build there.`];
  }
  if (step !== 'orders' && step !== 'retreats') return [];
  const m = h.mode;
  if (!m) {
    const any = h.app.table.hands.some(x => x.units.length > 0);
    const left = h.texts.powers.reduce((n, p) => n + owing(h, p), 0);
    if (any && !left && !h.saver.ready) return [`All units have orders. ${click} one to change it, or press ${{ process: 'Process', sandbox: 'Carry out', lesson: 'Carry out' }[h.app.root.dataset.mode ?? ''] ?? 'Ready'}.`];
    return any ? [`${click} one of your units, here or in the list, to order it.`] : [];
  }
  const area = make('i', { class: 'key', 'aria-hidden': 'true' }), ring = make('i', { class: 'key ring', 'aria-hidden': 'true' });
  if (m.asks.length || m.either) return ['Choose which one you mean.'];
  if (m.of) return [area, `${click} the destination of ${h.unit(m.of)?.name}.`];
  if (m.kind === 'support') return [ring, `${click} the unit to support.`];
  if (m.kind === 'convoy') return [ring, `${click} the army to carry.`];
  const all = h.offered(), out: (string | Node)[] = [];
  if (all.some(c => c.to && ['advance', 'retreat', 'transfer'].includes(c.kind))) out.push(area, 'where it can go');
  if (all.some(c => c.kind === 'support')) out.push(out.length ? ', ' : '', ring, 'whom it can support');
  if (all.some(c => c.kind === 'convoy')) {
    if (out.includes(ring)) out.push(' or carry');
    else out.push(out.length ? ', ' : '', ring, 'whom it can carry');
  }
  return out.length ? [`${click}: `, ...out] : [];
}
