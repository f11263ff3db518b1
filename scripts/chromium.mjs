// The browser that tests and measures: which, and how it is started.
import { existsSync } from 'node:fs';

/** A browser that talks to nobody but the page's server. */
export const chromiumArgs = ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Where it is: CHROMIUM, else where systems keep it. */
export function chromiumPath() {
  const known = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const found = known.find((path) => path && existsSync(path));
  if (!found) throw new Error('no Chromium found: install one, or name it in CHROMIUM');
  return found;
}
