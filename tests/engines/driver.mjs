// A browser by plain WebDriver, with the few of Playwright's ways to find and use things that the steps shared with tests/e2e
// (games/*.mjs, table.mjs) need. Real clicks and keys; WebDriver has no touch in WebKitGTK, so a tap is a click.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const PATIENCE = 15_000;
/** How long a driver may take for one command, in milliseconds: it starts a browser in that, too. */
const ANSWER = 120_000;

export const engines = {
  webkit: {
    command: (port) => ['WebKitWebDriver', `--port=${port}`],
    // The driver's package names no browser of its own.
    options: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary: process.env.MINI_BROWSER, args: ['--automation'] } },
  },
  firefox: {
    command: (port) => [process.env.GECKODRIVER ?? 'geckodriver', '--port', `${port}`, '--log', 'error'],
    options: {
      browserName: 'firefox',
      'moz:firefoxOptions': { binary: process.env.FIREFOX ?? 'firefox-esr', prefs: { 'intl.accept_languages': 'en-US', 'app.update.enabled': false } },
    },
  },
};

const freePort = () => new Promise((done) => {
  const probe = createServer().listen(0, '127.0.0.1', () => { const { port } = probe.address(); probe.close(() => done(port)); });
});

/** Asks until there is an answer other than undefined. */
async function until(read, what) {
  let error;
  for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(50)) {
    try {
      const found = await read();
      if (found !== undefined) return found;
    } catch (thrown) {
      error = thrown;
    }
  }
  throw new Error(`not within ${PATIENCE / 1000} s: ${what}${error ? `: ${error.message}` : ''}`);
}

