// The service worker. It shows notifications (phones let no page do that itself), and answers with a page of ours when
// there is no connection. It keeps nothing of a game: everything else goes to the server as if it were not there.

// The name ends in the beginning of the hash of these files (tests/page/test_manifests.py): with another one they are
// fetched anew.
const CACHE = 'offline-c6154c79';
const OFFLINE = '/offline.html';
const FILES = [OFFLINE, '/offline.css', '/offline.js', '/icon.svg'];

addEventListener('install', (event) => {
  const files = FILES.map((file) => new Request(file, { cache: 'reload', credentials: 'omit' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)).then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(forget());
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const page = request.mode === 'navigate';
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (!page && !FILES.includes(url.pathname)) return;
  const instead = page ? OFFLINE : url.pathname;
  event.respondWith(fetch(request).catch(async () => (await caches.match(instead)) ?? Response.error()));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url } = event.notification.data ?? {};
  const open = async () => {
    const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    const there = pages.find((page) => new URL(page.url).pathname === url);
    return there ? there.focus() : clients.openWindow(url ?? '/');
  };
  event.waitUntil(open());
});
