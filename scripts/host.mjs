// Serves the site with the app's own host, for tests, pictures and measurements: the host that scripts/test has built
// (`cargo build --workspace --bin takujo-host`), or else the one of scripts/run. TAKUJO_SITE is the built site (default
// target/site). With TAKUJO_EDGE it is the Worker instead, with the site that scripts/edge has made.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const built = ['debug', 'host'].map((profile) => join(process.env.CARGO_TARGET_DIR ?? `${root}target`, profile, 'takujo-host'));
/** The host's program. */
export const HOST = built.find((path) => existsSync(path)) ?? built[0];
/** Whether the Worker takes the host's place. */
export const EDGE = Boolean(process.env.TAKUJO_EDGE);
const [PROGRAM, ...WORDS] = EDGE ? [process.execPath, `${root}edge/serve.mjs`] : [HOST];
/** The built site. */
export const SITE = EDGE ? `${root}target/edge/site` : process.env.TAKUJO_SITE ?? `${root}target/site`;

/**
 * Starts a host on this machine: `{ url, port, pid, kill }`. `kill` leaves it no time to do anything. Without `port` it takes
 * a free one, without `data` it keeps its tables as long as it runs. `prefix` is a sub-path to serve `dir` under, `more` are
 * further options of the host.
 */
export async function serve({ dir = SITE, port = 0, data, prefix = '/', more = [] } = {}) {
  const made = await mkdtemp(join(tmpdir(), 'takujo-host-'));
  let site = resolve(dir);
  if (prefix !== '/') {
    site = join(made, 'site');
    const under = resolve(site, `.${prefix}`);
    await mkdir(dirname(under), { recursive: true });
    await symlink(resolve(dir), under);
    await symlink(join(under, '404.html'), join(site, '404.html'));
    await writeFile(join(site, 'index.html'), '');
  }
  const child = spawn(PROGRAM, [...WORDS, '--dir', site, '--data', data ?? join(made, 'data'), '--port', `${port}`, '--host', '127.0.0.1', ...more], { stdio: ['ignore', 'pipe', 'pipe'], detached: EDGE });
  // Passed on, not inherited: whoever waits for the end of a test's own output would otherwise wait for a host that outlives it.
  child.stderr.on('data', (said) => process.stderr.write(said));
  const ended = once(child, 'exit');
  // The Worker runs in a process of its own, and both are a group.
  const end = () => (EDGE ? process.kill(-child.pid, 'SIGKILL') : child.kill('SIGKILL'));
  process.once('exit', end);
  // The host's first line says where the site is, and comes once it can be reached.
  const said = await Promise.race([once(child.stdout, 'data'), ended.then(([code]) => { throw new Error(`the host ended with ${code}`); })]);
  child.stdout.resume();
  const url = new URL(prefix, `${said}`.split('\n')[0]);
  return {
    url: url.href,
    port: Number(url.port),
    pid: child.pid,
    kill: async () => {
      end();
      await ended;
      process.off('exit', end);
      await rm(made, { recursive: true, force: true });
    },
  };
}
