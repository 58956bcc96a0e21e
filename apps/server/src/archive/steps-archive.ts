import { BEING_EDITED, TaskStatus } from '@darkroom/domain/task/status';
import { link, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { StartError } from '../config.ts';
import { connectAdmin } from '../db/connect.ts';
import { createFolder } from '../make-folder.ts';
import { validateBefore, readArchive, writeArchive } from './archive-file.ts';

// An archive of steps (archive-file.ts, decision 120) has the tasks whose last step is in one month, one line per task with all steps.

/** Tasks that are read, compared and deleted at once. Other requests wait at most for this number. */
export const TASKS_PER_BATCH = 200;
/** Advisory lock of the archive of steps: one at a time. */
const ARCHIVE_LOCK = 7120;

export interface ArchivedSteps {
  readonly path: string;
  readonly tasks: number;
  readonly steps: number;
  /** Number of tasks that changed during the run, whose steps stay. */
  readonly skipped: number;
}

interface StepsOptions {
  /** The first month that stays, for example `2025-01`. */
  before: string;
  folder: string;
  now: Date;
}

/**
 * Moves the steps of tasks that were finished before a month into files. Deletes only steps that equal the complete
 * file on the disk. An interrupted run can be repeated.
 */
export async function archiveSteps(
  databaseUrl: string,
  { before, folder, now }: StepsOptions,
): Promise<ArchivedSteps[]> {
  validateBefore(before, now);
  createFolder(folder);
  const client = await connectAdmin(databaseUrl);
  try {
    const { rows: lock } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [
      ARCHIVE_LOCK,
    ]);
    if (!lock[0]?.ours) throw new StartError('Steps are being archived already.');
    await rejectOpenMonths(client, before);
    await client.query(`create temporary table going (task_id int primary key, last_step bigint, month text)`);
    await client.query(`insert into going ${ARCHIVABLE_TASKS}`, [before]);
    const { rows: months } = await client.query<{ month: string }>('select distinct month from going order by 1');
    const archived: ArchivedSteps[] = [];
    for (const { month } of months) {
      const archivedMonth = await archiveMonth(client, month, folder, now);
      if (archivedMonth) archived.push(archivedMonth);
    }
    await client.query(DELETE_EMPTY_ARCHIVES);
    return archived;
  } finally {
    await client.end();
  }
}

/** Deletes records of files without archived tasks: from an interrupted run, or after a load. */
export const DELETE_EMPTY_ARCHIVES = `
  delete from steps_archive f where not exists (select from archived_task t where t.archive_id = f.id)`;

// Only finished tasks of finished jobs. Rework, complaints, appeals and the quality rollup read steps, so tasks with
// any of them stay (decision 131).
const ARCHIVABLE_TASKS = `
  select t.task_id, max(h.id), to_char(max(h.at) at time zone 'Asia/Bangkok', 'YYYY-MM')
    from task t join job j using (job_id) join task_history h using (task_id)
   where t.status = ${TaskStatus.COMPLETED} and j.job_status = 'COMPLETED' and t.rework_at is null
     and not exists (select from complaint_task c where c.task_id = t.task_id)
     and not exists (select from fault_appeal p where p.task_id = t.task_id)
     and not exists (select from archived_task a where a.task_id = t.task_id)
   group by t.task_id
  having max(h.at) < ($1 || '-01')::timestamp at time zone 'Asia/Bangkok' and max(h.id) <= (select counted_to from quality_progress)
     and not bool_or(h.action = 'rework' or h.to_status in (${TaskStatus.REWORK}, ${TaskStatus.DONE_REWORK}))`;

/** Refuses open months, because the work of their days is checked before the allowances are closed. */
async function rejectOpenMonths(client: Client, before: string): Promise<void> {
  const { rows } = await client.query<{ month: string }>(
    `select month from allowance_month where month < $1 and state <> 'CLOSED' order by 1`,
    [before],
  );
  if (rows[0])
    throw new StartError(`The allowances of ${rows[0].month} are not closed: --before ${rows[0].month} at most.`);
}

