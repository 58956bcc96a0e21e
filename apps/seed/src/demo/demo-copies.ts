import { connectAdmin } from '@darkroom/server/db/connect';
import { openDatabase } from '@darkroom/server/db/open';
import { readConfig } from '@darkroom/server/config';
import { seedBuiltIn } from '@darkroom/server/db/built-in-data';
import { seedDemo } from './demo.ts';
import { getDatabaseUrl, startTestServer } from '@darkroom/server/testing/test-server';

/** Creates a demo bureau in the PostgreSQL of the tests, and copies it to a database for each name. */
export async function createDemoCopies(
  names: readonly string[],
): Promise<{ databaseUrls: readonly string[]; stop: () => Promise<void> }> {
  const server = await startTestServer();
  const admin = await connectAdmin(server.adminUrl);
  const copyDatabase = async (name: string, template: string) => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`create database ${name} template ${template} strategy file_copy`);
    return getDatabaseUrl(server.adminUrl, name);
  };
  try {
    const [first = '', ...others] = names;
    const databaseUrl = await copyDatabase(first, server.template);
    const demo = await openDatabase({ ...readConfig(), databaseUrl }, { log: console.log, statementLimitMs: 0 });
    await seedBuiltIn(demo.db);
    await seedDemo(demo.db, { log: console.log });
    // PostgreSQL copies a database only if no one is connected to it.
    await demo.close();
    const copies: string[] = [];
    for (const name of others) copies.push(await copyDatabase(name, first));
    return { databaseUrls: [databaseUrl, ...copies], stop: server.stop };
  } finally {
    await admin.end();
  }
}
