import type { MemberWork } from '@darkroom/contract/staff/staff';
import type { Task, TaskRow, TaskTaken, TaskStepRow } from '@darkroom/contract/task/task';
import type { TaskSummary, EditorFault } from '@darkroom/contract/task/bulk';
import type { EditorFacts } from '@darkroom/domain/advice/advice';
import { addDays, dayOf, type Day, type Instant } from '@darkroom/domain/calendar/day';
import type { Workstream } from '@darkroom/domain/customer/enums';
import type { Subject } from '@darkroom/domain/permission/access';
import type { DetailQuantities } from '@darkroom/domain/task/quantities';
import { BEING_EDITED, type TaskStatus, TASK_STATUSES } from '@darkroom/domain/task/status';
import { sql } from 'kysely';
import { isAway } from '../../db/people.ts';
import type { Database } from '../../db/connect.ts';
import { isAmong, type Condition, joinConditions } from '../../db/list/condition.ts';
import { pipelined } from '../../db/driver/statement-marks.ts';
import { taskColumns, taskRowColumns, joinTaskRows } from './list/task.columns.ts';
import type { Move } from './move.ts';
import { isUpheld } from '../../db/history/steps.ts';

type OpenWorkRow = Omit<MemberWork['tasks'][number], 'needs_successor'> & { user_id: number };

/** Finds tasks by id, in id order. */
export async function findTasks(db: Database, ids: readonly number[]): Promise<Task[]> {
  const { rows } = await sql<Task>`
    select ${taskColumns} from task t where ${isAmong('t.task_id', ids)} order by t.task_id`.execute(db);
  return rows;
}

/**
 * Locks the jobs of tasks in id order, and reads the tasks. The lock of the job is the first lock of every change to its
 * tasks, so it needs no others.
 */
export async function lockTasks(db: Database, ids: readonly number[]): Promise<Task[]> {
  await sql`${pipelined}
    select 1 from job where job_id in (select job_id from task where ${isAmong('task_id', ids)})
     order by job_id for no key update`.execute(db);
  return findTasks(db, ids);
}

/** Finds the tasks of a page with their job and detail, in the order of the ids. */
export async function findTaskRows(db: Database, ids: readonly number[]): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select ${taskRowColumns}
      from unnest(${ids}::int[]) with ordinality as page (id, position) ${joinTaskRows}
     order by page.position`.execute(db);
  return rows;
}

/** Finds the tasks of details, in id order. */
export async function findTasksOfDetails(db: Database, job_detail_ids: readonly number[]): Promise<Task[]> {
  const { rows } = await sql<Task>`
    select ${taskColumns} from task t where t.job_detail_id = any(${job_detail_ids}::int[]) order by t.task_id`.execute(
    db,
  );
  return rows;
}

/** Lists every move of a task, oldest first. */
export async function listTaskHistory(db: Database, task_id: number) {
  const { rows } = await sql<Omit<TaskStepRow, 'appeal'>>`
    select id, action, event, from_status, to_status, user_id, at, x1, x2, x3, note, fault_kinds, fault_note
      from task_history where task_id = ${task_id} order by id`.execute(db);
  return rows;
}

/** A stored advice and the choice (decision 135). */
export interface AdviceRow {
  readonly task_id: number;
  readonly at: string;
  readonly workstream: Workstream;
  readonly chosen_by: number;
  readonly chosen: number;
  readonly advised: number;
  readonly rank: number | null;
  readonly candidates: number;
  readonly chosen_facts: EditorFacts | null;
  readonly advised_facts: EditorFacts;
}

// Written in the statement of its steps.
const insertAdvice = (rows: readonly AdviceRow[]) => sql`
  with saved_advice as (
    insert into assign_advice (task_id, at, workstream, chosen_by, chosen, advised, rank, candidates, chosen_facts, advised_facts)
    select task_id, at, workstream, chosen_by, chosen, advised, rank, candidates, nullif(chosen_facts, 'null'::jsonb), advised_facts
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as a (task_id int, at timestamptz, workstream text, chosen_by int, chosen int, advised int, rank int, candidates int, chosen_facts jsonb, advised_facts jsonb)
    on conflict (task_id, at) do nothing)`;

/** Appends moves with the counts and people of the task after the move. `advice` is stored with assignments. */
export async function insertMoves(
  db: Database,
  moves: readonly Move[],
  advice: readonly AdviceRow[] = [],
): Promise<void> {
  await sql`${pipelined}${advice.length > 0 ? insertAdvice(advice) : sql``}
    insert into task_history (task_id, action, event, from_status, to_status, user_id, at, x1, x2, x3, note, fault_kinds, fault_note, before, editor, first_qc, second_qc)
    select m.task_id, m.action, m.event, m.from_status, m.to_status, m.user_id, m.at, t.x1, t.x2, t.x3, m.note,
           case when jsonb_typeof(m.fault_kinds) = 'array' then array(select jsonb_array_elements_text(m.fault_kinds)) end, m.fault_note, nullif(m.before, 'null'::jsonb), t.editor, t.first_qc, t.second_qc
      from jsonb_to_recordset(${JSON.stringify(moves.map((move, position) => ({ ...move, position })))}::jsonb)
           as m (task_id int, action text, event smallint, from_status smallint, to_status smallint, user_id int, at timestamptz, note text, fault_kinds jsonb, fault_note text, before jsonb, position int)
      join task t on t.task_id = m.task_id
     order by m.position`.execute(db);
}

/** Writes a decision's columns and raises the version. A change of status sets its start to now, unless the patch has a time. */
export async function updateTask(
  db: Database,
  task_id: number,
  patch: Record<string, string | number | readonly number[] | null | undefined>,
  now: string,
): Promise<void> {
  const sets = Object.entries(patch).flatMap(([column, value]) =>
    value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`],
  );
  if (typeof patch.status === 'number' && patch.status_since === undefined) {
    sets.push(sql`status_since = case when status = ${patch.status} then status_since else ${now}::timestamptz end`);
  }
  await sql`${pipelined}update task set ${sql.join([...sets, sql`version = version + 1`])} where task_id = ${task_id}`.execute(
    db,
  );
}

