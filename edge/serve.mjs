// Runs the Worker on this machine, with the site, as scripts/edge has made both: node edge/serve.mjs [--port N] [--data DIR]
// [--dir SITE] [--limits 'NAME=NUMBER ...']. Prints where it is once it can be reached.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Miniflare } from 'miniflare';

const root = fileURLToPath(new URL('../', import.meta.url));
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8080' },
    host: { type: 'string', default: '127.0.0.1' },
    data: { type: 'string', default: join(root, 'target/edge/tables') },
    dir: { type: 'string', default: join(root, 'target/edge/site') },
    limits: { type: 'string', default: '' },
  },
});
const config = JSON.parse(await readFile(join(root, 'edge/wrangler.json'), 'utf8'));
const { html_handling, not_found_handling, run_worker_first } = config.assets;

const worker = join(root, 'target/edge/worker');

const home = new Miniflare({
  host: values.host,
  port: Number(values.port),
  modules: true,
  modulesRoot: worker,
  scriptPath: join(worker, 'worker.mjs'),
  modulesRules: config.rules.map(({ type, globs }) => ({ type, include: globs })),
  compatibilityDate: config.compatibility_date,
  bindings: { LIMITS: values.limits },
  durableObjects: Object.fromEntries(
    config.durable_objects.bindings.map(({ name, class_name: className }) => [name, { className, useSQLite: true }]),
  ),
  durableObjectsPersist: values.data,
  assets: {
    directory: values.dir,
    binding: config.assets.binding,
    assetConfig: { html_handling, not_found_handling },
    routerConfig: { has_user_worker: true, static_routing: { user_worker: run_worker_first } },
  },
});
process.stdout.write(`${await home.ready}\n`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, async () => { await home.dispose(); process.exit(0); });
