// The device at a table: its screen stays on, it vibrates when a tap passes the turn, and the result is shared as text and as
// a picture. The device's functions are replaced by recording stand-ins.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, dark, desktop, japanese, keep, open, phone, shot, started, taps, url } from './harness.mjs';
import { table } from './table.extras.mjs';
import { button, keys, saved, settled, words } from './table.mjs';

const w = words.en;

/** A wake lock and a vibration that record the calls. */
function device() {
  const device = (window.device = { asked: 0, held: [], buzzes: [], refuse: false });
  Object.defineProperty(navigator, 'vibrate', { configurable: true, value: (ms) => device.buzzes.push(ms) });
  Object.defineProperty(navigator, 'wakeLock', {
    configurable: true,
    value: {
      async request(kind) {
        device.asked += 1;
        if (device.refuse || kind !== 'screen' || document.hidden) throw new DOMException('no', 'NotAllowedError');
        const lock = new EventTarget();
        lock.release = async () => {
          if (!device.held.includes(lock)) return;
          device.held = device.held.filter((other) => other !== lock);
          lock.dispatchEvent(new Event('release'));
        };
        device.held.push(lock);
        return lock;
      },
    },
  });
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => device.hidden ?? false });
  // Like a browser: a hidden page holds no lock.
  device.hide = async (hidden) => {
    device.hidden = hidden;
    if (hidden) for (const lock of device.held) await lock.release();
    document.dispatchEvent(new Event('visibilitychange'));
  };
}

const held = (page, count) => page.waitForFunction((count) => window.device.held.length === count, count);
const buzzes = (page) => page.evaluate(() => window.device.buzzes);

async function openWith(t, script, path, what = phone) {
  const page = await open(t, '/', what);
  await page.addInitScript(script);
  // Changing only the address would not reload the page.
  await page.goto(await url(path));
  await page.reload();
  await started(page);
  await page.getByRole('heading').first().waitFor();
  return page;
}

test('the screen stays on while a table is open, and only then', async (t) => {
  const page = await openWith(t, device, '/#/');
  assert.equal(await page.evaluate(() => window.device.asked), 0, 'no table, no lock');
  const at = await table(page, 'nerts', ['Ann', 'Bob']);
  await held(page, 1);
  // Switching between views of a table keeps the same lock.
  await page.getByRole('link', { name: w.standings }).tap();
  await page.goto(`${at}/flat`);
  await page.locator('.flat').waitFor();
  assert.equal(await page.evaluate(() => window.device.asked), 1);

  // Hidden and shown again; released by the system; refused once, then granted on a tap.
  await page.evaluate(() => window.device.hide(true));
  await held(page, 0);
  // Past the time after which it asks again.
  await page.clock.install();
  await page.clock.fastForward(5_000);
  assert.equal(await page.evaluate(() => window.device.asked), 1, 'a hidden page asks for nothing');
  await page.evaluate(() => window.device.hide(false));
  await held(page, 1);
  assert.equal(await page.evaluate(() => { window.device.held[0].release(); return window.device.held.length; }), 0);
  await held(page, 1);
  await page.evaluate(() => { window.device.refuse = true; return window.device.held[0].release(); });
  await page.waitForFunction(() => window.device.asked === 4);
  await page.getByRole('button', { name: 'Back to the table' }).tap();
  await keys(taps(page), page, '310185');
  await page.evaluate(() => { window.device.refuse = false; });
  await button(page, 'Save round').tap();
  await held(page, 1);

  // Leaving the table releases the screen; playing again with the same people keeps it on.
  await page.getByRole('link', { name: w.tables }).tap();
  await held(page, 0);
  await page.getByRole('link', { name: w.continue }).tap();
  await held(page, 1);

  // Switched off: released at once for a table open in the background, and not requested again.
  await page.goto(await url('/#/settings'));
  await held(page, 0);
  const off = page.getByRole('switch', { name: /Keep the screen on/ });
  assert.ok(await off.isChecked(), 'on until switched off');
  await off.uncheck();
  const asked = await page.evaluate(() => window.device.asked);
  await page.goto(`${at}/play`);
  await page.locator('.table').waitFor();
  await settled(page);
  assert.equal(await page.evaluate(() => window.device.asked), asked);
  await page.reload();
  await page.locator('.table').waitFor();
  assert.equal(await page.evaluate(() => window.device.asked), 0, 'the switch stays where it was');
});

