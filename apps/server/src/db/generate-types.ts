import type { Client } from 'pg';

interface Column {
  relation: string;
  is_view: boolean;
  name: string;
  type: string;
  element: string | null;
  nullable: boolean;
  optional: boolean;
  always: boolean;
}

// TypeScript types of the values from `connect`, by PostgreSQL type.
const TYPES: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  oid: 'number',
  json: 'JsonValue',
  jsonb: 'JsonValue',
  bytea: 'Buffer',
};
const TEXTS = [
  'text',
  'varchar',
  'bpchar',
  'char',
  'citext',
  'uuid',
  'date',
  'timestamptz',
  'time',
  'inet',
  'tsvector',
];
for (const name of TEXTS) TYPES[name] = 'string';

const HEAD = `// Generated from the migrations by \`npm run db:types\`; \`npm run check\` fails when it no longer fits them.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
`;

/** Returns the TypeScript interfaces of every table and view of the database, in alphabetical order. */
export async function generateTypes(client: Client): Promise<string> {
  const { rows } = await client.query<Column>(`
    select c.relname as relation, c.relkind in ('v', 'm') as is_view, a.attname as name,
      coalesce(base.typname, t.typname) as type, e.typname as element,
      not a.attnotnull and not coalesce(t.typnotnull, false) as nullable,
      a.atthasdef or a.attidentity <> '' or a.attgenerated <> '' as optional,
      a.attidentity = 'a' or a.attgenerated <> '' as always
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_type base on base.oid = t.typbasetype and t.typtype = 'd'
    left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
      -- Objects of extensions are left out.
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname collate "C", a.attnum`);
  const relations = new Map<string, Column[]>();
  for (const row of rows) relations.set(row.relation, [...(relations.get(row.relation) ?? []), row]);
  const interfaces = [...relations].map(
    ([relation, columns]) => `export interface ${typeName(relation)} {\n${columns.map(columnLine).join('\n')}\n}\n`,
  );
  const index = [...relations.keys()].map((relation) => `  ${relation}: ${typeName(relation)};`);
  const body = [...interfaces, `export interface DB {\n${index.join('\n')}\n}\n`].join('\n');
  const used = ['ColumnType', 'Generated', 'GeneratedAlways'].filter((name) => body.includes(`${name}<`));
  const head = used.length
    ? HEAD.replace('ColumnType, Generated, GeneratedAlways', used.join(', '))
    : HEAD.replace(/^import.*\n\n/m, '');
  return `${head}\n${body}`;
}

function columnLine(column: Column): string {
  const base = column.element ? `${tsType(column.element)}[]` : tsType(column.type);
  // PostgreSQL has no constraints for a view's columns, so they count as nullable, which is harmless for reads.
  const type = column.nullable ? `${base} | null` : base;
  return `  ${column.name}: ${wrap(type, column)};`;
}

function wrap(type: string, column: Column): string {
  if (column.is_view) return `ColumnType<${type}, never, never>`;
  if (column.always) return `GeneratedAlways<${type}>`;
  return column.optional ? `Generated<${type}>` : type;
}

function tsType(type: string): string {
  const known = TYPES[type];
  if (!known) throw new Error(`generate-types.ts does not know the PostgreSQL type ${type} yet`);
  return known;
}

function typeName(relation: string): string {
  return relation.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
