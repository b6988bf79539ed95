// The service worker, and the subscription of this browser to notifications.

import { make, one, outer } from './dom';
import { offline, outage, went } from './outage';
import { registerWorker } from './trusted';

const root = document.documentElement;
const mine = `podesta-push${outer('')}`; // key under which the browser stores whose notifications it shows, and the session for which they were turned on

// startWorker registers the worker for a reader who is signed in, and lets it keep
// this page if it was loaded without a worker.
export function startWorker(): void {
  if (!('serviceWorker' in navigator) || !window.isSecureContext) return;
  if (root.dataset.reader) void begin().catch(() => { /* the pages work without it */ });
}

async function begin(): Promise<void> {
  await registerWorker();
  const worker = await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller && sessionStorage.getItem(mine) === root.dataset.reader) return;
  const parts = performance.getEntriesByType('resource').map(r => r.name).filter(a => a.startsWith(location.origin) && !a.endsWith('/live'));
  worker.active?.postMessage({ keep: [outer('/offline'), location.pathname, ...parts.filter(a => /\/static\/|\/g\//.test(a))] });
  sessionStorage.setItem(mine, root.dataset.reader ?? '');
}

// stores reports whether this browser can store anything.
export function stores(): boolean {
  try {
    localStorage.setItem('podesta-try', '');
    localStorage.removeItem('podesta-try');
    return true;
  } catch { return false; }
}

// offlineNotice shows that the page is an old one while there is no network.
export function offlineNotice(): void {
  const show = (): void => {
    const was = one('#offline');
    if (navigator.onLine) was?.remove();
    else if (!was) {
      const head = one('#tabletop');
      const put = (e: HTMLElement): void => { if (head) head.append(e); else one('main')?.prepend(e); };
      put(make('p', { id: 'offline', class: 'notice', role: 'status' },
        offline(one('[data-mode=ready] #orders textarea, [data-mode=process] #orders textarea') ? stores() ? 'browser' : 'page' : '')));
    }
  };
  addEventListener('online', show);
  addEventListener('offline', show);
  show();
}

// pushHint offers notifications, once, on the board of a game about which the reader would get
// any.
export function pushHint(): void {
  const head = one('.sheet > .notices[data-events]'), key = 'podesta-hint';
  if (!head || !root.dataset.reader || !canPush() || pushes() || Notification.permission !== 'default') return;
  try { if (localStorage.getItem(key)) return; } catch { return; }
  const no = make('button', { type: 'button', class: 'button quiet' }, 'Not now');
  const hint = make('p', { class: 'notice', id: 'pushhint' }, 'This browser can tell you when a phase is resolved or someone writes to you. ', make('a', { class: 'button quiet', href: outer('/me#notices') }, 'Choose'), ' ', no);
  no.addEventListener('click', () => {
    try { localStorage.setItem(key, 'no'); } catch { /* then the offer appears again */ }
    hint.remove();
  });
  head.append(hint);
}

// canPush reports whether this browser can show notifications.
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && typeof Notification !== 'undefined' && window.isSecureContext;

// marked returns the mark of the reader and of the session for which notifications
// were turned on in this browser.
function marked(): [string, string] {
  try {
    const [reader = '', session = ''] = (localStorage.getItem(mine) ?? '').split(' ');
    return [reader, session];
  } catch { return ['', '']; }
}

// pushes reports whether notifications were turned on for this reader.
export const pushes = (): boolean => !!root.dataset.reader && marked()[0] === root.dataset.reader;

// longest is how long a browser's notification service may take to answer. Browsers wait
// forever for one that cannot be reached.
const longest = 20000;

const tooLong = (): Promise<never> => new Promise((_, refuse) => {
  setTimeout(() => refuse(new DOMException('the notification service does not answer', 'TimeoutError')), longest);
});

async function subscription(key: string): Promise<PushSubscription> {
  const worker = await registerWorker().then(() => navigator.serviceWorker.ready);
  const old = await worker.pushManager.getSubscription();
  if (old && !pushes()) await old.unsubscribe(); // the subscription was another person's
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

// subscribe subscribes this browser, and registers it with the judge.
export async function subscribe(key: string, session: string): Promise<void> {
  const sub = await Promise.race([subscription(key), tooLong()]);
  const { keys } = sub.toJSON();
  const was = navigator.onLine;
  const r = await fetch(outer('/me/push'), { method: 'POST', body: new URLSearchParams({ endpoint: sub.endpoint, key: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' }) })
    .catch(() => { throw new Error(outage({ what: 'change', went: went(was, navigator.onLine) })); });
  if (!r.ok) throw new Error(((await r.json().catch(() => ({}))) as { error?: string }).error ?? outage({ what: 'change', went: 'wrong' }));
  try { localStorage.setItem(mine, `${root.dataset.reader ?? ''} ${session}`); } catch { /* after signing in again, notifications are turned on again */ }
}

// renewed reports whether this reader has signed in again since notifications were turned on.
export const renewed = (session: string): boolean => pushes() && marked()[1] !== session;

// unsubscribe ends the subscription of this browser: the one to an endpoint, or any.
export async function unsubscribe(endpoint = ''): Promise<void> {
  try { localStorage.removeItem(mine); } catch { /* then nothing is stored either */ }
  if (!canPush()) return;
  const sub = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  if (sub && (!endpoint || sub.endpoint === endpoint)) await sub.unsubscribe();
}
