import { readConfig } from '../config.ts';
import { reachDatabase, resetDatabase } from '../db/open.ts';

// `npm run db:reset` empties the database; the next start makes the demo bureau anew.
const config = readConfig();
if ((config.production || config.databaseUrl) && !process.argv.includes('--yes')) {
  console.error('This throws away everything in the database. If that is meant: npm run db:reset -- --yes');
  process.exit(1);
}
const { databaseUrl, stop } = await reachDatabase(config, { log: console.log });
try {
  await resetDatabase(databaseUrl);
  console.log('The database is empty. The next npm start makes the demo bureau anew.');
} finally {
  await stop();
}
