import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it, vi } from 'vitest';

type Chunk = Rolldown.OutputChunk;

/** Quality 15, in bytes of brotli. */
const BEFORE_SIGN_IN = 200_000;
const BEFORE_TASK_LIST = 360_000;

let chunks: Map<string, Chunk>;

beforeAll(async () => {
  // What is sent to people, not what is made for tests: the compiler asks the environment.
  vi.stubEnv('NODE_ENV', 'production');
  const built = (await build({
    root: new URL('..', import.meta.url).pathname,
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
    build: { write: false },
  })) as Rolldown.RolldownOutput;
  const all = built.output.filter((output): output is Chunk => output.type === 'chunk');
  vi.unstubAllEnvs();
  chunks = new Map(all.map((chunk) => [chunk.fileName, chunk]));
});

/** A screen's own chunk, or the one main.tsx begins with. */
function chunkOf(source: string): Chunk {
  const found = [...chunks.values()].find((chunk) => chunk.facadeModuleId?.endsWith(source));
  if (!found) throw new Error(`No chunk begins at ${source}`);
  return found;
}

/** Everything the browser must have before these chunks run, each once. */
function bytesOf(...sources: string[]): number {
  const needed = new Set<string>();
  const need = (chunk: Chunk): void => {
    if (needed.has(chunk.fileName)) return;
    needed.add(chunk.fileName);
    for (const name of chunk.imports) {
      const imported = chunks.get(name);
      if (imported) need(imported);
    }
  };
  for (const source of sources) need(chunkOf(source));
  return [...needed].reduce((sum, name) => sum + brotliCompressSync(chunks.get(name)?.code ?? '').length, 0);
}

const START = 'index.html';
const say = (what: string, bytes: number) =>
  process.stdout.write(`before ${what}: ${Math.round(bytes / 1000)} kB brotli\n`);

describe('the weight of the first visit', () => {
  it('needs at most 200 kB of brotli JavaScript before the sign-in form is usable', () => {
    const bytes = bytesOf(START, 'features/auth/login-page.tsx');
    say('the sign-in form', bytes);
    expect(bytes).toBeLessThanOrEqual(BEFORE_SIGN_IN);
  });

  it('needs at most 360 kB of brotli JavaScript before the task list shows', () => {
    const page = [START, 'app/layout/layout.tsx', 'features/task/list/task-page.tsx'];
    // What the page opens with: the whole floor for whoever leads, the card for whoever works.
    for (const first of ['features/task/list/all-tasks.tsx', 'features/task/now/now.tsx']) {
      const bytes = bytesOf(...page, first);
      say(`the task list, with ${first}`, bytes);
      expect(bytes).toBeLessThanOrEqual(BEFORE_TASK_LIST);
    }
  });
});
