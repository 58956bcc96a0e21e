import type { BlindAgreement, BlindCheck } from '@darkroom/contract/quality/blind-check';
import { HOLD_MS, type BlindCheckCounts } from '@darkroom/domain/blind-check/blind-check';
import type { Workstream } from '@darkroom/domain/customer/enums';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Condition } from '../../db/list/condition.ts';
import { hasNoPartInTask } from '../../db/people.ts';
import { pipelined } from '../../db/driver/statement-marks.ts';

interface HistoryStep {
  id: number;
  task_id: number;
  at: string;
  /** True if the step passed QC 2 and was not undone. */
  passed: boolean;
}

/**
 * Locks the number of the last step up to which blind checks were selected. Returns undefined if another process has
 * the lock.
 */
export async function lockLastSelectedStep(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{
    chosen_to: number;
  }>`select chosen_to from blind_check_progress for update skip locked`.execute(db);
  return rows[0]?.chosen_to;
}

/** Finds the next steps of the history, by primary key. */
export async function findSteps(db: Database, afterId: number, limit: number): Promise<HistoryStep[]> {
  const { rows } = await sql<HistoryStep>`
    select h.id, h.task_id, h.at, h.action = 'qc2_done' and coalesce((
             select n.action <> 'undo' from task_history n where n.task_id = h.task_id and n.id > h.id order by n.id limit 1), true) as passed
      from task_history h where h.id > ${afterId} order by h.id limit ${limit}`.execute(db);
  return rows;
}

export const saveLastSelectedStep = (db: Database, chosen_to: number) =>
  sql`update blind_check_progress set chosen_to = ${chosen_to}`.execute(db);

/** Copies the selected checks with the notes from before the first check. Later notes could reveal its result. */
export async function insertBlindChecks(
  db: Database,
  pass_ids: readonly number[],
  { chosen_at, expires_at }: { chosen_at: string; expires_at: string },
): Promise<number> {
  const { rows } = await sql`
    insert into blind_check (task_id, pass_id, workstream, chosen_at, expires_at, qc_1, qc_2, excluded_users, x1, x2, x3, notes)
    select t.task_id, h.id, t.workstream, ${chosen_at}, ${expires_at}, h.first_qc, h.second_qc,
           array(select distinct u from unnest(t.edited_by_ids || t.qc1_by_ids || t.qc2_by_ids || array[h.user_id, h.editor, h.first_qc, h.second_qc,
                 t.editor, t.first_qc, t.second_qc, t.rework_qc_1, t.rework_qc_2] || array(select s.user_id from task_supporter s where s.task_id = t.task_id)) u
                  where u is not null),
           h.x1, h.x2, h.x3,
           coalesce((select f.before ->> 'notes' from task_history f where f.task_id = t.task_id and f.action = 'start_qc1'
                        and f.id > coalesce((select max(r.id) from task_history r where r.task_id = t.task_id and r.to_status = 1), 0)
                      order by f.id limit 1), '')
      from task_history h join task t on t.task_id = h.task_id where h.id = any(${pass_ids}::bigint[])
    on conflict (pass_id) do nothing returning id`.execute(db);
  return rows.length;
}

const inWorkstreams = (streams: readonly Workstream[]): Condition => sql`b.workstream = any(${streams}::text[])`;

/**
 * Returns the condition for blind checks that a user can start: not expired and not started. The user has no role in
 * the task or its appeal.
 */
const isAvailable = (user: number, streams: readonly Workstream[], { now, heldSince }: HoldTimes): Condition => sql`
  (b.checked_at is null and b.expires_at > ${now} and ${inWorkstreams(streams)} and (b.held_at is null or b.held_at <= ${heldSince})
   and ${hasNoPartInTask(user, 'b.excluded_users')}
   and not exists (select from fault_appeal a where a.task_id = b.task_id and a.decided_by = ${user}))`;

/** Current time, and the instant after which a check must have been started to count as reserved. */
export interface HoldTimes {
  readonly now: string;
  readonly heldSince: string;
}

// The reserved time counts from the start. The time of selection would reveal the time of the pass.
const checkColumns = sql`b.id, b.held_at + ${HOLD_MS}::int * interval '1 ms' as held_until, b.workstream, d.sub_prod_id, j.job_name, j.job_link, j.job_notes, j.job_priority, j.customer2_id,
  d.service_cat2_id, d.quantity, d.note as detail_note, b.notes, b.x1, b.x2, b.x3`;
const checkTables = sql`blind_check b join task t on t.task_id = b.task_id join job_detail d on d.job_detail_id = t.job_detail_id
  join job j on j.job_id = t.job_id`;

