// The rules at the table: quick to reach, to search and to leave, in both languages.
import assert from 'node:assert/strict';
import test from 'node:test';
import { axe, bytes, dark, desktop, japanese, open, phone, shot, smallPhone, taps, url } from './harness.mjs';
import { becomes, onDisk } from './table.mjs';

const dialog = (page) => page.getByRole('dialog');
const answers = (page) => dialog(page).locator('.answers li');

/** A Nerts table with two players. */
async function table(page, words = { name: 'Name', add: 'Add', open: 'Start' }) {
  await page.goto(await url('/#/new/nerts'));
  for (const name of ['Aiko', 'Ken']) {
    await page.getByLabel(words.name, { exact: true }).fill(name);
    await page.getByRole('button', { name: words.add, exact: true }).click();
  }
  await page.getByRole('button', { name: words.open }).click();
  await page.getByRole('navigation').getByRole('button').waitFor();
}

test('one tap and four letters from a table answer "may I play a Reverse on a +2?"', async (t) => {
  const page = await open(t, '/', phone);
  await table(page);
  const count = taps(page);
  await count.tap(page.getByRole('navigation').getByRole('button', { name: 'Rules' }));
  const box = page.getByRole('searchbox', { name: 'Search the rules' });
  await box.waitFor();
  // The focus is in the field, so just type.
  await page.waitForFunction(() => document.activeElement?.type === 'search');
  for (const key of 'reve') await count.key(key);
  const answer = dialog(page).getByText('No. A +2 is answered only with another +2, or by taking the cards.');
  await answer.waitFor();
  assert.ok(await answer.evaluate((it) => it.getBoundingClientRect().bottom < innerHeight), 'it is on the screen');
  assert.equal(count.count, 5);
  assert.match(await answers(page).first().innerText(), /Reverse/);
  assert.ok((await dialog(page).locator('mark').allInnerTexts()).includes('Reverse'));
  await shot(page, 'rules-search');
});

test('three taps from a table find it too', async (t) => {
  const page = await open(t, '/', phone);
  await table(page);
  const count = taps(page);
  await count.tap(page.getByRole('navigation').getByRole('button', { name: 'Rules' }));
  await count.tap(dialog(page).getByRole('button', { name: /Nihon Meisho/ }));
  await count.tap(dialog(page).getByRole('link', { name: 'Can I play a Reverse on a +2?' }));
  await dialog(page).getByText('No. A +2 is answered only').waitFor();
  assert.equal(count.count, 3);
});

