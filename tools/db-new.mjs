import { readdirSync, writeFileSync } from 'node:fs';
import { pathInRoot, exitWithError } from './root.mjs';

// `npm run db:new -- DESCRIPTION` creates a migration.
const folder = pathInRoot('apps/server/src/db/migrations');
const name = process.argv
  .slice(2)
  .join('_')
  .toLowerCase()
  .replace(/[^a-z0-9]+/g, '_')
  .replace(/^_|_$/g, '');
if (!name) exitWithError('Describe the migration: npm run db:new -- request reply length');

const numbers = readdirSync(folder).map((file) => Number.parseInt(file, 10) || 0);
const file = `${String(Math.max(0, ...numbers) + 1).padStart(3, '0')}_${name}.sql`;
writeFileSync(
  `${folder}/${file}`,
  '-- Why. Runs in one transaction; once taken by anybody it is never changed, only followed by another.\n',
  { flag: 'wx' },
);
console.log(`apps/server/src/db/migrations/${file}: write it, then npm run db:types`);
