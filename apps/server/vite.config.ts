import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineConfig } from 'vitest/config';

const src = join(import.meta.dirname, 'src');
const seed = join(import.meta.dirname, '../seed/src');

// One program for each command of the server and of the seed: `node dist/server/<name>.js`.
const commands = [src, seed].flatMap((folder) =>
  readdirSync(join(folder, 'commands'))
    .filter((file) => /^[^.]+\.ts$/.test(file))
    .map((file) => join(folder, 'commands', file)),
);
const entries = {
  // Programs that the server starts itself: a process (http/files) and a thread (http/body).
  'file-maker': join(src, 'file-maker.ts'),
  'body-worker': join(src, 'http/body/worker.ts'),
  // Program that prepares the servers of the browser tests (tools/e2e-server).
  'demo-copies': join(seed, 'demo/demo-copies.ts'),
  ...Object.fromEntries(commands.map((file) => [basename(file, '.ts'), file])),
};

export default defineConfig({
  // The workspace's own packages are TypeScript sources and go into the bundle. Packages that npm installed stay
  // outside.
  ssr: { noExternal: [/^@darkroom\//], target: 'node' },
  build: {
    ssr: true,
    target: 'node20.19',
    outDir: 'dist/server',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: entries,
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
  test: {
    name: 'server',
    // The tests store nothing in modules. Loading the modules again for each file took half of the time.
    isolate: false,
    include: ['src/**/*.test.ts'],
    globalSetup: ['./src/testing/database-setup.ts'],
    // The time of a test depends on the machine, which can be busy. These limits only end tests that hang.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
