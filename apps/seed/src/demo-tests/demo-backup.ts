import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openBackup } from '@darkroom/server/backup/backup-file';
import { createBackup } from '@darkroom/server/backup/back-up';
import { restore } from '@darkroom/server/backup/restore';
import { connectAdmin } from '@darkroom/server/db/connect';
import { seedDemo } from '../demo/demo.ts';
import { createTestDatabase } from '@darkroom/server/testing/database';
import { dropClone } from '@darkroom/server/testing/test-server';

/** A demo bureau that is created in a moment. */
export const SMALL_DEMO = { log: () => undefined, days: 20, jobs: 240, open: 50, now: '2026-11-20T09:30:00.000Z' };
export const NOW = new Date('2026-11-20T09:30:05.123Z');
/** Role without superuser rights, which can use only its own database. */
export const OWNER = `darkroom_test_owner_${process.pid}`;

/** Creates a demo bureau and a backup of it, and empty databases for restoring it. */
export async function createDemoBackup() {
  const { adminUrl } = inject('testServer');
  const folder = await mkdtemp(join(tmpdir(), 'darkroom-backup-'));
  const demoDatabase = await createTestDatabase();
  await seedDemo(demoDatabase.db, SMALL_DEMO);
  const { path: good } = await createBackup(demoDatabase.databaseUrl, { folder, now: NOW });
  const dropped: string[] = [];
  const runAsAdmin = async (statement: string) => {
    const admin = await connectAdmin(adminUrl);
    await admin.query(statement);
    await admin.end();
  };
  await runAsAdmin(`create role ${OWNER} login`);
  return {
    adminUrl,
    folder,
    made: demoDatabase,
    good,
    /** Creates an empty database whose owner has no superuser rights. */
    emptyDatabase: async (): Promise<string> => {
      const url = new URL(adminUrl);
      const name = `darkroom_test_${process.pid}_restored_${dropped.length}`;
      await runAsAdmin(`create database ${name} template template0 encoding 'UTF8' owner ${OWNER}`);
      url.pathname = `/${name}`;
      dropped.push(url.href);
      url.username = OWNER;
      url.password = '';
      return url.href;
    },
    close: async () => {
      await demoDatabase.drop();
      for (const url of dropped) await dropClone(adminUrl, url);
      await runAsAdmin(`drop role ${OWNER}`);
      await rm(folder, { recursive: true });
    },
  };
}

export const restoreFile = async (path: string, databaseUrl: string) => {
  const backup = await openBackup(path);
  return restore(databaseUrl, backup).finally(() => backup.close());
};
