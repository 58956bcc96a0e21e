import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findRoot } from '@darkroom/server/config';

const START_WITHIN_MS = 60_000;
/** As the service starts it (deploy/darkroom.service); the bare server beside it has the same. */
const NODE_FLAGS = ['--max-semi-space-size=64'];

/** A server in a process of its own. */
export interface Served {
  readonly origin: string;
  readonly port: number;
  /** Nanoseconds of processor it has used so far; null where the machine does not tell. */
  readonly used: () => number | null;
  readonly stop: () => Promise<void>;
}

/** Starts one of the built programs on a port of its own, and waits until it answers. What it prints is not kept. */
export async function startProcess(program: string, env: Record<string, string>, ready: string): Promise<Served> {
  const port = await freePort();
  const root = findRoot();
  const child = spawn(process.execPath, [...NODE_FLAGS, join(root, 'apps/server/dist/server', program)], {
    cwd: root,
    env: { ...process.env, HOST: '127.0.0.1', ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  const since = performance.now();
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${program} ended before it answered.`);
    const answer = await fetch(origin + ready).catch(() => null);
    if (answer?.ok) break;
    if (performance.now() - since > START_WITHIN_MS) {
      await ended(child);
      throw new Error(`${program} did not answer.`);
    }
    await sleep(100);
  }
  return { origin, port, used: () => processorOf([child.pid ?? 0]), stop: () => ended(child) };
}

/** What processes have used of the processors so far, all their threads together, in nanoseconds; null where it is not told. */
export function processorOf(pids: readonly number[]): number | null {
  try {
    let sum = 0;
    for (const pid of pids) {
      for (const thread of readdirSync(`/proc/${pid}/task`)) {
        sum += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
      }
    }
    return sum;
  } catch {
    return null;
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening));
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}
