// The phone at a table: its screen stays on, it vibrates when a tap passes the turn, it lies flat in the middle, and
// the result is shared as text and as a picture. The device's functions are replaced by recording stand-ins.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { games } from './games.mjs';
import { axe, dark, desktop, japanese, keep, open, phone, phoneSideways, shot, started, taps, url } from './harness.mjs';
import { button, drawn, fits, keys, saved, seat, settled, words } from './table.mjs';

const w = words.en;
const small = { ...phone, viewport: { width: 320, height: 568 } };

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

/** A table of a game, opened through the UI in a language; returns its address without the view. */
async function table(page, game, names, of = w) {
  await page.goto(await url(`/#/new/${game}`));
  await page.getByLabel(of.name, { exact: true }).waitFor();
  await seat(page, of, names);
  // Nerts has no starter.
  const first = page.getByRole('radio', { name: names[0], exact: true });
  if (await first.count()) await first.check();
  await button(page, of.open).click();
  await page.locator('.table').waitFor();
  return page.url().replace(/\/[^/]*$/, '');
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
  await page.evaluate(() => window.device.held[0].release());
  await held(page, 0);
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
  // Furigana need nothing of the device.
  assert.deepEqual(await bare.getByRole('switch').evaluateAll((all) => all.map(({ name }) => name)), ['furigana']);
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
  await page.getByRole('link', { name: 'Turn' }).tap();
  await page.getByRole('heading', { name: 'Bob’s turn' }).waitFor();
  assert.equal((await buzzes(page)).length, 2);
  await page.goto(await url('/#/settings'));
  await page.getByRole('switch', { name: /Vibrate/ }).uncheck();
  await page.goto(`${at}/play`);
  await button(page, 'Pass').tap();
  await page.getByRole('heading', { name: 'Cy’s turn' }).waitFor();
  assert.equal((await buzzes(page)).length, 2);
});

/** The names on a flat table: none cut off by the screen, none overlapping another or a button, each facing its edge. */
async function lies(page, players) {
  const found = await page.evaluate(() => {
    const box = (node) => { const { left, top, right, bottom } = node.getBoundingClientRect(); return { left, top, right, bottom }; };
    const turned = (node) => Math.round(((parseFloat(getComputedStyle(node).rotate) || 0) % 360 + 360) % 360) % 360;
    return {
      seats: [...document.querySelectorAll('.flat-seat')].map((node) => ({ ...box(node), turned: turned(node), name: node.querySelector('strong').textContent })),
      buttons: [...document.querySelectorAll('.flat > .round')].map(box),
      centre: [...document.querySelectorAll('.flat-centre strong, .flat-centre p, .flat-keys .button')].map((node) => ({ ...box(node), says: node.textContent })),
      wide: innerWidth, high: innerHeight,
    };
  });
  assert.equal(found.seats.length, players);
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  found.seats.forEach((seat, at) => {
    assert.ok(seat.left >= 0 && seat.top >= 0 && seat.right <= found.wide && seat.bottom <= found.high, `${seat.name} is cut off: ${JSON.stringify(seat)}`);
    for (const other of [...found.seats.slice(at + 1), ...found.buttons, ...found.centre]) {
      assert.ok(apart(seat, other), `${seat.name} lies over ${JSON.stringify(other)}: ${JSON.stringify(seat)}`);
    }
    // The bottom of a name faces its edge.
    const gap = { 0: found.high - seat.bottom, 90: seat.left, 180: seat.top, 270: found.wide - seat.right }[seat.turned];
    assert.ok(gap !== undefined && gap < 24, `${seat.name} at ${seat.turned} degrees is ${gap} px from its edge`);
  });
  await reachable(page);
}

