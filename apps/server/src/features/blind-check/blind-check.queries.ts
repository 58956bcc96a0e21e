import type { BlindAgreement, BlindCheck } from '@darkroom/contract/quality/blind-check';
import { HOLD_MS, type BlindCheckCounts } from '@darkroom/domain/blind-check/blind-check';
import type { Workstream } from '@darkroom/domain/customer/enums';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Condition } from '../../db/list/condition.ts';
import { hasNoPart } from '../../db/people.ts';
import { sentAhead } from '../../db/driver/marks.ts';

interface Passed {
  id: number;
  task_id: number;
  at: string;
  /** True if the step passed QC 2 and was not undone. */
  passed: boolean;
}

/** Step number up to which checks were selected, locked against other processes. Undefined while another process has it. */
export async function takeChoice(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{
    chosen_to: number;
  }>`select chosen_to from blind_check_progress for update skip locked`.execute(db);
  return rows[0]?.chosen_to;
}

/** Next steps of the history, by primary key. */
export async function findSteps(db: Database, after: number, most: number): Promise<Passed[]> {
  const { rows } = await sql<Passed>`
    select h.id, h.task_id, h.at, h.action = 'qc2_done' and coalesce((
             select n.action <> 'undo' from task_history n where n.task_id = h.task_id and n.id > h.id order by n.id limit 1), true) as passed
      from task_history h where h.id > ${after} order by h.id limit ${most}`.execute(db);
  return rows;
}

export const writeChoice = (db: Database, chosen_to: number) =>
  sql`update blind_check_progress set chosen_to = ${chosen_to}`.execute(db);

