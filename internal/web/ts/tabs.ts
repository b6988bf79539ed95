// The side panels as tabs. Without the script they are below one another, and
// the tabs are links to them.

import type { App } from './app';
import { all, make, one } from './dom';
import { t } from './words';

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
  // On a small screen the panel can have more room than the map.
  const taller = make('button', { type: 'button', class: 'taller' });
  const tall = (on: boolean): void => {
    app.root.classList.toggle('tall', on);
    taller.textContent = on ? '▾' : '▴';
    taller.setAttribute('aria-label', t(on ? 'More room for the map' : 'More room for the panel'));
  };
  const nav = app.root.classList.contains('full') ? one('.paneltabs', app.root) : null;
  if (nav) {
    taller.addEventListener('click', () => tall(!app.root.classList.contains('tall')));
    nav.append(taller);
    tall(false);
  }
  const menu = one<HTMLDetailsElement>('.playmenu', app.root);
  const shut = (): void => { if (menu) menu.open = false; };
  document.addEventListener('pointerdown', e => { if (menu?.open && !menu.contains(e.target as Node)) shut(); }, { signal: app.signal });
  menu?.addEventListener('keydown', e => {
    if (e.key !== 'Escape') return;
    shut();
    one('summary', menu)?.focus();
  });
  app.on('tab', ({ name }) => {
    up(name);
    one('.sheet', app.root)?.scrollTo(0, 0);
  });
  for (const t of tabs) {
    t.addEventListener('click', e => {
      e.preventDefault();
      if (t.getAttribute('aria-current')) tall(!app.root.classList.contains('tall'));
      history.replaceState(history.state, '', `#panel-${t.dataset.tab}`);
      app.open(t.dataset.tab ?? '');
    });
  }
  const asked = (): string => location.hash.replace(/^#(panel-)?/, '');
  const has = (name: string): boolean => panels.some(p => p.dataset.panel === name);
  const first = ['orders', one('[data-playback]', app.root) ? 'results' : 'powers', 'results'].find(has) ?? panels[0]?.dataset.panel;
  app.open(has(asked()) ? asked() : (first ?? ''));
  addEventListener('hashchange', () => { if (has(asked())) app.open(asked()); }, { signal: app.signal });
}
