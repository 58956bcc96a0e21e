import { resolve } from 'node:path';
import { openBackup } from '../backup/backup-file.ts';
import { rejectUnknownSchema, restore } from '../backup/restore.ts';
import { formatReport } from '../backup/verify.ts';
import { readConfig, StartError } from '../config.ts';
import { reachDatabase } from '../db/open.ts';
import { readOptions, printFailure } from '../options.ts';

// `npm run restore -- FILE` restores a backup into an empty database: that of DATABASE_URL, or a new embedded one. It
// checks the file before it changes a database.
try {
  const { positionals } = readOptions('npm run restore -- FILE', { allowPositionals: true, options: {} });
  const config = readConfig();
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new StartError('Name the backup file: npm run restore -- FILE');
  const start = performance.now();
  const backup = await openBackup(resolve(config.root, file));
  try {
    rejectUnknownSchema(backup.manifest);
    console.log(`The file is complete: ${backup.manifest.made_at}, ${backup.manifest.migrations.at(-1)?.name}.`);
    const { directUrl, stop } = await reachDatabase(config, { log: console.log });
    try {
      const { rows, migrated, findings } = await restore(directUrl, backup);
      for (const name of migrated) console.log(`migrated ${name}`);
      console.log(formatReport(findings));
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`\nRestored: ${rows.toLocaleString('en')} rows in ${seconds} s, all row counts equal the backup.`);
      if (findings.some(({ ids }) => ids.length > 0)) {
        console.error('The data already had the errors marked FAIL when the backup was made.');
        process.exitCode = 1;
      }
    } finally {
      await stop();
    }
  } finally {
    backup.close();
  }
} catch (error) {
  printFailure(error);
}
