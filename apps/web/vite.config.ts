import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { bundledWords } from './bundled-words.ts';
import { narrowLetters } from './font-subset.ts';
import { precompress } from './precompress.ts';

const server = `http://localhost:${process.env.PORT ?? 4000}`;

/**
 * Shared chunks (decision 111): what the sign-in form needs; what nearly every screen needs (frame, list, filters, menus); Ant Design's
 * form; and code of five or more chunks. Vite makes one chunk a screen by itself.
 */
const CODE = {
  groups: [
    { name: 'start', test: /src\/(main\.tsx|features\/auth\/login-page\.tsx)$/, priority: 3 },
    {
      name: 'frame',
      test: /src\/(app\/(layout\/layout|home-page)|ui\/(data-table\/data-table|filter-bar\/use-filters))\.tsx$/,
      priority: 2,
    },
    { name: 'form', test: /antd\/es\/form\/Form\.js$/, priority: 1 },
    { name: 'shared', minShareCount: 5 },
  ],
};

export default defineConfig(async () => ({
  // Named by fonts.css.
  resolve: { alias: { letters: await narrowLetters() } },
  plugins: [react(), bundledWords(), precompress()],
  // The server puts a fresh nonce here in every response (quality 20).
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    target: ['chrome111', 'firefox114', 'safari16.4'],
    // Without this, small files become data: addresses, which the content security policy does not let in.
    assetsInlineLimit: 0,
    // One sheet for all: what is drawn is never without its styles.
    cssCodeSplit: false,
    manifest: true,
    reportCompressedSize: false,
    // A browser that does not know how to load ahead loads when it is time.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      // They do not say so, but none of Ant Design's parts does anything by being loaded: what a list of exports names and
      // nobody uses can go.
      treeshake: { moduleSideEffects: [{ test: /node_modules[\\/]@rc-component[\\/]/, sideEffects: false }] },
      output: { codeSplitting: CODE },
    },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': server, '/health': server } },
  preview: { proxy: { '/api': server, '/health': server } },
  test: {
    name: 'web',
    // The tests keep nothing in modules: loading everything anew for each file took as long as half of them.
    isolate: false,
    include: ['src/**/*.test.{ts,tsx}'],
    // Weighing the bundle builds the whole site first.
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
}));
