// The page of the sandbox on which a position is edited.

import type { App } from './app';
import { one, outer } from './dom';
import { Editing } from './editing';

export function mountEditor(app: App): void {
  const editing = Editing.of(app, one<HTMLFormElement>('#edit', app.root), outer('/sandbox/edit/check'));
  if (!editing) return;
  for (const name of ['season', 'year']) {
    const field = editing.form.elements.namedItem(name);
    if (field instanceof HTMLElement) field.addEventListener('change', () => editing.soon());
  }
  editing.begin();
}
