// The board's page: the map to click on and the panels next to it. It attaches
// to a page that works without it: <div data-table="/g/ID/table.json"
// data-base="/g/ID">.

import { fetched, pictured } from '../ahead';
import { App } from '../app';
import { mountBoard } from '../board';
import { mountCards } from '../card';
import { mountCharts } from '../charts';
import { all, one } from '../dom';
import { mountCoach } from '../coach';
import { mountGhosts } from '../ghosts';
import { mountLesson } from '../lesson';
import { mountLetters } from '../letters';
import { mountLive } from '../live';
import { mountMaster } from '../master';
import { byKey } from '../menu';
import { mountOpened } from '../opened';
import { mountOrders } from '../orders';
import { released } from '../press';
import { mountStory } from '../story';
import { mountTabs } from '../tabs';
import { mountTreasury } from '../treasury';
import type { Table } from '../types';
import { mountWinter } from '../winter';

const root = one('[data-table]');

// data loads the position for a board's page, or returns null if that is
// impossible.
async function data(root: HTMLElement): Promise<Table | null> {
  const answer = await fetched(root.dataset.table ?? '');
  return answer.ok ? ((await answer.json()) as Table) : null;
}

function begin(root: HTMLElement, table: Table): App {
  const app = new App(root, root.dataset.base ?? '', table);
  app.renew = (page, may) => renew(app, page, may);
  root.classList.add('alive');
  for (const mount of [mountBoard, mountOrders, mountTreasury, mountWinter, mountGhosts, mountCoach, mountCards, mountLesson, mountStory, mountCharts, mountLetters, mountLive, mountMaster, mountTabs, mountOpened]) mount(app);
  return app;
}

// renew replaces the present board by that of a newer page. The window shows the old one until
// the new map is drawn.
async function renew(app: App, page: Document, may: () => boolean): Promise<boolean> {
  const root = one('[data-table]', page);
  const table = root && root.dataset.base === app.base ? await data(root) : null;
  if (!root || !table || !fits(table, page)) return false;
  await released();
  if (!may()) return false;
  for (const x of all('noscript', root)) x.remove(); // in a page parsed without scripting their content consists of elements
  const swap = async (): Promise<void> => {
    const keys = byKey() && (document.activeElement === document.body || app.root.contains(document.activeElement));
    app.end();
    app.root.replaceWith(document.adoptNode(root));
    document.title = page.title;
    // Done at once, because the page may compare it with the judge's revision at any time.
    if (page.body.dataset.revision) document.body.dataset.revision = page.body.dataset.revision;
    else delete document.body.dataset.revision; // the game is over and has no later revisions
    const now = begin(root, table);
    document.dispatchEvent(new Event('podesta:renewed'));
    await Promise.race([new Promise<void>(done => now.board?.whenThere(done)), new Promise(late => setTimeout(late, 1000))]);
    now.say(`${table.phase}.`);
    if (keys) all('a[data-goon], button[data-ready], [data-tab][aria-current]', root).find(e => e.checkVisibility())?.focus({ preventScroll: true });
  };
  if (!document.startViewTransition) {
    await swap();
    return true;
  }
  const change = document.startViewTransition(swap);
  for (const late of [change.ready, change.finished]) late.catch(() => { /* the new page appears without fading */ });
  await change.updateCallbackDone;
  return true;
}

// fits reports whether a page and its data have the same revision.
const fits = (table: Table, page: Document): boolean => String(table.revision) === (page.body.dataset.revision ?? String(table.revision));

// If the data cannot be loaded, the page works without the script.
if (root) {
  void data(root).then(table => {
    if (!table) return pictured();
    if (fits(table, document)) begin(root, table);
    else if (navigator.onLine) location.reload();
    else pictured();
  }, pictured);
}