test('a refusal, a device without either: said in the settings, in both languages', async (t) => {
  const page = await openWith(t, device, '/#/');
  await page.evaluate(() => { window.device.refuse = true; });
  await table(page, 'nerts', ['Ann', 'Bob']);
  await page.waitForFunction(() => window.device.asked === 1);
  await page.getByRole('link', { name: w.tables }).tap();
  await page.getByRole('link', { name: 'Settings' }).tap();
  await page.getByText('The device refused last time').waitFor();
  await axe(page);
  await shot(page, 'settings-table');

  const bare = await openWith(t, () => {
    delete Navigator.prototype.wakeLock;
    delete Navigator.prototype.vibrate;
  }, '/#/settings', japanese(phone));
  await bare.getByText('ここからは画面をつけたままにできません。').waitFor();
  await bare.getByText('この端末では振動を使えません。').waitFor();
  // Furigana need nothing of the device, and a sound only the browser.
  assert.deepEqual(await bare.getByRole('switch').evaluateAll((all) => all.map(({ name }) => name)), ['furigana', 'chime']);
  await axe(bare);
  await shot(bare, 'settings-table-bare');
  await table(bare, 'any', ['美咲', 'トム'], words.ja);
  await bare.getByRole('link', { name: '手番' }).tap();
  await button(bare, '次の人へ').tap();
  await bare.getByText('トム').first().waitFor();
});

test('only a tap that passes the turn vibrates', async (t) => {
  const page = await openWith(t, device, '/#/');
  const at = await table(page, 'nihon_meisho', ['Ann', 'Bob', 'Cy']);
  assert.deepEqual(await buzzes(page), []);
  await button(page, 'Play 1').tap();
  await page.getByRole('heading', { name: 'Bob’s turn' }).waitFor();
  assert.deepEqual(await buzzes(page), [30]);
  await button(page, 'Undo: Play 1').or(page.getByRole('button', { name: /^Undo:/ })).first().tap();
  await page.getByRole('heading', { name: 'Ann’s turn' }).waitFor();
  assert.equal((await buzzes(page)).length, 2);
  // Correcting a hand does not pass the turn.
  await page.getByRole('link', { name: 'Hands' }).tap();
  await button(page, 'Bob: one card fewer').tap();
  await saved(page, w);
  assert.equal((await buzzes(page)).length, 2);
  // Another window's tap does not count here.
  const other = await page.context().newPage();
  await other.addInitScript(device);
  await other.goto(`${at}/play`);
  await button(other, 'Play 1').tap();
  await page.bringToFront();
  await page.getByRole('link', { name: 'Turn', exact: true }).tap();
  await page.getByRole('heading', { name: 'Bob’s turn' }).waitFor();
  assert.equal((await buzzes(page)).length, 2);
  await page.goto(await url('/#/settings'));
  await page.getByRole('switch', { name: /Vibrate/ }).uncheck();
  await page.goto(`${at}/play`);
  await button(page, 'Pass').tap();
  await page.getByRole('heading', { name: 'Cy’s turn' }).waitFor();
  assert.equal((await buzzes(page)).length, 2);
});

/** A finished game of Nerts. */
async function finished(page, of = w, names = ['Ann', 'Bob']) {
  await table(page, 'nerts', names, of);
  for (let round = 0; round < 4; round += 1) await keys(taps(page), page, '310185').then(() => page.getByRole('button', { name: { en: 'Save round', ja: '保存する' }[of === w ? 'en' : 'ja'] }).tap());
  await page.locator('.ending').waitFor();
}

/** A share sheet that records what it is given. */
function sheet() {
  window.shared = [];
  Object.defineProperty(navigator, 'canShare', { configurable: true, value: ({ files }) => !window.noFiles && files?.every((file) => file.type === 'image/png') });
  Object.defineProperty(navigator, 'share', {
    configurable: true,
    value: async ({ files, text }) => {
      if (window.dismiss) {
        window.dismissed = true;
        throw new DOMException('dismissed', 'AbortError');
      }
      const [file] = files ?? [];
      window.shared.push(text ?? { name: file.name, type: file.type, bytes: [...new Uint8Array(await file.arrayBuffer())] });
    },
  });
}

