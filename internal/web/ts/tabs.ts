// The panels of the side as tabs. Without the script they stand one below the
// other, and the tabs are links to them.

import type { App } from './app';
import { all } from './dom';

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
  app.on('tab', ({ name }) => up(name));
  for (const t of tabs) {
    t.addEventListener('click', e => {
      e.preventDefault();
      history.replaceState(history.state, '', `#panel-${t.dataset.tab}`);
      app.open(t.dataset.tab ?? '');
    });
  }
  const asked = location.hash.replace(/^#(panel-)?/, '');
  app.open(panels.some(p => p.dataset.panel === asked) ? asked : (panels[0]?.dataset.panel ?? ''));
}
