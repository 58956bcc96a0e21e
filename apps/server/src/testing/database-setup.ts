import type { TestProject } from 'vitest/node';
import { startTestServer } from './test-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: { adminUrl: string; template: string };
  }
}

/** Runs once before all server tests. The returned function runs after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer();
  project.provide('testServer', { adminUrl: server.adminUrl, template: server.template });
  return server.stop;
}
