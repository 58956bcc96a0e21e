import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathInRoot } from '../root.mjs';
import { getPostgresAccount, readPostmasterId } from './cluster.mjs';
import { mountDisk } from './disk.mjs';
import { findFreePort } from './servers.mjs';
import { openLine } from './tcp-line.mjs';

// The database cluster of docs/cluster.md on one machine: three etcd members, two PostgreSQL nodes under Patroni, HAProxy in front. Each
// node counts as a machine: it can be killed, cut off, frozen, or get a full disk.

const loadDriver = () => createRequire(pathInRoot('apps/server/package.json'))('pg');

const DISK_MB = 400;
const LOG_LINES = 15;
const START_WITHIN_MS = 400_000;
const POSTGRES = '/usr/lib/postgresql/15/bin';
const PROGRAMS = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
};

/** Returns the Debian packages that the cluster needs and this machine lacks. */
export function findMissingPackages() {
  const missing = Object.entries(PROGRAMS).flatMap(([program, name]) =>
    spawnSync('sh', ['-c', `command -v ${program}`], { env: PROGRAM_ENV }).status === 0 ? [] : [name],
  );
  return existsSync(join(POSTGRES, 'initdb')) ? missing : [...missing, 'postgresql-15'];
}

const PROGRAM_ENV = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' };

/** Starts a program of the cluster. Its output goes into a file, for the search of a failure. */
function startProgram(command, args, { folder, name, account = {}, env = {} }) {
  const log = spawnSync('sh', ['-c', `: >> ${name}.log; chmod a+rw ${name}.log`], { cwd: folder });
  if (log.status !== 0) throw new Error(`${name}: ${String(log.stderr)}`);
  return spawn('sh', ['-c', `exec "$0" "$@" >> ${join(folder, `${name}.log`)} 2>&1`, command, ...args], {
    ...account,
    cwd: folder,
    env: { ...PROGRAM_ENV, ...env },
    stdio: 'ignore',
  });
}

/** Number of times that a switch-over is asked for. */
const MAX_SWITCH_ATTEMPTS = 5;

/**
 * Starts the cluster in a folder that does not exist yet. `databaseUrl` leads to the current primary, `replicaUrl` to
 * the current replica.
 */
export async function startHaCluster(folder) {
  const account = getPostgresAccount();
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const programs = [];
  const etcdPorts = await startEtcd(folder, programs);
  const nodes = [];
  for (const name of ['a', 'b']) nodes.push(await createNode({ folder, name, account, etcdPorts }));
  const [first, second] = nodes;
  first.start();
  await waitFor('the first node becomes the primary', () => first.is('primary'));
  second.start();
  const [writerPort, replicaPort] = [await findFreePort(), await findFreePort()];
  writeFileSync(join(folder, 'haproxy.cfg'), formatHaproxy({ writerPort, replicaPort, nodes }));
  programs.push(startProgram('haproxy', ['-db', '-f', 'haproxy.cfg'], { folder, name: 'haproxy' }));
  const cluster = {
    nodes,
    databaseUrl: `postgresql://darkroom@127.0.0.1:${writerPort}/darkroom`,
    replicaUrl: `postgresql://darkroom@127.0.0.1:${replicaPort}/darkroom`,
    findPrimary: async () => {
      for (const node of nodes) if (await node.is('primary')) return node;
      return null;
    },
    /** Waits until one node is the primary and the other replicates synchronously from it. */
    whole: () =>
      waitFor('both nodes work', async () => {
        const states = await Promise.all(
          nodes.map(async (node) => [await node.is('primary'), await node.is('synchronous')]),
        );
        return states.filter(([primary]) => primary).length === 1 && states.some(([, synchronous]) => synchronous);
      }),
    /**
     * Hands the role of the primary over, as for maintenance. Patroni refuses this while the replica is behind, for
     * example on a busy machine. As an operator would, the scenario then waits and asks again.
     */
    switchOver: async () => {
      for (let attempts = 1; ; attempts++) {
        await cluster.whole();
        try {
          return await askPatroni('switchover', nodes, await cluster.findPrimary());
        } catch (error) {
          if (attempts === MAX_SWITCH_ATTEMPTS) throw error;
        }
      }
    },
    /** Gives the role of the primary to the other node, although this one still works in part. */
    failOver: (primary) => askPatroni('failover', nodes, primary),
    /** Last lines of both nodes' logs, for the search of a failure. */
    readLogs: () =>
      nodes
        .map(({ name }) => {
          const lines = readFileSync(join(folder, `patroni-${name}.log`), 'utf8')
            .trim()
            .split('\n');
          return `node ${name}:\n${lines.slice(-LOG_LINES).join('\n')}`;
        })
        .join('\n'),
    stop: async () => {
      for (const node of nodes) await node.remove();
      for (const child of programs) child.kill('SIGKILL');
    },
  };
  await waitFor('the second node replicates', () => second.is('synchronous'));
  await first.query('create role darkroom login');
  await first.query("create database darkroom owner darkroom template template0 encoding 'UTF8' locale 'C.UTF-8'");
  // HAProxy believes that all nodes work until it has checked them.
  await sleep(4000);
  return cluster;
}

