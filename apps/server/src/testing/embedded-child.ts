import { connectAdmin } from '../db/connect.ts';
import { startEmbedded } from '../db/embedded.ts';

/**
 * Runs a server process for tests that kill it: it starts the database of this folder, commits one row, reports the
 * row, and waits.
 */
export async function commitAndStay(dataFolder: string): Promise<void> {
  const embedded = await startEmbedded({ dataFolder });
  const client = await connectAdmin(embedded.url('postgres'));
  await client.query('create table acknowledged (id int primary key)');
  await client.query('insert into acknowledged values (1)');
  console.log('committed');
  setInterval(() => undefined, 1000);
}
