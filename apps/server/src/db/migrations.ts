import { createHash } from 'node:crypto';

export interface Migration {
  number: number;
  /** File name without its extension, such as `001_accounts`. */
  name: string;
  sql: string;
  checksum: string;
}

// Part of the build, so that a server includes its schema.
const files = import.meta.glob<string>('./migrations/*.sql', { query: '?raw', import: 'default', eager: true });

export const migrations: readonly Migration[] = readMigrations(files);

/** Name of the whole schema. It changes when any migration changes. */
export const schemaHash = createHash('sha256')
  .update(migrations.map((migration) => migration.checksum).join())
  .digest('hex')
  .slice(0, 12);

/** Sorts migration files by their number and refuses names with an ambiguous order. */
export function readMigrations(sources: Record<string, string>): Migration[] {
  const found = Object.entries(sources).map(([path, text]) => {
    const match = /(?:^|\/)((\d{3})_[a-z0-9_]+)\.sql$/.exec(path);
    if (!match?.[1]) throw new Error(`${path} is not named like 001_what_it_does.sql`);
    // A checkout on another system can have other line ends, which are not a change.
    const sql = text.replaceAll('\r\n', '\n');
    const checksum = createHash('sha256').update(sql).digest('hex');
    return { number: Number(match[2]), name: match[1], sql, checksum };
  });
  found.sort((a, b) => a.number - b.number);
  found.forEach((migration, index) => {
    if (migration.number !== index + 1) {
      throw new Error(`Migrations are numbered 001, 002, … without gaps or doubles; ${migration.name} breaks that`);
    }
  });
  return found;
}
