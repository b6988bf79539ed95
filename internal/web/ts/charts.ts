// Charts over time: the page highlights the line of a power, and shows the values under the
// pointer. The judge draws the charts.

import type { App } from './app';
import { all, make, one } from './dom';
import { setContent } from './trusted';
import { t } from './words';

// liveCharts makes the charts of a page interactive.
export function liveCharts(root: HTMLElement): void {
  let chosen = '';
  const pick = (power: string): void => {
    chosen = power;
    root.classList.toggle('picked', power !== '');
    for (const g of all<SVGGElement>('.linechart .power', root)) g.classList.toggle('chosen', g.dataset.power === power);
    for (const b of all('[data-line]', root)) b.setAttribute('aria-pressed', String(b.dataset.line === power));
  };
  for (const b of all('[data-line]', root)) {
    b.setAttribute('aria-pressed', 'false');
    b.addEventListener('click', () => pick(chosen === b.dataset.line ? '' : (b.dataset.line ?? '')));
  }
  for (const section of all('.onechart', root)) {
    const svg = one<SVGSVGElement>('.linechart', section);
    const rows = all('tbody tr', section);
    const names = all('thead abbr', section).map(a => a.title);
    if (!svg || rows.length < 2) continue;
    const out = make('p', { class: 'readout', 'aria-hidden': 'true' });
    svg.after(out);
    const left = Number(svg.dataset.left), right = Number(svg.dataset.right);
    svg.addEventListener('pointermove', e => {
      const m = svg.getScreenCTM();
      if (!m) return;
      const x = new DOMPoint(e.clientX, e.clientY).matrixTransform(m.inverse()).x;
      const row = rows[Math.round(Math.max(0, Math.min(1, (x - left) / (right - left))) * (rows.length - 1))];
      if (!row) return;
      const values = all('td', row).map((td, i) => ({ name: names[i] ?? '', value: td.textContent ?? '' })).filter(v => v.value !== '–');
      values.sort((a, b) => Number(b.value) - Number(a.value));
      out.textContent = `${one('th', row)?.textContent ?? ''}: ${values.map(v => `${v.name} ${v.value}`).join(', ')}`;
    });
    svg.addEventListener('pointerleave', () => { out.textContent = ''; });
  }
}

// mountCharts loads the charts into the panel of the powers when it is opened.
export function mountCharts(app: App): void {
  const place = one('[data-charts]', app.root);
  if (place) loadCharts(place);
}

// loadCharts loads the charts of a collapsed part of a page when it is opened.
export function loadCharts(place: HTMLElement): void {
  place.addEventListener('toggle', async () => {
    const body = one('[data-chartbody]', place);
    if (!(place as HTMLDetailsElement).open || !body || body.childElementCount) return;
    body.textContent = t('Just a moment …');
    try {
      const answer = await fetch(place.dataset.charts ?? '');
      if (!answer.ok) throw new Error(answer.statusText);
      setContent(body, await answer.text());
      const charts = one('.charts', body);
      if (charts) liveCharts(charts);
    } catch {
      body.textContent = t('The charts could not be loaded. Open this again in a moment.');
    }
  });
}
