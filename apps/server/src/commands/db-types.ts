import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { connectAdmin } from '../db/connect.ts';
import { generateTypes } from '../db/generate-types.ts';
import { cloneTemplate, dropClone, startTestServer } from '../testing/test-server.ts';

// `npm run db:types` writes the table types. With --check it only compares them with the migrations.
const file = join(readConfig().root, 'apps/server/src/db/types.ts');
const server = await startTestServer();
const databaseUrl = await cloneTemplate(server);
try {
  const client = await connectAdmin(databaseUrl);
  const generatedTypes = await generateTypes(client);
  await client.end();
  if (!process.argv.includes('--check')) {
    writeFileSync(file, generatedTypes);
    console.log('wrote apps/server/src/db/types.ts');
  } else if (readFileSync(file, 'utf8') === generatedTypes) {
    console.log('table types match the migrations');
  } else {
    console.error('apps/server/src/db/types.ts no longer fits the migrations: run npm run db:types');
    process.exitCode = 1;
  }
} finally {
  await dropClone(server.adminUrl, databaseUrl);
  await server.stop();
}
