import { join, resolve } from 'node:path';
import { archiveAudit, loadArchive } from '../backup/audit-archive.ts';
import { readConfig, StartError } from '../config.ts';
import { reachDatabase } from '../db/open.ts';
import { readOptions } from '../options.ts';

const USAGE = 'npm run archive -- --before MONTH [--to DIR], or -- --load FILE';

// `npm run archive -- --before 2025-01 --to DIR` moves older months of the audit into files; `-- --load FILE` puts one back.
try {
  const { values } = readOptions(USAGE, {
    options: { before: { type: 'string' }, to: { type: 'string' }, load: { type: 'string' } },
  });
  const { before, to, load } = values;
  if ((before === undefined) === (load === undefined)) throw new StartError(`It is: ${USAGE}`);
  const config = readConfig();
  const { databaseUrl, stop } = await reachDatabase(config, { log: console.log });
  try {
    if (load !== undefined) console.log(`${await loadArchive(databaseUrl, resolve(config.root, load))} rows put back`);
    if (before !== undefined) {
      const folder = to === undefined ? join(config.dataFolder, 'archive') : resolve(config.root, to);
      const months = await archiveAudit(databaseUrl, { before, folder, now: new Date() });
      for (const { path, rows } of months) console.log(`${path}: ${rows.toLocaleString('en')} rows`);
      if (months.length === 0) console.log(`There is nothing of before ${before}.`);
    }
  } finally {
    await stop();
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