async function archiveMonth(
  client: Client,
  month: string,
  folder: string,
  now: Date,
): Promise<ArchivedSteps | undefined> {
  const name = await findFreeName(folder, month);
  const path = join(folder, name);
  const unfinished = join(folder, `steps-${month}.unfinished`);
  // The file of a run that has ended is free.
  await rm(unfinished, { force: true });
  let written;
  try {
    written = await writeArchive(unfinished, readLines(client, month));
    if (written.rows === 0) return undefined;
    await link(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }

  const { rows } = await client.query<{ id: number }>(
    `with audited as (insert into audit (at, action, note) values ($4, 'steps.archive', $5))
     insert into steps_archive (file, month, sha256, created_at) values ($1, $2, $3, $4) returning id`,
    [name, month, written.sha256, now, `${name}: ${written.rows} tasks, SHA-256 ${written.sha256}`],
  );
  let [tasks, steps] = [0, 0];
  await readArchive(path, TASKS_PER_BATCH, async (lines) => {
    const deleted = await deleteTasks(client, rows[0]!.id, lines);
    tasks += deleted.tasks;
    steps += deleted.steps;
  });
  return { path, tasks, steps, skipped: written.rows - tasks };
}

/** Finds a free file name. A month can have several files, and none replaces another. */
async function findFreeName(folder: string, month: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = `steps-${month}${number === 1 ? '' : `.${number}`}.jsonl.gz`;
    const taken = await stat(join(folder, name)).catch(() => null);
    if (!taken) return name;
  }
}

/** The line of each task, with all its steps in order. */
const TASK_LINES = `
  select h.task_id, jsonb_build_object('task_id', h.task_id, 'steps', jsonb_agg(to_jsonb(h) order by h.id))::text as line
    from task_history h`;

async function* readLines(client: Client, month: string): AsyncGenerator<string> {
  for (let last = 0; ;) {
    const { rows } = await client.query<{ task_id: number }>(
      `select task_id from going where month = $1 and task_id > $2 order by 1 limit ${TASKS_PER_BATCH}`,
      [month, last],
    );
    const { rows: batch } = await client.query<{ line: string }>(
      `${TASK_LINES} join going g using (task_id) where h.task_id = any($1) group by h.task_id, g.last_step
        having max(h.id) = g.last_step order by h.task_id`,
      [rows.map(({ task_id }) => task_id)],
    );
    for (const { line } of batch) yield line;
    const end = rows.at(-1);
    if (!end) return;
    last = end.task_id;
  }
}

/** Deletes the steps of these tasks if they still equal the file. Does not wait for locks. */
async function deleteTasks(
  client: Client,
  archive_id: number,
  lines: readonly string[],
): Promise<{ tasks: number; steps: number }> {
  const written = new Map(lines.map((line) => [(JSON.parse(line) as { task_id: number }).task_id, line]));
  await client.query('begin');
  try {
    // Locked tasks are skipped. Without waiting for locks, no deadlock can happen.
    const { rows: lockedTasks } = await client.query<{ task_id: number }>(
      `select t.task_id from task t join job j using (job_id)
        where t.task_id = any($1) and t.status = ${TaskStatus.COMPLETED} and j.job_status = 'COMPLETED'
        order by t.task_id for no key update of t skip locked`,
      [[...written.keys()]],
    );
    const { rows: currentLines } = await client.query<{ task_id: number; line: string }>(
      `${TASK_LINES} where h.task_id = any($1) group by h.task_id`,
      [lockedTasks.map(({ task_id }) => task_id)],
    );
    const ids = currentLines.filter(({ task_id, line }) => written.get(task_id) === line).map(({ task_id }) => task_id);
    await client.query(SAVE_ARCHIVED_TASKS, [ids, archive_id]);
    const { rowCount } = await client.query('delete from task_history where task_id = any($1)', [ids]);
    await client.query('commit');
    return { tasks: ids.length, steps: rowCount ?? 0 };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

const EDITED_STATUSES = BEING_EDITED.join();
/** Values that stay after the steps of a task are deleted, calculated by the same rules. */
const SAVE_ARCHIVED_TASKS = `
  insert into archived_task (task_id, archive_id, steps, last_step, completed, faults, edited_until, qc1_passed_by, qc2_passed_by)
  select h.task_id, $2, count(*), max(h.id),
         count(*) filter (where h.to_status = 9 and h.from_status is distinct from 9 and not h.undone),
         count(*) filter (where h.fault_kinds is not null and not h.undone),
         max(h.at) filter (where h.action = 'admin_update' or h.from_status in (${EDITED_STATUSES}) or h.to_status in (${EDITED_STATUSES})),
         (array_agg(h.user_id order by h.id desc) filter (where h.action = 'qc1_done'))[1],
         (array_agg(h.user_id order by h.id desc) filter (where h.action = 'qc2_done'))[1]
    from (select *, coalesce(lead(action) over (partition by task_id order by id) = 'undo', false) as undone
            from task_history where task_id = any($1)) h
   group by h.task_id`;
