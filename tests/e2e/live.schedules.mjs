// Random schedules of taps on phones at one shared table, through a network that is late, loses, doubles and cuts. In two
// files of tests, so that two cores are busy with them.
//   TAKUJO_ROUNDS  how many schedules a game; TAKUJO_SEED  the first of the random numbers
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { started } from './harness.mjs';
import { host, lost, network } from './host.mjs';
import { join, leave, phoneAt, share, stands } from './live.mjs';
import { becomes, button, words } from './table.mjs';

const names = ['Ann', 'Bob', 'Cleo', 'Dan', 'Eve'];
const seed = Number(process.env.TAKUJO_SEED ?? 1);

/** A whole round in the fields of an entry, typed as on a keyboard. */
const types = (digits, missing) => async (page, isFirst) => {
  // What one phone has entered for all is on the others by itself. Where cards are counted, the last row need not be entered.
  const filled = page.locator(`.live-rows[data-missing="${missing}"]`);
  if (isFirst && await filled.count() === 0) {
    await page.locator('.cell').first().focus();
    await page.keyboard.type(digits);
  }
  await filled.waitFor();
  // With all fields full the key is either the last one's or, where the cards are counted, behind a look at the sum.
  const save = button(page, 'Save round');
  await save.or(button(page, 'Next')).first().waitFor();
  if (await save.count() === 0) await button(page, 'Next').tap();
  await save.waitFor();
};

/** The deal of a round at hanafuda, which each phone confirms for itself. */
const deals = async (page) => {
  const dealt = page.getByRole('button', { name: /^Dealt: / });
  if (await dealt.count()) await dealt.tap();
};

/**
 * What is tapped in each game: `tap` are the words of a button that can be tapped whoever has the turn, `ready` what is done
 * before, without a network.
 */
const games = {
  any: { name: /^Any card game/, tab: 'Turn', tap: /^Next player/ },
  hanafuda: { name: /hanafuda/, ready: deals, tap: /^Struggle, keep/ },
  machinamitorite: { name: /^Machinamitorite/, people: 4, ready: types('500222110003' + '050111220020' + '005111112111', 1), tap: /^Save round/ },
  nerts: { name: /^Nerts/, ready: types('310' + '185' + '204' + '126' + '108', 0), tap: /^Save round/ },
  nihon_meisho: { name: /^Nihon Meisho/, tap: /^Pass/ },
  weather: { name: /^Weather Wishes/, tap: /^(Sun|Cloud|Rain|Thunderbolt|Heavy snow)/ },
};

/** The test of a game. */
export function schedules(id) {
  const game = games[id];
  test(`${id}: two or five phones tap at once through a bad network: all end alike, and every tap counts or is shown`, async (t) => {
    let random = seed;
    // A small generator, so that a failed run can be repeated.
    const chance = () => (random = (random * 48271) % 2147483647) / 2147483647;
    const between = await network(t, await host(t), chance);
    const first = await phoneAt(t, between.url);
    const people = names.slice(0, game.people ?? names.length);
    const link = await share(first, game.name, people);
    await started(first);
    const phones = [first];
    for (let at = 1; at < 5; at += 1) phones.push(await join(t, link, people[at % people.length]));
    if (game.tab) for (const page of phones) await page.getByRole('navigation').getByRole('link', { name: game.tab, exact: true }).tap();

    const count = async (page) => Number(await page.locator('.table').getAttribute('data-entries'));
    const told = (page) => page.locator('.notice').filter({ hasText: /^(Others have played on in the meantime|No longer possible)/ });
    const alike = (wanted, why) => becomes(async () => (await Promise.all(phones.map(count))).every((one) => one === wanted), true, why);
    // Found and tapped in one step, so that nothing can arrive in between.
    const tap = (page, at) => page.evaluate(([source, at]) => {
      const buttons = [...document.querySelectorAll('main button:enabled')].filter((one) => new RegExp(source).test(one.textContent.trim()));
      const button = buttons[Math.floor(at * buttons.length)];
      button?.click();
      return Boolean(button);
    }, [game.tap.source, at]);
    const made = await count(first);
    await alike(made, 'all begin alike');
    for (let round = 0; round < Number(process.env.TAKUJO_ROUNDS ?? 2); round += 1) {
      const why = `schedule ${round}, seed ${seed}`;
      const active = phones.filter((_, at) => at < (round % 2 ? 2 : 5));
      for (const [at, page] of active.entries()) await game.ready?.(page, at === 0);
      between.bad(round % 3 ? 0.02 : 0.1);
      if (chance() < 0.5) between.cut();
      const tapped = (await Promise.all(active.map(async (page) => {
        const at = chance();
        await new Promise((later) => setTimeout(later, chance() * 400));
        return tap(page, at);
      }))).filter(Boolean).length;
      assert.ok(tapped > 0, why);
      between.good();
      for (const page of phones) await stands(page, 'here');
      // What is drawn may lag behind what is known, so this is asked until it holds.
      let kept;
      let shown;
      await becomes(async () => {
        const counts = await Promise.all(phones.map(count));
        shown = await Promise.all(phones.map((page) => told(page).count()));
        [kept] = counts;
        return [counts.every((one) => one === kept), kept - made + shown.reduce((sum, one) => sum + one)];
      }, [true, tapped], why);
      assert.ok(kept > made, `somebody was first: ${why}`);
      for (const [at, page] of phones.entries()) {
        if (!shown[at]) continue;
        // Above an entry a notice is a line, which opens when it has the focus.
        await told(page).focus();
        await told(page).getByRole('button', { name: /^(Discard|Close)$/ }).tap();
        await told(page).waitFor({ state: 'detached' });
      }
      // Back to where it began, so that no game ends.
      for (; kept > made; kept -= 1) await first.locator('.undo').tap();
      await alike(made, `undone: ${why}`);
    }
    await leave(phones, lost);
  });
}
