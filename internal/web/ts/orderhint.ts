// The line below the map while orders are written.

import { make } from './dom';
import { hint, type Doing } from './hints';
import { owing } from './orderlist';
import type { Hands } from './orders';

const touch = matchMedia('(pointer: coarse)');

// hintOf describes what can be done next.
export function hintOf(h: Hands): (string | Node)[] {
  const mark = (kind: 'area' | 'ring'): Node => {
    const sign = make('i', { class: 'key', 'aria-hidden': 'true' });
    sign.classList.toggle('ring', kind === 'ring');
    return sign;
  };
  return hint(doing(h)).map(p => (typeof p === 'string' ? p : mark(p.mark)));
}

function doing(h: Hands): Doing {
  const hands = h.app.table.hands, m = h.mode;
  const winter = hands.filter(x => x.winter);
  return {
    step: h.app.table.step,
    winter: !winter.length ? null : winter.some(x => x.winter?.paid) ? 'paid' : 'counted',
    touch: touch.matches,
    units: hands.some(x => x.units.length > 0),
    left: h.texts.powers.reduce((n, p) => n + owing(h, p), 0),
    ready: h.saver.ready,
    mode: h.app.root.dataset.mode ?? '',
    ordering: m && { which: m.asks.length > 0 || !!m.either, of: m.of ? h.unit(m.of)?.name ?? '' : '', kind: m.kind, offered: h.offered() },
  };
}
