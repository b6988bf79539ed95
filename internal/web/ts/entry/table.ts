// The table page: the map to click on and the panels beside it. It takes over a
// page that works without it: <div data-table="/g/ID/table.json" data-base="/g/ID">.

import { App } from '../app';
import { mountBoard } from '../board';
import { mountCharts } from '../charts';
import { one } from '../dom';
import { mountLetters } from '../letters';
import { mountLive } from '../live';
import { mountMaster } from '../master';
import { mountOrders } from '../orders';
import { mountStory } from '../story';
import { mountTabs } from '../tabs';
import { mountTreasury } from '../treasury';
import type { Table } from '../types';
import { mountWinter } from '../winter';

const root = one('[data-table]');

async function begin(root: HTMLElement): Promise<void> {
  const answer = await fetch(root.dataset.table ?? '');
  if (!answer.ok) return; // the page goes on without the script
  const app = new App(root, root.dataset.base ?? '', (await answer.json()) as Table);
  root.classList.add('alive');
  for (const mount of [mountBoard, mountOrders, mountTreasury, mountWinter, mountStory, mountCharts, mountLetters, mountLive, mountMaster, mountTabs]) mount(app);
}

if (root) void begin(root);
