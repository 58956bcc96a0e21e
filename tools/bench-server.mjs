import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from './build.mjs';
import { pathInRoot, root, run } from './root.mjs';

/** Password of every account of the demo bureau. */
export const PASSWORD = 'darkroom-demo';

/** Fills the database with a new demo bureau, or with the large one, which stays for the next run. */
export async function seedBureau(env, isLarge) {
  const runProgram = (name, ...args) =>
    run(process.execPath, [pathInRoot('apps/server/dist/server', name), ...args], { quiet: true, env });
  if (isLarge) {
    // The command fails with a message when the database is not empty.
    await runProgram('seed.js', '--scale', 'large');
    return;
  }
  for (const [program, ...args] of [['db-reset.js', '--yes', 'darkroom'], ['seed.js']]) {
    const made = await runProgram(program, ...args);
    if (made.code !== 0) throw new Error(made.output);
  }
}

/** Starts the built server and site in production mode on a new demo bureau. */
export async function startBenchServer({ data, port }) {
  await build();
  delete process.env.DATABASE_URL;
  const env = {
    ...process.env,
    PORT: port,
    NODE_ENV: 'test',
    DARKROOM_DATA: data,
    HOST: '127.0.0.1',
    CALL_LIMITS: 'off',
  };
  await seedBureau(env, false);
  // Production mode. In other modes, each list that is sent as text is parsed and checked again.
  const started = spawn(process.execPath, [pathInRoot('apps/server/dist/server/main.js')], {
    cwd: root,
    env: { ...env, NODE_ENV: 'production' },
    stdio: 'ignore',
  });
  for (;;) {
    await sleep(500);
    const ready = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
    if (ready?.ok) return started;
    if (started.exitCode !== null) throw new Error('The server did not start.');
  }
}

/** Sends a request of the API and returns its response. */
export async function post(url, body, token) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
  if (token) headers.authorization = `Bearer ${token}`;
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw Object.assign(new Error(`${url}: ${await response.text()}`), { status: response.status });
  return response.json();
}
