import { escapeIdentifier, type Client } from 'pg';

/** A column that numbers its rows, and the sequence it takes the numbers from. */
export interface Sequence {
  readonly name: string;
  readonly table: string;
  readonly column: string;
}

/** Names as SQL takes them. */
export const quoted = (names: readonly string[]): string => names.map((name) => escapeIdentifier(name)).join(', ');

/** The sequences behind numbered columns. */
export async function readSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    select s.relname::text as name, t.relname::text as table, a.attname::text as column
      from pg_class s
      join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
                      and d.deptype in ('i', 'a')
      join pg_class t on t.oid = d.refobjid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
     where s.relkind = 'S' and s.relnamespace = current_schema()::regnamespace
     order by s.relname`);
  return rows;
}

/** One step of the schema's history, as the database remembers it. */
export interface AppliedStep {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/** The steps a database has taken; none where it is no database of Darkroom. */
export async function readAppliedSteps(client: Client): Promise<AppliedStep[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass(format('%I.schema_migration', current_schema())) is not null as there`,
  );
  if (!found[0]?.there) return [];
  const { rows } = await client.query<AppliedStep>(
    'select number, name, checksum from schema_migration order by number',
  );
  return rows;
}
