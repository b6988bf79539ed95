// What is to be known of an area, in one line.

import type { Area, Table } from './types';

const nameOf = (t: Table, id: string | undefined): string => (id ? t.powers.find(p => p.id === id)?.name ?? id : '');

// lineOf tells name, owner, city and value, who stands there, siege, rebellion,
// famine and income of an area.
export function lineOf(t: Table, code: string): string {
  const a = t.areas.find(x => x.code === code);
  if (!a) return '';
  const out: string[] = [];
  const owner = nameOf(t, a.owner);
  out.push(a.name + (a.sea ? '' : owner ? `, ${owner}` : ', nobody’s'));
  if (a.city) out.push(cityOf(t, a));
  for (const u of t.units.filter(x => x.at === code)) {
    const whose = u.power === 'autonomous' ? 'autonomous' : nameOf(t, u.power);
    out.push(`${whose} ${u.quality ? u.quality + ' ' : ''}${u.type}${u.dislodged ? ', dislodged' : ''}`);
  }
  if (a.rebellion) out.push(a.rebellion === 'both' ? 'rebellion in province and city' : `rebellion in the ${a.rebellion}`);
  if (a.famine) out.push('famine');
  if (a.plague) out.push('plague');
  if (t.money && a.income) out.push(`pays ${a.income}${a.city && !a.city.fortress ? ` + ${a.city.value}` : ''}`);
  return out.join(' · ');
}

function cityOf(t: Table, a: Area): string {
  const c = a.city;
  if (!c) return '';
  let s = c.fortress ? 'fortress' : c.value > 1 ? `great city of ${c.value}` : 'city';
  if (c.port) s += ' and port';
  if (c.owner && c.owner !== a.owner) s += ` of ${nameOf(t, c.owner)}`;
  if (c.besieged) s += ', besieged';
  return s;
}
