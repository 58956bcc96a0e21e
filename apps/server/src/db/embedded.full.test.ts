import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig, StartError } from '../config.ts';
import { connectAdmin } from './connect.ts';
import { startEmbedded, type Embedded } from './embedded.ts';
import { reachDatabase } from './open.ts';

describe('the embedded database', () => {
  let dataFolder: string;
  let running: Embedded[] = [];

  beforeEach(() => {
    dataFolder = mkdtempSync(join(tmpdir(), 'darkroom-test-'));
    // The account that runs PostgreSQL for root needs access to the folder.
    chmodSync(dataFolder, 0o755);
  });
  afterEach(async () => {
    for (const embedded of running) await embedded.stop();
    running = [];
    const base = join(dataFolder, 'postgres');
    if (existsSync(base)) rmSync(realpathSync(base), { recursive: true, force: true });
    rmSync(dataFolder, { recursive: true, force: true });
  });

  const logLines: string[] = [];
  const startServer = async (folder = dataFolder) => {
    const embedded = await startEmbedded({ dataFolder: folder, log: (message) => logLines.push(message) });
    running.push(embedded);
    return embedded;
  };

  it('committed data stays when the server is killed, and the next server joins', async () => {
    // This Node cannot run TypeScript, so Vite's runner starts the program.
    const program = `
      const { runnerImport } = await import('vite');
      const { module } = await runnerImport(${JSON.stringify(join(import.meta.dirname, '../testing/embedded-child.ts'))});
      await module.commitAndStay(${JSON.stringify(dataFolder)});`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');

    const embedded = await startServer();
    expect(await readCommitted(embedded)).toEqual([{ id: 1 }]);
  });

  it('the database restarts automatically with all committed data when PostgreSQL is killed', async () => {
    const embedded = await startServer();
    const client = await connectAdmin(embedded.url('postgres'));
    await client.query('create table acknowledged (id int primary key)');
    await client.query('insert into acknowledged values (1)');
    const killed = embedded.pid() ?? 0;
    process.kill(killed, 'SIGKILL');
    await client.end().catch(() => undefined);

    while (!embedded.pid() || embedded.pid() === killed) await sleep(20);
    expect(await readCommitted(embedded)).toEqual([{ id: 1 }]);
  });

  it('the database starts when its lock file names another live process', async () => {
    const first = await startServer();
    process.kill(first.pid() ?? 0, 'SIGKILL');
    await first.stop();
    writeFileSync(join(dataFolder, 'postgres/pg18/postmaster.pid'), `${process.pid}\n`);
    const again = await startServer();
    expect(again.pid()).toBeGreaterThan(0);
  });

  it('an unfinished data directory is not used', async () => {
    const leftover = join(dataFolder, 'postgres/pg18.init-4194999');
    mkdirSync(leftover, { recursive: true });
    writeFileSync(join(leftover, 'PG_VERSION'), '18\n');
    const embedded = await startServer();
    expect(embedded.pid()).toBeGreaterThan(0);
    expect(existsSync(leftover)).toBe(false);
  });

  it('the last process that uses the database stops it', async () => {
    const [firstServer, secondServer] = [await startServer(), await startServer()];
    expect(await firstServer.stop()).toBe(false);
    expect(secondServer.pid()).toBeGreaterThan(0);
    expect(await secondServer.stop()).toBe(true);
    expect(secondServer.pid()).toBeUndefined();
  });

  it('the socket has a short path when the folder is too deep', async () => {
    const deep = join(dataFolder, 'a-rather-long-folder-name-'.repeat(5));
    const embedded = await startServer(deep);
    const socketFolder = new URL(embedded.url('postgres')).searchParams.get('host') ?? '';
    expect(socketFolder.length).toBeLessThan(90);
    expect(statSync(socketFolder).mode & 0o777).toBe(0o700);
  });

  it.runIf(process.getuid?.() === 0)(
    'the database works for root in a folder that other accounts cannot enter',
    async () => {
      chmodSync(dataFolder, 0o700);
      const embedded = await startServer();
      expect(embedded.pid()).toBeGreaterThan(0);
      expect(lstatSync(join(dataFolder, 'postgres')).isSymbolicLink()).toBe(true);
      expect(logLines.join()).toContain(`the data is kept in ${realpathSync(join(dataFolder, 'postgres'))}`);

      // A copy of the folder leads to the same database. It is refused until the original is moved away.
      const copy = mkdtempSync(join(tmpdir(), 'darkroom-test-'));
      cpSync(dataFolder, copy, { recursive: true, verbatimSymlinks: true });
      await expect(startServer(copy)).rejects.toThrow(/is a copy of .*whose database it would use/);
      await running.pop()?.stop();
      const moved = `${dataFolder}-moved`;
      renameSync(dataFolder, moved);
      try {
        expect((await startServer(moved)).pid()).toBeGreaterThan(0);
      } finally {
        await running.pop()?.stop();
        renameSync(moved, dataFolder);
        rmSync(copy, { recursive: true });
      }
    },
  );

  it('a command that needs an existing database does not create one', async () => {
    const config = { ...readConfig({}), dataFolder: join(dataFolder, 'forgotten') };
    const open = reachDatabase(config, { log: () => undefined, existing: true });
    await expect(open).rejects.toThrow(
      /^There is no database in .*forgotten, and DATABASE_URL is not set: .*DARKROOM_DATA/,
    );
    expect(existsSync(config.dataFolder)).toBe(false);
    await startServer();
    const there = { ...config, dataFolder };
    await (await reachDatabase(there, { log: () => undefined, existing: true })).stop();
  });

  it('the database reports in one line why it does not start', async () => {
    writeFileSync(join(dataFolder, 'file'), '');
    await expect(startEmbedded({ dataFolder: join(dataFolder, 'file') })).rejects.toThrow(
      /is not a folder.*DARKROOM_DATA/,
    );
    await (await startServer()).stop();
    rmSync(join(realpathSync(join(dataFolder, 'postgres')), 'pg18/global/pg_control'));
    const trouble = await startEmbedded({ dataFolder }).catch((error: unknown) => error);
    expect(trouble).toBeInstanceOf(StartError);
    expect(String(trouble)).toMatch(/does not start: could not (find|open).*npm run restore/);
    expect(String(trouble)).not.toContain('\n');
  });
});

async function readCommitted(embedded: Embedded): Promise<unknown[]> {
  const client = await connectWithRetry(embedded.url('postgres'));
  try {
    return (await client.query('select id from acknowledged')).rows;
  } finally {
    await client.end();
  }
}

// PostgreSQL refuses connections for a moment while it recovers.
async function connectWithRetry(url: string): Promise<Client> {
  for (let attempt = 0; attempt < 200; attempt++) {
    try {
      return await connectAdmin(url);
    } catch {
      await sleep(25);
    }
  }
  return connectAdmin(url);
}
