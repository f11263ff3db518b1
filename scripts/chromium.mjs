// The browser for tests and measurements: where it is, and how to start it.
import { existsSync } from 'node:fs';

/** A browser that talks to nobody but the page's server. */
export const chromiumArgs = ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Its path: CHROMIUM if set, else one of the usual places. */
export function chromiumPath() {
  const known = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const found = known.find((path) => path && existsSync(path));
  if (!found) throw new Error('no Chromium found: install one, or name it in CHROMIUM');
  return found;
}
