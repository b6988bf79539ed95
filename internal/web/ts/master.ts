// The master's panel. Its forms work without the script. With it, they are sent
// in place, so that errors are shown next to them, and clicks on the map edit
// the position.

import type { App } from './app';
import { one } from './dom';
import { Editing } from './editing';
import { outage, went } from './outage';
import type { Accepted, Preview, Refusal } from './types';
import { setContent } from './trusted';
import { t } from './words';

export function mountMaster(app: App): void {
  const panel = app.panel('master');
  if (!panel) return;
  const editing = mountCorrection(app, panel);
  let sending = false;
  // The next phase must not discard what is being written here.
  app.busy.push(() => sending || !!editing?.text.value.trim() || (document.activeElement?.matches('input, textarea') && panel.contains(document.activeElement)) === true);
  app.on('state', st => {
    const waits = one('[data-waits]', panel);
    if (waits && st.seats) waits.textContent = st.lacks?.join(' ') ?? t('All orders are in.');
  });
  panel.addEventListener('submit', e => {
    const form = e.target as HTMLFormElement;
    if (e.defaultPrevented || form.dataset.file !== undefined || !one('[data-refused]', panel)) return; // the answer is a file, or the form has no place for errors
    e.preventDefault();
    if (sending) return;
    const by = e.submitter as HTMLButtonElement | null;
    if (editing && form === editing.form && by?.value === 'check') return void editing.ask({});
    sending = true;
    void send(panel, form, by).then(leaving => { sending = leaving; });
  });
}

// mountCorrection lets clicks edit the position while that part of the panel is
// open.
function mountCorrection(app: App, panel: HTMLElement): Editing | null {
  const part = one<HTMLDetailsElement>('[data-correction]', panel);
  const form = part && one<HTMLFormElement>('[data-correct]', part);
  const editing = form && Editing.of(app, form, form.dataset.correct ?? '');
  if (!editing) return null;
  let up = !panel.hidden;
  const look = (): void => (up && part.open ? editing.begin() : editing.end());
  part.addEventListener('toggle', look);
  app.on('tab', ({ name }) => {
    up = name === 'master';
    look();
  });
  return editing;
}

// send sends a form of the panel. After success it shows the updated page; an error is shown
// next to the form. It reports whether another page is being loaded.
async function send(panel: HTMLElement, form: HTMLFormElement, by: HTMLButtonElement | null): Promise<boolean> {
  const told = one('[data-refused]', panel);
  const refuse = (words: string): boolean => {
    if (!told) return false;
    form.after(told);
    told.textContent = words;
    told.hidden = false;
    told.scrollIntoView({ block: 'nearest' });
    return false;
  };
  let a: Partial<Accepted & Preview & Refusal> | null;
  const was = navigator.onLine;
  try {
    const r = await fetch(form.action, { method: 'POST', headers: { Accept: 'application/json' }, body: new URLSearchParams(new FormData(form, by) as unknown as Record<string, string>) });
    a = (await r.json().catch(() => null)) as typeof a;
    if (!r.ok || !a) return refuse(a?.error ?? outage({ what: 'change', went: 'wrong' }));
  } catch { return refuse(outage({ what: 'change', went: went(was, navigator.onLine) })); }
  if (told) told.hidden = true;
  const foretold = one('[data-foretold]', panel);
  if (a.html !== undefined && foretold) setContent(foretold, a.html);
  if (!a.to) return false;
  history.replaceState(null, '', a.to);
  location.reload();
  return true;
}
