// The buttons on the map: zooming, fitting, layers.

import type { App } from './app';
import type { Chart } from './board';
import { all, make, one, outer, plainColours } from './dom';
import { canSound, chooseSounds, soundsOn } from './sounds';
import { parsePage, setContent } from './trusted';
import { t } from './words';

// The symbols on the buttons, drawn so that they look the same everywhere.
const signs = {
  in: 'M12 5v14M5 12h14',
  out: 'M5 12h14',
  whole: 'M9 4L3 6.5v13.5l6-2.5 6 2.5 6-2.5V4l-6 2.5zM9 4v13.5M15 6.5V20',
  fill: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  screen: 'M3 5h18v12H3zM8 21h8M12 17v4',
  legend: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.5',
  mine: 'M12 2v5M12 17v5M2 12h5M17 12h5M12 12m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0',
  sound: 'M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11',
  silent: 'M4 9v6h4l5 4V5L8 9zM16 9.5l5 5M21 9.5l-5 5',
  layers: 'M12 3l9 5-9 5-9-5zM3 12l9 5 9-5M3 16l9 5 9-5',
};

const layerNames: [string, string][] = [['owners', 'Owners'], ['income', 'Income'], ['threatened', 'Threatened'], ['straits', 'Straits and ports']];

// drawn returns the drawing of a symbol.
const drawn = (sign: keyof typeof signs): string => `<svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="${signs[sign]}"/></svg>`;

export function tools(app: App, chart: Chart): HTMLElement {
  const button = (id: string, sign: keyof typeof signs, label: string, do_: () => void): HTMLElement => {
    const b = make('button', { type: 'button', id, title: label, 'aria-label': label, class: sign === 'in' || sign === 'out' ? 'zoom' : undefined });
    setContent(b, drawn(sign));
    b.append(make('span', {}, t(label).replace(/ \([^)]\)$/, '')));
    b.addEventListener('click', e => { e.stopPropagation(); do_(); });
    return b;
  };
  const mine = (): string[] => {
    const powers = new Set(app.texts ? [app.texts.current] : app.table.hands.map(h => h.power));
    return app.table.units.filter(u => powers.has(u.power)).map(u => u.at);
  };
  const box = make('div', { class: 'chart-tools' },
    button('map-in', 'in', 'Zoom in (+)', () => chart.view.zoom(1.6, undefined, undefined, true)),
    button('map-out', 'out', 'Zoom out (-)', () => chart.view.zoom(1 / 1.6, undefined, undefined, true)),
    button('map-whole', 'whole', 'The whole map (0)', () => chart.view.whole()));
  const fills = filling(app, button);
  if (app.table.hands.length) box.append(button('map-mine', 'mine', 'Fit to my units (9)', () => chart.fit(mine())));
  const layers = make('fieldset', { class: 'chart-layers', id: 'map-layers', hidden: true }, make('legend', {}, 'Show'));
  for (const [name, label] of layerNames) {
    if (name === 'income' && !app.table.money) continue;
    const i = make('input', { type: 'checkbox', value: name, id: `layer-${name}`, checked: name === 'owners' });
    layers.append(make('label', {}, i, ' ', label));
  }
  const plain = make('input', { type: 'checkbox', id: 'map-colours', checked: plainColours() });
  layers.append(make('label', { title: 'Colours that differ in lightness too, and an emblem on every province' }, plain, ' Colours for the colour-blind'));
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
  app.openables.push({
    open: () => !layers.hidden,
    close: () => {
      toggle.click();
      if (layers.contains(document.activeElement)) toggle.focus({ preventScroll: true });
    },
  });
  box.append(toggle, layers, button('map-legend', 'legend', 'What the symbols mean (?)', () => { void legend(app); }), ...fills.buttons);
  app.openables.push({ open: () => !!symbols(app)?.open, close: () => symbols(app)?.close() });
  if (app.root.dataset.live && canSound()) box.append(sounding(button));
  for (const e of ['click', 'dblclick', 'pointerdown'] as const) box.addEventListener(e, x => x.stopPropagation());

  document.addEventListener('keydown', e => {
    if (e.ctrlKey || e.metaKey || e.altKey || (e.target as Element).closest('input, textarea, select, [contenteditable]')) return;
    if (e.key === '+' || e.key === '=') chart.view.zoom(1.6, undefined, undefined, true);
    else if (e.key === '-') chart.view.zoom(1 / 1.6, undefined, undefined, true);
    else if (e.key === '0') chart.view.whole();
    else if (e.key === 'f' && fills.buttons.length) fills.toggle();
    else if (e.key === '?') void legend(app);
    else if (e.key === '9' && app.table.hands.length) chart.fit(mine());
    else return;
    e.preventDefault();
  }, { signal: app.signal });
  return box;
}

