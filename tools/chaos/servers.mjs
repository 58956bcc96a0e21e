import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathInRoot } from '../root.mjs';

const START_WITHIN_MS = 60_000;
const PROGRAM = 'apps/server/dist/server/main.js';

export async function findFreePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Starts the built server and waits until it responds to requests. */
export async function startServer(env, { cwd = pathInRoot(), account } = {}) {
  const port = await findFreePort();
  const { DATABASE_URL: _external, ...ownEnv } = process.env;
  const child = spawn(process.execPath, ['--enable-source-maps', PROGRAM], {
    cwd,
    ...account,
    env: { ...ownEnv, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (said += chunk));
  const ended = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  const server = {
    origin,
    ended: () => child.exitCode !== null || child.signalCode !== null,
    /**
     * Sends a request as the web application does. A refused request throws an error with `refused`. A request without
     * a response throws an error without it.
     */
    call: (...args) => server.callAt(origin, ...args),
    /** Sends requests through another address, such as a proxy's. */
    callAt: async (address, path, body, token, key) => {
      const response = await fetch(address + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(15_000),
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text);
      const { code = response.status, request_id } = text.startsWith('{') ? JSON.parse(text) : {};
      throw Object.assign(new Error(`${path}: ${text}`), { refused: response.status < 500, code, request_id });
    },
    said: () => said,
    ready: async () => {
      const until = performance.now() + START_WITHIN_MS;
      for (;;) {
        const response = await fetch(`${origin}/health/ready`).catch(() => null);
        if (response?.ok) return;
        if (child.exitCode !== null || performance.now() > until) throw new Error(`It does not start:\n${said.trim()}`);
        await sleep(50);
      }
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    /** Stops the server as systemd does, and returns its exit code. */
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      const [code] = await ended;
      return code;
    },
  };
  await server.ready();
  return server;
}

/**
 * Starts a server that cannot start, and returns its last line. Throws when there is more than one line, or when it
 * does not end.
 */
export async function failToStart(env, { cwd = pathInRoot(), account, within = 30_000 } = {}) {
  const { DATABASE_URL: _external, ...ownEnv } = process.env;
  const child = spawn(process.execPath, ['--enable-source-maps', PROGRAM], {
    cwd,
    ...account,
    env: { ...ownEnv, PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const killTimer = setTimeout(() => child.kill('SIGKILL'), within);
  const [code] = await once(child, 'close');
  clearTimeout(killTimer);
  const lines = said.trim().split('\n');
  if (code !== 1) throw new Error(`it ended with ${code ?? 'a kill after the time limit'}: ${said.trim()}`);
  if (lines.length !== 1 || lines[0] === '') throw new Error(`it printed ${lines.length} lines:\n${said.trim()}`);
  return lines[0];
}

export async function closeAll(servers) {
  for (const server of servers) await server.stop();
}

/**
 * Starts the content of the image (deploy/Containerfile) from a clean folder, as a user who can write only to the data
 * folder. Also checks the message for another user's folder.
 */
export async function startAsUser(username, env) {
  const id = (flag) => Number(spawnSync('id', [flag, username], { encoding: 'utf8' }).stdout);
  const account = { uid: id('-u'), gid: id('-g') };
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-clean-'));
  try {
    chmodSync(folder, 0o755);
    for (const path of ['package.json', 'package-lock.json', 'packages', 'apps/server', 'data']) {
      const target = join(folder, path);
      cpSync(pathInRoot(path), target, { recursive: true, verbatimSymlinks: true });
    }
    // Hard links, because a copy would take a minute and nothing writes to these files.
    if (spawnSync('cp', ['-al', pathInRoot('node_modules'), join(folder, 'node_modules')]).status !== 0)
      cpSync(pathInRoot('node_modules'), join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
    spawnSync('chmod', ['-R', 'a+rX,go-w', join(folder, 'apps'), join(folder, 'packages'), join(folder, 'data')]);
    mkdirSync(join(folder, 'own'));
    spawnSync('chown', [`${account.uid}:${account.gid}`, join(folder, 'own')]);
    const message = await failToStart({ ...env, DARKROOM_DATA: 'packages' }, { cwd: folder, account });
    if (!/cannot be written by this account/.test(message))
      throw new Error(`unexpected message for a folder without access: ${message}`);
    const server = await startServer({ ...env, HOME: '/nonexistent', DARKROOM_DATA: 'own' }, { cwd: folder, account });
    const code = await server.stop();
    if (code !== 0) throw new Error(`it ended with ${code}`);
    return `as ${username}, ended with 0`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
