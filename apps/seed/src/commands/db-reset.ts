import { readConfig } from '@darkroom/server/config';
import { reachDatabase, resetDatabase } from '@darkroom/server/db/open';
import { readOptions, printFailure } from '@darkroom/server/options';
import { rejectProduction, rejectUnconfirmed } from '../demo/reset.ts';

// `npm run db:reset` empties a developer's database, and the next start creates the demo bureau again. `-- --yes NAME` confirms a database
// with other data.
try {
  const { yes: confirmedName } = readOptions('npm run db:reset -- [--yes DATABASE]', {
    options: { yes: { type: 'string' } },
  }).values;
  const config = readConfig();
  rejectProduction(config);
  const { directUrl, stop } = await reachDatabase(config, { log: console.log });
  try {
    await rejectUnconfirmed(directUrl, { external: config.databaseUrl !== undefined, named: confirmedName });
    await resetDatabase(directUrl);
    console.log('The database is empty. The next npm start creates the demo bureau again.');
  } finally {
    await stop();
  }
} catch (error) {
  printFailure(error);
}
