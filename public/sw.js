// Keeps the whole site on the device, so that the app opens and works without a network. All addresses go by where this
// file lies. scripts/finish.mjs puts a line above it: `self.site`, with each file of the bundle and a hash of what is in
// it, and which of them the page waits for. There is one cache a version. What a version has in common with the one before
// it is taken from there.
const { version, files, awaited } = self.site ?? {};
const here = new URL('./', location.href);
// Other sites may live on the same host, this app under another path among them: their caches are not ours.
const ours = `takujo:${here.pathname}:`;
const cacheName = ours + version;
// A file is kept under its address and its hash. The page itself has the address of the folder: some hosts redirect index.html.
const keyOf = (path) => new URL(`${path}?${files[path]}`, here).href;

async function sound(response, path) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.arrayBuffer()));
  return [...hash.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('') === files[path];
}

// From the browser's own cache if it holds the right bytes: the page has just loaded many of them.
async function get(path) {
  for (const cache of ['default', 'reload']) {
    const response = await fetch(new URL(path, here), { cache, priority: 'low' });
    if (!response.ok || !(await sound(response.clone(), path))) continue;
    if (path !== '' && !response.redirected) return response;
    // A page must not be opened with an answer that came from elsewhere. And its answer names what it waits for, so that
    // this is fetched before the first line of the page is read.
    const headers = new Headers(response.headers);
    headers.delete('Content-Encoding');
    headers.delete('Content-Length');
    for (const [name, as] of path === '' ? Object.entries(awaited) : []) headers.append('Link', `<./${name}>; rel=preload; as=${as}`);
    return new Response(response.body, { headers });
  }
  throw new Error(`${path || 'index.html'} is not the one of this version`);
}

// One file after the other, out of everybody's way. What an interrupted try left is not fetched again.
async function fill() {
  const cache = await caches.open(cacheName);
  for (const path of Object.keys(files)) {
    const key = keyOf(path);
    const there = await caches.match(key);
    if (there && (await cache.match(key))) continue;
    await cache.put(key, there ?? (await get(path)));
  }
}

// Drops the versions before this one, unless one of them may still run in another window, or a next one builds on this.
async function tidy(windowsOfThisVersion) {
  const old = (await caches.keys()).filter((name) => name.startsWith(ours) && name !== cacheName);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.filter((window) => window.url.startsWith(here.href)).length;
  if (open > windowsOfThisVersion || self.registration.installing || self.registration.waiting) return;
  await Promise.all(old.map((name) => caches.delete(name)));
}

// A build without the list, as `dx serve` makes it: whatever a finished one left at this address goes.
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
  // A person wants the new version now.
  if (event.data === 'take over') self.skipWaiting();
  // A page of this version stands. Should the browser have thrown away a part of the site, it comes back.
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
  } else if (/-dxh[0-9a-f]+\.\w+$/.test(path)) {
    // A window of an older version asks for a part of it: the host no longer has it, its cache does.
    event.respondWith(caches.match(url.origin + url.pathname, { ignoreSearch: true }).then((kept) => kept ?? fetch(request)));
  } else if (request.mode === 'navigate' && path.startsWith('rules/')) {
    // The plain pages of the rules are not kept: without a network the app shows the same text.
    const game = /^rules\/(\w+)\.\w+\.html$/.exec(path)?.[1];
    event.respondWith(fetch(request).catch(() => Response.redirect(new URL(game ? `#/rules/${game}` : '#/rules', here))));
  }
});
