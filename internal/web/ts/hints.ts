// The texts of the line below the map while orders are written: what to do next, and the
// meaning of the marks on the map. It does not access the page; orderhint.ts draws it.

import type { Choice, Table } from './types';
import { t } from './words';

// Part is text, or one of the marks on the map.
export type Part = string | { mark: 'area' | 'ring' };

// Doing describes the progress of the orders.
export interface Doing {
  step: Table['step'];
  winter: 'paid' | 'counted' | null; // how units are counted in adjustments
  touch: boolean; // whether the player uses a finger
  units: boolean; // there are units to give orders to
  left: number; // number of units without an order
  ready: boolean;
  mode: string; // mode of the page: process, sandbox, lesson, ready
  ordering: null | { which: boolean; of: string; kind: '' | 'support' | 'convoy'; offered: Choice[] }; // null, or the order being given. of is the name of the unit that is supported or convoyed
}

const area: Part = { mark: 'area' }, ring: Part = { mark: 'ring' };

// button returns the label of the button that finishes the orders.
const button = (mode: string): string => ({ process: 'Resolve', sandbox: 'Resolve', lesson: 'Resolve' })[mode] ?? 'Ready';

export function hint(d: Doing): Part[] {
  const click = d.touch ? 'Tap' : 'Click';
  if (d.step === 'adjustments' && d.winter) {
    return [d.winter === 'paid' ? t`${click} a city to build there, a unit to keep or dismiss it.` : t`${click} a city to build there.`];
  }
  if (d.step !== 'orders' && d.step !== 'retreats') return [];
  const o = d.ordering;
  if (!o) {
    if (d.units && !d.left && !d.ready) return [t`All units have orders. ${click} one to change it, or press ${button(d.mode)}.`];
    return d.units ? [t`${click} one of your units, here or in the list, to order it.`] : [];
  }
  if (o.which) return ['Choose which one you mean.'];
  if (o.of) return [area, t`${click} the destination of ${o.of}.`];
  if (o.kind === 'support') return [ring, t`${click} the unit to support.`];
  if (o.kind === 'convoy') return [ring, t`${click} the army to convoy.`];
  const out: Part[] = [];
  if (o.offered.some(c => c.to && ['advance', 'retreat', 'transfer'].includes(c.kind))) out.push(area, 'where it can go');
  const supports = o.offered.some(c => c.kind === 'support');
  if (supports) out.push(out.length ? ', ' : '', ring, 'what it can support');
  if (o.offered.some(c => c.kind === 'convoy')) {
    if (supports) out.push(' or convoy');
    else out.push(out.length ? ', ' : '', ring, 'what it can convoy');
  }
  return out.length ? [d.touch ? 'Tap:' : 'Click:', ' ', ...out] : [];
}