/** Gives To Do tasks to an editor. */
export const assignRows = (db: Database, ids: readonly number[], editor: number, now: string) =>
  sql`${pipelined}update task set editor = ${editor}, status = 2, status_since = ${now}, version = version + 1
       where ${isAmong('task_id', ids)} and status = 1`.execute(db);

/** Inserts To Do tasks of a detail. The trigger copies the columns of the job. */
export async function insertTasks(
  db: Database,
  job_detail_ids: readonly number[],
  created_by: number,
  now: string,
): Promise<number[]> {
  const { rows } = await sql<{ task_id: number }>`
    insert into task (job_detail_id, created_by, created_at, status_since)
    select d, ${created_by}, ${now}, ${now} from unnest(${job_detail_ids}::int[]) with ordinality as u (d, position) order by position
    returning task_id`.execute(db);
  return rows.map((r) => r.task_id);
}

export const deleteTasks = (db: Database, ids: readonly number[]) =>
  sql`delete from task where task_id = any(${ids}::int[])`.execute(db);

/** Finds active accounts with at least one of the codes, with their codes. `superusers` includes superusers. */
export async function findPermissionHolders(db: Database, codes: readonly string[], now: Instant) {
  const today = dayOf(now);
  const { rows } = await sql<{
    user_id: number;
    is_superuser: boolean;
    is_away: boolean;
    off_from: Day | null;
    codes: string[];
  }>`
    select u.id as user_id, u.is_superuser, bool_or(${isAway(now)}) as is_away, array_agg(p.codename) as codes,
           (select min(l.first_day) from leave l where l.member_id = u.id and l.first_day > ${today}::date
               and l.first_day <= ${addDays(today, 2)}::date) as off_from
      from user_account u
      join staff s on s.id = u.id
      join group_permission gp on gp.group_id = s.group_id
      join permission p on p.id = gp.permission_id
     where u.active and p.codename = any(${codes}::text[])
     group by u.id order by u.id`.execute(db);
  return rows;
}

/**
 * Locks and reads the active staff of these accounts with their codes. A deactivation or a change of group waits until
 * they have the work.
 */
export async function findWorkers(db: Database, ids: readonly number[]): Promise<Map<number, Subject>> {
  const { rows } = await sql<{ id: number; is_superuser: boolean; codes: string[] }>`
    with account as materialized (
      select id, is_superuser, active from user_account where id = any(${ids}::int[]) and account = 'staff' order by id for share
    ), member as materialized (
      select id, group_id from staff where id in (select id from account) order by id for share
    )
    select a.id, a.is_superuser,
           array(select p.codename from member m join group_permission gp on gp.group_id = m.group_id
                   join permission p on p.id = gp.permission_id where m.id = a.id) as codes
      from account a where a.active`.execute(db);
  return new Map(
    rows.map(({ id, is_superuser, codes }) => [id, { account: 'staff', is_superuser, permissions: new Set(codes) }]),
  );
}

