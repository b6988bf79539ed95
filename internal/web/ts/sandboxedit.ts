// Putting a position together: a click on the map with a tool writes statements
// into the text, and the text is what counts.

import type { App } from './app';
import { Chart, type Pointed } from './board';
import { all, make, one } from './dom';
import type { Table } from './types';

interface Answer { text: string; error?: string; seen: string; bad?: boolean; map?: string; data?: string; said?: string }

export function mountEditor(app: App): void {
  const form = one<HTMLFormElement>('#edit', app.root);
  const text = form && one<HTMLTextAreaElement>('#text', form);
  const palette = form && one('[data-palette]', form);
  const seen = form && one('[data-seen]', form);
  const chart = app.board;
  if (!form || !text || !palette || !seen || !(chart instanceof Chart)) return;
  const past: string[] = [];
  let timer = 0, busy = 0, last = text.value;
  let queue: Promise<void> = Promise.resolve();

  const problem = (words: string): void => {
    const p = one('[data-problem]', app.root);
    if (p) p.textContent = words;
  };
  // redraw shows the position as it is now.
  const redraw = async (map: string, data: string): Promise<void> => {
    await chart.stand(map);
    chart.away = false; // it is not a phase of the past
    chart.stage.closest('.chart')?.classList.remove('away');
    const r = await fetch(data);
    if (r.ok) app.table = (await r.json()) as Table;
  };
  // ask tells the judge of a change and shows what it comes to; one after the
  // other, for each click builds on what the one before has written.
  const ask = (more: Record<string, string>): Promise<void> => {
    busy++;
    queue = queue.then(() => tell(more)).finally(() => { busy--; });
    return queue;
  };
  const tell = async (more: Record<string, string>): Promise<void> => {
    const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
    for (const [k, v] of Object.entries(more)) body.set(k, v);
    let a: Answer & { error?: string };
    try {
      const r = await fetch('/sandbox/edit/check', { method: 'POST', headers: { Accept: 'application/json' }, body });
      a = await r.json();
      if (!r.ok) return problem(a.error ?? '');
    } catch { return problem('No connection: nothing was changed.'); }
    problem(a.error ?? '');
    if (a.text !== text.value) {
      past.push(text.value);
      text.value = a.text;
      last = a.text;
      text.scrollTop = text.scrollHeight;
    }
    const open = one<HTMLDetailsElement>('details', seen)?.open;
    seen.innerHTML = a.seen;
    const details = one<HTMLDetailsElement>('details', seen);
    if (details && open) details.open = true;
    for (const b of all<HTMLButtonElement>('[data-mend]', seen)) b.hidden = false;
    if (a.said) app.say(a.said + '.');
    if (a.map && a.data) await redraw(a.map, a.data);
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(() => { void ask({}); }, 350);
  };
  // write puts another text in the place of the one that is there.
  const write = (t: string): void => {
    past.push(text.value);
    text.value = last = t;
    void ask({});
  };

  // What is under way is waited for before the position is taken.
  form.addEventListener('submit', e => {
    if (!busy) return;
    e.preventDefault();
    const by = e.submitter;
    void queue.then(() => form.requestSubmit(by));
  });
  palette.hidden = false;
  chart.take = (p: Pointed) => {
    void ask({ at: p.area, unit: p.unit });
    return true;
  };
  const place = one<HTMLInputElement>('#place', form);
  const here = (): void => {
    const name = place?.value.trim().toLowerCase() ?? '';
    const a = app.table.areas.find(x => x.name.toLowerCase() === name || x.code === name) ?? app.table.areas.find(x => name && x.name.toLowerCase().startsWith(name));
    if (!a) return problem(name ? `There is no place “${place?.value}”.` : 'Name a place first.');
    void ask({ at: a.code, unit: '' });
    place?.select();
  };
  one('[data-here]', form)?.addEventListener('click', here);
  place?.addEventListener('keydown', e => {
    if (e.key !== 'Enter') return;
    e.preventDefault();
    here();
  });
  one('[data-places]', form)?.append(...app.table.areas.map(a => make('option', { value: a.name })));
  one('[data-bare]', form)?.addEventListener('click', () => { void ask({ bare: '1' }); });
  const undo = (): void => {
    const was = past.pop();
    if (was === undefined) return;
    text.value = last = was;
    void ask({});
    app.say('Undone.');
  };
  one('[data-undo]', form)?.addEventListener('click', undo);
  document.addEventListener('keydown', e => {
    if ((e.ctrlKey || e.metaKey) && e.key === 'z' && !(e.target as Element).closest('input, textarea')) {
      e.preventDefault();
      undo();
    }
  });
  text.addEventListener('input', () => {
    if (past[past.length - 1] !== last) past.push(last);
    last = text.value;
    soon();
  });
  seen.addEventListener('click', e => {
    const mend = (e.target as Element).closest<HTMLElement>('[data-mend]')?.dataset.mend;
    if (mend) write((text.value.trimEnd() + '\n' + mend).trimStart());
  });
  for (const i of all<HTMLInputElement>('[data-treasury]', form)) {
    i.addEventListener('change', () => {
      const lines = text.value.split('\n').filter(l => l.trim() && !l.startsWith(`treasury ${i.dataset.treasury} `));
      if (i.value !== i.defaultValue) lines.push(`treasury ${i.dataset.treasury} ${i.value}`);
      write(lines.join('\n'));
    });
  }
  for (const name of ['season', 'year']) form.elements.namedItem(name) instanceof HTMLElement && (form.elements.namedItem(name) as HTMLElement).addEventListener('change', soon);
  const tools = (): void => {
    const tool = new FormData(form).get('tool');
    for (const f of all('[data-for]', palette)) f.hidden = !f.dataset.for?.split(' ').includes(String(tool));
    chart.stage.classList.add('choosing');
  };
  palette.addEventListener('change', tools);
  tools();
}