/** Starts an engine and its first window. */
export async function start(engine) {
  const { command, options } = engines[engine];
  const port = await freePort();
  const [program, ...args] = command(port);
  // It and its browser are a group, which ends whole. What they say is passed on: whoever waits for the end of the tests'
  // own output would otherwise wait for a browser that outlives them.
  const driver = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  driver.stderr.on('data', (said) => process.stderr.write(said)).unref();
  const end = () => {
    try {
      process.kill(-driver.pid, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  };
  process.once('exit', end);
  process.once('SIGTERM', () => process.exit(1));
  const send = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method, headers: { 'Content-Type': 'application/json' }, body: body && JSON.stringify(body), signal: AbortSignal.timeout(ANSWER),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path.replace(/.*\/session\/[^/]+/, '')}: ${value.error}: ${value.message}`);
    return value;
  };
  const { sessionId, capabilities } = await until(async () => (await send('GET', '/status')).ready || undefined, `${program} is ready`)
    .then(() => send('POST', '/session', { capabilities: { alwaysMatch: options } }))
    .catch((error) => {
      end();
      throw error;
    });
  const browser = {
    name: `${capabilities.browserName} ${capabilities.browserVersion}`,
    ask: (method, path, body) => send(method, `/session/${sessionId}${path}`, body),
    /** The window that commands go to. */
    current: undefined,
    close: async () => {
      await send('DELETE', `/session/${sessionId}`).catch(() => undefined);
      end();
      process.off('exit', end);
    },
  };
  browser.page = new Page(browser, browser.current = await browser.ask('GET', '/window'));
  return browser;
}

/** Finds elements by steps, in the page; returns those of the last one. */
const find = (steps) => {
  // Marks for line breaks, which nobody sees.
  const plain = (text) => (text ?? '').replace(/[\u200b\u2060\u00ad]/g, '').replace(/\s+/g, ' ').trim();
  const fits = (text, wanted, exact) => {
    if (wanted === undefined) return true;
    if (wanted.source !== undefined) return new RegExp(wanted.source, wanted.flags).test(plain(text));
    return exact ? plain(text) === wanted : plain(text).toLowerCase().includes(wanted.toLowerCase());
  };
  const name = (element) => element.getAttribute('aria-label') ?? (element.labels?.length ? [...element.labels].map((label) => label.textContent).join(' ') : element.textContent);
  const ROLES = {
    button: 'button, summary, [role="button"]', link: 'a[href]', heading: 'h1, h2, h3, h4', radio: 'input[type="radio"]', checkbox: 'input[type="checkbox"]',
  };
  const shown = (element) => element.checkVisibility?.({ visibilityProperty: true }) ?? element.getClientRects().length > 0;
  let found = [document];
  for (const [kind, ...args] of steps) {
    const within = (selector) => found.flatMap((root) => [...root.querySelectorAll(selector)]);
    if (kind === 'css') {
      // Playwright's own ending of a selector.
      const [, selector, visible] = args[0].match(/^(.*?)(:visible)?$/);
      found = within(selector).filter((element) => !visible || shown(element));
    }
    if (kind === 'role') found = within(ROLES[args[0]]).filter((element) => shown(element) && fits(name(element), args[1], args[2]));
    if (kind === 'label') found = within('input, select, textarea').filter((element) => fits(name(element), args[0], args[1]));
    if (kind === 'text') found = within('*').filter((element) => shown(element) && fits(element.textContent, args[0], args[1]) && ![...element.children].some((child) => fits(child.textContent, args[0], args[1])));
    if (kind === 'filter') found = found.filter((element) => fits(element.textContent, args[0]));
    if (kind === 'nth') found = found.slice(args[0], args[0] + 1 || undefined);
  }
  return found;
};

class Scope {
  constructor(page, steps) { Object.assign(this, { page, steps }); }
  then_(...step) { return new Locator(this.page ?? this, [...this.steps, step]); }
  locator(css) { return this.then_('css', css); }
  getByRole(role, { name, exact } = {}) { return this.then_('role', role, wire(name), exact); }
  getByLabel(text, { exact } = {}) { return this.then_('label', wire(text), exact); }
  getByText(text, { exact } = {}) { return this.then_('text', wire(text), exact); }
}
const wire = (text) => (text instanceof RegExp ? { source: text.source, flags: text.flags } : text);

class Locator extends Scope {
  first() { return this.nth(0); }
  nth(at) { return this.then_('nth', at); }
  filter({ hasText }) { return this.then_('filter', wire(hasText)); }
  count() { return this.page.run(`return (${find})(arguments[0]).length`, this.steps); }
  element(what = 'is there') {
    return until(async () => (await this.page.run(`return (${find})(arguments[0])[0]`, this.steps)) ?? undefined, `${JSON.stringify(this.steps)} ${what}`);
  }
  waitFor() { return this.element(); }
  async #ask(method, path, body) { return this.page.ask(method, `/element/${(await this.element())[ELEMENT]}${path}`, body); }
  async #read(expression) { return this.page.run(`return ((it) => ${expression})(arguments[0])`, await this.element()); }
  /** Clicks the middle, once it is enabled and nothing covers it. */
  async click() {
    await until(async () => {
      const element = await this.element();
      if (!await this.page.run('const it = arguments[0]; if (it.disabled) return false; it.scrollIntoView({ block: "nearest" }); return true', element)) return undefined;
      await this.page.ask('POST', `/element/${element[ELEMENT]}/click`, {});
      return true;
    }, `${JSON.stringify(this.steps)} can be clicked`);
    await this.page.drawn();
  }
  tap() { return this.click(); }
  check() { return this.page.run('const it = arguments[0]; (it.labels?.[0] ?? it).scrollIntoView({ block: "center" })', this.element()).then(() => this.click()); }
  async fill(text) {
    await this.#ask('POST', '/clear', {});
    await this.type(text);
  }
  type(text) { return this.#ask('POST', '/value', { text }); }
  textContent() { return this.#read('it.textContent'); }
  getAttribute(name) { return this.#read(`it.getAttribute(${JSON.stringify(name)})`); }
  isVisible() { return this.count().then((count) => count > 0); }
}

export class Page extends Scope {
  constructor(browser, handle) {
    super(undefined, []);
    Object.assign(this, { browser, handle });
  }
  async ask(method, path, body) {
    if (this.browser.current !== this.handle) {
      await this.browser.ask('POST', '/window', { handle: this.handle });
      this.browser.current = this.handle;
    }
    return this.browser.ask(method, path, body);
  }
  async run(script, ...args) { return this.ask('POST', '/execute/sync', { script, args: await Promise.all(args) }); }
  /** A function run in the page; its promise is waited for. */
  async evaluate(work, arg) {
    const script = `const [arg, done] = arguments; Promise.resolve((${work})(arg)).then((value) => done([value]), (error) => done([undefined, String(error)]))`;
    const [value, error] = await this.ask('POST', '/execute/async', { script, args: [arg ?? null] });
    if (error) throw new Error(error);
    return value ?? undefined;
  }
  url() { return this.ask('GET', '/url'); }
  async goto(to) {
    await this.ask('POST', '/url', { url: to });
    await this.begun();
  }
  async reload() {
    await this.ask('POST', '/refresh', {});
    await this.begun();
  }
  /** Waits for the app's own page. From then on each click counts as a second after the one before: see tests/e2e/harness.mjs. */
  async begun() {
    await until(async () => (await this.run('return document.querySelector("#main .app h1") !== null && !document.querySelector("#first")')) || undefined, 'the app has drawn');
    await this.run(`
      if (window.unhurried) return;
      window.unhurried = true;
      const { get } = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp');
      const times = new WeakMap();
      let last = 0;
      Object.defineProperty(MouseEvent.prototype, 'timeStamp', { get() {
        if (!times.has(this)) times.set(this, last = Math.max(get.call(this), last + 1000));
        return times.get(this);
      } });`);
  }
  /** Waits for what a person sees of a click before the next one; a window in the background draws nothing. */
  drawn() {
    return this.evaluate(() => Promise.race([
      new Promise((done) => setTimeout(done, 500)),
      new Promise((done) => {
        let pictures = 0;
        const next = () => ((pictures += 1) < 5 ? requestAnimationFrame(next) : done());
        requestAnimationFrame(next);
      }),
    ]));
  }
  /** Clicks at points of the window, as a hand does that no longer looks. */
  async clickAt({ x, y }) {
    const actions = [{ type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
    await this.ask('POST', '/actions', { actions: [{ type: 'pointer', id: 'hand', parameters: { pointerType: 'mouse' }, actions }] });
    await this.drawn();
  }
  async another() {
    const { handle } = await this.ask('POST', '/window/new', { type: 'window' });
    return new Page(this.browser, handle);
  }
  async close() {
    await this.ask('DELETE', '/window');
    this.browser.current = undefined;
  }
  async size(width, height) {
    await this.ask('POST', '/window/rect', { width, height });
    const [across, down] = await this.run('return [innerWidth, innerHeight]');
    await this.ask('POST', '/window/rect', { width: width + width - across, height: height + height - down });
  }
  async screenshot() { return Buffer.from(await this.ask('GET', '/screenshot'), 'base64'); }
}
