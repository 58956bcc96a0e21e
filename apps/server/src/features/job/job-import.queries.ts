import type { JobImport } from '@darkroom/contract/job/bulk';
import { TaskStatus } from '@darkroom/domain/task/status';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** An import that is staged, added or undone. The contract's schemas parse `outcome` and the `jobs` of a part. */
export interface ImportRow {
  import_id: string;
  created_by: number;
  file_name: string;
  outcome: unknown;
  undone_at: string | null;
}

/** Adds an import or updates its last use. Returns its state, or null if another user has one with this id. */
export async function touchImport(
  db: Database,
  import_id: string,
  created_by: number,
  now: string,
): Promise<{ added: boolean; undone: boolean } | null> {
  const { rows } = await sql<{ added: boolean; undone: boolean }>`
    insert into job_import as i (import_id, created_by, touched_at) values (${import_id}, ${created_by}, ${now})
    on conflict (import_id) do update set touched_at = ${now} where i.created_by = ${created_by}
    returning i.added_at is not null as added, i.undone_at is not null as undone`.execute(db);
  return rows[0] ?? null;
}

/** Stores a part and replaces an earlier version of it. Returns the number of details in the import. */
export async function savePart(
  db: Database,
  import_id: string,
  part: number,
  jobs: readonly unknown[],
  details: number,
): Promise<number> {
  await sql`
    insert into job_import_part (import_id, part, details, jobs)
    values (${import_id}, ${part}, ${details}, ${JSON.stringify(jobs)}::json)
    on conflict (import_id, part) do update set details = excluded.details, jobs = excluded.jobs`.execute(db);
  const { rows } = await sql<{ details: number }>`
    select sum(details)::int as details from job_import_part where import_id = ${import_id}`.execute(db);
  return rows[0]?.details ?? 0;
}

/** Deletes a person's staged imports, except one and the newest few. */
export const deleteOldStagedImports = (db: Database, created_by: number, exceptId: string, keep: number) =>
  sql`
    delete from job_import where import_id in (
      select import_id from job_import where created_by = ${created_by} and added_at is null and import_id <> ${exceptId}
       order by touched_at desc, import_id offset ${keep} for update skip locked)`.execute(db);

/** Deletes staged imports that were last used before an instant. */
export const deleteStagedBefore = (db: Database, before: string) =>
  sql`delete from job_import where added_at is null and touched_at <= ${before}`.execute(db);

