import { readConfig, StartError } from '../config.ts';
import { reachDatabase, resetDatabase } from '../db/open.ts';
import { readOptions } from '../options.ts';

// `npm run db:reset` empties the database; the next start makes the demo bureau anew.
try {
  const { yes } = readOptions('npm run db:reset -- [--yes]', {
    options: { yes: { type: 'boolean', default: false } },
  }).values;
  const config = readConfig();
  if ((config.production || config.databaseUrl) && !yes)
    throw new StartError('This throws away everything in the database. If that is meant: npm run db:reset -- --yes');
  const { databaseUrl, stop } = await reachDatabase(config, { log: console.log });
  try {
    await resetDatabase(databaseUrl);
    console.log('The database is empty. The next npm start makes the demo bureau anew.');
  } finally {
    await stop();
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
