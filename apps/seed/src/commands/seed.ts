import { readConfig, StartError } from '@darkroom/server/config';
import { openDatabase, seedWhenEmpty } from '@darkroom/server/db/open';
import { readOptions, printFailure } from '@darkroom/server/options';
import { seedBuiltIn } from '@darkroom/server/db/built-in-data';
import { seedDemo } from '../demo/demo.ts';
import { seedLarge } from '../large/large.ts';

const SEEDS = { demo: seedDemo, large: seedLarge };

// `npm run seed` creates the demo bureau. `-- --scale large` creates the bureau for measurements.
try {
  const { scale } = readOptions('npm run seed -- [--scale demo|large]', {
    options: { scale: { type: 'string', default: 'demo' } },
  }).values;
  if (scale !== 'demo' && scale !== 'large') throw new StartError(`There is no scale ${scale}: demo or large.`);
  const config = readConfig();
  if (config.production)
    throw new StartError('Demo accounts have known passwords: a production database never gets them.');
  const log = console.log;
  // The large bureau sets limits of its connection, which a pooler in transaction mode does not keep.
  const databaseUrl = config.listenDatabaseUrl ?? config.databaseUrl;
  const database = await openDatabase({ ...config, databaseUrl }, { log, statementLimitMs: 0 });
  try {
    const start = performance.now();
    const hasSeeded = await seedWhenEmpty(database, async () => {
      await seedBuiltIn(database.db);
      await SEEDS[scale](database.db, { log });
    });
    if (!hasSeeded) throw new StartError('The database is not empty. To empty it: npm run db:reset');
    log(`Seeded (${scale}) in ${((performance.now() - start) / 1000).toFixed(1)} s.`);
  } finally {
    await database.close();
  }
} catch (error) {
  printFailure(error);
}
