import { join, resolve } from 'node:path';
import { createBackup } from '../backup/back-up.ts';
import { readConfig, StartError } from '../config.ts';
import { reachDatabase } from '../db/open.ts';
import { readOptions, printFailure } from '../options.ts';

// `npm run backup` writes the whole bureau into one file during work. `-- --to DIR` sets the folder, `--keep N` the number of files.
try {
  const { to, keep } = options();
  const config = readConfig();
  const { directUrl, stop } = await reachDatabase(config, { log: console.log, existing: true });
  try {
    const start = performance.now();
    const folder = to === undefined ? join(config.dataFolder, 'backups') : resolve(config.root, to);
    const { path, bytes, rows, removed } = await createBackup(directUrl, {
      folder,
      now: new Date(),
      keep,
      replicaUrl: config.reportsDatabaseUrl,
    });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${path}\n${(bytes / 1e6).toFixed(1)} MB, ${rows.toLocaleString('en')} rows, ${seconds} s`);
    for (const old of removed) console.log(`removed ${old}`);
    console.log('The backup has no sessions: after a restore, users sign in again. Keep a copy on another machine.');
  } finally {
    await stop();
  }
} catch (error) {
  printFailure(error);
}

function options(): { to: string | undefined; keep: number | undefined } {
  const { values } = readOptions('npm run backup -- [--to DIR] [--keep N]', {
    options: { to: { type: 'string' }, keep: { type: 'string' } },
  });
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1))
    throw new StartError(`--keep must be a whole number from 1, not ${values.keep}`);
  return { to: values.to, keep };
}
