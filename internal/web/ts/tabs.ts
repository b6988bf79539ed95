// The side panels as tabs. Without the script they are below one another, and
// the tabs are links to them.

import type { App } from './app';
import { all, one } from './dom';
import { away } from './press';
import { mountSheet } from './sheet';

export function mountTabs(app: App): void {
  const tabs = all<HTMLAnchorElement>('[data-tab]', app.root);
  const panels = all('[data-panel]', app.root);
  const up = (name: string): void => {
    if (!panels.some(p => p.dataset.panel === name)) return;
    for (const p of panels) p.hidden = p.dataset.panel !== name;
    for (const t of tabs) {
      if (t.dataset.tab === name) t.setAttribute('aria-current', 'true');
      else t.removeAttribute('aria-current');
    }
  };
  const sheet = mountSheet(app);
  app.sheet = sheet;
  const lesson = app.root.classList.contains('lesson'); // a lesson's text stays next to the orders
  // Orders are given on the map, which gets its room back. All other panels are for reading.
  const room = (name: string): void => {
    if (name === 'orders' && !lesson) sheet?.set('peek');
    else sheet?.raise();
  };
  app.on('menu', () => { if (sheet?.height === 'all') sheet.set('half'); }); // what the menu asks for is on the map
  const menu = one<HTMLDetailsElement>('.playmenu', app.root);
  const shut = (): void => { if (menu) menu.open = false; };
  away(at => !menu?.open || menu.contains(at), shut, app.signal);
  if (menu) {
    app.openables.push({
      open: () => menu.open,
      close: () => {
        shut();
        one('summary', menu)?.focus({ preventScroll: true });
      },
    });
  }
  app.on('tab', ({ name }) => {
    up(name);
    room(name);
    one('.sheet', app.root)?.scrollTo(0, 0);
  });
  for (const t of tabs) {
    t.addEventListener('click', e => {
      e.preventDefault();
      history.replaceState(history.state, '', `#panel-${t.dataset.tab}`);
      const again = !lesson && t.getAttribute('aria-current') && sheet?.height;
      app.open(t.dataset.tab ?? '');
      if (again) sheet.set(again === 'peek' ? 'half' : 'peek');
    });
  }
  const asked = (): string => location.hash.replace(/^#(panel-)?/, '');
  const current = (): string => tabs.find(t => t.getAttribute('aria-current'))?.dataset.tab ?? '';
  const has = (name: string): boolean => panels.some(p => p.dataset.panel === name);
  // The results of a game in progress are about its past, but what is shown first is not.
  const told = one('[data-playback]', app.root) && (app.table.step === 'over' || !app.root.classList.contains('hosted'));
  const first = ['orders', told ? 'results' : 'powers', 'results'].find(has) ?? panels[0]?.dataset.panel;
  app.open(has(asked()) ? asked() : (first ?? ''));
  addEventListener('hashchange', () => { if (has(asked()) && asked() !== current()) app.open(asked()); }, { signal: app.signal });
  // On a small screen, the back gesture leads from the other panels to the orders, and lowers
  // the sheet.
  if (sheet) {
    app.home = has('orders') ? 'orders' : current();
    const least = app.home === 'orders' && !lesson ? 'peek' : sheet.height;
    app.openables.unshift({ // what opens together with it is closed before it
      open: () => current() !== app.home || sheet.above(least),
      close: () => {
        if (current() !== app.home) app.open(app.home);
        sheet.set(least);
      },
      back: null,
    });
  }
}
