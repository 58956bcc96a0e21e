import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json', '.txt']);
/** Below this a compressed copy saves nothing worth a file. */
const SMALLEST = 600;

/**
 * Writes `.br` and `.gz` beside every built file that shrinks (quality 15), so that the server never compresses assets
 * itself. index.html is left out: it gets a nonce per response.
 */
export function precompress(): Plugin {
  return {
    name: 'darkroom:precompress',
    apply: 'build',
    writeBundle({ dir }) {
      for (const entry of readdirSync(dir ?? '', { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !COMPRESSIBLE.has(extname(entry.name))) continue;
        const path = join(entry.parentPath, entry.name);
        const content = readFileSync(path);
        if (content.length < SMALLEST) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
