// Runs before the page is drawn. Sets language and theme of the boot page in index.html as the app stored them, or
// fetches the first screen of a shared address. Once the app has drawn its own page, it removes this one.
const root = document.documentElement;
const kept = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
const system = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag === 'en' || tag === 'ja');
root.lang = kept('lang') ?? system ?? 'en';
root.dataset.theme = kept('theme') ?? 'auto';
if (kept('furigana')) root.dataset.furigana = '';
if (!/^#?\/?$/.test(location.hash)) root.dataset.elsewhere = '';

// Shared addresses have first screens of their own, for people who have never been here. Everyone else has the site on
// the device, and names and settings that such a screen cannot know. scripts/finish.mjs fills in the addresses, and the
// style sheet of all pages but home.
const style = '@style';
const screens = '@screens'.split(' ');
const address = location.hash.slice(1);
const [, screen, section = ''] = /^(\/rules\/\w+)\/(.+)$/.exec(address) ?? ['', address];
const styled = new Promise((done) => {
  if (!('elsewhere' in root.dataset) || !style.endsWith('.css')) return;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: style, onload: done }));
});
async function bring() {
  const answer = await fetch(`./first${screen}.${root.lang}.html`);
  if (!answer.ok) return;
  const page = document.createElement('template');
  page.innerHTML = await answer.text();
  await styled;
  if (document.readyState === 'loading') await new Promise((done) => { document.addEventListener('DOMContentLoaded', done); });
  const first = document.getElementById('first');
  const parts = [...page.content.querySelectorAll('template')];
  const part = parts.find((one) => one.dataset.at === section);
  // The app was faster, or there is no such section.
  if (!first || (parts.length > 0 && !part)) return;
  if (part) page.content.querySelector('main').append(part.content);
  first.replaceChildren(page.content.firstElementChild);
  first.dataset.at = address;
  delete root.dataset.elsewhere;
}
if (screens.includes(screen) && kept('lang') === null) bring().catch(() => {});

// The tables in play, as the app stored them (`HomeCard` in src/state/card.rs), are shown from the start, so that nothing
// moves under a finger once the app has read them. The page is still loading, so each language is filled in when it
// arrives; a browser that draws what has arrived so far must not show the games where the tables belong. Whatever else
// may be stored there must not hold up the start.
const card = kept('card') ?? '';
const lines = card.length > 10_000 ? [] : card.split('\n', 20);
const cards = Array.from({ length: Math.floor(lines.length / 5) }, (_, at) => lines.slice(5 * at, 5 * at + 5));
const fill = () => document.querySelectorAll('.first').forEach((page, at) => {
  const [first, other] = page.querySelectorAll('.current[hidden]');
  const tiles = [...page.querySelectorAll('.tile')];
  // Not before all tiles are there, and only once.
  if (!other || !page.querySelector('.games + *')) return;
  cards.forEach(([id, game, title, ...names], nth) => {
    const name = tiles.find((tile) => tile.hash === `#/new/${game}`)?.firstChild;
    if (!name) return;
    const card = nth ? other.cloneNode(true) : first;
    const heading = card.querySelector('h2, strong');
    heading.textContent = title || name.textContent;
    if (!title) heading.lang = name.lang;
    card.querySelector('.emblem').replaceWith(name.parentNode.querySelector('.emblem').cloneNode(true));
    // How the table stood is stored behind the names and shown before them.
    card.querySelector('.names').textContent = [title && name.textContent, ...names[at].split('\t').reverse()].filter(Boolean).join(' · ');
    card.dataset.over = names[at].endsWith('\t');
    (nth ? card : card.querySelector('a')).href = `#/table/${id}/play`;
    card.classList.add(`accent-${game}`);
    card.hidden = false;
    if (nth) other.before(card);
  });
  other.remove();
});
const reading = new MutationObserver(fill);
if (cards.length) reading.observe(document, { childList: true, subtree: true });
// The bar shows in one piece, because half a bar moves when the rest arrives.
root.dataset.filling = cards.length ? 'cards' : '';
document.addEventListener('readystatechange', () => {
  fill();
  reading.disconnect();
  delete root.dataset.filling;
}, { once: true });

// The manifest in the page's language, the browser's bars in its theme, and readings above kanji if they are wanted.
const around = () => {
  const manifest = document.querySelector('link[rel="manifest"]');
  const file = root.lang === 'ja' ? './manifest.ja.webmanifest' : './manifest.webmanifest';
  if (manifest.getAttribute('href') !== file) manifest.setAttribute('href', file);
  const { theme } = root.dataset;
  for (const bar of document.querySelectorAll('meta[name="theme-color"]')) {
    const colour = theme === 'dark' || (theme !== 'light' && bar.media.includes('dark')) ? '#16140f' : '#f6f1e6';
    if (bar.content !== colour) bar.content = colour;
  }
  if ('furigana' in root.dataset) import('./furigana.js').catch(() => {});
};
around();
new MutationObserver(around).observe(root, { attributeFilter: ['lang', 'data-theme', 'data-furigana'] });

// The service worker, which stores the site for offline use (sw.js). Registered last, when everything is loaded, the
// app runs, and the browser is idle. A new version waits until the person asks for it.
const worker = navigator.serviceWorker;
// A busy device may never be idle, so after a while it is done anyway.
const idle = window.requestIdleCallback ?? ((call) => setTimeout(call, 1000));
async function keepTheSite() {
  // First, because what follows may wait for the network.
  worker.controller?.postMessage('stands');
  const site = await worker.register('./sw.js').catch(() => {});
  if (!site) return;
  let asked = false;
  // src/pages/update_notice.rs shows it.
  const tell = () => {
    root.dataset.news = '';
  };
  const watch = (next) => next?.addEventListener('statechange', () => {
    if (next.state === 'installed' && worker.controller) tell();
  });
  if (site.waiting && worker.controller) tell();
  watch(site.installing);
  site.addEventListener('updatefound', () => watch(site.installing));
  // The very first worker just takes over the page. A later one does so because the person asked for it, here or in
  // another window.
  let served = worker.controller;
  worker.addEventListener('controllerchange', () => {
    if (asked) location.reload();
    else if (served) tell();
    served = worker.controller;
  });
  addEventListener('click', ({ target }) => {
    const wanted = target.closest('[data-news]')?.dataset.news;
    if (wanted === 'later') delete root.dataset.news;
    if (wanted !== 'reload') return;
    asked = Boolean(site.waiting);
    if (asked) site.waiting.postMessage('take over');
    else location.reload();
  });
  // A window that was left open for days looks for a new version when it is seen again.
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - looked < 3.6e6) return;
    looked = Date.now();
    site.update().catch(() => {});
  });
}
const stands = () => (document.getElementById('first') ? setTimeout(stands, 1000) : idle(keepTheSite, { timeout: 2000 }));
if (worker) addEventListener('load', stands);