/** Every button of a flat table: large enough, on the screen, over no other, its words within it, and met by a finger in its middle. */
async function reachable(page) {
  const faults = await page.evaluate(() => {
    const buttons = [...document.querySelectorAll('.flat button')];
    const boxes = buttons.map((node) => node.getBoundingClientRect());
    return buttons.flatMap((node, at) => {
      const { left, top, right, bottom, width, height } = boxes[at];
      const says = node.textContent || node.ariaLabel;
      const met = document.elementFromPoint(left + width / 2, top + height / 2);
      const over = boxes.findIndex((box, other) => other > at && left < box.right - 1 && box.left < right - 1 && top < box.bottom - 1 && box.top < bottom - 1);
      const place = `${says}: ${[left, top, width, height].map(Math.round)}`;
      return [
        width < 44 || height < 44 ? `${place} is too small` : [],
        left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5 ? `${place} is off the screen` : [],
        !node.contains(met) && !node.disabled ? `${place} is covered` : [],
        over >= 0 ? `${place} lies over ${buttons[over].textContent || buttons[over].ariaLabel}` : [],
        node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1 ? `${place} cuts its words off` : [],
      ].flat();
    });
  });
  assert.deepEqual(faults, [], `${page.url()} at ${JSON.stringify(page.viewportSize())}`);
}

/** Waits for all that a touch changes, some of which is drawn a frame late. */
const still = (page) => page.evaluate(async () => {
  for (let pictures = 0; pictures < 6; pictures += 1) await new Promise((done) => requestAnimationFrame(done));
});

/** Enters something on a flat table: the second tap does. */
async function enter(page, name) {
  await page.getByRole('button', { name, exact: true }).tap();
  await page.locator('.flat [data-armed="true"]').tap();
}

const people = ['Aiko', 'Ken', '美咲', 'Tom', 'Alexandria', 'Bo', 'さくら', 'Wilhelmina', 'Cy', 'Dee', '一二三四五六七', 'Flo'];

