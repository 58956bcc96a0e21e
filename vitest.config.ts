import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Two cores, two at work: left alone, one of them would idle.
    maxWorkers: 2,
    // Each workspace says for itself what its tests need; those without a configuration are plain unit tests.
    projects: ['packages/*', 'apps/*', { test: { name: 'tools', include: ['tools/**/*.test.mjs'] } }],
  },
});
