import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { at, giveUp, root, run } from './root.mjs';

// The servers for browser tests: the built one, on each of the ports asked for, with a database of its own, emptied first.
// Playwright starts and stops them.
const ports = process.argv.slice(2);
process.chdir(root);
if (ports.length > 1) await openBeside(ports);
else await open(ports[0] ?? process.env.E2E_PORT ?? '4173');

async function open(port) {
  process.env.PORT = port;
  process.env.NODE_ENV = 'test';
  process.env.DARKROOM_DATA = `.data/e2e-${port}`;
  // What makes the tests' records calls far more often than people do.
  process.env.CALL_LIMITS = 'off';
  // What stands for another program runs beside the tests.
  process.env.WEBHOOK_PRIVATE = '127.0.0.1';
  delete process.env.DATABASE_URL;
  process.setSourceMapsEnabled(true);
  await build();
  // By its name: the last run has left accounts in it that the demo bureau does not have.
  const reset = [at('apps/server/dist/server/db-reset.js'), '--yes', 'darkroom'];
  const { code, output } = await run(process.execPath, reset, { quiet: true });
  if (code !== 0) throw new Error(output);
  await import(at('apps/server/dist/server/main.js'));
}

// Each makes its demo bureau while the other does: Playwright by itself would start one when the other is ready. Its
// signal to stop reaches all of them; this process waits for the last.
async function openBeside(ports) {
  // A server that was left running would answer in place of the one that cannot start.
  for (const port of ports) if (await answers(port)) giveUp(`Something is running on port ${port} already.`);
  await build();
  process.on('SIGTERM', () => {});
  const servers = ports.map((port) => {
    const server = spawn(process.execPath, [fileURLToPath(import.meta.url), port], { stdio: 'inherit' });
    server.on('exit', (code) => {
      if (code === 0) return;
      process.exitCode = 1;
      for (const other of servers) other.kill();
    });
    return server;
  });
  await Promise.all(ports.map(isReady));
  console.log(`Ready on ${ports.join(' and ')}`);
}

async function isReady(port) {
  // A server that cannot start ends this process, and Playwright says so.
  while (process.exitCode === undefined) {
    if (await answers(port)) return;
    await setTimeout(100);
  }
  giveUp(`The server on port ${port} did not start.`);
}

async function answers(port) {
  const answer = await fetch(`http://localhost:${port}/health/ready`).catch(() => null);
  return answer?.ok ?? false;
}