async function askPatroni(action, nodes, primary) {
  const candidate = nodes.find((node) => node !== primary);
  const response = await fetch(`http://127.0.0.1:${candidate.restPort}/${action}`, {
    method: 'POST',
    body: JSON.stringify({ leader: primary.name, candidate: candidate.name }),
    signal: AbortSignal.timeout(60_000),
  });
  if (!response.ok) throw new Error(`${action}: ${await response.text()}`);
}

async function startEtcd(folder, programs) {
  const members = [];
  for (const name of ['e1', 'e2', 'e3'])
    members.push({ name, client: await findFreePort(), peer: await findFreePort() });
  const all = members.map(({ name, peer }) => `${name}=http://127.0.0.1:${peer}`).join();
  for (const { name, client, peer } of members) {
    const [clientUrl, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
    const args = [
      '--name',
      name,
      '--data-dir',
      join(folder, name),
      '--initial-cluster',
      all,
      '--initial-cluster-state',
      'new',
    ];
    args.push('--listen-client-urls', clientUrl, '--advertise-client-urls', clientUrl);
    args.push('--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl);
    programs.push(startProgram('etcd', args, { folder, name }));
  }
  await waitFor('etcd answers', async () => {
    const response = await fetch(`http://127.0.0.1:${members[0].client}/health`).catch(() => null);
    return response?.ok === true && (await response.json()).health === 'true';
  });
  return members.map(({ client }) => client);
}

/** Creates one machine of the cluster: Patroni with its PostgreSQL, and the lines that connect it to the others. */
async function createNode({ folder, name, account, etcdPorts }) {
  const [port, restPort] = [await findFreePort(), await findFreePort()];
  const [postgresLine, restLine] = [await openLine(port), await openLine(restPort)];
  const etcdLines = await Promise.all(etcdPorts.map((etcdPort) => openLine(etcdPort)));
  const lines = [postgresLine, restLine, ...etcdLines];
  const disk = mountDisk(DISK_MB);
  const home = disk?.folder ?? join(folder, name);
  if (!disk) mkdirSync(home);
  if (account.uid) chownSync(home, account.uid, account.gid);
  const data = join(home, 'data');
  const configuration = join(folder, `patroni-${name}.json`);
  writeFileSync(
    configuration,
    JSON.stringify(
      createPatroniSettings({ name, data, home, port, restPort, postgresLine, restLine, etcdLines }),
      null,
      2,
    ),
  );
  let patroni = null;
  let isFrozen = false;
  const findProcesses = () => [...(patroni ? listTree(patroni.pid) : []), ...listTree(readPostmasterId(data))];
  const signal = (kind) => {
    for (const id of new Set(findProcesses())) {
      try {
        process.kill(id, kind);
      } catch {
        // It has ended since.
      }
    }
  };
  const node = {
    name,
    restPort,
    port: postgresLine.port,
    restLinePort: restLine.port,
    canFill: disk !== null,
    start: () => {
      patroni = startProgram('patroni', [configuration], { folder, name: `patroni-${name}`, account });
    },
    /** True if Patroni says so: `primary`, `replica` or `synchronous`. */
    is: async (role) => {
      const response = await fetch(`http://127.0.0.1:${restPort}/${role}`, { signal: AbortSignal.timeout(2000) }).catch(
        () => null,
      );
      return response?.ok === true;
    },
    /** Runs statements directly on this node, not through HAProxy. */
    query: async (text, database = 'postgres', limitMs = 20_000) => {
      const { Client } = loadDriver();
      const connectionString = `postgresql://postgres@127.0.0.1:${port}/${database}`;
      const client = new Client({ connectionString, connectionTimeoutMillis: limitMs, query_timeout: limitMs });
      client.on('error', () => undefined);
      await client.connect();
      try {
        for (const statement of text.split('; ')) await client.query(statement);
      } finally {
        void client.end().catch(() => undefined);
      }
    },
    kill: () => signal('SIGKILL'),
    cut: () => lines.forEach((line) => line.cut()),
    freeze: () => {
      isFrozen = true;
      signal('SIGSTOP');
    },
    thaw: () => {
      isFrozen = false;
      signal('SIGCONT');
    },
    fill: () => disk.fill(),
    /** Ends the fault. A killed node is started again, as a machine that boots. */
    restore: async () => {
      disk?.empty();
      lines.forEach((line) => line.join());
      if (isFrozen) node.thaw();
      if (patroni.exitCode !== null || patroni.signalCode !== null) node.start();
    },
    remove: async () => {
      signal('SIGKILL');
      if (patroni && patroni.exitCode === null && patroni.signalCode === null) await once(patroni, 'exit');
      lines.forEach((line) => line.close());
      await sleep(200);
      disk?.unmount();
    },
  };
  return node;
}

function createPatroniSettings({ name, data, home, port, restPort, postgresLine, restLine, etcdLines }) {
  return {
    scope: 'darkroom',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restLine.port}` },
    etcd3: { hosts: etcdLines.map((line) => `127.0.0.1:${line.port}`), use_proxies: true },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 3,
        retry_timeout: 5,
        maximum_lag_on_failover: 1048576,
        // A primary that crashed is replaced at once, and not started again first.
        primary_start_timeout: 0,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 100,
            wal_log_hints: 'on',
            max_wal_size: '96MB',
            min_wal_size: '48MB',
            wal_keep_size: '32MB',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${postgresLine.port}`,
      data_dir: data,
      bin_dir: POSTGRES,
      pgpass: join(home, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres' },
        replication: { username: 'replicator' },
        rewind: { username: 'rewinder' },
      },
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
      parameters: {
        unix_socket_directories: home,
        wal_sender_timeout: '5s',
        wal_receiver_timeout: '5s',
        tcp_keepalives_idle: 5,
      },
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    tags: {},
  };
}

/** The same settings as in `deploy/cluster/haproxy.cfg`, with the ports of this run. */
function formatHaproxy({ writerPort, replicaPort, nodes }) {
  const template = readFileSync(pathInRoot('deploy/cluster/haproxy.cfg'), 'utf8');
  const lines = template.split('\n').flatMap((line) => {
    // The account of the test runs it.
    if (/^\s*(server|user|group)\s/.test(line)) return [];
    const bind = /^\s*bind\s+\S+:(\d+)/.exec(line)?.[1];
    if (bind === undefined) return [line];
    return [
      `  bind 127.0.0.1:${bind === '5000' ? writerPort : replicaPort}`,
      ...nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restLinePort}`),
    ];
  });
  return `${lines.join('\n')}\n`;
}

/** Returns a process and all processes below it. */
function listTree(id) {
  if (!id) return [];
  const rows = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).stdout.trim().split('\n');
  const children = new Map();
  for (const row of rows) {
    const [pid, parent] = row.trim().split(/\s+/).map(Number);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const collect = (pid) => [pid, ...(children.get(pid) ?? []).flatMap(collect)];
  return collect(id);
}

/** Waits until a condition holds. */
export async function waitFor(what, condition, withinMs = START_WITHIN_MS) {
  for (const until = performance.now() + withinMs; !(await condition()); await sleep(200)) {
    if (performance.now() > until) throw new Error(`It took over ${withinMs / 1000} s until ${what}.`);
  }
}
