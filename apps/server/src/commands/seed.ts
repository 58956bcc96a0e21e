import { readConfig } from '../config.ts';
import { openDatabase, seedWhenEmpty } from '../db/open.ts';
import { seedBuiltIn } from '../seed/built-in.ts';
import { isEmpty, seedDemo } from '../seed/demo.ts';
import { seedLarge } from '../seed/large/large.ts';

// `npm run seed` makes the demo bureau; with `-- --scale large` the one to measure on.
const log = console.log;
const flag = process.argv.indexOf('--scale');
const scale = flag < 0 ? 'demo' : process.argv[flag + 1];
const seeds = { demo: seedDemo, large: seedLarge };
const seed = scale === 'demo' || scale === 'large' ? seeds[scale] : undefined;
const config = readConfig();
if (!seed) refuse(`There is no scale ${scale ?? ''}: demo or large.`);
if (config.production) refuse('Demo accounts have known passwords: a production database never gets them.');

const database = await openDatabase(config, { log, statementLimitMs: 0 });
try {
  const start = performance.now();
  const ran = await seedWhenEmpty(database, isEmpty, async () => {
    await seedBuiltIn(database.db);
    await seed(database.db, { log });
  });
  if (ran) log(`Seeded (${scale}) in ${((performance.now() - start) / 1000).toFixed(1)} s.`);
  else {
    console.error('The database is not empty. To throw away what is in it: npm run db:reset');
    process.exitCode = 1;
  }
} finally {
  await database.close();
}

function refuse(message: string): never {
  console.error(message);
  process.exit(1);
}
