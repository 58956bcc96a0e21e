import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it, vi } from 'vitest';

type Chunk = Rolldown.OutputChunk;

/** Quality 15, in bytes of brotli, and in files of code and of style. */
const BEFORE_SIGN_IN = { bytes: 200_000, files: 6 };
const BEFORE_ROWS = { bytes: 450_000, files: 20 };

/** The two fonts of a page in Vietnamese, as they are sent: they are compressed already. */
const LETTERS = 38_000;

let chunks: Chunk[];
let styles: string;
let fonts: Rolldown.OutputAsset[];

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
  chunks = built.output.filter((output): output is Chunk => output.type === 'chunk');
  styles = built.output
    .flatMap((one) => (one.type === 'asset' && one.fileName.endsWith('.css') ? [one.source] : []))
    .join();
  fonts = built.output.filter((one): one is Rolldown.OutputAsset => one.fileName.endsWith('.woff2'));
  vi.unstubAllEnvs();
});

/** The file a source has gone into. */
function chunkOf(source: string): Chunk {
  const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${source}`)));
  if (!found) throw new Error(`No chunk holds ${source}`);
  return found;
}

/** Everything the browser must have before these run, each once. */
function chunksOf(...sources: string[]): Set<Chunk> {
  const needed = new Set<Chunk>();
  const need = (chunk: Chunk): void => {
    if (needed.has(chunk)) return;
    needed.add(chunk);
    for (const other of chunks) if (chunk.imports.includes(other.fileName)) need(other);
  };
  for (const source of sources) need(chunkOf(source));
  return needed;
}

/** How much that is, and in how many files of code and of style. */
function weightOf(...sources: string[]): { bytes: number; files: number } {
  const needed = chunksOf(...sources);
  const styles = new Set([...needed].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
  return {
    bytes: [...needed].reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0),
    files: needed.size + styles.size,
  };
}

function expectWithin(what: string, { bytes, files }: typeof BEFORE_SIGN_IN, most: typeof BEFORE_SIGN_IN): void {
  process.stdout.write(`before ${what}: ${Math.round(bytes / 1000)} kB brotli in ${files} files\n`);
  expect(bytes).toBeLessThanOrEqual(most.bytes);
  expect(files).toBeLessThanOrEqual(most.files);
}

const START = 'src/main.tsx';
const FRAME = [START, 'app/layout/layout.tsx', 'app/home-page.tsx', 'lib/call/live.ts', 'notice/notice-bell.tsx'];

describe('the weight of the first visit', () => {
  it('is within its budget before the sign-in form is usable', () => {
    expectWithin('the sign-in form', weightOf(START, 'features/auth/login-page.tsx'), BEFORE_SIGN_IN);
  });

  it('is within its budget before the task list shows', () => {
    // The whole floor for whoever leads, the card for whoever works.
    const needed = weightOf(
      ...FRAME,
      'features/task/list/task-page.tsx',
      'features/task/list/all-tasks.tsx',
      'features/task/now/now.tsx',
    );
    expectWithin('the task list', needed, BEFORE_ROWS);
  });

  it('is within its budget before the jobs show and before a customer sees theirs', () => {
    expectWithin('the jobs', weightOf(...FRAME, 'features/job/list/job-page.tsx'), BEFORE_ROWS);
    expectWithin(
      "a customer's jobs",
      weightOf(...FRAME, 'features/portal/job/own-job-page.tsx', 'app/layout/portal-tabs.tsx'),
      BEFORE_ROWS,
    );
  });

  it.each([
    'floor/floor-page.tsx',
    'customer/customer-page.tsx',
    'request/request-page.tsx',
    'redo/redo-page.tsx',
    'staff/member/member-page.tsx',
    'staff/team/team-page.tsx',
  ])('is within its budget before %s', (page) => {
    expectWithin(page, weightOf(...FRAME, `features/${page}`), BEFORE_ROWS);
  });

  it.each([
    'floor/brief/brief-page.tsx',
    'quality/quality-page.tsx',
    'price/report/report-page.tsx',
    'promise-report/promises-page.tsx',
    'request/complaints/complaints-page.tsx',
    'category/category-page.tsx',
  ])('is within its budget before %s, with the picker of its period or tree', (page) => {
    expectWithin(page, weightOf(...FRAME, `features/${page}`), BEFORE_ROWS);
  });

  it.each([
    'price/prices-page.tsx',
    'allowance/allowance-page.tsx',
    'allowance/sheet/sheet-page.tsx',
    'work/work-page.tsx',
    'portal/report/own-report-page.tsx',
    'portal/price/own-prices-page.tsx',
  ])('is within its budget before %s', (page) => {
    expectWithin(page, weightOf(...FRAME, `features/${page}`), BEFORE_ROWS);
  });

  it('fetches no letters beside the Vietnamese and the Latin ones to write Vietnamese', () => {
    const faces = [...styles.matchAll(/@font-face\s*\{(.*?)\}/gs)].map(([, face]) => ({
      file: /roboto-([a-z-]+)-wght/.exec(face!)?.[1],
      // U+4?? is U+400-4FF.
      ranges: [...face!.matchAll(/U\+([\dA-F?]+)(?:-([\dA-F]+))?/gi)].map(([, from, to]) => [
        parseInt(from!.replaceAll('?', '0'), 16),
        parseInt(to ?? from!.replaceAll('?', 'F'), 16),
      ]),
    }));
    // Of those that hold a letter, the browser takes the one named last.
    const fetched = Array.from('Chỉnh màu, xoá phông cho ảnh đã ưu tiên ở đợt này: 20 %, Ă Ơ Ỹ', (letter) => {
      const code = letter.codePointAt(0)!;
      return faces.findLast(({ ranges }) => ranges.some(([from, to]) => from! <= code && code <= to!))?.file;
    });
    expect(new Set(fetched)).toEqual(new Set(['latin', 'vietnamese']));
    const sent = fonts.filter(({ fileName }) => /roboto-(latin|vietnamese)-wght/.test(fileName));
    expect(sent).toHaveLength(2);
    expect(sent.reduce((sum, { source }) => sum + source.length, 0)).toBeLessThan(LETTERS);
  });
});
