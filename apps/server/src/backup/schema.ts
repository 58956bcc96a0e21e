import { escapeIdentifier, type Client } from 'pg';

/** A table with its copied columns. PostgreSQL computes generated columns itself. */
export interface DatabaseTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** An identity column and its sequence. */
export interface Sequence {
  readonly name: string;
  readonly table: string;
  readonly column: string;
}

/** Quotes names for SQL, because the content of a manifest is not trusted. */
export const quoteNames = (names: readonly string[]): string => names.map((name) => escapeIdentifier(name)).join(', ');

/**
 * Reads every table of the schema, after all tables that its foreign keys point to. In this order, foreign keys can
 * stay active.
 */
export async function readTables(client: Client): Promise<DatabaseTable[]> {
  const { rows } = await client.query<DatabaseTable & { parents: string[] }>(`
    select c.relname::text as name,
           array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
                    and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
           array(select distinct p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
                  where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
      from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relname`);
  const placedNames = new Set<string>();
  const ordered: DatabaseTable[] = [];
  let waiting = rows;
  while (waiting.length > 0) {
    const ready = waiting.filter(({ parents }) => parents.every((parent) => placedNames.has(parent)));
    if (ready.length === 0)
      throw new Error(`Foreign keys go in a circle: ${waiting.map(({ name }) => name).join(', ')}`);
    for (const { name, columns } of ready) {
      placedNames.add(name);
      ordered.push({ name, columns });
    }
    waiting = waiting.filter(({ name }) => !placedNames.has(name));
  }
  return ordered;
}

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
