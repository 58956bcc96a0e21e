import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { bundledDictionaries } from './bundled-words.ts';
import { buildFontSubset } from './font-subset.ts';
import { precompress } from './precompress.ts';

const server = `http://localhost:${process.env.PORT ?? 4000}`;

/**
 * Shared chunks (decision 111): the sign-in form, the code of nearly every screen (frame, list, filters, menus), Ant Design's form, the
 * editable grid, and code that five or more chunks use. Vite makes one chunk per screen by itself.
 */
const CODE_SPLITTING = {
  groups: [
    { name: 'start', test: /src\/(main\.tsx|features\/auth\/login-page\.tsx)$/, priority: 3 },
    {
      name: 'frame',
      test: /src\/(app\/(layout\/layout|home-page)|ui\/(data-table\/data-table|filter-bar\/use-filters))\.tsx$/,
      priority: 2,
    },
    { name: 'form', test: /antd\/es\/form\/Form\.js$/, priority: 1 },
    { name: 'grid', test: /src\/ui\/grid\//, priority: 1 },
    { name: 'shared', minShareCount: 5 },
  ],
};

/** A sentence of the API documentation: the description of an endpoint or of a field. */
const DESCRIPTION =
  /\bdescription:\s*(['"`])(?:\\.|(?!\1)[^\\])*\1,?|\.describe\(\s*(['"`])(?:\\.|(?!\2)[^\\])*\2,?\s*\)/g;

/** Leaves these sentences out of the page. Only the API documentation shows them, and the server writes that. */
const withoutDescriptions = (): Plugin => ({
  name: 'darkroom:without-descriptions',
  enforce: 'pre',
  transform(code, id) {
    if (!/contract\/src\/.*\.ts$/.test(id)) return undefined;
    const page = code.replaceAll(DESCRIPTION, '');
    if (page.includes('.describe(')) throw new Error(`${id}: the argument of .describe() is not a plain text.`);
    return page;
  },
});

export default defineConfig(async () => ({
  // The alias that fonts.css uses.
  resolve: { alias: { letters: await buildFontSubset() } },
  plugins: [withoutDescriptions(), react(), bundledDictionaries(), precompress()],
  // The server puts a fresh nonce here in every response (quality 20).
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    target: ['chrome111', 'firefox114', 'safari16.4'],
    // Without this, small files become data: addresses, which the content security policy rejects.
    assetsInlineLimit: 0,
    // One sheet for all, so that a part is never drawn without its styles.
    cssCodeSplit: false,
    manifest: true,
    reportCompressedSize: false,
    // A browser without module preload loads each module when it is needed.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      // The packages do not declare it, but none of Ant Design's parts has side effects. Unused exports can be dropped.
      treeshake: { moduleSideEffects: [{ test: /node_modules[\\/]@rc-component[\\/]/, sideEffects: false }] },
      output: { codeSplitting: CODE_SPLITTING },
    },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': server, '/health': server } },
  preview: { proxy: { '/api': server, '/health': server } },
  test: {
    name: 'web',
    // The tests keep no state in modules. Loading all modules again for each file took half of the time.
    isolate: false,
    include: ['src/**/*.test.{ts,tsx}'],
    // The bundle size test builds the whole site first.
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
}));
