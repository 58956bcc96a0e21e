import { link, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { StartError } from '../config.ts';
import { connectAdmin } from '../db/connect.ts';
import { createFolder } from '../make-folder.ts';
import { validateBefore, readArchive, writeArchive } from './archive-file.ts';

// An archive of the audit (archive-file.ts) has one month, with one line for each row.

const ROWS_PER_BATCH = 2000;
const COLUMNS =
  'id, at, actor_id, subject_id, action, entity, entity_id, before, after, note, request_id, address, through';

export interface ArchivedMonth {
  readonly month: string;
  readonly path: string;
  readonly rows: number;
}

interface ArchiveOptions {
  /** The first month that stays, for example `2025-01`. */
  before: string;
  folder: string;
  now: Date;
}

/**
 * Moves the months of the audit before `before` into files, oldest first. A month is deleted after its file was written
 * and read back.
 */
export async function archiveAudit(
  databaseUrl: string,
  { before, folder, now }: ArchiveOptions,
): Promise<ArchivedMonth[]> {
  validateBefore(before, now);
  createFolder(folder);
  const client = await connectAdmin(databaseUrl);
  try {
    const { rows: months } = await client.query<{ month: string }>(
      `select distinct to_char(at at time zone 'Asia/Bangkok', 'YYYY-MM') as month from audit
        where at < ($1 || '-01')::timestamp at time zone 'Asia/Bangkok' order by 1`,
      [before],
    );
    const archived: ArchivedMonth[] = [];
    for (const { month } of months) archived.push(await archiveMonth(client, month, folder, now));
    return archived;
  } finally {
    await client.end();
  }
}

async function archiveMonth(client: Client, month: string, folder: string, now: Date): Promise<ArchivedMonth> {
  const path = join(folder, `audit-${month}.jsonl.gz`);
  const unfinished = `${path}.unfinished`;
  try {
    const { rows, sha256 } = await writeArchive(unfinished, readLines(client, month));
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = '10s'`);
      // The audit is append-only. This exception adds a row about itself.
      await client.query('alter table audit disable trigger audit_append_only');
      const { rowCount } = await client.query(`delete from audit where ${IN_MONTH}`, [month]);
      if (rowCount !== rows) throw new StartError(`${month} changed while it was read. No rows were deleted.`);
      await client.query('alter table audit enable trigger audit_append_only');
      const note = `${month}: ${rows} rows, SHA-256 ${sha256}`;
      await client.query(`insert into audit (at, action, note) values ($1, 'audit.archive', $2)`, [now, note]);
      // The file gets its name before the rows are deleted, and never replaces another.
      await link(unfinished, path);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
    return { month, path, rows };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new StartError(`${path} or an unfinished copy exists already. Archives are never replaced.`);
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

const IN_MONTH = `at >= ($1 || '-01')::timestamp at time zone 'Asia/Bangkok'
  and at < (($1 || '-01')::timestamp + interval '1 month') at time zone 'Asia/Bangkok'`;

/** Yields the lines of a month's file, by row id. */
async function* readLines(client: Client, month: string): AsyncGenerator<string> {
  for (let last = '0'; ;) {
    const { rows: batch } = await client.query<{ id: string; line: string }>(
      `select id::text, row_to_json(a)::text as line from (select ${COLUMNS} from audit) a
        where ${IN_MONTH} and id > $2 order by a.id limit ${ROWS_PER_BATCH}`,
      [month, last],
    );
    for (const { line } of batch) yield line;
    const end = batch.at(-1);
    if (!end || batch.length < ROWS_PER_BATCH) break;
    last = end.id;
  }
}

/** Restores the rows of an archive next to the existing ones, or none if the file is incomplete. Returns their number. */
export async function loadAuditArchive(databaseUrl: string, file: string): Promise<number> {
  const client = await connectAdmin(databaseUrl);
  try {
    await client.query('begin');
    let loaded = 0;
    await readArchive(file, ROWS_PER_BATCH, async (lines) => {
      const { rowCount } = await client.query(
        `insert into audit (${COLUMNS}) overriding system value
         select ${COLUMNS} from json_populate_recordset(null::audit, $1::json) on conflict (id) do nothing`,
        [`[${lines.join()}]`],
      );
      loaded += rowCount ?? 0;
    });
    await client.query('commit');
    return loaded;
  } finally {
    await client.end();
  }
}
