// Replaces the open page by the present board.

import { parsePage } from './trusted';
import type { App } from './app';

// fresh shows the present board, with the results open, if possible without leaving the page.
// may is called again when the new page is loaded and nothing on the old one is pressed.
export async function fresh(app: App, may = (): boolean => true): Promise<void> {
  if (app.leaving) return; // the next page shows later changes
  app.leaving = true;
  // On a slow machine the computer players can give orders between the two requests, several
  // times.
  for (let n = 0; n < 20 && app.renew; n++) {
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

// results makes the page begin with the results.
function results(): void {
  try { sessionStorage.setItem('podesta-fresh', location.pathname); } catch { /* without it the map begins with the present position */ }
  history.replaceState(history.state, '', location.pathname + location.search.replace(/[?&](saved|done|refused)=[^&]*/g, '').replace(/^&/, '?') + '#panel-results');
}

// newer returns the present version of this page, or null if it is no longer a
// board, or cannot be loaded.
async function newer(): Promise<Document | null> {
  try {
    const r = await fetch(location.pathname + location.search);
    if (!r.ok || r.redirected) return null;
    return parsePage(await r.text());
  } catch { return null; }
}
