// The pages work without this file. It checks orders while they are typed, turns pages with the
// arrow keys and announces that a phase was resolved.
import { ahead } from '../ahead';
import { left } from '../countdown';
import { all, forgetDrafts, one, outer } from '../dom';
import { dressPasswords } from '../passwords';
import { present } from '../present';
import { calm } from '../press';
import type { CheckedTexts, State } from '../types';
import { setContent } from '../trusted';
import { offlineNotice, pushHint, startWorker, unsubscribe } from '../worker';
import { t as say } from '../words';

const root = document.documentElement;
root.classList.add('js');
ahead();

// The result of a form, and the greeting, are shown only once, and not again when the page is
// reloaded.
const once = ['hello', 'done', 'saved'];
const here = new URL(location.href);
if (once.some(name => here.searchParams.has(name))) {
  for (const name of once) here.searchParams.delete(name);
  history.replaceState(history.state, '', here);
}

// Times are in the time zone of the reader's account, as in e-mail, or without an account in
// the browser's zone.
const told: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' };
// There are many variants of English, so the browser's own is used.
const locale = root.lang === 'en' ? undefined : root.lang;
const clock = (at: Date): string => {
  try {
    return at.toLocaleString(locale, { ...told, ...(root.dataset.zone ? { timeZone: root.dataset.zone } : {}) });
  } catch {
    return at.toLocaleString(locale, told); // this browser does not know the zone
  }
};
function times(): void {
  for (const t of all<HTMLTimeElement>('time[datetime]:not([data-told])')) {
    const at = new Date(t.dateTime);
    if (isNaN(at.getTime())) continue;
    t.dataset.told = '';
    t.title = t.textContent ?? '';
    const local = clock(at);
    const show = () => {
      const rest = t.hasAttribute('data-countdown') ? left(at.getTime(), Date.now()) : '';
      const at_ = document.createElement('span'), left_ = document.createElement('span');
      at_.className = 'at';
      at_.textContent = local;
      left_.className = 'left';
      left_.textContent = rest;
      t.replaceChildren(...(rest ? [at_, ' ', left_] : [local]));
    };
    show();
    if (!t.hasAttribute('data-countdown')) continue;
    const beat = setInterval(() => { if (t.isConnected) show(); else clearInterval(beat); }, 30000);
  }
}
document.addEventListener('podesta:times', times); // a deadline on the page has changed

// Signing out removes drafts and notifications from the browser: the next person who uses it
// must not see them. The worker deletes its pages.
document.addEventListener('submit', e => {
  if (!new URL((e.target as HTMLFormElement).action).pathname.endsWith('/signout')) return;
  forgetDrafts();
  void unsubscribe().catch(() => { /* the judge ends them with the session anyway */ });
});
// Another person who signs in here must not find them either.
try {
  const { reader = '' } = root.dataset, last = localStorage.getItem(`podesta-reader${outer('')}`);
  if (reader && last && last !== reader) forgetDrafts();
  if (reader) localStorage.setItem(`podesta-reader${outer('')}`, reader);
} catch { /* then nothing is stored either */ }
startWorker();
offlineNotice();
pushHint();
present();

// The browser knows the visitor's time zone best.
for (const i of all<HTMLInputElement>('input[data-zone]')) {
  if (!i.value) i.value = Intl.DateTimeFormat().resolvedOptions().timeZone || '';
}

// The arrow keys turn pages, unless the visitor is writing.
document.addEventListener('keydown', e => {
  if (e.altKey || e.ctrlKey || e.metaKey || e.shiftKey || (e.target as Element).closest('input, textarea, select, summary, .timeline')) return;
  const rel = e.key === 'ArrowLeft' ? 'prev' : e.key === 'ArrowRight' ? 'next' : '';
  const to = rel && one<HTMLLinkElement>(`link[rel=${rel}]`);
  if (to) location.href = to.href;
});

// Copying links.
function copying(): void {
  for (const b of all('[data-copy]')) {
    if (!navigator.clipboard || !b.hidden) continue;
    b.hidden = false;
    b.addEventListener('click', async () => {
      await navigator.clipboard.writeText((b.previousElementSibling as HTMLInputElement).value);
      b.textContent = say('Copied');
      setTimeout(() => { b.textContent = say('Copy'); }, 1500);
    });
  }
}

// Orders: checked as they are typed.
function typing(): void {
  const form = one<HTMLFormElement>('form[data-check]');
  if (!form) return;
  let timer = 0, asked = 0, sent = false, dirty = false;
  const taken = (): boolean => !!form.closest('.alive'); // the board's script does this
  const check = async () => {
    const n = ++asked;
    let answer: CheckedTexts;
    try {
      const r = await fetch(form.dataset.check ?? '', { method: 'POST', body: new URLSearchParams(new FormData(form) as unknown as Record<string, string>) });
      if (!r.ok) return;
      answer = (await r.json()) as CheckedTexts;
    } catch { return; }
    if (n !== asked) return;
    for (const box of all('[data-box]', form)) {
      const a = answer.boxes[box.dataset.box ?? ''];
      if (!a) continue;
      const put = (sel: string, to: (e: HTMLElement) => void): void => { const e = one(sel, box); if (e) to(e); };
      put('[data-verdicts]', e => calm(e, () => { setContent(e, a.report); }));
      put('[data-units]', e => calm(e, () => { setContent(e, a.units); }));
      put('[data-owes]', e => { e.textContent = a.owes; });
    }
  };
  form.addEventListener('input', () => { if (taken()) return; dirty = true; clearTimeout(timer); timer = window.setTimeout(check, 300); });
  form.addEventListener('submit', () => { sent = true; });
  addEventListener('beforeunload', e => { if (form.isConnected && dirty && !sent && !taken()) e.preventDefault(); });
  // A click on a unit or on a possible order inserts it into the box.
  form.addEventListener('click', e => {
    const from = (e.target as Element).closest<HTMLElement>('[data-insert]');
    if (!from) return;
    const area = from.closest('[data-box]')?.querySelector('textarea');
    if (!area) return;
    const before = area.value.replace(/\s+$/, '');
    area.value = (before ? before + '\n' : '') + from.dataset.insert;
    area.focus();
    area.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

// dress makes a page, or a new part of it, interactive.
function dress(): void {
  times();
  copying();
  typing();
  dressPasswords();
  const here = one('.timeline [aria-current]');
  const line = here?.closest('.timeline');
  if (here && line) line.scrollLeft = here.offsetLeft - 200;
}
dress();
document.addEventListener('podesta:renewed', dress);

// Has a phase been resolved?
if (document.body.dataset.revision && one('[data-moved]')) {
  const ask = async (): Promise<void> => {
    const { game, revision } = document.body.dataset;
    const moved = one('[data-moved]');
    if (!revision || document.hidden || !moved?.hidden || 'live' in moved.dataset) return; // a board receives the stream
    try {
      const r = await fetch(outer(`/g/${game}/state`));
      if (r.ok && String(((await r.json()) as State).revision) !== revision) moved.hidden = false;
    } catch { /* the server is unreachable; asks again later */ }
  };
  setInterval(ask, 10000);
  document.addEventListener('visibilitychange', ask);
}
