import { readTables } from '../backup/schema.ts';
import { connectAdmin } from '../db/connect.ts';

/** Returns the content of a database by table, in an order that does not depend on storage. */
export async function fingerprintTables(databaseUrl: string): Promise<Record<string, string>> {
  const client = await connectAdmin(databaseUrl);
  const fingerprints: Record<string, string> = {};
  for (const { name } of await readTables(client)) {
    const row = name === 'schema_migration' ? `(t.number, t.name, t.checksum)::text` : 't::text';
    const { rows } = await client.query<{ print: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(${row}, '|' order by ${row})), '') as print from "${name}" t`,
    );
    fingerprints[name] = rows[0]?.print ?? '';
  }
  await client.end();
  return fingerprints;
}
