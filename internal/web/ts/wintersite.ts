// Building and disbanding on the map: a small menu for the clicked city or
// unit.

import type { App } from './app';
import { Chart } from './board';
import { button, redraw } from './controls';
import { make } from './dom';
import { menu, slim, type Spot } from './menu';
import { calm } from './press';
import { write, type Line } from './treasurylines';
import { builds, inArea } from './winter';
import { t } from './words';

// mountSites shows what can be done in winter at a selected place.
export function mountSites(app: App): void {
  const chart = app.board;
  if (!(chart instanceof Chart)) return;
  const pop = menu(app, { class: 'here', 'aria-label': 'What can be done here' });
  let again: (() => void) | null = null;
  const close = (): void => pop.close();
  const show = (title: string, at: Spot | null, parts: () => (Node | null)[]): void => {
    if (chart.away || !parts().some(Boolean)) return close();
    again = () => redraw(pop.box, [make('header', {}, make('b', {}, title), button('×', 'close', 'close', close, 'Close')), ...parts().filter(x => x !== null)]);
    again();
    pop.show(at);
  };
  app.on('area', ({ code }) => {
    const hands = app.table.hands.filter(h => h.winter?.builds?.some(c => c.to === code));
    const barred = app.table.hands.flatMap(h => h.winter?.barred ?? []).find(b => b.at === code);
    show(t`Build ${inArea(app, code)}`, chart.spot(code), () => [
      ...hands.flatMap(h => (h.winter ? builds(app, h.power, h.winter, app.texts?.checked(h.power)?.purse, code) : [])),
      !hands.length && barred ? make('p', { class: 'small' }, barred.why) : null,
    ]);
  });
  app.on('unit', ({ key }) => {
    const u = app.table.units.find(u => u.key === key);
    const h = app.table.hands.find(h => h.power === u?.power);
    const k = h?.winter?.units?.find(k => k.unit === key);
    if (!u || !h || !k) return close();
    const same = (l: Line): boolean => l.text === k.keep || l.text === k.drop;
    show(u.name, chart.placeOf(key), () => [
      k.keep ? button(t`Keep for ${k.price}`, 'button quiet', 'keep', () => write(app, h.power, k.keep ?? '', same, t`${u.name} is kept`)) : null,
      h.winter?.paid || h.winter?.removals ? button('Dismiss', 'button quiet', 'drop', () => write(app, h.power, k.drop, same, t`${u.name} is dismissed`)) : null,
    ]);
  });
  app.on('edited', () => { if (slim.matches) close(); }); // the list below shows what is chosen
  app.on('checked', () => {
    if (pop.open) calm(pop.box, () => again?.());
  });
}