/** Finds the blind check that a user has started and not ended. */
export async function findCurrentCheck(
  db: Database,
  user: number,
  { heldSince }: HoldTimes,
): Promise<BlindCheck | undefined> {
  const { rows } = await sql<BlindCheck>`
    select ${checkColumns} from ${checkTables}
     where b.held_by = ${user} and b.checked_at is null and b.held_at > ${heldSince}
     order by b.held_at limit 1`.execute(db);
  return rows[0];
}

export async function countAvailable(db: Database, user: number, streams: readonly Workstream[], times: HoldTimes) {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from blind_check b join task t on t.task_id = b.task_id where ${isAvailable(user, streams, times)}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Locks the starts of a user, because several windows can start at once. */
export const lockStarts = (db: Database, user: number) =>
  sql`select pg_advisory_xact_lock(7004, ${user}::int)`.execute(db);

/** Starts the oldest blind check that a user can start, and returns its id. Two users at once get two checks. */
export async function startNextCheck(db: Database, user: number, streams: readonly Workstream[], times: HoldTimes) {
  const { rows } = await sql<{ id: number }>`
    update blind_check set held_by = ${user}, held_at = ${times.now}
     where id = (select b.id from blind_check b join task t on t.task_id = b.task_id where ${isAvailable(user, streams, times)}
                  order by b.chosen_at, b.id limit 1 for update of b skip locked)
    returning id`.execute(db);
  return rows[0]?.id;
}

/** Locks a blind check against other results. */
export async function lockBlindCheck(db: Database, id: number) {
  const { rows } = await sql<{
    task_id: number;
    workstream: Workstream;
    held_by: number | null;
    held_at: string | null;
    checked_at: string | null;
    excluded_users: number[];
  }>`select task_id, workstream, held_by, held_at, checked_at, excluded_users from blind_check where id = ${id} for update`.execute(
    db,
  );
  return rows[0];
}

export const releaseCheck = (db: Database, id: number) =>
  sql`${pipelined}update blind_check set held_by = null, held_at = null where id = ${id}`.execute(db);

export const writeCheckResult = (
  db: Database,
  id: number,
  result: { user: number; now: string; passed: boolean; fault_kinds: readonly string[]; note: string },
) =>
  sql`${pipelined}update blind_check set checked_by = ${result.user}, checked_at = ${result.now}, passed = ${result.passed}, fault_kinds = ${result.fault_kinds}, note = ${result.note}
       where id = ${id}`.execute(db);

/** Returns the conditions for blind checks: of workstreams, of a user's passes, or by a user. */
export const checksOfWorkstreams = (streams: readonly Workstream[]): Condition => inWorkstreams(streams);
export const checksOfPassesBy = (user: number): Condition => sql`(b.qc_1 = ${user} or b.qc_2 = ${user})`;
export const checksBy = (user: number): Condition => sql`b.checked_by = ${user}`;

const checkedSince = (instant: string): Condition => sql`b.checked_at >= ${instant}`;
const COUNT_COLUMNS: RawBuilder<unknown> = sql`count(*)::int as checked, (count(*) filter (where b.passed))::int as agreed`;

export async function countChecksDone(db: Database, condition: Condition, from: string): Promise<BlindCheckCounts> {
  const { rows } =
    await sql<BlindCheckCounts>`select ${COUNT_COLUMNS} from blind_check b where ${condition} and ${checkedSince(from)}`.execute(
      db,
    );
  return rows[0] ?? { checked: 0, agreed: 0 };
}

/** Pairs of the QC who passed a task and the user of its blind check. A pass by two QCs counts for each of them. */
export async function countPairs(db: Database, condition: Condition, from: string) {
  const { rows } = await sql<{ passed_by: number; checked_by: number } & BlindCheckCounts>`
    select p.passed_by, b.checked_by, ${COUNT_COLUMNS}
      from blind_check b cross join lateral (select distinct u as passed_by from unnest(array[b.qc_1, b.qc_2]) u where u is not null) p
     where ${condition} and ${checkedSince(from)} group by p.passed_by, b.checked_by order by checked desc, p.passed_by, b.checked_by limit 200`.execute(
    db,
  );
  return rows;
}

export async function countFaultTypes(db: Database, condition: Condition, from: string) {
  const { rows } = await sql<{ kind: string; named: number }>`
    select kind, count(*)::int as named from blind_check b cross join lateral unnest(b.fault_kinds) kind
     where ${condition} and ${checkedSince(from)} group by kind order by named desc, kind`.execute(db);
  return rows;
}

/** Finds the newest blind checks that found a fault. */
export async function findChecksWithFaults(db: Database, condition: Condition, from: string, limit: number) {
  const { rows } = await sql<BlindAgreement['found'][number]>`
    select b.id, b.task_id, d.sub_prod_id, j.job_name, b.checked_at, b.checked_by, b.qc_1, b.qc_2, b.fault_kinds, b.note
      from ${checkTables} where ${condition} and ${checkedSince(from)} and not b.passed order by b.checked_at desc, b.id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}
