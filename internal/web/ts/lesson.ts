// The map of a lesson after its orders were resolved. It shows the results, and the position
// again as soon as the reader gives orders.

import type { App } from './app';
import { Chart } from './board';
import { all } from './dom';

// mountLesson attaches to the map if the map shows results.
export function mountLesson(app: App): void {
  const chart = app.board;
  if (!app.root.classList.contains('showing') || !(chart instanceof Chart)) return;
  const show = (results: boolean): void => {
    if (chart.came === results) return;
    app.root.classList.toggle('showing', results);
    chart.results(results);
  };
  chart.came = true;
  app.on('edited', () => show(false));
  app.on('tab', ({ name }) => show(name === 'results'));
  // The first click gives an order, and is meant for the position.
  chart.stage.addEventListener('click', () => {
    if (chart.came && !chart.view.dragged && app.panel('orders')) app.open('orders');
  }, { capture: true });
  const maps = all<HTMLButtonElement>('[data-draw]', app.root);
  for (const b of maps) {
    b.addEventListener('click', () => {
      for (const x of maps) x.setAttribute('aria-pressed', String(x === b));
      show(true);
      void chart.draft(b.dataset.draw ?? '');
    });
    b.setAttribute('aria-pressed', String(b === maps[0]));
  }
  for (const p of all('[data-maps]', app.root)) p.hidden = false;
}
