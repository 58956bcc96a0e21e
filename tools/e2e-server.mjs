import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { build } from './build.mjs';
import { pathInRoot, exitWithError, root } from './root.mjs';

// Servers for browser tests: the built server on each port, each on a copy of one new demo bureau in the PostgreSQL of
// the tests. Playwright starts and stops them.
const args = process.argv.slice(2);
const ports = args.length > 0 ? args : [process.env.E2E_PORT ?? '4173'];
process.chdir(root);
process.env.NODE_ENV = 'test';
// A server that is still running would respond instead of the new one, which then cannot start.
for (const port of ports) if (await isUp(port)) exitWithError(`Something is running on port ${port} already.`);
await build();
const { createDemoCopies } = await import(pathInRoot('apps/server/dist/server/demo-copies.js'));
const { databaseUrls, stop } = await createDemoCopies(ports.map((port) => `darkroom_e2e_${port}`));
// The stop signal reaches every process of the group. This process waits for its servers.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => servers.forEach((server) => server.kill()));
const servers = ports.map(start);
let running = servers.length;
await Promise.all(ports.map(waitUntilReady));
console.log(`Ready on ${ports.join(' and ')}`);

function start(port, n) {
  const dataFolder = pathInRoot('.data', `e2e-${port}`);
  mkdirSync(dataFolder, { recursive: true });
  // Read by journeys that use the database directly (e2e/database).
  writeFileSync(`${dataFolder}/database-url`, databaseUrls[n]);
  const server = spawn(process.execPath, ['--enable-source-maps', pathInRoot('apps/server/dist/server/main.js')], {
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: port,
      DATABASE_URL: databaseUrls[n],
      DARKROOM_DATA: dataFolder,
      // The tests create records with far more requests than people send.
      CALL_LIMITS: 'off',
      // The receiving program of a webhook runs on the same machine as the tests.
      WEBHOOK_PRIVATE: '127.0.0.1',
    },
  });
  server.on('exit', (code) => {
    running -= 1;
    if (code !== 0) {
      process.exitCode = 1;
      for (const other of servers) other.kill();
    }
    if (running === 0) void stop();
  });
  return server;
}

async function waitUntilReady(port) {
  // When a server cannot start, this process ends and Playwright reports it.
  while (process.exitCode === undefined) {
    if (await isUp(port)) return;
    await setTimeout(100);
  }
  exitWithError(`The server on port ${port} did not start.`);
}

async function isUp(port) {
  const response = await fetch(`http://localhost:${port}/health/ready`).catch(() => null);
  return response?.ok ?? false;
}