type Button = (id: string, sign: keyof typeof signs, label: string, do_: () => void) => HTMLElement;

// sounding returns the button that switches the sounds of this browser.
function sounding(button: Button): HTMLElement {
  const b = button('map-sounds', 'silent', 'Sounds', () => {
    chooseSounds(!soundsOn());
    draw();
  });
  const draw = (): void => {
    const on = soundsOn();
    const word = one('span', b);
    setContent(b, drawn(on ? 'sound' : 'silent'));
    if (word) b.append(word);
    b.title = t(on ? 'Sounds are on: for results, messages and deadlines' : 'Sounds are off');
    b.setAttribute('aria-pressed', String(on));
  };
  draw();
  return b;
}

// filling returns the buttons that enlarge the map to the whole window or the whole screen.
// Opening a panel reduces it again.
function filling(app: App, button: Button): { buttons: HTMLElement[]; toggle(): void } {
  if (!app.root.classList.contains('full')) return { buttons: [], toggle: () => {} };
  const root = document.documentElement;
  const set = (on: boolean): void => {
    app.root.classList.toggle('filled', on);
    document.body.classList.toggle('mapfills', on);
    fill.setAttribute('aria-pressed', String(on));
    fill.title = t(on ? 'Show the panels again (F)' : 'Fill the window (F)');
    fill.setAttribute('aria-label', fill.title);
    screen.hidden = !on || !root.requestFullscreen;
    if (!on && document.fullscreenElement) void document.exitFullscreen().catch(() => {});
  };
  const toggle = (): void => set(!app.root.classList.contains('filled'));
  const fill = button('map-fill', 'fill', 'Fill the window (F)', toggle);
  const screen = button('map-screen', 'screen', 'Full screen', () => {
    void (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen()).catch(() => {});
  });
  screen.hidden = true;
  app.on('tab', () => { if (app.root.classList.contains('filled')) set(false); });
  app.openables.push({
    open: () => app.root.classList.contains('filled'),
    close: () => {
      set(false);
      fill.focus({ preventScroll: true });
    },
  });
  app.signal.addEventListener('abort', () => document.body.classList.remove('mapfills'));
  return { buttons: [fill, screen], toggle };
}

// symbols returns the open box with the meaning of the signs on the map.
const symbols = (app: App): HTMLDialogElement | null => one<HTMLDialogElement>('#legend', app.root);

// legend shows the meaning of the signs on the map.
async function legend(app: App): Promise<void> {
  const was = symbols(app);
  if (was) {
    was.close();
    was.remove();
    return;
  }
  const box = make('dialog', { id: 'legend', class: 'ask', 'aria-label': 'What the symbols mean' });
  const close = make('button', { type: 'button', class: 'close', 'aria-label': 'Close' }, '×');
  close.addEventListener('click', () => box.close());
  box.addEventListener('close', () => box.remove());
  box.addEventListener('click', e => { if (e.target === box) box.close(); });
  let text = '';
  try {
    const r = await fetch(outer('/legend?part=1'));
    if (r.ok) text = await r.text();
  } catch { /* the page of the legend reports the error */ }
  if (!text) {
    location.href = outer('/legend');
    return;
  }
  box.append(close, ...parsePage(text).body.childNodes);
  for (const x of all('script', box)) x.remove();
  app.root.append(box);
  box.showModal();
}
