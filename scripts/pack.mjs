// Packs a finished site: node scripts/pack.mjs SITE
// Writes FILE.br and FILE.gz beside each file that gets smaller by it, for hosts that send them (docs/hosting.md).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const [site] = process.argv.slice(2);
const paths = readdirSync(site, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
for (const path of paths) {
  const bytes = readFileSync(path);
  const forms = {
    br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    gz: gzipSync(bytes, { level: 9 }),
  };
  for (const [ending, form] of Object.entries(forms)) if (form.length < bytes.length) writeFileSync(`${path}.${ending}`, form);
}
