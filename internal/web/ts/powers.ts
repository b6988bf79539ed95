// The powers: a click on one shows its property on the map.

import type { App } from './app';
import { all } from './dom';
import { t } from './words';

export function mountPowers(app: App): void {
  for (const b of all<HTMLButtonElement>('[data-showpower]', app.root)) {
    const id = b.dataset.showpower ?? '';
    b.disabled = false;
    b.addEventListener('click', () => {
      const areas = new Set<string>();
      for (const a of app.table.areas) if (a.owner === id || a.city?.owner === id) areas.add(a.code);
      for (const u of app.table.units) if (u.power === id) areas.add(u.at);
      app.tell('show', { areas: [...areas] });
      const name = app.table.powers.find(p => p.id === id)?.name ?? '';
      app.say(`${name}: ${app.table.areas.filter(a => areas.has(a.code)).map(a => a.name).join(', ') || t('nothing on the board')}`);
    });
  }
}
