// The table page: the map to click on and the panels beside it. It takes over a
// page that works without it: <div data-table="/g/ID/table.json" data-base="/g/ID">.

import { App } from '../app';
import { one } from '../dom';
import type { Table } from '../types';

const root = one('[data-table]');

async function begin(root: HTMLElement): Promise<void> {
  const answer = await fetch(root.dataset.table ?? '');
  if (!answer.ok) return; // the page goes on without the script
  new App(root, root.dataset.base ?? '', (await answer.json()) as Table);
  root.classList.add('alive');
}

if (root) void begin(root);
