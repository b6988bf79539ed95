// The table as it is now, in the place of the page that is open.

import type { App } from './app';

// fresh shows the table as it is now, with the results up, without leaving the
// page where that can be done. may is asked again when the new page is there,
// and nothing on the old one is pressed any more.
export async function fresh(app: App, may = (): boolean => true): Promise<void> {
  if (app.leaving) return; // what comes after that the next one is told
  app.leaving = true;
  for (let n = 0; n < 3 && app.renew; n++) {
    const page = await newer();
    if (!page) break;
    let stays = false;
    const renewed = await app.renew(page, () => {
      stays = !may();
      if (!stays) results();
      return !stays;
    }).catch(() => false);
    if (renewed) return;
    if (stays) {
      app.leaving = false;
      return;
    }
  }
  results();
  location.reload();
}

// results has the page begin with the results.
function results(): void {
  try { sessionStorage.setItem('podesta-fresh', location.pathname); } catch { /* the map begins with the present then */ }
  history.replaceState(null, '', location.pathname + location.search.replace(/[?&](saved|done|refused)=[^&]*/g, '').replace(/^&/, '?') + '#panel-results');
}

// newer is this page as it is now; null where it is no table any more, or out
// of reach.
async function newer(): Promise<Document | null> {
  try {
    const r = await fetch(location.pathname + location.search);
    if (!r.ok || r.redirected) return null;
    return new DOMParser().parseFromString(await r.text(), 'text/html');
  } catch { return null; }
}