/** Copies the selected checks, with the notes from the time of the first check: later notes could reveal its result. */
export async function insertChosen(
  db: Database,
  pass_ids: readonly number[],
  { chosen_at, expires_at }: { chosen_at: string; expires_at: string },
): Promise<number> {
  const { rows } = await sql`
    insert into blind_check (task_id, pass_id, workstream, chosen_at, expires_at, qc_1, qc_2, barred, x1, x2, x3, notes)
    select t.task_id, h.id, t.workstream, ${chosen_at}, ${expires_at}, h.first_qc, h.second_qc,
           array(select distinct u from unnest(t.edited_by || t.qc1_by || t.qc2_by || array[h.user_id, h.editor, h.first_qc, h.second_qc,
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

const within = (streams: readonly Workstream[]): Condition => sql`b.workstream = any(${streams}::text[])`;

/** Blind checks that a user can start: not expired, started by no one, without involvement of the user in the task or in an appeal. */
const free = (user: number, streams: readonly Workstream[], { now, held }: Moment): Condition => sql`
  (b.checked_at is null and b.expires_at > ${now} and ${within(streams)} and (b.held_at is null or b.held_at <= ${held})
   and ${hasNoPart(user, 'b.barred')}
   and not exists (select from fault_appeal a where a.task_id = b.task_id and a.decided_by = ${user}))`;

/** Current time, and the instant after which a held check must have been started. */
export interface Moment {
  readonly now: string;
  readonly held: string;
}

// The hold time counts from the start. The time of selection would reveal the time of the pass.
const brief = sql`b.id, b.held_at + ${HOLD_MS}::int * interval '1 ms' as held_until, b.workstream, d.sub_prod_id, j.job_name, j.job_link, j.job_notes, j.job_priority, j.customer2_id,
  d.service_cat2_id, d.quantity, d.note as detail_note, b.notes, b.x1, b.x2, b.x3`;
const joined = sql`blind_check b join task t on t.task_id = b.task_id join job_detail d on d.job_detail_id = t.job_detail_id
  join job j on j.job_id = t.job_id`;

/** Blind check that a user has started and still holds. */
export async function findHeld(db: Database, user: number, { held }: Moment): Promise<BlindCheck | undefined> {
  const { rows } = await sql<BlindCheck>`
    select ${brief} from ${joined}
     where b.held_by = ${user} and b.checked_at is null and b.held_at > ${held}
     order by b.held_at limit 1`.execute(db);
  return rows[0];
}

export async function countFree(db: Database, user: number, streams: readonly Workstream[], at: Moment) {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from blind_check b join task t on t.task_id = b.task_id where ${free(user, streams, at)}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Locks the starts of a user, because several windows can start at once. */
export const lockTaker = (db: Database, user: number) =>
  sql`select pg_advisory_xact_lock(7004, ${user}::int)`.execute(db);

/** Starts the oldest blind check that a user can start, and returns its id, if there is one. Two users at once get two checks. */
export async function holdNext(db: Database, user: number, streams: readonly Workstream[], at: Moment) {
  const { rows } = await sql<{ id: number }>`
    update blind_check set held_by = ${user}, held_at = ${at.now}
     where id = (select b.id from blind_check b join task t on t.task_id = b.task_id where ${free(user, streams, at)}
                  order by b.chosen_at, b.id limit 1 for update of b skip locked)
    returning id`.execute(db);
  return rows[0]?.id;
}

/** A blind check, locked against other results. */
export async function lockCheck(db: Database, id: number) {
  const { rows } = await sql<{
    task_id: number;
    workstream: Workstream;
    held_by: number | null;
    held_at: string | null;
    checked_at: string | null;
    barred: number[];
  }>`select task_id, workstream, held_by, held_at, checked_at, barred from blind_check where id = ${id} for update`.execute(
    db,
  );
  return rows[0];
}

export const letGo = (db: Database, id: number) =>
  sql`${sentAhead}update blind_check set held_by = null, held_at = null where id = ${id}`.execute(db);

export const writeCheckResult = (
  db: Database,
  id: number,
  v: { user: number; now: string; passed: boolean; fault_kinds: readonly string[]; note: string },
) =>
  sql`${sentAhead}update blind_check set checked_by = ${v.user}, checked_at = ${v.now}, passed = ${v.passed}, fault_kinds = ${v.fault_kinds}, note = ${v.note}
       where id = ${id}`.execute(db);

/** Conditions for blind checks: of workstreams, of a user's passes, or by a user. */
export const ofStreams = (streams: readonly Workstream[]): Condition => within(streams);
export const ofPasses = (user: number): Condition => sql`(b.qc_1 = ${user} or b.qc_2 = ${user})`;
export const ofBlindChecks = (user: number): Condition => sql`b.checked_by = ${user}`;

const since = (instant: string): Condition => sql`b.checked_at >= ${instant}`;
const COUNTED: RawBuilder<unknown> = sql`count(*)::int as checked, (count(*) filter (where b.passed))::int as agreed`;

export async function countChecksDone(db: Database, of: Condition, from: string): Promise<BlindCheckCounts> {
  const { rows } =
    await sql<BlindCheckCounts>`select ${COUNTED} from blind_check b where ${of} and ${since(from)}`.execute(db);
  return rows[0] ?? { checked: 0, agreed: 0 };
}

/** Pairs of the QC who passed a task and the user of its blind check. A pass by two QCs counts for each of them. */
export async function countPairs(db: Database, of: Condition, from: string) {
  const { rows } = await sql<{ passed_by: number; checked_by: number } & BlindCheckCounts>`
    select p.passed_by, b.checked_by, ${COUNTED}
      from blind_check b cross join lateral (select distinct u as passed_by from unnest(array[b.qc_1, b.qc_2]) u where u is not null) p
     where ${of} and ${since(from)} group by p.passed_by, b.checked_by order by checked desc, p.passed_by, b.checked_by limit 200`.execute(
    db,
  );
  return rows;
}

export async function countKinds(db: Database, of: Condition, from: string) {
  const { rows } = await sql<{ kind: string; named: number }>`
    select kind, count(*)::int as named from blind_check b cross join lateral unnest(b.fault_kinds) kind
     where ${of} and ${since(from)} group by kind order by named desc, kind`.execute(db);
  return rows;
}

/** Newest blind checks that found a fault. */
export async function findFound(db: Database, of: Condition, from: string, most: number) {
  const { rows } = await sql<BlindAgreement['found'][number]>`
    select b.id, b.task_id, d.sub_prod_id, j.job_name, b.checked_at, b.checked_by, b.qc_1, b.qc_2, b.fault_kinds, b.note
      from ${joined} where ${of} and ${since(from)} and not b.passed order by b.checked_at desc, b.id desc limit ${most}`.execute(
    db,
  );
  return rows;
}