test('the sheet lies over the table: links stay in it, back leads out of it step by step, the finger is where it was', async (t) => {
  const page = await open(t, '/', phone);
  await table(page);
  const address = page.url();
  await page.getByRole('button', { name: '7', exact: true }).click();
  const cells = () => page.locator('.cells').innerText();
  const before = await cells();
  const opener = page.getByRole('navigation').getByRole('button', { name: 'Rules' });
  await opener.tap();
  await page.getByRole('searchbox').fill('tie at 100');
  await page.getByRole('searchbox').press('Enter');
  await page.getByRole('heading', { name: 'Two reach the target together' }).waitFor();
  assert.equal(page.url(), address);
  await dialog(page).getByRole('link', { name: /^Next: Can we count differently/ }).tap();
  await page.getByRole('heading', { name: 'Can we count differently?' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Two reach the target together' }).waitFor();
  await page.goForward();
  await page.getByRole('heading', { name: 'Can we count differently?' }).waitFor();
  await dialog(page).getByRole('button', { name: 'Back' }).tap();
  await page.getByRole('heading', { name: 'Two reach the target together' }).waitFor();
  await dialog(page).getByRole('button', { name: 'Back' }).tap();
  assert.equal(await page.getByRole('searchbox').inputValue(), 'tie at 100');
  await page.goBack();
  await dialog(page).waitFor({ state: 'detached' });
  assert.equal(page.url(), address);
  assert.equal(await cells(), before);
  assert.ok(await opener.evaluate((it) => it === document.activeElement), 'the focus is back');
  // The same with the close button, from three sheets deep.
  await opener.tap();
  await dialog(page).getByRole('link', { name: 'Jokers', exact: true }).tap();
  await page.getByRole('heading', { name: 'Jokers' }).waitFor();
  await dialog(page).getByRole('link', { name: /^Next/ }).tap();
  await page.getByRole('heading', { name: 'Playing in pairs' }).waitFor();
  await dialog(page).getByRole('button', { name: 'Close' }).tap();
  await dialog(page).waitFor({ state: 'detached' });
  assert.equal(page.url(), address);
  // And with Escape.
  await opener.tap();
  await page.getByRole('searchbox').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  // The table is unchanged, and "back" leaves it for the page before.
  assert.equal(await cells(), before);
  await page.goBack();
  await page.waitForFunction((was) => location.href !== was, address);
});

test('a ruling opens its switch, and back returns to the ruling', async (t) => {
  const page = await open(t, '/', phone);
  await table(page);
  const address = page.url();
  await page.getByRole('navigation').getByRole('button', { name: 'Rules' }).tap();
  await page.getByRole('searchbox').pressSequentially('tie at 100');
  await answers(page).first().getByRole('link').tap();
  await dialog(page).getByText('or a tie for first place').waitFor();
  await dialog(page).getByRole('link', { name: /options of a new table/ }).tap();
  await page.getByRole('heading', { name: 'Options' }).waitFor();
  assert.ok(page.url().endsWith('#/new/nerts/tie'));
  assert.equal(await page.evaluate(() => document.activeElement.name), 'tie');
  assert.equal(await dialog(page).count(), 0);
  await page.goBack();
  await page.getByRole('heading', { name: 'Two reach the target together' }).waitFor();
  assert.equal(page.url(), address);
});

test('an error opens its rule', async (t) => {
  const page = await open(t, '/', phone);
  await table(page);
  // 45 on the foundations and 8 left are more than a deck.
  for (const key of '458') await page.getByRole('button', { name: key, exact: true }).click();
  const link = page.getByRole('link', { name: 'Rule', exact: true }).first();
  await link.tap();
  await dialog(page).getByRole('heading', { name: 'Why does the app refuse my numbers?' }).waitFor();
  await page.goBack();
  await dialog(page).waitFor({ state: 'detached' });
  assert.ok(await link.evaluate((it) => it === document.activeElement), 'the focus is back');
});

test('a section switches language in place', async (t) => {
  const page = await open(t, '/#/rules/nerts/score', phone);
  const section = page.locator('article');
  assert.equal(await section.getAttribute('lang'), 'en');
  await section.getByRole('button', { name: '日本語で読む' }).tap();
  await section.getByRole('heading', { name: '得点' }).or(section.getByText('台札')).first().waitFor();
  assert.equal(await section.getAttribute('lang'), 'ja');
  await page.getByRole('heading', { name: 'Rules', level: 1 }).waitFor();
  await section.getByRole('button', { name: 'Read in English' }).tap();
  await section.getByRole('heading', { name: 'How is a round scored?' }).waitFor();
});

test('addresses of sections work after a reload, and "back" goes page by page', async (t) => {
  const page = await open(t, '/#/rules', phone);
  await page.getByRole('link', { name: 'Nerts', exact: true }).tap();
  await page.getByRole('link', { name: 'Jokers', exact: true }).tap();
  await page.getByRole('heading', { name: 'Jokers' }).waitFor();
  assert.ok(page.url().endsWith('#/rules/nerts/jokers'));
  await page.reload();
  await page.getByRole('heading', { name: 'Jokers' }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Playing in pairs' }).waitFor();
  await page.goto(await url('/#/rules/nerts/nothing-like-it'));
  await page.getByText('There is no such rule.').waitFor();
});

test('bookmarks are kept and come first', async (t) => {
  const page = await open(t, '/#/rules/hanafuda/payout', phone);
  await page.getByRole('button', { name: 'Bookmark' }).tap();
  await page.locator('[aria-label="Bookmark"][aria-pressed="true"]').waitFor();
  await becomes(() => onDisk(page, 'bookmarks'), '["hanafuda/payout"]');
  await page.goto(await url('/#/rules'));
  await page.reload();
  const list = page.locator('.bookmarks');
  await list.getByRole('link').first().waitFor();
  assert.equal(await list.getByRole('link').count(), 1);

  // They are exported with everything else, and imported on another device.
  await page.goto(await url('/#/history'));
  await page.getByText('No tables yet.').waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save everything' }).tap()]);
  assert.deepEqual(JSON.parse(`${await bytes(file)}`).kept.bookmarks, ['hanafuda/payout']);
  const other = await open(t, '/#/history', phone);
  await other.locator('input[type=file]').setInputFiles({ name: file.suggestedFilename(), mimeType: 'application/json', buffer: await bytes(file) });
  await other.getByText('No new tables.').waitFor();
  await other.goto(await url('/#/rules'));
  await other.locator('.bookmarks').getByRole('link').waitFor();

  await page.goto(await url('/#/rules'));
  await list.getByRole('link').tap();
  await page.getByRole('button', { name: 'Bookmark' }).tap();
  await page.locator('[aria-label="Bookmark"][aria-pressed="false"]').waitFor();
});

test('in Japanese: any kana, either language, nicknames', async (t) => {
  const page = await open(t, '/#/rules', japanese(phone));
  const box = page.getByRole('searchbox');
  const first = page.locator('.answers li').first();
  for (const [typed, title] of [['ﾘﾊﾞｰｽ +2', '+2の上にリバースは出せる？'], ['やまふだ なくなった 日本名所', '山札がなくなったら？'], ['reverse', 'リバース'], ['pounce 点数', '得点'], ['ごうせつ', '豪雪']]) {
    await box.fill(typed);
    await first.filter({ hasText: title }).waitFor({ timeout: 3000 }).catch(async () => assert.fail(`${typed}: ${await first.innerText()}`));
  }
  await shot(page, 'rules-search-ja');
  await box.fill('ゔゔゔゔ');
  await page.getByText('見つかりません').first().waitFor();
});

test('it reads well: 16 px or more, 65 characters a line at most, and nothing wider than the screen', async (t) => {
  for (const device of [smallPhone, phone, desktop, japanese(smallPhone), japanese(desktop)]) {
    const page = await open(t, '/#/rules/nerts', device);
    await page.getByRole('button', { name: /Show everything|全文を表示/ }).click();
    await page.locator('article').nth(20).waitFor();
    const found = await page.evaluate(() => {
      const wrong = [];
      for (const it of document.querySelectorAll('main p, main li, main h2, main a')) {
        const size = parseFloat(getComputedStyle(it).fontSize);
        if (size < 16) wrong.push(`${size} px: ${it.textContent}`);
      }
      const widest = Math.max(...[...document.querySelectorAll('article p:not(.answer)')].map((it) => {
        const text = it.textContent.length;
        const lines = Math.round(it.getBoundingClientRect().height / parseFloat(getComputedStyle(it).lineHeight));
        return lines > 1 ? text / lines : 0;
      }));
      return { wrong, widest, over: document.documentElement.scrollWidth - innerWidth };
    });
    assert.deepEqual(found.wrong, []);
    assert.ok(found.widest <= 66, `${found.widest} characters a line`);
    assert.ok(found.over <= 0, `${found.over} px too wide`);
  }
});

for (const [name, device, lang] of [['English, light', phone, 'en'], ['English, dark', dark(phone), 'en'], ['Japanese, light', japanese(phone), 'ja'], ['Japanese, dark', japanese(dark(phone)), 'ja']]) {
  test(`axe finds nothing wrong: ${name}`, async (t) => {
    const page = await open(t, '/#/rules', device);
    await page.locator('.answers a').first().waitFor();
    await axe(page);
    await page.getByRole('searchbox').fill(lang === 'en' ? 'revrse' : 'リバース');
    await page.locator('.answers li').first().waitFor();
    await axe(page);
    for (const place of ['nihon_meisho', 'nihon_meisho/two-cards', 'hanafuda/deck-chart', 'nerts/ties', 'glossary']) {
      await page.goto(await url(`/#/rules/${place}`));
      await page.locator(place.includes('/') ? 'article' : '.contents').first().waitFor();
      await axe(page);
      await shot(page, `rules-${place.replace('/', '-')}-${name.replace(', ', '-')}`, { fullPage: true });
    }
    await table(page, lang === 'en' ? undefined : { name: '名前', add: '追加', open: '始める' });
    await page.getByRole('navigation').getByRole('button').tap();
    await dialog(page).locator('.contents a').first().waitFor();
    await axe(page);
    await shot(page, `rules-sheet-${name.replace(', ', '-')}`);
    await page.getByRole('searchbox').fill(lang === 'en' ? 'reve' : 'リバース');
    await answers(page).first().waitFor();
    await axe(page);
    await shot(page, `rules-sheet-found-${name.replace(', ', '-')}`);
  });
}

test('the rules are fetched when they are opened, once, and not with the first page', async (t) => {
  const page = await open(t, '/', phone);
  const fetched = [];
  page.on('request', (request) => { if (/rules.*\.(txt|html)$/.test(new URL(request.url()).pathname)) fetched.push(request.url()); });
  await page.evaluate(() => new Promise(requestIdleCallback));
  assert.equal(fetched.length, 0);
  await page.getByRole('link', { name: 'Rules' }).tap();
  await page.locator('.answers a').first().waitFor();
  await page.getByRole('link', { name: 'Nerts', exact: true }).tap();
  await page.locator('.contents a').first().waitFor();
  assert.equal(fetched.length, 1);
});

test('on a wide page the other sections stand beside one', async (t) => {
  const page = await open(t, '/#/rules/nerts/score', desktop);
  const beside = page.getByRole('navigation', { name: /Nerts/ }).and(page.locator('.beside'));
  const rule = page.locator('.rule');
  await beside.waitFor();
  const [left, right] = await Promise.all([beside.boundingBox(), rule.boundingBox()]);
  assert.ok(left.x + left.width <= right.x && left.y === right.y, `${JSON.stringify(left)} is not beside ${JSON.stringify(right)}`);
  await axe(page);
  const other = beside.getByRole('link').first();
  const title = await other.textContent();
  await other.click();
  await page.locator('.rule h2').getByText(title).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  assert.ok(!await beside.isVisible());
});
