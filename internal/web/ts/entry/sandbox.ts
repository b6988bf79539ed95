// The sandbox: the board's page without a game, and the page on which a
// position is edited. Both work without this file.

import { fetched, pictured } from '../ahead';
import { App } from '../app';
import { mountBoard } from '../board';
import { mountCards } from '../card';
import { all, one } from '../dom';
import { mountOpened } from '../opened';
import { mountOrders } from '../orders';
import { mountSandbox } from '../sandbox';
import { mountEditor } from '../sandboxedit';
import { mountSheet } from '../sheet';
import { mountStory } from '../story';
import { mountTabs } from '../tabs';
import { mountTreasury } from '../treasury';
import type { Table } from '../types';
import { mountWinter } from '../winter';
import { t } from '../words';

const root = one('[data-table], [data-edit]');

async function begin(root: HTMLElement): Promise<void> {
  const answer = await fetched(root.dataset.table ?? root.dataset.edit ?? '');
  if (!answer.ok) return pictured(); // the page works without the script
  const app = new App(root, root.dataset.base ?? '', (await answer.json()) as Table);
  root.classList.add('alive');
  mountBoard(app);
  if (root.dataset.edit) {
    mountSheet(app)?.set('half');
    mountEditor(app);
    return mountOpened(app);
  }
  for (const mount of [mountOrders, mountTreasury, mountWinter, mountCards, mountStory, mountSandbox, mountTabs, mountOpened]) mount(app);
}

for (const b of all<HTMLButtonElement>('[data-copy]')) {
  const from = one(b.dataset.copy ?? '');
  if (!from || !navigator.clipboard) continue;
  b.hidden = false;
  b.addEventListener('click', () => {
    const text = from instanceof HTMLInputElement ? from.value : from.textContent ?? '';
    if (from instanceof HTMLInputElement) from.select();
    void navigator.clipboard.writeText(text).then(() => { b.textContent = t('Copied'); }, () => { b.textContent = t('Press Ctrl-C'); });
  });
}

if (root) begin(root).catch(pictured);
