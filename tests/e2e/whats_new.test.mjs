// After an update the home page says so, once, and what is new.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, context, japanese, phone, shot, smallPhone, started, url } from './harness.mjs';

const words = {
  en: { updated: 'Takujo was updated.', news: 'What’s new', tables: 'Tables', settings: 'Settings', close: 'Close', note: /Add a note to any round/ },
  ja: { updated: 'アプリが新しくなりました。', news: '更新情報', tables: '卓', settings: '設定', close: '閉じる', note: /メモ/ },
};

for (const [lang, device] of [['en', phone], ['ja', japanese(smallPhone)]]) {
  test(`what is new after an update, and not on a first visit (${lang})`, async (t) => {
    const w = words[lang];
    const page = await (await context(t, device)).newPage();
    page.setDefaultTimeout(10_000);
    const bar = (name) => page.locator('nav.bar').getByRole('link', { name, exact: true });
    const told = page.locator('.news').getByText(w.updated);
    const visit = async () => {
      await page.goto(await url('/'));
      await started(page);
      const still = await page.locator('.tile').first().boundingBox();
      assert.equal(await told.count(), 0, 'nothing moves at the start');
      assert.deepEqual(await page.locator('.tile').first().boundingBox(), still);
      await bar(w.settings).click();
      await page.getByText(w.news).waitFor();
      await bar(w.tables).click();
      await page.locator('.tile').first().waitFor();
    };
    await visit();
    assert.equal(await told.count(), 0, 'a first visit');

    await page.evaluate(() => localStorage.setItem('version', '0.1.0'));
    await page.goto('about:blank');
    await visit();
    await told.waitFor();
    await axe(page);
    await shot(page, `updated-${lang}`);
    await page.locator('.news').getByRole('button', { name: w.news }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText(w.note).first().waitFor();
    await axe(page);
    await shot(page, `whats-new-${lang}`);
    await sheet.getByRole('button', { name: w.close }).click();
    await told.waitFor({ state: 'detached' });

    await page.goto('about:blank');
    await visit();
    assert.equal(await told.count(), 0, 'said once');
  });
}
