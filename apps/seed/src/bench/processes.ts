import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findRoot } from '@darkroom/server/config';

const MAX_START_MS = 60_000;
/** Flags of the service (deploy/darkroom.service). The bare server has the same ones. */
const NODE_FLAGS = ['--max-semi-space-size=64'];

export interface ServerProcess {
  readonly origin: string;
  readonly port: number;
  readonly pid: number;
  /** Returns the processor time so far in nanoseconds, or null if the machine does not report it. */
  readonly used: () => number | null;
  readonly stop: () => Promise<void>;
}

/** Starts a built program on a free port and waits until it responds. Its output is discarded. */
export async function startProcess(
  program: string,
  env: Record<string, string>,
  ready: string,
): Promise<ServerProcess> {
  const port = await findFreePort();
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
    const response = await fetch(origin + ready).catch(() => null);
    if (response?.ok) break;
    if (performance.now() - since > MAX_START_MS) {
      await stopChild(child);
      throw new Error(`${program} did not answer.`);
    }
    await sleep(100);
  }
  const { pid = 0 } = child;
  return { origin, port, pid, used: () => readProcessorTime([pid]), stop: () => stopChild(child) };
}

/**
 * Returns the processor time of processes with all their threads, in nanoseconds, or null if the machine does not
 * report it.
 */
export function readProcessorTime(pids: readonly number[]): number | null {
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

/** Holds a process, and all processes that it starts from now on, to one processor core. Linux only. */
export function holdToCore(pid: number, core: number): void {
  const { status, stderr } = spawnSync('taskset', ['-a', '-p', '-c', String(core), String(pid)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`taskset: ${stderr}`);
}

/** Returns the processes that a process has started, with their commands. */
export function listChildren(pid: number): { pid: number; command: string }[] {
  const { stdout } = spawnSync('ps', ['--ppid', String(pid), '-o', 'pid=,args='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ({ pid: Number.parseInt(line), command: line.replace(/^\d+\s+/, '') }));
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exited;
}

export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening));
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}
