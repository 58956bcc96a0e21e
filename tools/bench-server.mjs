import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from './build.mjs';
import { pathInRoot, root, run } from './root.mjs';

/** Password of every account of the demo bureau. */
export const PASSWORD = 'darkroom-demo';

/** Starts the built server in production mode on a new demo bureau, or on the large one, which stays for the next run. */
export async function startBenchServer({ data, port, isLarge = false, targets = ['server'] }) {
  await build(targets);
  const env = {
    ...process.env,
    PORT: port,
    NODE_ENV: 'test',
    DARKROOM_DATA: data,
    HOST: '127.0.0.1',
    CALL_LIMITS: 'off',
  };
  delete env.DATABASE_URL;
  if (isLarge) {
    // The command fails with a message when the database is not empty.
    await run(process.execPath, [pathInRoot('apps/server/dist/server/seed.js'), '--scale', 'large'], {
      quiet: true,
      env,
    });
  } else {
    for (const [program, ...args] of [['db-reset.js', '--yes', 'darkroom'], ['seed.js']]) {
      const made = await run(process.execPath, [pathInRoot('apps/server/dist/server', program), ...args], {
        quiet: true,
        env,
      });
      if (made.code !== 0) throw new Error(made.output);
    }
  }
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
