import type { ImportKindName } from '@darkroom/contract/record-import';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { ImportedRecord } from './import-kind.ts';

export interface ImportRow {
  import_id: string;
  kind: ImportKindName;
  file_name: string;
  created_by: number | null;
  undone_at: string | null;
  records: ImportedRecord[];
}

/** Serialises imports, so that two people with the same file cannot both add its rows. */
export const lockImports = (db: Database) => sql`select pg_advisory_xact_lock(7005)`.execute(db);

export const setSavepoint = (db: Database, name: 'import' | 'rows') => sql`savepoint ${sql.id(name)}`.execute(db);
export const releaseSavepoint = (db: Database, name: 'import' | 'rows') =>
  sql`release savepoint ${sql.id(name)}`.execute(db);
/** Rolls back all changes since the savepoint, with their live events and mails. */
export const rollBackTo = (db: Database, name: 'import' | 'rows') =>
  sql`rollback to savepoint ${sql.id(name)}`.execute(db);

export async function findImport(db: Database, import_id: string): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select import_id, kind, file_name, created_by, undone_at, records from record_import where import_id = ${import_id}`.execute(
    db,
  );
  return rows[0];
}

export const insertImport = (
  db: Database,
  { records, ...row }: Omit<ImportRow, 'undone_at'> & { added_at: string; added: number; updated: number },
) =>
  db
    .insertInto('record_import')
    .values({ ...row, records: JSON.stringify(records) })
    .execute();

/** Marks an import as undone. Its former values are not needed any more. */
export const markUndone = (db: Database, import_id: string, undone_by: number, now: string) =>
  db
    .updateTable('record_import')
    .set({ undone_at: now, undone_by, records: '[]' })
    .where('import_id', '=', import_id)
    .execute();

export const listNewestImports = (db: Database, kind: ImportKindName, limit: number) =>
  db
    .selectFrom('record_import')
    .select(['import_id', 'file_name', 'created_by', 'added_at', 'added', 'updated', 'undone_at'])
    .where('kind', '=', kind)
    .orderBy('added_at', 'desc')
    .orderBy('import_id')
    .limit(limit)
    .execute();
