// Runs before the page is drawn: says in which language and theme the first page, which stands in index.html, is shown.
// The app keeps both here for it; once the app has drawn its own page it takes the first one away.
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
if (!/^#?\/?$/.test(location.hash)) root.dataset.elsewhere = '';
