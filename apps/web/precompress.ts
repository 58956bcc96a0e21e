import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json', '.txt']);
/** Smaller files gain too little from a compressed copy. */
const MIN_BYTES = 600;

/**
 * Writes `.br` and `.gz` next to every built file that shrinks (quality 15), so that the server never compresses assets itself.
 * index.html is left out because each response adds a nonce.
 */
export function precompress(): Plugin {
  return {
    name: 'darkroom:precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      const files = readdirSync(dir ?? '', { recursive: true, withFileTypes: true }).filter(
        (entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)),
      );
      // All at once, because zlib has its own threads.
      await Promise.all(files.map(({ parentPath, name }) => compress(join(parentPath, name))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < MIN_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await Promise.all([
    promisify(brotliCompress)(content, { params }).then((small) => writeFile(`${path}.br`, small)),
    promisify(gzip)(content, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
  ]);
}
