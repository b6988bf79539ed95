// The service worker. It shows notifications, and stores what is needed to read, without a
// network, the boards that its reader saw last; it never stores pages of anyone else. The judge
// names the reader of each page in the header Podesta-Reader. If the reader changes, or nobody
// is signed in, everything is deleted.

interface Awaiting extends Event { waitUntil(p: Promise<unknown>): void }
interface Fetching extends Awaiting { readonly request: Request; respondWith(r: Promise<Response>): void }
interface Pushed extends Awaiting { readonly data: { json(): unknown } | null }
interface Clicked extends Awaiting { readonly notification: Notification }
interface Told extends Awaiting { readonly data: unknown }
interface Window { readonly url: string; focus(): Promise<unknown>; navigate(url: string): Promise<unknown> }
interface Worker {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void>; matchAll(o: object): Promise<Window[]>; openWindow(url: string): Promise<unknown> };
  skipWaiting(): Promise<void>;
  addEventListener<E extends Event>(type: string, f: (e: E) => void): void;
}
interface Message { title: string; body?: string; link?: string; tag?: string }

const worker = self as unknown as Worker;

// The path below which the judge is reached, such as "/machiavelli". Another judge may have the
// same host, so the prefix is in the names of what is stored.
const prefix = worker.location.pathname.replace(/\/sw\.js$/, '');
const pages = `podesta-pages${prefix}`, files = `podesta-files${prefix}`, who = `podesta-reader${prefix}`;
const offline = `${prefix}/offline`, statics = `${prefix}/static/`, front = `${prefix}/`;

const mostPages = 80, mostFiles = 150;
const board = /^\/g\/[^/]+$/;
const part = /^\/g\/[^/]+\/(table\.json|drawing\.css|.*\.svg)$/;
const versioned = new RegExp(`"(${statics}[a-z0-9-]+\\.[a-z]+\\?v=[0-9a-f]+)"`, 'g');
const nobody = 'none';

// inner returns the path of an address within the judge, or '' if it is not one of the judge.
const inner = (url: URL): string => (url.origin === worker.location.origin && url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : '');

let departures = 0; // number of times that someone signed out: answers to earlier requests are not stored

async function reader(): Promise<string> {
  const r = await (await caches.open(who)).match('/reader');
  return r ? r.text() : nobody;
}

// inTurn runs one function after the other, because two pages that arrive together must not
// delete each other.
let turn: Promise<unknown> = Promise.resolve();
function inTurn(f: () => Promise<void>): Promise<void> {
  const done = turn.then(f);
  turn = done.catch(() => { /* the next one runs anyway */ });
  return done;
}

async function forget(): Promise<void> {
  await Promise.all([caches.delete(pages), caches.delete(who)]);
}

// trim deletes the oldest entries.
async function trim(cache: Cache, most: number): Promise<void> {
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - most)).map(k => cache.delete(k)));
}

// noted reports whether an answer is for the reader whose pages are stored. A page for another
// reader changes the reader.
async function noted(r: Response): Promise<boolean> {
  const name = r.headers.get('podesta-reader');
  if (!name) return (await reader()) !== nobody;
  if (name !== (await reader())) {
    await forget();
    if (name !== nobody) await (await caches.open(who)).put('/reader', new Response(name));
  }
  return name !== nobody;
}

// keep stores an answer under an address, if allowed. asked is the value of departures when it
// was requested.
async function keep(address: string, r: Response, asked: number): Promise<void> {
  if (asked !== departures) return;
  const mine = await noted(r);
  if (!mine || !r.ok || r.redirected) return;
  const cache = await caches.open(pages);
  await cache.delete(address); // makes it the newest entry
  await cache.put(address, r);
  await trim(cache, mostPages);
}

// page answers with a page, or without a network with the version that was seen last.
async function page(request: Request, event: Awaiting): Promise<Response> {
  const url = new URL(request.url), path = inner(url), asked = departures;
  try {
    const r = await fetch(request);
    if (board.test(path) || part.test(path) || url.pathname === offline) {
      const copy = r.clone();
      event.waitUntil(inTurn(() => keep(board.test(path) ? url.pathname : request.url, copy, asked)));
    } else if (r.status < 500 && asked === departures) {
      event.waitUntil(inTurn(async () => void (await noted(r))));
    }
    return r;
  } catch (e) {
    const cache = await caches.open(pages);
    const old = await cache.match(board.test(path) ? url.pathname : request, { ignoreVary: true });
    const instead = old ?? (request.mode === 'navigate' ? await cache.match(offline, { ignoreVary: true }) : undefined);
    if (!instead) throw e;
    return instead;
  }
}

// file answers with a file whose address contains its version, so that it never changes.
async function file(request: Request): Promise<Response> {
  const cache = await caches.open(files);
  const old = await cache.match(request, { ignoreVary: true });
  if (old) return old;
  const r = await fetch(request);
  if (r.ok) {
    await cache.put(request, r.clone());
    await trim(cache, mostFiles);
  }
  return r;
}

// parts stores the files that a page names.
async function parts(r: Response): Promise<void> {
  if (!r.headers.get('Content-Type')?.startsWith('text/html')) return;
  const named = (await r.text()).matchAll(versioned);
  await Promise.all([...new Set([...named].map(m => m[1] ?? ''))].map(a => file(new Request(a))));
}

worker.addEventListener('install', (e: Awaiting) => e.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (e: Awaiting) => e.waitUntil(worker.clients.claim()));

worker.addEventListener('fetch', (e: Fetching) => {
  const { request } = e, url = new URL(request.url), path = inner(url);
  if (!path) return;
  if (request.method === 'POST' && path === '/signout') {
    departures++;
    e.waitUntil(inTurn(forget));
    return;
  }
  if (request.method !== 'GET') return;
  if (path.startsWith('/static/') && url.searchParams.has('v')) e.respondWith(file(request));
  else if (request.mode === 'navigate' || board.test(path) || part.test(path)) e.respondWith(page(request, e));
});

// A page that was loaded before there was a worker asks it to store the page's files.
worker.addEventListener('message', (e: Told) => {
  const list = (e.data as { keep?: unknown } | null)?.keep;
  if (!Array.isArray(list)) return;
  e.waitUntil(Promise.all(list.map(async (address: unknown) => {
    const url = new URL(String(address), worker.location.origin), path = inner(url);
    if (!path) return;
    const request = new Request(url.href, { credentials: 'same-origin' });
    try {
      if (path.startsWith('/static/')) await file(request);
      else await parts(await page(request, e));
    } catch { /* it will be stored another time */ }
  })));
});

worker.addEventListener('push', (e: Pushed) => {
  const m = e.data?.json() as Message | undefined;
  if (!m?.title) return;
  e.waitUntil(worker.registration.showNotification(m.title, {
    body: m.body ?? '', icon: `${statics}icon192.png`, badge: `${statics}badge.png`, data: m.link ?? front, ...(m.tag ? { tag: m.tag } : {}),
  }));
});

// A click opens the game, if possible in a window that already shows it.
worker.addEventListener('notificationclick', (e: Clicked) => {
  e.notification.close();
  const { pathname, search } = new URL(String(e.notification.data ?? front), worker.location.origin);
  const to = worker.location.origin + pathname + search;
  e.waitUntil((async () => {
    const all = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const there = all.find(w => new URL(w.url).pathname === pathname);
    if (there) return there.focus();
    return worker.clients.openWindow(to);
  })());
});
