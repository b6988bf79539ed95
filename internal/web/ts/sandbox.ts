// What the sandbox adds to a board: it shows the results of the orders while they are written,
// and the address of the page always contains the whole sandbox.

import { setContent } from './trusted';
import type { App } from './app';
import { all, drawingAt, one, outer } from './dom';
import { calm } from './press';
import type { Refusal, Tried } from './types';

export function mountSandbox(app: App): void {
  const form = one<HTMLFormElement>('#orders', app.root);
  const outcome = one('[data-outcome]', app.root);
  if (!form || !outcome) return;
  let timer = 0, asked = 0;

  // put shows an answer, and keeps open details open.
  const put = (a: Partial<Tried>): void => {
    const said = one('[data-problem]', app.root);
    if (said) said.textContent = a.problem ?? '';
    const html = a.outcome;
    if (html !== undefined) {
      calm(outcome, () => {
        const open = new Set(all<HTMLDetailsElement>('details[open][data-key]', outcome).map(d => d.dataset.key));
        setContent(outcome, html);
        for (const d of all<HTMLDetailsElement>('details[data-key]', outcome)) if (open.has(d.dataset.key)) d.open = true;
      });
    }
    const failed = one('[data-failed]', app.root);
    if (failed && a.failed !== undefined) failed.textContent = a.failed ? String(a.failed) : '';
    if (!a.link || !a.to) return;
    history.replaceState(history.state, '', a.to + location.hash);
    one('[data-without]', app.root)?.remove(); // it was about other orders
    for (const i of all<HTMLInputElement>('[data-link]', app.root)) i.value = a.link;
    for (const i of all<HTMLInputElement>('[data-url]', app.root)) i.value = location.origin + a.to;
    const file = one<HTMLAnchorElement>('[data-case]', app.root);
    if (file) file.href = outer(`/sandbox/case.json?s=${a.link}`);
  };
  const ask = async (): Promise<void> => {
    const n = ++asked;
    try {
      const r = await fetch(drawingAt(form.dataset.check ?? ''), { method: 'POST', headers: { Accept: 'application/json' }, body: new URLSearchParams(new FormData(form) as unknown as Record<string, string>) });
      const a = (await r.json()) as Partial<Tried & Refusal>;
      if (n === asked) put(r.ok ? a : { problem: a.error ?? '' });
    } catch { /* asks again after the next change */ }
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(() => { void ask(); }, 250);
  };
  app.on('edited', soon);
  const dice = one<HTMLTextAreaElement>('#dice', form);
  dice?.addEventListener('input', soon);

  // A click on a die adds it to those set by hand.
  app.root.addEventListener('click', e => {
    const die = (e.target as Element).closest<HTMLElement>('[data-die]')?.dataset.die;
    if (!die || !dice) return;
    const name = die.replace(/ \d+$/, '');
    dice.value = [...dice.value.split('\n').filter(l => l.trim() && !l.startsWith(name + ' ')), die].join('\n') + '\n';
    const box = dice.closest('details');
    if (box) box.open = true;
    app.open('orders');
    dice.focus();
    dice.setSelectionRange(dice.value.length - 2, dice.value.length - 1);
    soon();
  });

  if (location.hash.startsWith('#panel-')) scrollTo(0, 0); // the panel is open, so the page need not scroll to it
  const line = one('.sandline [aria-current]', app.root);
  const list = line?.closest<HTMLElement>('ol');
  if (line && list) list.scrollLeft = line.getBoundingClientRect().left - list.getBoundingClientRect().left - list.clientWidth / 2;
}
