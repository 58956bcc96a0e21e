import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathInRoot } from './root.mjs';

// The server processes of `npm run bench -- load`, with HAProxy in front if there are several, and their use of processor and memory.

const PROGRAM_ENV = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' };
/** Clock ticks per second in `/proc/PID/stat`. */
const TICKS = 100;

/** True if HAProxy is installed. */
export const hasHaproxy = () =>
  spawnSync('sh', ['-c', 'command -v haproxy'], { env: PROGRAM_ENV, stdio: 'ignore' }).status === 0;

/** Starts server processes on the database in `env`. `processes` is the module `bench/processes.ts`. */
export async function startServers(processes, count, env) {
  const servers = [];
  // Nothing runs on when the measurement fails or is stopped.
  const running = new Set();
  process.once('exit', () => running.forEach(endProcess));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  // The first process starts the database.
  for (let n = 0; n < count; n += 1) {
    servers.push(await processes.startProcess('main.js', env, '/health/ready'));
    running.add(servers[n].pid);
  }
  const haproxy = count > 1 ? await startHaproxy(processes, servers, pathInRoot(env.DARKROOM_DATA)) : null;
  if (haproxy) running.add(haproxy.pid);
  const [postmaster] = findDescendants(servers[0].pid);
  const last = new Map();
  // The last figure of a killed process stays.
  const keepLast = (name, value) => {
    if (value !== null && !Number.isNaN(value)) last.set(name, value);
    return last.get(name) ?? Number.NaN;
  };
  const toSeconds = (nanoseconds) => (nanoseconds === null ? null : nanoseconds / 1e9);
  return {
    origin: haproxy?.origin ?? servers[0].origin,
    /** Processor seconds of each process since its start. */
    readUse: () => {
      const use = servers.map(({ used }, n) => [`server ${n + 1}`, keepLast(n, toSeconds(used()))]);
      if (postmaster) use.push(['database', readDatabaseTime(processes, postmaster)]);
      if (haproxy) use.push(['HAProxy', toSeconds(processes.readProcessorTime([haproxy.pid]))]);
      return Object.fromEntries(use);
    },
    /** Memory of each server process in MB. Null if the process was killed. */
    readMemory: () => servers.map(({ pid }) => readMemory(pid)),
    /** Kills the last server process. */
    killOne: () => {
      keepLast(servers.length - 1, toSeconds(servers.at(-1).used()));
      process.kill(servers.at(-1).pid, 'SIGKILL');
      running.delete(servers.at(-1).pid);
    },
    stop: async () => {
      haproxy?.stop();
      for (const server of servers) await server.stop();
      running.clear();
    },
  };
}

/** Starts HAProxy with the settings of `deploy/haproxy.cfg` and the ports of this run. */
async function startHaproxy({ findFreePort }, servers, folder) {
  const port = await findFreePort();
  const template = readFileSync(pathInRoot('deploy/haproxy.cfg'), 'utf8');
  const lines = template.split('\n').flatMap((line) => {
    if (/^\s*server\s/.test(line)) return [];
    if (/^\s*bind\s/.test(line)) return [`  bind 127.0.0.1:${port}`];
    if (!/^backend\s/.test(line)) return [line];
    return [line, ...servers.map((server, n) => `  server darkroom${n + 1} 127.0.0.1:${server.port}`)];
  });
  const file = `${folder}/haproxy.cfg`;
  writeFileSync(file, lines.join('\n'));
  const child = spawn('haproxy', ['-db', '-f', file], { env: PROGRAM_ENV, stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${origin}/health/ready`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`HAProxy did not start: haproxy -c -f ${file}`);
    await sleep(200);
  }
  return { origin, pid: child.pid, stop: () => child.kill('SIGKILL') };
}

/** Processor seconds of the database, with its connections that have ended. */
function readDatabaseTime({ readProcessorTime }, postmaster) {
  const fields = readFileSync(`/proc/${postmaster}/stat`, 'utf8').split(') ')[1].split(' ');
  const ended = (Number(fields[13]) + Number(fields[14])) / TICKS;
  const live = [postmaster, ...findDescendants(postmaster)].map((pid) => readProcessorTime([pid]) ?? 0);
  return ended + live.reduce((sum, one) => sum + one, 0) / 1e9;
}

function endProcess(pid) {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // It has ended.
  }
}

/** Processor seconds of all processes of the machine since its start. */
export function readMachineTime() {
  const [, user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8').split('\n')[0].split(/ +/);
  return [user, nice, system, irq, softirq].reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
}

function readMemory(pid) {
  try {
    return Math.round(Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024);
  } catch {
    return null;
  }
}

/** Finds the child processes of a process, at any depth. */
function findDescendants(pid) {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return children.flatMap((child) => [child, ...findDescendants(child)]);
  } catch {
    return [];
  }
}