/** Reads the ordered quantity of a task's detail, and the count of its other tasks. */
export async function findDetailQuantities(db: Database, { task_id, job_detail_id }: Task): Promise<DetailQuantities> {
  const { rows } = await sql<DetailQuantities>`
    select d.quantity as ordered, coalesce(sum(t.x1 + t.x2 + t.x3) filter (where t.task_id <> ${task_id}), 0)::int8 as others
      from job_detail d left join task t using (job_detail_id)
     where d.job_detail_id = ${job_detail_id} group by d.quantity`.execute(db);
  return rows[0] ?? { ordered: 0, others: 0 };
}

/** Finds the open work of people, newest job first: to edit, to check, to support. */
export async function findOpenWorkRows(db: Database, user_ids: readonly number[]) {
  const isAnyUser = sql`any(${user_ids}::int[])`;
  const { rows } = await sql<OpenWorkRow>`
    select hand.user_id, t.task_id, t.version, d.sub_prod_id, j.job_name, t.status, t.workstream,
           case when t.editor = hand.user_id then 'editor'
                when hand.user_id in (t.first_qc, t.second_qc) and t.status in (5, 7, 10, 11, 12) then 'qc' else 'supporter' end as part
      from (select task_id, editor as user_id from task where editor = ${isAnyUser} and status <> 9 and status in (2, 3, 10, 11, 12, 13)
            union select task_id, first_qc from task where first_qc = ${isAnyUser} and (status = 5 or status in (10, 12) and fault_stage = 1)
            union select task_id, second_qc from task where second_qc = ${isAnyUser} and (status = 7 or status in (11, 12) and fault_stage = 2)
            union select task_id, user_id from task_supporter where user_id = ${isAnyUser}) hand
      join task t on t.task_id = hand.task_id
      join job_detail d on d.job_detail_id = t.job_detail_id join job j on j.job_id = t.job_id
     where t.status <> 9 order by t.job_date desc, t.task_id`.execute(db);
  return rows;
}

// The pieces of a detail that one of its tasks has.
export const TASK_SHARE = sql`
  cross join lateral (
    select d.quantity::numeric / count(*) as pieces from task s where s.job_detail_id = d.job_detail_id
  ) share`;
// Minutes of a task, at least 1: from the customer's estimate, else the category's, else that of the usual category.
export const TASK_MINUTES = sql`greatest(1, ceil(share.pieces * coalesce(
  nullif(d.estimate_minutes, 0),
  (select nullif(c.estimate_minutes, 0) from service_cat2 c where c.id = d.service_cat2_id),
  (select percentile_disc(0.5) within group (order by c.estimate_minutes) from service_cat2 c where c.estimate_minutes > 0),
  1)))`;