test('the phone lies flat: two to twelve seats, upright and sideways', async (t) => {
  const page = await open(t, '/', small);
  for (const players of [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) {
    await page.setViewportSize(small.viewport);
    const at = await table(page, 'any', people.slice(0, players));
    await page.goto(`${at}/flat`);
    for (const viewport of [small.viewport, { width: 360, height: 640 }, phone.viewport, phoneSideways.viewport, { width: 640, height: 360 }, { width: 820, height: 1180 }, { width: 1024, height: 768 }]) {
      await page.setViewportSize(viewport);
      await page.locator('.flat-seat').first().waitFor();
      await lies(page, players);
      await fits(page);
      if ([2, 4, 7, 12].includes(players)) await shot(page, `flat-${players}-${viewport.width}`);
      await button(page, 'More').tap();
      await page.locator('.flat-panel').waitFor();
      await reachable(page);
      await fits(page);
      if ([2, 4, 7, 12].includes(players)) await shot(page, `flat-more-${players}-${viewport.width}`);
      await button(page, 'Change whose turn it is').tap();
      await page.locator('.flat-head').getByText('Change whose turn it is').waitFor();
      await reachable(page);
      await button(page, 'Close').tap();
      await button(page, 'Close').tap();
    }
    if (players === 12) await axe(page);
    await page.goto(await url('/'));
  }
});

for (const [tongue, of, device] of [['en', w, phone], ['ja', words.ja, dark(japanese(phone))]]) {
  test(`the phone lies flat: a second tap is the next turn, ${tongue}`, async (t) => {
    const page = await open(t, '/', device);
    await table(page, 'any', ['Aiko', 'Ken', '美咲', 'Tom'], of);
    await page.getByRole('link', { name: { en: 'Turn', ja: '手番' }[tongue] }).tap();
    await page.getByRole('link', { name: { en: 'Lay flat in the middle', ja: '画面を真ん中に置く' }[tongue] }).tap();
    const big = page.getByRole('main').getByRole('status');
    const is = async (name) => {
      await big.getByText(name, { exact: true }).waitFor();
      assert.equal(await page.locator('.flat-seat[data-current="true"] strong').innerText(), name);
    };
    await is('Aiko');
    await axe(page);
    const next = { en: 'Next player', ja: '次の人へ' }[tongue];
    await enter(page, next);
    await is('Ken');
    // The middle turns to face the current player.
    const turned = () => page.locator('.flat-centre').evaluate((node) => getComputedStyle(node).rotate);
    assert.equal(await turned(), '-90deg');
    await shot(page, `flat-turn-${tongue}`);
    await page.keyboard.press('Enter');
    await page.locator('.flat [data-armed="true"]').waitFor();
    await is('Ken');
    await still(page);
    await page.keyboard.press('Enter');
    await is('美咲');
    await page.getByRole('button', { name: of.undo }).tap();
    await is('Ken');
    // A stack shows its number, and the button's name says what the tap does.
    await button(page, { en: 'More', ja: 'その他' }[tongue]).tap();
    await shot(page, `flat-more-${tongue}`);
    await axe(page);
    await enter(page, { en: 'Play a +2', ja: '+2を出す' }[tongue]);
    await big.getByText('+2', { exact: true }).waitFor();
    await shot(page, `flat-stack-${tongue}`);
    await axe(page);
    await enter(page, { en: 'Pick up 2', ja: '2枚引く' }[tongue]);
    await is('Tom');
    // "Back" leaves it, and so does Escape.
    await page.goBack();
    await page.locator('.any-ring').waitFor();
    await page.getByRole('link', { name: { en: 'Lay flat in the middle', ja: '画面を真ん中に置く' }[tongue] }).tap();
    await is('Tom');
    await page.keyboard.press('Escape');
    await page.locator('.table').waitFor();
  });
}

test('the phone lies flat: every game, with and without turns', async (t) => {
  const page = await open(t, '/', phone);
  const names = ['Aiko', 'Ken', '美咲', 'Tom'];
  for (const [game, { flat: { tap, shows, then } }] of Object.entries(games)) {
    const at = await table(page, game, names);
    await page.goto(`${at}/flat`);
    await page.locator('.flat').waitFor();
    await lies(page, 4);
    await shot(page, `flat-${game}`);
    await axe(page);
    if (shows) await page.getByRole('status').getByText(shows, { exact: false }).first().waitFor();
    if (then) await enter(page, tap);
    else await page.getByRole('button', { name: tap, exact: true }).tap();
    if (then) await page.getByRole('status').getByText(then, { exact: true }).waitFor();
    else await page.locator(game === 'hanafuda' ? '.flat-panel' : '.table').waitFor();
    await page.goto(await url('/'));
  }
});

test('the phone lies flat: a name tapped opens what is theirs, turned to them', async (t) => {
  const page = await open(t, '/', phone);
  const names = ['Aiko', 'Ken', '美咲', 'Tom'];
  const seat = (name) => page.locator('.flat-seat').filter({ hasText: name });
  const turned = () => page.locator('.flat-panel').evaluate((node) => getComputedStyle(node).rotate);
  for (const [game, cards] of [['nihon_meisho', '4 cards'], ['hanafuda', '3 cards']]) {
    const at = await table(page, game, names);
    await page.goto(`${at}/flat`);
    await seat('Ken').tap();
    assert.equal(await turned(), '-90deg', game);
    await reachable(page);
    await axe(page);
    await shot(page, `flat-seat-${game}`);
    // One tap changes nothing, a second does.
    await button(page, cards).tap();
    await page.locator('.flat [data-armed="true"]').waitFor();
    await page.locator('.flat [data-armed="true"]').tap();
    await seat('Ken').getByText(cards).waitFor();
    await page.goto(await url('/'));
  }
  const at = await table(page, 'nerts', names);
  await page.goto(`${at}/flat`);
  for (const [who, keys, way] of [['Aiko', '310n', '-180deg'], ['Tom', '75n', '90deg']]) {
    await seat(who).tap();
    assert.equal(await turned(), way, who);
    await reachable(page);
    await axe(page);
    for (const key of keys) await page.locator(`.flat [data-key="${key === 'n' ? 'next' : key}"]`).tap();
    await page.locator('.flat-centre').waitFor();
  }
  await shot(page, 'flat-seat-nerts');
  // What is left before its last key is forgotten.
  await seat('Ken').tap();
  await page.locator('.flat [data-key="9"]').tap();
  await button(page, 'Close').tap();
  await button(page, 'Enter scores').tap();
  assert.deepEqual((await page.locator('.cell').allTextContents()).map((text) => text.trim()), ['31', '0', '', '', '', '', '7', '5']);
});

test('the phone lies flat: a row that cannot be right is said to be wrong, turned to whoever filled it', async (t) => {
  const page = await open(t, '/', { ...phone, viewport: { width: 360, height: 640 } });
  await page.goto(`${await table(page, 'nerts', ['Aiko', 'Ken', '美咲', 'Tom'])}/flat`);
  const top = () => page.locator('.flat-keys').evaluate((node) => node.offsetTop);
  const fill = async (keys) => {
    await page.locator('.flat-seat').filter({ hasText: 'Ken' }).tap();
    for (const key of keys) await page.locator(`.flat [data-key="${key}"]`).tap();
    await page.locator('.flat-centre').waitFor();
  };
  await page.locator('.flat-centre').waitFor();
  const before = await top();
  await fill(['4', '5', '1', '2', 'next']);
  await page.getByText('Ken: 45 + 12 = 57 cards, but the deck has 52.').waitFor();
  assert.equal(await page.locator('.flat-centre').evaluate((node) => getComputedStyle(node).rotate), '-90deg');
  await lies(page, 4);
  await axe(page);
  await shot(page, 'flat-wrong');
  await fill(['4', '0', '1', '2', 'next']);
  await page.locator('.error').waitFor({ state: 'detached' });
  assert.equal(await top(), before);
});

test('the phone lies flat: everyone enters what they have, turned to them, and the round is saved there', async (t) => {
  const page = await open(t, '/', { ...phone, viewport: { width: 360, height: 640 } });
  const names = ['Aiko', 'Ken', '美咲', 'Tom'];
  const seat = (name) => page.locator('.flat-seat').filter({ hasText: name });
  const ways = { Aiko: '-180deg', Ken: '-90deg', 美咲: '0deg', Tom: '90deg' };
  for (const [game, rows, save, totals] of [
    ['any', { Aiko: 'm5n', Ken: '12p3n', 美咲: '0n', Tom: '99999n' }, 'Save round', ['−5 points', '15 points', '0 points', '99999 points']],
    // The last hand follows from the others.
    ['machinamitorite', { Aiko: '500222110003n', Ken: '050111220020n', 美咲: '005111112111n' }, 'Save round', null],
    ['weather', { Aiko: 'p00020n', Ken: '00040n', 美咲: '00400n', Tom: '40000n' }, 'Save round', null],
  ]) {
    const at = await table(page, game, names);
    if (game === 'weather') {
      for (let wish = 0; wish < names.length; wish += 1) {
        await page.locator('.wish:enabled').nth(wish).tap();
        await still(page);
      }
      await page.locator('.pad').waitFor();
    }
    await page.goto(`${at}/flat`);
    for (const [who, keys] of Object.entries(rows)) {
      assert.equal(await button(page, save).count(), 0, `${game}: ${who} is missing`);
      await seat(who).tap();
      const turned = await page.locator('.flat-panel').evaluate((node) => getComputedStyle(node).rotate.replace('none', '0deg'));
      assert.equal(turned, ways[who], `${game}: ${who}`);
      await reachable(page);
      if (who === 'Ken') await axe(page);
      await shot(page, `flat-row-${game}-${ways[who]}`);
      for (const key of keys) await page.locator(`.flat [data-key="${{ n: 'next', m: 'minus', p: 'plus' }[key] ?? key}"]`).tap();
      await page.locator('.flat-centre').waitFor();
      await seat(who).getByText('✓').waitFor();
    }
    await shot(page, `flat-rows-${game}`);
    await reachable(page);
    if (game === 'weather') {
      // What is wrong faces whoever entered it, within the ring.
      for (const who of names) {
        const put = async (digit) => {
          await seat(who).tap();
          await page.locator('.flat .cell').nth(4).tap();
          for (const key of [digit, 'next']) await page.locator(`.flat [data-key="${key}"]`).tap();
          await page.locator('.flat-centre').waitFor();
        };
        await put('1');
        await page.locator('.wrong').getByText(/cannot be shared into tricks of 4/).waitFor();
        assert.equal(await page.locator('.flat-centre').evaluate((node) => getComputedStyle(node).rotate.replace('none', '0deg')), ways[who]);
        for (const viewport of [phone.viewport, { width: 640, height: 360 }, { width: 360, height: 640 }]) {
          await page.setViewportSize(viewport);
          await lies(page, names.length);
        }
        await shot(page, `flat-wrong-${ways[who]}`);
        await put('0');
        await page.locator('.wrong').waitFor({ state: 'detached' });
      }
    }
    // One tap saves nothing, a second does.
    await button(page, save).tap();
    assert.equal(await page.getByText('✓').count(), Object.keys(rows).length);
    await page.locator('.flat [data-armed="true"]').tap();
    await button(page, save).waitFor({ state: 'detached' });
    await page.locator('.flat-seat').getByText('✓').first().waitFor({ state: 'detached' });
    if (totals) {
      for (const [nth, name] of names.entries()) await seat(name).getByText(totals[nth], { exact: true }).waitFor();
    }
    await page.goto(await url('/'));
  }
});

test('the phone lies flat: a single touch anywhere ends no turn', async (t) => {
  const page = await open(t, '/', phone);
  for (const game of ['any', 'hanafuda', 'nihon_meisho']) {
    const at = await table(page, game, ['Aiko', 'Ken', '美咲', 'Tom']);
    await page.goto(`${at}/flat`);
    await page.locator('.flat').waitFor();
    const undo = await page.locator('.flat-undo').getAttribute('aria-label');
    const unchanged = async () => {
      assert.equal(await page.locator('.flat-seat[data-current="true"] strong').innerText(), 'Aiko', game);
      assert.equal(await page.locator('.flat-undo').getAttribute('aria-label'), undo, game);
    };
    // A grid of touches all over the screen below the button that leaves; each opens or readies something at most.
    for (let y = 90; y < phone.viewport.height; y += 60) {
      for (let x = 30; x < phone.viewport.width; x += 60) {
        await page.touchscreen.tap(x, y);
        await still(page);
        if (await page.locator('.flat-panel').count()) await page.keyboard.press('Escape');
        await page.locator('.flat-seat').first().waitFor();
        // What one touch made ready is forgotten, as it is after four seconds.
        if (await page.locator('[data-armed="true"]').count()) {
          await unchanged();
          await page.reload();
          await page.locator('.flat').waitFor();
        }
      }
    }
    await unchanged();
    // Each button of the list, once.
    const more = page.getByRole('button', { name: /^(More|Enter a play)$/ });
    await more.tap();
    const count = await page.locator('.flat-moves .button').count();
    assert.ok(count >= 4, `${count} moves of ${game}`);
    for (let nth = 0; nth < count; nth += 1) {
      await page.locator('.flat-moves .button').nth(nth).tap();
      await still(page);
      if (!await page.locator('.flat-moves [data-armed="true"]').count()) await page.keyboard.press('Escape');
    }
    await page.keyboard.press('Escape');
    await unchanged();
    await page.goto(await url('/'));
  }
});

test('the phone lies flat: what is ready for a second tap is forgotten after four seconds', async (t) => {
  const page = await open(t, '/', phone);
  const at = await table(page, 'any', ['Ann', 'Bob']);
  await page.clock.install();
  await page.goto(`${at}/flat`);
  await button(page, 'Next player').tap();
  await page.getByText('Next player: tap again').waitFor();
  await page.clock.fastForward(4_100);
  await button(page, 'Next player').waitFor();
  assert.equal(await page.locator('.flat-seat[data-current="true"] strong').innerText(), 'Ann');
});

test('the phone lies flat: a turn of hanafuda and all of Nihon Meisho, from whatever side', async (t) => {
  const page = await open(t, '/', { ...phone, isMobile: false });
  const views = [{ width: 360, height: 640 }, phoneSideways.viewport, { width: 820, height: 1180 }];
  const now = (name) => page.locator('.flat-seat[data-current="true"]').getByText(name, { exact: true }).waitFor();
  const everywhere = async (name) => {
    for (const viewport of views) {
      await page.setViewportSize(viewport);
      await reachable(page);
      await shot(page, `flat-${name}-${viewport.width}`);
    }
  };
  const hanafuda = await table(page, 'hanafuda', ['Aiko', 'Ken', '美咲', 'Tom']);
  await page.goto(`${hanafuda}/flat`);
  for (const [name, then] of [['Aiko', 'Tom'], ['Tom', '美咲'], ['美咲', 'Ken'], ['Ken', 'Aiko']]) {
    await now(name);
    await button(page, 'Enter a play').tap();
    await everywhere(`hanafuda-${name}`);
    await button(page, 'Hand-field').tap();
    await button(page, 'Other').waitFor();
    await everywhere(`hanafuda-top-${name}`);
    await enter(page, 'Other');
    await now(then);
  }
  await page.goto(await url('/'));

  const meisho = await table(page, 'nihon_meisho', ['Aiko', 'Ken', '美咲', 'Tom']);
  await page.goto(`${meisho}/flat`);
  for (const [name, move, then] of [['Aiko', 'Play 2', 'Ken'], ['Ken', '+2', '美咲']]) {
    await now(name);
    await button(page, 'More').tap();
    await everywhere(`meisho-${name}`);
    await enter(page, move);
    await now(then);
  }
  await lies(page, 4);
  await enter(page, 'Pick up 2');
  await now('Tom');
});

/** Which of these elements cannot be tapped where they are: off screen, under the bar or covered. */
const outOfSight = (page, selector) => page.evaluate((selector) => [...document.querySelectorAll(selector)].flatMap((node) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  const seen = [0.1, 0.9].every((down) => {
    const over = document.elementFromPoint(left + width / 2, top + height * down);
    return over !== null && (node.contains(over) || over.contains(node));
  });
  return seen ? [] : [`${node.textContent.trim()}: ${[left, top, width, height].map(Math.round)}`];
}), selector);

