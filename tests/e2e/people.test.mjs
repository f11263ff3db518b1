// People in the settings: renamed at all their tables, made one, put away, each undone; what is saved stays as written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe, bytes, japanese, open, phone, shot, taps, url } from './harness.mjs';
import { becomes, button, fits, keys, saved, seat, words } from './table.mjs';

const small = { ...phone, viewport: { width: 360, height: 640 } };
const texts = {
  en: {
    change: (name) => `Change ${name}`, name: 'Name', save: 'Save', renamed: 'Ann is now called Ännchen.', undo: 'Undo', undone: 'Undone.', round: 'Save round',
    taken: 'Someone else is called Bob.', same: 'Same person as', merge: 'Merge the two', merged: 'Bobby is now Bob at all tables.',
    away: 'Hide', put: 'Bob is hidden.', awayList: 'Hidden (1)', back: 'Bring Bob back', isBack: 'Bob is back.', empty: 'Enter a name.', file: /^Save Nerts as a file/,
  },
  ja: {
    change: (name) => `${name}を変える`, name: '名前', save: '保存', renamed: 'AnnをÄnnchenに変えました。', undo: '元に戻す', undone: '元に戻しました。', round: '保存する',
    taken: 'Bobという人がほかにいます。', same: '同じ人', merge: '1人にまとめる', merged: 'BobbyをBobにまとめました。',
    away: '候補から外す', put: 'Bobを候補から外しました。', awayList: '候補から外した人（1）', back: 'Bobを候補に戻す', isBack: 'Bobを候補に戻しました。', empty: '名前を入力してください。', file: /をファイルに保存$/,
  },
};

for (const [lang, device] of Object.entries({ en: small, ja: japanese(small) })) {
  const s = texts[lang];
  const w = words[lang];
  const table = async (page, names) => {
    await page.goto(await url('/#/new/nerts'));
    await page.locator('#first').waitFor({ state: 'detached' });
    await seat(page, w, names);
    await button(page, w.open).tap();
    await keys(taps(page), page, '310185');
    await button(page, s.round).tap();
    await saved(page, w);
    return /table\/([^/]+)\//.exec(page.url())[1];
  };
  const settings = async (page) => {
    await page.goto(await url('/#/settings'));
    await page.locator('.people').first().waitFor();
  };
  const people = (page) => page.locator('section > .people .name').allTextContents();
  const change = async (page, name) => {
    await page.getByRole('button', { name: s.change(name), exact: true }).tap();
    await page.getByRole('dialog').waitFor();
  };

  test(`a person is renamed at every table, and back (${lang})`, async (t) => {
    const page = await open(t, '/', device);
    const id = await table(page, ['Ann', 'Bob']);
    await settings(page);
    await change(page, 'Ann');
    await axe(page);
    await fits(page);
    await shot(page, `people-change-${lang}`);
    const field = page.getByRole('dialog').getByLabel(s.name, { exact: true });
    await field.fill(' ');
    await button(page, s.save).tap();
    await page.getByText(s.empty).waitFor();
    await field.fill('ｂｏｂ');
    await button(page, s.save).tap();
    await page.getByText(s.taken.replace('Bob', 'ｂｏｂ')).waitFor();
    await axe(page);
    await field.fill('Ännchen');
    await field.press('Enter');
    await page.getByText(s.renamed).waitFor();
    assert.deepEqual(await people(page), ['Ännchen', 'Bob']);
    await fits(page);
    await axe(page);
    await shot(page, `people-renamed-${lang}`);

    // The first screen, the home page, the history, the table and its standings.
    await page.goto(await url('/'));
    // The first screen draws what is stored for it, and is gone in a moment.
    await becomes(() => page.evaluate(() => /Ännchen/.test(localStorage.getItem('card'))), true);
    await page.reload();
    await page.locator('#main .current').getByText('Ännchen').first().waitFor();
    await page.goto(await url('/#/history'));
    await page.locator('.item .standing', { hasText: 'Ännchen' }).waitFor();
    assert.equal(await page.getByText('Ann', { exact: true }).count(), 0);
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('[data-unfold]').tap().then(() => page.getByRole('button', { name: s.file }).tap())]);
    const file = JSON.parse(`${await bytes(download)}`);
    assert.deepEqual(file.players.map(({ name }) => name), ['Ann', 'Bob'], 'as it was written');
    for (const tab of ['play', 'standings']) {
      await page.goto(await url(`/#/table/${id}/${tab}`));
      await page.getByText('Ännchen').first().waitFor();
      assert.equal(await page.getByText('Ann', { exact: true }).count(), 0, tab);
    }
    // A new table is linked to both, whatever they are called later.
    const other = await table(page, ['Ännchen', 'Bob']);
    await settings(page);
    await change(page, 'Ännchen');
    await field.fill('Anna');
    await field.press('Enter');
    await becomes(() => people(page), ['Anna', 'Bob']);
    for (const at of [id, other]) {
      await page.goto(await url(`/#/table/${at}/standings`));
      await page.getByText('Anna').first().waitFor();
    }
    await settings(page);
    await change(page, 'Anna');
    await field.fill('Zoe');
    await field.press('Enter');
    await becomes(() => people(page), ['Zoe', 'Bob']);
    await button(page, s.undo).tap();
    await page.getByText(s.undone, { exact: true }).waitFor();
    assert.deepEqual(await people(page), ['Anna', 'Bob']);
    await page.reload();
    await becomes(() => people(page), ['Anna', 'Bob']);
  });

  test(`two entries become one person; one is put away and back (${lang})`, async (t) => {
    const page = await open(t, '/', device);
    await table(page, ['Ann', 'Bob']);
    await table(page, ['Cy', 'Bobby']);
    await settings(page);
    assert.deepEqual(await people(page), ['Cy', 'Bobby', 'Ann', 'Bob']);
    await change(page, 'Bobby');
    await page.getByLabel(s.same).selectOption('Bob');
    await button(page, s.merge).tap();
    await page.getByText(s.merged).waitFor();
    assert.deepEqual(await people(page), ['Cy', 'Ann', 'Bob']);
    await page.goto(await url('/#/history'));
    await becomes(async () => (await page.locator('.item', { hasText: 'Bob' }).count()), 2);
    assert.equal(await page.getByText('Bobby').count(), 0);
    await page.goBack();
    await settings(page);
    await change(page, 'Bob');
    await button(page, s.away).tap();
    await page.getByText(s.put).waitFor();
    await fits(page);
    assert.deepEqual(await people(page), ['Cy', 'Ann']);
    await page.goto(await url('/#/new/nerts'));
    const offered = () => page.locator('.seating .chip-row button').allTextContents();
    await becomes(offered, ['Cy', 'Ann']);
    await settings(page);
    await page.getByText(s.awayList).tap();
    await axe(page);
    await button(page, s.back).tap();
    await page.getByText(s.isBack).waitFor();
    await button(page, s.undo).tap();
    await becomes(() => people(page), ['Cy', 'Ann']);
    // Whoever plays again is back.
    await table(page, ['Ann', 'Bob']);
    await settings(page);
    assert.deepEqual(await people(page), ['Ann', 'Bob', 'Cy']);
  });
}
