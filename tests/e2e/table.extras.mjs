// Steps shared by the tests of the phone at a table: a table opened as people open it, and how it lies flat in the middle.
import assert from 'node:assert/strict';
import { url } from './harness.mjs';
import { button, seat, words } from './table.mjs';

/** A table of a game, opened through the UI in a language; returns its address without the view. */
export async function table(page, game, names, of = words.en) {
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

/** The names on a flat table: none cut off by the screen, none overlapping another or a button, each facing its edge. */
export async function lies(page, players) {
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
export async function reachable(page) {
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

/** Enters something on a flat table: the second tap does. */
export async function enter(page, name) {
  await page.getByRole('button', { name, exact: true }).tap();
  await page.locator('.flat [data-armed="true"]').tap();
}
