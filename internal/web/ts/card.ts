// The card of a clicked place: its owner, units and income, and how to conquer it.

import type { App } from './app';
import { Chart } from './board';
import { ducats, button, nameOf, redraw } from './controls';
import { all, make } from './dom';
import { menu } from './menu';
import type { Area } from './types';
import { t } from './words';

// facts returns the facts about a place.
export function facts(app: App, code: string): HTMLElement | null {
  const a = app.table.areas.find(x => x.code === code);
  if (!a) return null;
  const dl = make('dl', { class: 'facts' });
  const fact = (name: string, what: string): void => { if (what) dl.append(make('div', {}, make('dt', {}, name), make('dd', {}, what))); };
  if (!a.sea) fact('Owner', a.owner ? nameOf(app, a.owner) : 'Nobody');
  if (a.home && a.home !== a.owner) fact('Home country', nameOf(app, a.home));
  if (a.city) {
    const kind = a.city.fortress ? 'Fortress' : a.city.value > 1 ? 'Great city' : 'City';
    fact(t(kind), [a.city.owner && a.city.owner !== a.owner ? nameOf(app, a.city.owner) : '', a.city.walls ? t('with walls') : t('without walls'), a.city.port ? t('with a port') : '', a.city.besieged ? t('besieged') : ''].filter(Boolean).join(', '));
  }
  for (const u of app.table.units.filter(u => u.at === code)) fact(u.city ? 'In the city' : u.dislodged ? 'Must retreat' : 'Stands here', u.whose);
  const troubles = [a.famine ? t('famine') : '', a.plague ? t('plague') : '', a.rebellion ? t(a.rebellion === 'both' ? 'rebellion in province and city' : a.rebellion === 'city' ? 'rebellion in the city' : 'rebellion in the province') : ''].filter(Boolean);
  fact('Disasters and rebellions', troubles.join(', '));
  if (app.table.money && (a.income || a.city?.value)) fact('Income a year', pays(a));
  const how = taking(app, a);
  return make('div', { class: 'placecard' }, dl, how.length ? make('p', { class: 'taking' }, ...how.flatMap((x, i) => [i ? ' ' : '', x])) : null);
}

function pays(a: Area): string {
  const land = a.income ?? 0, city = a.city?.value ?? 0;
  if (a.sea) return t`${ducats(land)}, to a fleet here`;
  return city ? t`${ducats(land + city)}: ${land} for the province, ${city} for the city` : ducats(land);
}

// taking explains to a visitor who does not own a place how to conquer it.
function taking(app: App, a: Area): string[] {
  const mine = new Set(app.table.hands.map(h => h.power));
  if (a.owner && mine.has(a.owner) && (!a.city?.owner || mine.has(a.city.owner)) || app.table.step === 'over') return [];
  const field = app.table.units.find(u => u.at === a.code && !u.city && !u.dislodged);
  const inside = app.table.units.find(u => u.at === a.code && u.city);
  const out: string[] = [];
  if (field && !mine.has(field.power)) out.push(t`To take it, dislodge the ${field.whose} there: attack with more strength than it and its supporters have.`);
  else if (a.sea) return field ? [] : ['Nobody owns a sea. A fleet holds it as long as it stays there.'];
  else if (field) out.push('Your unit stands here.');
  else out.push('There is no unit in the province: a unit of yours that enters takes it.');
  if (a.sea) return out;
  if (a.city && inside && !mine.has(inside.power)) out.push('Its city has a garrison: besiege it with a unit in the province for two campaigns in a row, and it falls.');
  else if (a.city && !inside) out.push('Its city has no garrison and falls with the province.');
  out.push(app.table.taking.fall ? 'Owners change only after the fall.' : 'It is yours if your unit stands there when the campaign ends.');
  return out;
}

// mountCards shows the card if a click on the map has no other meaning.
export function mountCards(app: App): void {
  const chart = app.board;
  if (!(chart instanceof Chart)) return;
  const pop = menu(app, { class: 'here', 'aria-label': 'What is here' });
  const show = (code: string, unit = ''): void => {
    const known = code && facts(app, code);
    if (!known || chart.away || all('.here').some(e => e !== pop.box && !e.hidden)) return pop.close();
    redraw(pop.box, [make('header', {}, make('b', {}, app.table.areas.find(a => a.code === code)?.name ?? ''), button('×', 'close', 'close', () => pop.close(), 'Close')), known]);
    pop.show(unit ? chart.placeOf(unit) : chart.spot(code));
  };
  app.on('area', ({ code }) => show(code));
  app.on('unit', ({ key }) => show(app.table.units.find(u => u.key === key)?.at ?? '', key));
  app.on('edited', () => pop.close());
}