/** The content of a PNG: its size, its colours, and the share of pixels that are neither paper nor card nor the game's colour. */
const look = (page, bytes) => page.evaluate(async (bytes) => {
  const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(image.width, image.height);
  const brush = canvas.getContext('2d');
  brush.drawImage(image, 0, 0);
  const { data } = brush.getImageData(0, 0, image.width, image.height);
  const seen = new Map();
  for (let at = 0; at < data.length; at += 4) {
    const colour = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
    seen.set(colour, (seen.get(colour) ?? 0) + 1);
  }
  const paper = (seen.get(0xf6f1e6) ?? 0) + (seen.get(0xfffdf8) ?? 0) + (seen.get(0x2f6b4f) ?? 0);
  return { wide: image.width, high: image.height, colours: [...seen.keys()].map((c) => c.toString(16).padStart(6, '0')), inked: 1 - paper / (data.length / 4) };
}, bytes);

for (const [tongue, of, device, share, ending, game] of [
  ['en', w, phone, 'Share picture', 'Share result', 'Nerts'],
  ['ja', words.ja, dark(japanese(phone)), '画像を共有', '結果を共有', 'ナーツ'],
]) {
  test(`the result as text and as a picture, ${tongue}`, async (t) => {
    const page = await openWith(t, sheet, '/#/', device);
    const names = { en: ['Ann', '<b>Bob</b>'], ja: ['美咲', 'ケン'] }[tongue];
    await finished(page, of, names);
    await page.getByRole('button', { name: ending, exact: true }).tap();
    await page.waitForFunction(() => window.shared.length === 1);
    assert.match(await page.evaluate(() => window.shared[0]), new RegExp(`${game}.*${names[0]}`));
    await page.getByRole('button', { name: share, exact: true }).tap();
    await page.waitForFunction(() => window.shared.length === 2);
    const picture = await page.evaluate(() => window.shared[1]);
    assert.match(picture.name, /^takujo-nerts-\d{4}-\d\d-\d\d\.png$/);
    assert.equal(picture.type, 'image/png');
    await page.locator('.given', { hasText: { en: 'Shared.', ja: '共有' }[tongue] }).last().waitFor();
    await shot(page, `ending-${tongue}`);
    await keep(`picture-${tongue}.png`, Buffer.from(picture.bytes));
    const seen = await look(page, picture.bytes);
    assert.equal(seen.wide, 1080);
    assert.ok(seen.high > 500 && seen.high < 1500, `${seen.high} px high`);
    assert.ok(seen.inked > 0.03 && seen.inked < 0.3, `${seen.inked} inked`);
    // Light whatever the theme: paper, ink, the game's green, and the two players' colours.
    for (const colour of ['f6f1e6', '211c15', '2f6b4f', '0072b2', 'd55e00']) assert.ok(seen.colours.includes(colour), `no ${colour} in it`);
    await axe(page);

    // Also from the standings; a dismissed sheet is said, and nothing is saved.
    await page.getByRole('link', { name: of.standings }).tap();
    const downloads = [];
    page.on('download', (download) => downloads.push(download.suggestedFilename()));
    await page.evaluate(() => { window.dismiss = true; });
    await page.getByRole('button', { name: share, exact: true }).last().tap();
    await page.waitForFunction(() => window.dismissed);
    await page.locator('.given', { hasText: { en: 'Nothing was shared or saved.', ja: '共有も' }[tongue] }).last().waitFor();
    assert.deepEqual(downloads, []);
    // A browser that cannot share files saves it.
    await page.evaluate(() => { window.noFiles = true; });
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: share, exact: true }).last().tap()]);
    assert.match(download.suggestedFilename(), /^takujo-nerts-.*\.png$/);
    await page.locator('.given', { hasText: { en: 'Saved to your downloads.', ja: 'ダウンロード' }[tongue] }).last().waitFor();
  });
}

test('a picture that cannot be drawn is reported', async (t) => {
  const page = await openWith(t, () => { HTMLCanvasElement.prototype.getContext = () => null; }, '/#/', desktop);
  await table(page, 'nerts', ['Ann', 'Bob']);
  await keys(taps(page), page, '310185');
  await button(page, 'Save round').click();
  await page.getByRole('link', { name: w.standings }).click();
  await button(page, 'Share picture').click();
  await page.getByText('This device could not do that.').waitFor();
});
