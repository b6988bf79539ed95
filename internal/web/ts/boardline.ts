// A summary of an area, in one line.

import type { Area, Table } from './types';
import { t as say } from './words';

const nameOf = (t: Table, id: string | undefined): string => (id ? t.powers.find(p => p.id === id)?.name ?? id : '');

// lineOf describes an area: name, owner, city and value, units, siege, rebellion, famine and
// income.
export function lineOf(t: Table, code: string): string {
  const a = t.areas.find(x => x.code === code);
  if (!a) return '';
  const out: string[] = [];
  const owner = nameOf(t, a.owner);
  out.push(a.name + (a.sea ? '' : ', ' + (owner || say('nobody’s'))));
  if (a.city) out.push(cityOf(t, a));
  for (const u of t.units.filter(x => x.at === code)) {
    out.push(u.whose + (u.dislodged ? ', ' + say('dislodged') : ''));
  }
  if (a.rebellion) out.push(say(a.rebellion === 'both' ? 'rebellion in province and city' : a.rebellion === 'city' ? 'rebellion in the city' : 'rebellion in the province'));
  if (a.famine) out.push(say('famine'));
  if (a.plague) out.push(say('plague'));
  if (t.money && a.income) out.push(say`pays ${a.income + (a.city && !a.city.fortress ? ` + ${a.city.value}` : '')}`);
  return out.join(' · ');
}

function cityOf(t: Table, a: Area): string {
  const c = a.city;
  if (!c) return '';
  let s = c.fortress ? say('fortress') : c.value > 1 ? say`great city worth ${c.value}` : say('city');
  if (c.port) s += ' ' + say('and port');
  if (c.owner && c.owner !== a.owner) s += ` (${nameOf(t, c.owner)})`;
  if (c.besieged) s += ', ' + say('besieged');
  return s;
}
