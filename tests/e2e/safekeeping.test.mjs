// What is done so that a browser does not take the tables with it: asked once, said in the settings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, japanese, open, phone, shot, taps, url } from './harness.mjs';
import { becomes, button, entries, fits, keys, onDisk, put, seat, settled, words } from './table.mjs';

const small = { ...phone, viewport: { width: 360, height: 640 } };

const texts = {
  en: { ask: 'Make sure your tables are not lost?', how: 'How?', no: 'No, thanks', files: 'Save or open a file', save: 'Save everything', never: 'Never saved as a file.', today: 'Saved as a file today.', loose: 'They are only in this browser', install: 'Install the app', apart: 'Home Screen', stays: 'They stay on this device' },
  ja: { ask: '卓が消えないようにしておきますか？', how: '方法を見る', no: 'しない', files: 'ファイルの保存・読み込み', save: 'すべて保存', never: 'ファイルに保存したことはありません。', today: '今日、ファイルに保存しました。', loose: '卓はこのブラウザーの中だけにあり', install: 'アプリをインストール', apart: 'ホーム画面に追加', stays: '自分で消すまで' },
};

/** What is on the screen, without the marks for lines that nobody sees. */
const seen = (page, part = 'body') => page.locator(part).allInnerTexts().then((texts) => texts.join().replaceAll('\u200b', '').replaceAll('\u2060', ''));
const safekeeping = async (page) => JSON.parse(await onDisk(page, 'settings') ?? '{}').safekeeping;
/** The browser does or does not keep what is stored. */
const persisted = (page, whether) => page.addInitScript((whether) => { navigator.storage.persisted = async () => whether; }, whether);

for (const [lang, device] of Object.entries({ en: small, ja: japanese(small) })) {
  test(`after the third finished game one is asked once to make the tables safe: ${lang}`, async (t) => {
    const [w, s] = [words[lang], texts[lang]];
    const page = await open(t, '/', device);
    await persisted(page, false);
    await put(page, 'settings', JSON.stringify({ safekeeping: { ended: ['a', 'b'] } }));
    await page.goto(await url('/?again#/new/nerts'));
    await seat(page, w, ['Aiko', 'Ken']);
    await button(page, w.open).tap();
    await page.locator('.cell').first().waitFor();
    const round = async (count) => {
      await keys(taps(page), page, '520185');
      await page.locator('.key.main').tap();
      await entries(page, count);
    };
    await round(1);
    await page.getByRole('link', { name: w.tables }).first().tap();
    await page.locator('.tiles').waitFor();
    assert.equal(await seen(page, '.safekeeping'), '', 'two games are few');
    await page.getByRole('link', { name: w.continue }).tap();
    await round(2);
    await becomes(async () => (await safekeeping(page)).ended.length, 3);
    // Whoever is faster than the question is asked on the next visit.
    await page.locator('.safekeeping').waitFor({ state: 'attached' });
    await settled(page);
    await page.getByRole('link', { name: w.tables }).first().tap();
    await page.getByText(s.ask).waitFor();
    await fits(page);
    await shot(page, `safe-ask-${lang}`);
    await axe(page);
    await button(page, s.how).tap();
    await becomes(async () => (await seen(page, '.sheet')).includes(s.loose), true);
    // Nothing to install it with.
    assert.equal(await button(page, s.install).count(), 0);
    await shot(page, `safe-sheet-${lang}`);
    await axe(page);
    await page.getByRole('link', { name: s.files }).tap();
    await page.locator('.sheet').waitFor({ state: 'detached' });
    await page.locator('.tables .item').first().waitFor();
    const file = page.waitForEvent('download');
    await button(page, s.save).tap();
    assert.match((await file).suggestedFilename(), /^takujo-.*\.json$/);
    await becomes(async () => Boolean((await safekeeping(page)).saved), true);
    await page.goto(await url('/#/settings'));
    await becomes(async () => (await seen(page)).includes(s.today), true);
    await shot(page, `safe-settings-${lang}`, { fullPage: true });
    await axe(page);
    await page.getByRole('navigation').getByRole('link', { name: w.tables }).tap();
    await page.locator('.tiles').waitFor();
    assert.equal(await seen(page, '.safekeeping'), '', 'asked once');
  });
}

test('whoever says no is not asked again, and where the tables stay nobody is', async (t) => {
  const s = texts.en;
  const page = await open(t, '/', small);
  await persisted(page, false);
  await put(page, 'settings', JSON.stringify({ safekeeping: { ended: ['a', 'b', 'c'] } }));
  await page.goto(await url('/?again#/settings'));
  await becomes(async () => (await seen(page)).includes(s.never), true);
  const home = async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Tables' }).tap();
    await page.locator('.tiles').waitFor();
  };
  await home();
  await button(page, s.no).tap();
  await becomes(async () => (await safekeeping(page)).asked, true);
  await becomes(() => seen(page, '.safekeeping'), '');
  await page.reload();
  await page.goto(await url('/#/rules'));
  await home();
  assert.equal(await seen(page, '.safekeeping'), '');

  const other = await open(t, '/', small);
  await persisted(other, true);
  await put(other, 'settings', JSON.stringify({ safekeeping: { ended: ['a', 'b', 'c'] } }));
  await other.goto(await url('/?again#/settings'));
  await becomes(async () => (await seen(other)).includes(s.stays), true);
  await other.getByRole('navigation').getByRole('link', { name: 'Tables' }).tap();
  await other.locator('.tiles').waitFor();
  assert.equal(await seen(other, '.safekeeping'), '');
});

test('the browser is asked to install the app where it can be; an iPhone is told how', async (t) => {
  const s = texts.en;
  const page = await open(t, '/', small);
  await persisted(page, false);
  await page.addInitScript(() => addEventListener('load', () => {
    const event = new Event('beforeinstallprompt');
    event.prompt = async () => { window.asked = true; return { outcome: 'accepted' }; };
    setTimeout(() => dispatchEvent(event), 1_500);
  }));
  await page.goto(await url('/?again'));
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).tap();
  await button(page, s.install).tap();
  await becomes(() => page.evaluate(() => window.asked), true);
  await becomes(() => button(page, s.install).count(), 0, 'it can be asked once');

  const iphone = await open(t, '/', small);
  await persisted(iphone, false);
  await iphone.addInitScript(() => { Object.defineProperty(navigator, 'standalone', { value: false }); });
  await iphone.goto(await url('/?again#/settings'));
  await becomes(async () => (await seen(iphone)).includes(s.apart), true);
});