/** Locks an import, so that its changes run one after the other. */
export async function lockImport(db: Database, import_id: string): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select import_id, created_by, file_name, outcome, undone_at from job_import where import_id = ${import_id} for update`.execute(
    db,
  );
  return rows[0];
}

export async function findParts(db: Database, import_id: string): Promise<{ part: number; jobs: unknown }[]> {
  const { rows } = await sql<{ part: number; jobs: unknown }>`
    select part, jobs from job_import_part where import_id = ${import_id} order by part`.execute(db);
  return rows;
}

/** Locks days in order. Only one caller at a time can add jobs to a day, so what was looked up stays valid. */
export async function lockDays(db: Database, days: readonly string[]): Promise<void> {
  const sorted = [...new Set(days)].sort();
  await sql`
    insert into job_day (job_date, last_number) select d, 0 from unnest(${sorted}::date[]) d order by d
    on conflict (job_date) do nothing`.execute(db);
  await sql`select 1 from job_day where job_date = any(${sorted}::date[]) order by job_date for update`.execute(db);
}

/** Finds the jobs of these days and customers 2, with the fields that two equal jobs share. */
export async function findJobsOnDays(db: Database, wanted: readonly { job_date: string; customer2_id: number }[]) {
  const { rows } = await sql<{ prod_id: string; job_date: string; customer2_id: number; job_name: string }>`
    select j.prod_id, j.job_date, j.customer2_id, j.job_name
      from (select distinct w.job_date, w.customer2_id
              from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (job_date date, customer2_id int)) w
      join job j on j.customer2_id = w.customer2_id and j.job_date = w.job_date
     order by j.job_id`.execute(db);
  return rows;
}

export interface AddedImport {
  file_name: string;
  outcome: unknown;
  jobs: number;
  details: number;
  skipped: number;
}

/** Marks an import as added and deletes its parts. */
export async function markAdded(db: Database, import_id: string, added: AddedImport, now: string): Promise<void> {
  await sql`
    update job_import set file_name = ${added.file_name}, outcome = ${JSON.stringify(added.outcome)}::json, jobs = ${added.jobs},
           details = ${added.details}, skipped = ${added.skipped}, added_at = ${now}, touched_at = ${now}
     where import_id = ${import_id}`.execute(db);
  await sql`delete from job_import_part where import_id = ${import_id}`.execute(db);
}

export const markUndone = (db: Database, import_id: string, undone_by: number, now: string) =>
  sql`update job_import set undone_at = ${now}, undone_by = ${undone_by} where import_id = ${import_id}`.execute(db);

export async function findJobsOfImport(db: Database, import_id: string): Promise<number[]> {
  const { rows } = await sql<{ job_id: number }>`
    select job_id from job where import_id = ${import_id} order by job_id`.execute(db);
  return rows.map((row) => row.job_id);
}

/** Finds jobs of an import with a taken task. Mirrors `isTaken` in the domain. */
export async function findStartedJobs(db: Database, import_id: string) {
  const { rows } = await sql<{ job_id: number; prod_id: string }>`
    select j.job_id, j.prod_id from job j
     where j.import_id = ${import_id}
       and exists (select 1 from task t where t.job_id = j.job_id and t.status <> ${TaskStatus.TO_DO})
     order by j.prod_id`.execute(db);
  return rows;
}

/** Finds jobs of an import that later received a detail or a task, which an undo would delete too. */
export async function findExtendedJobs(db: Database, import_id: string) {
  const { rows } = await sql<{ job_id: number; prod_id: string }>`
    select j.job_id, j.prod_id from job j
     where j.import_id = ${import_id}
       and (exists (select 1 from job_detail d where d.job_id = j.job_id and d.created_at > j.created_at)
            or exists (select 1 from task t where t.job_id = j.job_id and t.created_at > j.created_at))
     order by j.prod_id`.execute(db);
  return rows;
}

/** Finds jobs of an import that other users changed later, or whose details they changed. */
export async function findJobsChangedByOthers(db: Database, import_id: string, actor_id: number) {
  const hasChange = (entity: 'job' | 'job_detail', id: RawBuilder<unknown>) => sql`
    exists (select 1 from audit a where a.entity = ${entity} and a.entity_id = ${id}::text and a.before is not null
               and a.actor_id is distinct from ${actor_id})`;
  const { rows } = await sql<{ job_id: number; prod_id: string }>`
    select j.job_id, j.prod_id from job j
     where j.import_id = ${import_id}
       and (${hasChange('job', sql`j.job_id`)} or exists (
             select 1 from job_detail d where d.job_id = j.job_id and ${hasChange('job_detail', sql`d.job_detail_id`)}))
     order by j.prod_id`.execute(db);
  return rows;
}

/** Finds jobs of an import with requests about them, so their customers have seen them. */
export async function findRequestedJobs(db: Database, import_id: string) {
  const { rows } = await sql<{ job_id: number; prod_id: string }>`
    select j.job_id, j.prod_id from job j
     where j.import_id = ${import_id} and exists (select 1 from customer_request r where r.job_id = j.job_id)
     order by j.prod_id`.execute(db);
  return rows;
}

export async function listAddedImports(db: Database, limit: number): Promise<JobImport[]> {
  const { rows } = await sql<JobImport>`
    select import_id, file_name, created_by, added_at, jobs, details, skipped, undone_at, undone_by
      from job_import where added_at is not null order by added_at desc, import_id limit ${limit}`.execute(db);
  return rows;
}
