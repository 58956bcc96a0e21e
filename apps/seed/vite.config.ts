import { defineConfig } from 'vitest/config';

// The programs of this package are built with the server's (apps/server/vite.config.ts): they share most of its code.
export default defineConfig({
  test: {
    name: 'seed',
    isolate: false,
    include: ['src/**/*.test.ts'],
    globalSetup: ['../server/src/testing/database-setup.ts'],
    // The time of a test depends on the machine, as in apps/server.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
