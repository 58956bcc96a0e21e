import { defineConfig } from 'vitest/config';

// The programs of this package are built with the server's (apps/server/vite.config.ts): they share most of its code.
export default defineConfig({
  test: {
    name: 'seed',
    isolate: false,
    include: ['src/**/*.test.ts'],
    globalSetup: ['../server/src/testing/database-setup.ts'],
    // How long a test takes is the machine's matter, as in apps/server.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
