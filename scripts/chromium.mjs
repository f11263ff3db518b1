// The browser for tests and measurements: where it is, and how to start it.
import { existsSync } from 'node:fs';

/** Arguments for a browser that talks to nobody but the page's server. */
export const chromiumArgs = ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Its path: CHROMIUM if set, else one of the usual places. */
export function chromiumPath() {
  const known = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const found = known.find((path) => path && existsSync(path));
  if (!found) throw new Error('no Chromium found: install one, or name it in CHROMIUM');
  return found;
}

/**
 * How Playwright starts the browser for tests of what is shown and stored: the one without a window if there is one, which
 * takes half the processor time, and with as many pictures a second as the machine can draw.
 */
export function testBrowser() {
  const shell = '/usr/bin/chromium-headless-shell';
  return { executablePath: existsSync(shell) ? shell : chromiumPath(), args: [...chromiumArgs, '--disable-frame-rate-limit'] };
}