/** Finds the whole minutes of each task (decision 076). */
export async function findMinutes(db: Database, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ task_id: number; minutes: number }>`
    select t.task_id, ${TASK_MINUTES}::int8 as minutes
      from task t join job_detail d on d.job_detail_id = t.job_detail_id ${TASK_SHARE}
     where t.task_id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map(({ task_id, minutes }) => [task_id, minutes]));
}

/** Sums the open tasks of each editor within a condition, and their minutes. */
export async function sumLoad(db: Database, where: Condition | null) {
  const { rows } = await sql<{ user_id: number; open_tasks: number; minutes: number }>`
    select t.editor as user_id, count(*) as open_tasks, sum(${TASK_MINUTES})::int8 as minutes
      from task t join job_detail d on d.job_detail_id = t.job_detail_id ${TASK_SHARE}
     where t.status <> 9 and t.status in (2, 3, 10, 11, 13) and t.editor is not null and ${where ?? sql`true`}
     group by t.editor`.execute(db);
  return rows;
}

/** Finds the first move from a version that the caller saw, with the task before and after it. */
export async function findMoveFromVersion(db: Database, task_id: number, version: number, since: string) {
  const { rows } = await sql<{ at: string; before: Task } & TaskTaken>`
    select at, before, to_status as status, editor, first_qc, second_qc, (before ->> 'version')::int + 1 as version
      from task_history where task_id = ${task_id} and (before ->> 'version')::int >= ${version} order by id limit 1`.execute(
    db,
  );
  const [move] = rows;
  return move && Date.parse(move.at) >= Date.parse(since) ? move : undefined;
}

/** Locks the job of a detail and returns it with the workstream. Returns undefined if the detail is missing. */
export async function findDetailJob(
  db: Database,
  job_detail_id: number,
): Promise<{ job_id: number; workstream: Workstream } | undefined> {
  const { rows } = await sql<{ job_id: number; workstream: Workstream }>`
    select j.job_id, s.workstream from job j join job_detail d on d.job_id = j.job_id
      join service_cat1 c on c.id = d.service_cat1_id join service_type s on s.id = c.service_type_id
     where d.job_detail_id = ${job_detail_id} for no key update of j`.execute(db);
  return rows[0];
}

/** Finds the newest move of each task: user, time and the task before it. */
export async function findLastMoves(db: Database, ids: readonly number[]) {
  const { rows } = await sql<{
    task_id: number;
    action: string;
    user_id: number | null;
    at: string;
    before: Task | null;
    note: string | null;
    fault_kinds: string[] | null;
    fault_note: string | null;
  }>`
    select distinct on (task_id) task_id, action, user_id, at, before, note, fault_kinds, fault_note
      from task_history where task_id = any(${ids}::int[]) order by task_id, id desc`.execute(db);
  return new Map(rows.map((row) => [row.task_id, row]));
}

/** Lists the moves of many tasks, each task's oldest first. */
export async function listMoves(db: Database, ids: readonly number[]) {
  const { rows } = await sql<{ task_id: number; at: string; from_status: TaskStatus | null; to_status: TaskStatus }>`
    select task_id, at, from_status, to_status from task_history where task_id = any(${ids}::int[]) order by task_id, id`.execute(
    db,
  );
  return rows;
}

/** Finds tasks in short form, by their ids. */
export async function findTaskSummaries(db: Database, ids: readonly number[]): Promise<TaskSummary[]> {
  const { rows } = await sql<TaskSummary>`
    select t.task_id, t.version, t.status, t.workstream, t.editor, t.rework_qc_1, t.rework_qc_2, d.sub_prod_id
      from task t join job_detail d on d.job_detail_id = t.job_detail_id where t.task_id = any(${ids}::int[])`.execute(
    db,
  );
  return rows;
}

export async function replaceSupporters(
  db: Database,
  task_id: number,
  supporters: readonly { user_id: number; note: string }[],
  now: string,
): Promise<void> {
  await sql`delete from task_supporter where task_id = ${task_id}
             and user_id <> all(${supporters.map((s) => s.user_id)}::int[])`.execute(db);
  for (const { user_id, note } of supporters) {
    await sql`insert into task_supporter (task_id, user_id, note, created_at) values (${task_id}, ${user_id}, ${note}, ${now})
              on conflict (task_id, user_id) do update set note = excluded.note`.execute(db);
  }
}

/** Finds supporters with a role in the task: it was worked on or corrected after they were added. */
export async function findInvolvedSupporters(db: Database, task_id: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select s.user_id from task_supporter s where s.task_id = ${task_id} and exists (
      select 1 from task_history h where h.task_id = s.task_id and h.at >= s.created_at
         and (h.action = 'admin_update' or h.from_status = any(${BEING_EDITED}::smallint[]) or h.to_status = any(${BEING_EDITED}::smallint[]))
      union all select 1 from archived_task a where a.task_id = s.task_id and a.edited_until >= s.created_at)`.execute(
    db,
  );
  return rows.map((row) => row.user_id);
}

/** The number of newest tasks of the editor that are read for each status, from the index. */
const MAX_TASKS_PER_STATUS = 60;
export const MAX_EDITOR_FAULTS = 20;

/**
 * Finds recent faults in an editor's other tasks, newest first, limited to visible tasks. Undone faults and accepted
 * appeals are left out.
 */
export async function findEditorFaults(
  db: Database,
  { editor, without }: { editor: number; without: number },
  isVisible: Condition | null,
): Promise<EditorFault[]> {
  const where = [sql`t.task_id <> ${without}` as Condition, ...(isVisible ? [isVisible] : [])];
  const { rows } = await sql<EditorFault>`
    with newest as (
      select newest_of_status.task_id from unnest(${TASK_STATUSES}::smallint[]) as s (status) cross join lateral (
        select task_id from task where editor = ${editor} and status = s.status
         order by job_date desc, task_id desc limit ${MAX_TASKS_PER_STATUS}) newest_of_status),
    visible as (select t.task_id, t.job_detail_id, t.job_id from task t join newest using (task_id) ${joinConditions(where)})
    select h.id, h.task_id, d.sub_prod_id, j.job_name, h.at, h.user_id, h.fault_kinds, coalesce(h.note, '') as note
      from visible join task_history h on h.task_id = visible.task_id
      join job_detail d on d.job_detail_id = visible.job_detail_id join job j on j.job_id = visible.job_id
     where h.fault_kinds is not null and h.editor = ${editor} and not ${isUpheld('h')}
       and (select n.action from task_history n where n.task_id = h.task_id and n.id > h.id order by n.id limit 1) is distinct from 'undo'
     order by h.id desc limit ${MAX_EDITOR_FAULTS}`.execute(db);
  return rows;
}
