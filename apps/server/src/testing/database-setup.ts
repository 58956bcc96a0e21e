import type { TestProject } from 'vitest/node';
import { startTestServer, type TestServer } from './test-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: Omit<TestServer, 'stop'>;
  }
}

/** Runs once before all server tests. The returned function runs after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer();
  const { stop, ...provided } = server;
  project.provide('testServer', provided);
  return stop;
}
