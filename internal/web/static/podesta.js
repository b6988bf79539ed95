// The pages work without this file; it checks orders while they are typed,
// turns pages by the arrow keys and tells when a game has moved on.
(() => {
  'use strict';
  const root = document.documentElement;
  root.classList.add('js');
  const all = (sel, from = document) => from.querySelectorAll(sel);

  // Times in the zone of the reader's account, as in his letters; in the
  // browser's for whoever has none.
  const told = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' };
  const clock = at => {
    try {
      return at.toLocaleString(undefined, { ...told, timeZone: root.dataset.zone || undefined });
    } catch {
      return at.toLocaleString(undefined, told); // a zone that this browser does not know
    }
  };
  for (const t of all('time[datetime]')) {
    const at = new Date(t.dateTime);
    if (isNaN(at)) continue;
    t.title = t.textContent;
    const local = clock(at);
    const show = () => {
      let left = Math.ceil((at - Date.now()) / 60000), text = local;
      if (t.hasAttribute('data-countdown')) {
        if (left <= 0) text += ' (due)';
        else if (left < 120) text += ` (${left} min left)`;
        else if (left < 2880) text += ` (${Math.floor(left / 60)} h left)`;
        else text += ` (${Math.floor(left / 1440)} days left)`;
      }
      t.textContent = text;
    };
    show();
    if (t.hasAttribute('data-countdown')) setInterval(show, 30000);
  }

  // Where somebody is, the browser knows best.
  for (const i of all('input[data-zone]')) {
    if (!i.value) i.value = Intl.DateTimeFormat().resolvedOptions().timeZone || '';
  }

  // The arrow keys turn pages, unless something is being written.
  document.addEventListener('keydown', e => {
    if (e.altKey || e.ctrlKey || e.metaKey || e.shiftKey || e.target.closest('input, textarea, select, summary, .timeline')) return;
    const rel = { ArrowLeft: 'prev', ArrowRight: 'next' }[e.key];
    const to = rel && document.querySelector(`link[rel=${rel}]`);
    if (to) location.href = to.href;
  });
  const here = document.querySelector('.timeline [aria-current]');
  if (here) here.closest('.timeline').scrollLeft = here.offsetLeft - 200;

  // Copying links.
  for (const b of all('[data-copy]')) {
    if (!navigator.clipboard) break;
    b.hidden = false;
    b.addEventListener('click', async () => {
      await navigator.clipboard.writeText(b.previousElementSibling.value);
      b.textContent = 'Copied';
      setTimeout(() => { b.textContent = 'Copy'; }, 1500);
    });
  }

  // Orders: checked as they are typed.
  const form = document.querySelector('form[data-check]');
  if (form) {
    let timer, asked = 0, sent = false, dirty = false;
    const check = async () => {
      const n = ++asked;
      let answer;
      try {
        const r = await fetch(form.dataset.check, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
        if (!r.ok) return;
        answer = await r.json();
      } catch { return; }
      if (n !== asked) return;
      for (const box of all('[data-box]', form)) {
        const a = answer.boxes[box.dataset.box];
        if (!a) continue;
        box.querySelector('[data-verdicts]').innerHTML = a.report;
        box.querySelector('[data-units]').innerHTML = a.units;
        box.querySelector('[data-owes]').textContent = a.owes;
      }
    };
    form.addEventListener('input', () => { dirty = true; clearTimeout(timer); timer = setTimeout(check, 300); });
    form.addEventListener('submit', () => { sent = true; });
    addEventListener('beforeunload', e => { if (dirty && !sent) e.preventDefault(); });
    // A click on a unit or on a possible order writes it into the box.
    form.addEventListener('click', e => {
      const from = e.target.closest('[data-insert]');
      if (!from) return;
      const area = from.closest('[data-box]').querySelector('textarea');
      const before = area.value.replace(/\s+$/, '');
      area.value = (before ? before + '\n' : '') + from.dataset.insert;
      area.focus();
      area.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }

  // Has the game moved on?
  const { game, revision } = document.body.dataset;
  const moved = document.querySelector('[data-moved]');
  if (game && revision && moved) {
    const ask = async () => {
      if (document.hidden || !moved.hidden) return;
      try {
        const r = await fetch(`/g/${game}/state`);
        if (r.ok && String((await r.json()).revision) !== revision) moved.hidden = false;
      } catch { /* the server is away; asked again later */ }
    };
    setInterval(ask, 10000);
    document.addEventListener('visibilitychange', ask);
  }
})();
