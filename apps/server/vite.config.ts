import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineConfig } from 'vitest/config';

const src = join(import.meta.dirname, 'src');
const seed = join(import.meta.dirname, '../seed/src');

// One program per command, those of the seed (the server with its demo bureau is one) with them: `node dist/server/<name>.js`.
const commands = [src, seed].flatMap((folder) =>
  readdirSync(join(folder, 'commands'))
    .filter((file) => /^[^.]+\.ts$/.test(file))
    .map((file) => join(folder, 'commands', file)),
);
const entries = {
  // What the server starts by itself: a process (http/files) and a thread (http/body).
  'file-maker': join(src, 'file-maker.ts'),
  'body-worker': join(src, 'http/body/worker.ts'),
  // What the servers of the browser tests work on (tools/e2e-server).
  'demo-copies': join(seed, 'demo/demo-copies.ts'),
  ...Object.fromEntries(commands.map((file) => [basename(file, '.ts'), file])),
};

export default defineConfig({
  // The workspace's own packages are TypeScript sources and go into the bundle; what npm installed stays outside.
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
    // The tests keep nothing in modules: loading the modules again for each file took half of the time.
    isolate: false,
    include: ['src/**/*.test.ts'],
    globalSetup: ['./src/testing/database-setup.ts'],
    // How long a test takes is the machine's matter, which may have ten others at work: these only end what hangs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