test('sideways and on tablets: what is filled in and what is tapped for it are in sight together', async (t) => {
  const page = await open(t, '/', { ...phone, isMobile: false });
  for (const [game, view, selector, before] of Object.entries(games).flatMap(([id, { sight }]) => sight.map((one) => [id, ...one]))) {
    await page.setViewportSize(phone.viewport);
    const at = await table(page, game, ['Aiko', 'Ken', '美咲', 'Tom']);
    await page.goto(`${at}/${view}`);
    await before?.(page);
    await page.locator(selector).first().waitFor();
    for (const [width, height] of [[640, 360], [844, 390], [768, 1024], [1024, 768]]) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo(0, 0));
      await fits(page);
      assert.deepEqual(await outOfSight(page, selector), [], `${game} ${view} at ${width} x ${height}`);
      await shot(page, `sideways-${game}-${view}-${width}`);
    }
    await page.goto(await url('/'));
  }
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

/** The content of a PNG: its size, its colours, and the share of pixels that are neither paper nor card. */
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
  const paper = (seen.get(0xf6f1e6) ?? 0) + (seen.get(0xfffdf8) ?? 0);
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
    await shot(page, `ending-${tongue}`);
    await keep(`picture-${tongue}`, Buffer.from(picture.bytes));
    const seen = await look(page, picture.bytes);
    assert.equal(seen.wide, 1080);
    assert.ok(seen.high > 500 && seen.high < 1500, `${seen.high} px high`);
    assert.ok(seen.inked > 0.03 && seen.inked < 0.3, `${seen.inked} inked`);
    // Light whatever the theme: paper, ink, the game's green, and the two players' colours.
    for (const colour of ['f6f1e6', '211c15', '2f6b4f', '0072b2', 'd55e00']) assert.ok(seen.colours.includes(colour), `no ${colour} in it`);
    await axe(page);

    // Also from the standings; after a dismissed sheet nothing is reported or saved.
    await page.getByRole('link', { name: of.standings }).tap();
    const downloads = [];
    page.on('download', (download) => downloads.push(download.suggestedFilename()));
    const before = await page.getByRole('status').filter({ hasText: /\S/ }).allTextContents();
    await page.evaluate(() => { window.dismiss = true; });
    await page.getByRole('button', { name: share, exact: true }).last().tap();
    await page.waitForFunction(() => window.dismissed);
    await drawn(page);
    assert.deepEqual(downloads, []);
    assert.deepEqual(await page.getByRole('status').filter({ hasText: /\S/ }).allTextContents(), before);
    // A browser that cannot share files saves it.
    await page.evaluate(() => { window.noFiles = true; });
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: share, exact: true }).last().tap()]);
    assert.match(download.suggestedFilename(), /^takujo-nerts-.*\.png$/);
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
