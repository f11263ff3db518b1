// Help for when the program does not start or has stopped. A plain script, because no part of the program can be relied
// on then.
{
  const words = {
    en: {
      waiting: 'Takujo has not started',
      waitingText: 'The network may be slow or blocked, or this device’s storage does not respond. Nothing that was saved is lost.',
      stopped: 'Takujo has stopped',
      stoppedText: 'Something went wrong in the app. Everything that was saved is still on this device. Reload to continue.',
      again: 'Try again',
      reload: 'Reload',
      file: 'Save everything',
      noFile: 'The storage does not respond, so there is no file.',
    },
    ja: {
      waiting: '卓上がまだ起動していません',
      waitingText: '通信が遅いか途切れているか、端末の保存領域が応答していません。保存済みのものは消えていません。',
      stopped: '卓上が止まりました',
      stoppedText: 'アプリのエラーです。保存済みのものはすべてこの端末に残っています。読み込み直すと続けられます。',
      again: 'もう一度',
      reload: '読み込み直す',
      file: 'すべてをファイルに保存',
      noFile: '保存領域が応答しないため、ファイルを作れませんでした。',
    },
  };
  /** How long the start may take before this shows a message, in milliseconds. */
  const PATIENCE = 10_000;
  const main = () => document.getElementById('main');
  const started = () => Boolean(main()?.firstElementChild);
  // Then public/old.js has said all there is to say.
  const old = () => document.documentElement.classList.contains('old');
  let shown;

  const element = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more });
  function show(title, text, buttons) {
    shown?.remove();
    shown = element('dialog', '', { className: 'sheet rescue' });
    const heading = element('h2', title, { id: 'rescue' });
    shown.setAttribute('aria-labelledby', heading.id);
    const row = element('div', '', { className: 'row wrap' });
    const said = element('p', '', { role: 'status' });
    row.append(...buttons.map(([label, work], at) => element('button', label, {
      type: 'button',
      className: at === 0 ? 'button main' : 'button',
      onclick: () => work(said),
    })));
    shown.append(heading, element('p', text), row, said);
    // It cannot be dismissed, because nothing behind it responds.
    shown.addEventListener('cancel', (event) => event.preventDefault());
    document.body.append(shown);
    shown.showModal();
  }
  const word = (key) => (words[document.documentElement.lang] ?? words.en)[key];

  // --- the program does not start -------------------------------------------------------------------------------------

  // A stored copy of the site, in the browser or the worker, may be the problem, so everything is fetched again.
  async function again() {
    const ours = performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.startsWith(location.origin));
    const worker = navigator.serviceWorker?.getRegistration().then((site) => site?.update());
    await Promise.allSettled([worker, ...ours.map((name) => fetch(name, { cache: 'reload' }))]);
    location.reload();
  }
  function waiting() {
    if (!started() && !shown && !old()) show(word('waiting'), word('waitingText'), [[word('again'), again]]);
  }
  const timer = setTimeout(waiting, PATIENCE);
  // The program may still start.
  const watch = new MutationObserver(() => {
    if (!started()) return;
    watch.disconnect();
    clearTimeout(timer);
    shown?.remove();
    shown = undefined;
  });
  const observe = () => watch.observe(main(), { childList: true });
  if (main()) observe();
  else document.addEventListener('DOMContentLoaded', observe);

  // --- the program has stopped ----------------------------------------------------------------------------------------

  const answer = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  /** Everything on this device, as the app itself exports it (docs/save-format.md), and what cannot be read as it is stored. */
  async function everything() {
    const opening = indexedDB.open(`takujo:${location.pathname.replace(/[^/]*$/, '')}`);
    opening.onupgradeneeded = () => opening.transaction.abort();
    const stores = (await answer(opening)).transaction(['heads', 'records', 'values']);
    const all = async (name) => {
      const store = stores.objectStore(name);
      const [keys, values] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())]);
      return keys.map((key, at) => [key, values[at]]);
    };
    const [heads, records, values] = await Promise.all(['heads', 'records', 'values'].map(all));
    const logs = new Map(heads.map(([id]) => [id, []]));
    for (const [[id], record] of records) logs.get(id)?.push(record);
    const sessions = [];
    const unreadable = [];
    for (const [id, head] of heads) {
      try {
        sessions.push({ ...JSON.parse(head), log: logs.get(id).map((record) => JSON.parse(record)) });
      } catch {
        unreadable.push({ id, head, log: logs.get(id) });
      }
    }
    const kept = {};
    for (const [key, value] of values) {
      // Of shared tables nothing: whoever has the ticket sits at the table.
      if (key === 'current' || /^(draft|summary|live|row|waiting):/.test(key)) continue;
      try {
        kept[key] = JSON.parse(value);
      } catch {
        unreadable.push({ key, value });
      }
    }
    return JSON.stringify({ takujo: 1, sessions, kept, ...(unreadable.length ? { unreadable } : {}) });
  }
  async function give(said) {
    try {
      const day = new Date();
      const name = `takujo-${day.getFullYear()}-${`${day.getMonth() + 1}`.padStart(2, '0')}-${`${day.getDate()}`.padStart(2, '0')}.json`;
      const files = [new File([await everything()], name, { type: 'application/json' })];
      // As the app does it (`save_file` in src/device/web.rs).
      if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files })) {
        const done = await navigator.share({ files }).then(() => true, (error) => error.name === 'AbortError');
        if (done) return;
      }
      element('a', '', { href: URL.createObjectURL(files[0]), download: name }).click();
    } catch {
      said.textContent = word('noFile');
    }
  }
  let stopped = false;
  function stop() {
    if (stopped || old()) return;
    stopped = true;
    show(word('stopped'), word('stoppedText'), [[word('reload'), () => location.reload()], [word('file'), give]]);
  }
  const failed = (error, target) => {
    // A panic ends in a trap, after which nothing the program does can be trusted.
    if (error instanceof WebAssembly.RuntimeError) stop();
    else if (!started() && (error instanceof Error || target instanceof HTMLScriptElement)) waiting();
  };
  addEventListener('error', ({ error, target }) => failed(error, target), true);
  addEventListener('unhandledrejection', ({ reason }) => failed(reason));
}
