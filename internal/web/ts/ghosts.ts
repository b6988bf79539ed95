// A hint on the board: the orders that a computer player would give, as pale arrows and as a
// list with reasons. They can be accepted one by one or all at once.

import type { App } from './app';
import { Chart } from './board';
import { all, drawingAt, one } from './dom';
import { parsePage, setContent } from './trusted';
import { t } from './words';

// mountGhosts makes the link to the hint show it on the board.
export function mountGhosts(app: App): void {
  const place = one('[data-hints]', app.root), body = one('[data-hintbody]', app.root);
  const link = place && one<HTMLAnchorElement>('a[href$="/hint"]', place);
  if (!place || !body || !link) return;
  const chart = app.board instanceof Chart ? app.board : null;
  const close = (): void => {
    body.replaceChildren();
    chart?.ghosts(null);
  };
  const take = (li: HTMLElement): void => {
    const { power = '', unit = '', line = '' } = li.dataset;
    if (unit) app.texts?.order(power, unit, line, line);
    else app.texts?.put(power, line, l => l.trim() === line, line);
    li.remove();
  };
  let asked = false;
  link.addEventListener('click', e => {
    if (e.ctrlKey || e.metaKey || e.shiftKey) return; // in another tab, as a page
    e.preventDefault();
    if (asked) return; // it has already been requested
    asked = true;
    body.textContent = t('Just a moment …');
    void (async () => {
      try {
        const answer = await fetch(drawingAt(`${link.href}?part=1&revision=${app.table.revision}`));
        if (!answer.ok) throw new Error(answer.statusText);
        const page = parsePage(await answer.text());
        const ghosts = one<HTMLTemplateElement>('[data-ghosts]', page);
        chart?.ghosts(ghosts?.innerHTML ?? null);
        ghosts?.remove();
        setContent(body, page.body.innerHTML);
        app.sheet?.raise();
        place.scrollIntoView({ block: 'start' }); // on a phone the answer is below the visible part
      } catch {
        body.textContent = t('The hint could not be loaded. Try again in a moment.');
      }
      asked = false;
    })();
  });
  body.addEventListener('click', e => {
    const to = e.target as Element;
    const one_ = to.closest<HTMLElement>('[data-take]')?.closest('li');
    if (one_) take(one_);
    else if (to.closest('[data-takeall]')) for (const li of all('li[data-line]', body)) take(li);
    else if (!to.closest('[data-hintclose]')) return;
    if (!one('li', body) || to.closest('[data-hintclose]')) close();
  });
  app.on('moved', close);
}
