// The buttons on the map: enlarging, fitting, layers.

import type { App } from './app';
import type { Chart } from './board';
import { make, plainColours } from './dom';

// The signs on the buttons, drawn so that they look the same everywhere.
const signs = {
  in: 'M12 5v14M5 12h14',
  out: 'M5 12h14',
  whole: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  mine: 'M12 2v5M12 17v5M2 12h5M17 12h5M12 12m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0',
  layers: 'M12 3l9 5-9 5-9-5zM3 12l9 5 9-5M3 16l9 5 9-5',
};

const layerNames: [string, string][] = [['owners', 'Owners'], ['income', 'Income'], ['threatened', 'Threatened'], ['straits', 'Straits and ports']];

export function tools(app: App, chart: Chart): HTMLElement {
  const button = (id: string, sign: keyof typeof signs, label: string, do_: () => void): HTMLElement => {
    const b = make('button', { type: 'button', id, title: label, 'aria-label': label, class: sign === 'in' || sign === 'out' ? 'zoom' : undefined });
    b.innerHTML = `<svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="${signs[sign]}"/></svg>`;
    b.addEventListener('click', e => { e.stopPropagation(); do_(); });
    return b;
  };
  const mine = (): string[] => {
    const powers = new Set(app.texts ? [app.texts.current] : app.table.hands.map(h => h.power));
    return app.table.units.filter(u => powers.has(u.power)).map(u => u.at);
  };
  const box = make('div', { class: 'chart-tools' },
    button('map-in', 'in', 'Enlarge (+)', () => chart.view.zoom(1.6, undefined, undefined, true)),
    button('map-out', 'out', 'Make smaller (-)', () => chart.view.zoom(1 / 1.6, undefined, undefined, true)),
    button('map-whole', 'whole', 'The whole map (0)', () => chart.view.whole()));
  if (app.table.hands.length) box.append(button('map-mine', 'mine', 'Fit to my units (9)', () => chart.fit(mine())));
  const layers = make('fieldset', { class: 'chart-layers', id: 'map-layers', hidden: true }, make('legend', {}, 'Show'));
  for (const [name, label] of layerNames) {
    if (name === 'income' && !app.table.money) continue;
    const i = make('input', { type: 'checkbox', value: name, id: `layer-${name}`, checked: name === 'owners' });
    layers.append(make('label', {}, i, ' ', label));
  }
  const plain = make('input', { type: 'checkbox', id: 'map-colours', checked: plainColours() });
  layers.append(make('label', { title: 'Colours that differ in lightness too, and a letter on every province' }, plain, ' Colours for the colour-blind'));
  layers.addEventListener('change', e => {
    if (e.target === plain) {
      void chart.showColours((plain as HTMLInputElement).checked);
      return;
    }
    const on = [...layers.querySelectorAll<HTMLInputElement>('input[value]:checked')].map(i => i.value);
    void chart.showLayers(on.length === 1 && on[0] === 'owners' ? [] : on);
  });
  const toggle = button('map-layer-button', 'layers', 'Layers', () => {
    layers.hidden = !layers.hidden;
    toggle.setAttribute('aria-expanded', String(!layers.hidden));
  });
  toggle.setAttribute('aria-expanded', 'false');
  toggle.setAttribute('aria-controls', 'map-layers');
  box.append(toggle, layers);
  for (const e of ['click', 'dblclick', 'pointerdown'] as const) box.addEventListener(e, x => x.stopPropagation());

  document.addEventListener('keydown', e => {
    if (e.ctrlKey || e.metaKey || e.altKey || (e.target as Element).closest('input, textarea, select, [contenteditable]')) return;
    if (e.key === '+' || e.key === '=') chart.view.zoom(1.6, undefined, undefined, true);
    else if (e.key === '-') chart.view.zoom(1 / 1.6, undefined, undefined, true);
    else if (e.key === '0') chart.view.whole();
    else if (e.key === '9' && app.table.hands.length) chart.fit(mine());
    else return;
    e.preventDefault();
  }, { signal: app.signal });
  return box;
}
