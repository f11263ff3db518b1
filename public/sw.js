// Stores the whole site on the device, so that the app works offline. Paths are relative to this file.
// scripts/finish.mjs puts `self.site` before this: every file of the bundle with a hash of its content, and the files
// the page waits for. Each version has a cache of its own; files that an older version also has are copied from there.
const { version, files, awaited } = self.site ?? {};
const here = new URL('./', location.href);
// Other sites may share this host, even this app under another path, so only our own caches are touched.
const ours = `takujo:${here.pathname}:`;
const cacheName = ours + version;
// Files are stored under their address and hash. The page itself is stored under the folder's address, because some
// hosts redirect index.html.
const keyOf = (path) => new URL(`${path}?${files[path]}`, here).href;

async function sound(response, path) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.arrayBuffer()));
  return [...hash.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('') === files[path];
}

// Tries the browser's cache first, in case it has the right bytes: the page has just loaded many of them.
async function get(path) {
  for (const cache of ['default', 'reload']) {
    const response = await fetch(new URL(path, here), { cache, priority: 'low' });
    if (!response.ok || !(await sound(response.clone(), path))) continue;
    if (path !== '' && !response.redirected) return response;
    // A page must not be opened from a redirected response. It also names what it waits for, so that the browser
    // fetches that before it has parsed the page.
    const headers = new Headers(response.headers);
    headers.delete('Content-Encoding');
    headers.delete('Content-Length');
    for (const [name, as] of path === '' ? Object.entries(awaited) : []) headers.append('Link', `<./${name}>; rel=preload; as=${as}`);
    return new Response(response.body, { headers });
  }
  throw new Error(`${path || 'index.html'} does not match this version`);
}

// Stores one file at a time, at low priority. Skips what an interrupted attempt has already stored.
async function fill() {
  const cache = await caches.open(cacheName);
  for (const path of Object.keys(files)) {
    const key = keyOf(path);
    const there = await caches.match(key);
    if (there && (await cache.match(key))) continue;
    await cache.put(key, there ?? (await get(path)));
  }
}

// Deletes older versions, unless one of them may still run in another window, or a newer one is being installed.
async function tidy(windowsOfThisVersion) {
  const old = (await caches.keys()).filter((name) => name.startsWith(ours) && name !== cacheName);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.filter((window) => window.url.startsWith(here.href)).length;
  if (open > windowsOfThisVersion || self.registration.installing || self.registration.waiting) return;
  await Promise.all(old.map((name) => caches.delete(name)));
}

// For a build without the list, as `dx serve` makes it: removes what a release build left at this address.
async function leave() {
  const old = (await caches.keys()).filter((name) => name.startsWith(ours));
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.registration.unregister();
}

self.addEventListener('install', (event) => event.waitUntil(files ? fill() : self.skipWaiting()));

self.addEventListener('activate', (event) => {
  event.waitUntil(files ? Promise.all([self.clients.claim(), tidy(0)]) : leave());
});

self.addEventListener('message', (event) => {
  // The person accepted the new version.
  if (event.data === 'take over') self.skipWaiting();
  // A page of this version has started: restores whatever the browser has evicted.
  if (event.data === 'stands' && files) event.waitUntil(fill().then(() => tidy(1)).catch(() => undefined));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (!files || request.method !== 'GET' || !url.href.startsWith(here.href)) return;
  const name = decodeURIComponent(url.pathname.slice(here.pathname.length));
  const path = name === 'index.html' ? '' : name;
  if (Object.hasOwn(files, path)) {
    event.respondWith(caches.match(keyOf(path), { cacheName }).then((kept) => kept ?? fetch(request)));
  } else if (/-[0-9a-f]{16}\.\w+$/.test(path)) {
    // A window of an older version wants one of its parts, which the host no longer has, but its cache does.
    event.respondWith(caches.match(url.origin + url.pathname, { ignoreSearch: true }).then((kept) => kept ?? fetch(request)));
  } else if (request.mode === 'navigate' && path.startsWith('rules/')) {
    // The plain pages of the rules are not stored: offline, the app shows the same text.
    const game = /^rules\/(\w+)\.\w+\.html$/.exec(path)?.[1];
    event.respondWith(fetch(request).catch(() => Response.redirect(new URL(game ? `#/rules/${game}` : '#/rules', here))));
  }
});
