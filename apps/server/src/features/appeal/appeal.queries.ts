import type { Appeal } from '@darkroom/contract/quality/appeal';
import type { FaultAppeal } from '@darkroom/contract/task/task';
import type { AppealableFault } from '@darkroom/domain/appeal/appeal';
import type { Workstream } from '@darkroom/domain/customer/enums';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Condition } from '../../db/list/condition.ts';
import type { PageQuery } from '../../db/list/page.ts';
import { hasNoPartInTask } from '../../db/people.ts';
import { pipelined } from '../../db/driver/statement-marks.ts';

const columns = sql`a.id, a.version, a.state, a.reason, a.created_by, a.created_at, a.decided_by, a.decided_at, a.decision`;

/** Finds the appeals of a task by the step of their fault. */
export async function findAppealsOfTask(db: Database, task_id: number): Promise<Map<number, FaultAppeal>> {
  const { rows } = await sql<FaultAppeal & { fault_id: number }>`
    select a.fault_id, ${columns} from fault_appeal a where a.task_id = ${task_id}`.execute(db);
  return new Map(rows.map(({ fault_id, ...appeal }) => [fault_id, appeal]));
}

/** A step of a task with the fields for the appeal rules, and the people involved at that time. */
export interface FoundFault extends AppealableFault {
  readonly people: number[];
}

/** Finds a step of this locked task. Returns undefined if the task has no such step. */
export async function findFault(db: Database, task_id: number, fault_id: number): Promise<FoundFault | undefined> {
  const { rows } = await sql<FoundFault>`
    select h.action, h.at, h.editor, array_remove(array[h.user_id, h.editor, h.first_qc, h.second_qc], null) as people,
           coalesce((select n.action = 'undo' from task_history n where n.task_id = h.task_id and n.id > h.id order by n.id limit 1), false) as taken_back,
           exists (select from fault_appeal a where a.fault_id = h.id) as appealed
      from task_history h where h.id = ${fault_id} and h.task_id = ${task_id}`.execute(db);
  return rows[0];
}

interface NewAppeal {
  fault_id: number;
  task_id: number;
  workstream: Workstream;
  reason: string;
  created_by: number;
  created_at: string;
  excluded_users: readonly number[];
}

export async function insertAppeal(db: Database, appeal: NewAppeal): Promise<FaultAppeal> {
  const { rows } = await sql<FaultAppeal>`
    insert into fault_appeal as a (fault_id, task_id, workstream, reason, created_by, created_at, excluded_users)
    values (${appeal.fault_id}, ${appeal.task_id}, ${appeal.workstream}, ${appeal.reason}, ${appeal.created_by}, ${appeal.created_at}, ${appeal.excluded_users})
    returning ${columns}`.execute(db);
  return rows[0]!;
}

const OPEN: Condition = sql`a.state = 'OPEN'`;
const DECIDED: Condition = sql`a.state in ('UPHELD', 'DISMISSED')`;
const inWorkstreams = (streams: readonly Workstream[]): Condition => sql`a.workstream = any(${streams}::text[])`;

/** Returns the page query of appeals in workstreams: open ones oldest first, decided ones newest first. */
export const appealPage = (list: 'open' | 'decided', streams: readonly Workstream[]): PageQuery => ({
  from: sql`fault_appeal a`,
  key: sql`a.id`,
  where: [inWorkstreams(streams), list === 'open' ? OPEN : DECIDED],
  plan: 'kept',
  order:
    list === 'open'
      ? [
          [sql`a.created_at`, false],
          [sql`a.id`, false],
        ]
      : [
          [sql`a.decided_at`, true],
          [sql`a.id`, true],
        ],
});

/** Counts the open appeals of these workstreams that a user can decide, because they were not involved. */
export async function countDecidableAppeals(
  db: Database,
  streams: readonly Workstream[],
  user: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from fault_appeal a join task t using (task_id)
     where ${OPEN} and ${inWorkstreams(streams)} and ${hasNoPartInTask(user, 'a.excluded_users')}`.execute(db);
  return rows[0]?.n ?? 0;
}

export type AppealRow = Omit<Appeal, 'refused'> & { readonly excluded_users: readonly number[] };

/** Finds the appeals with their fault and task, in the order of the ids. */
export async function findAppeals(db: Database, ids: readonly number[]): Promise<AppealRow[]> {
  const { rows } = await sql<AppealRow>`
    select ${columns}, a.excluded_users, a.task_id, a.fault_id, h.action as found, h.user_id as found_by, h.at as found_at,
           coalesce(h.fault_kinds, '{}') as fault_kinds, coalesce(h.note, '') as fault_note,
           t.status, t.workstream, t.x1, t.x2, t.x3, t.notes, t.job_date, d.sub_prod_id, j.job_name, j.job_link, j.job_notes, j.job_priority,
           j.customer2_id, d.service_cat2_id, d.quantity, d.note as detail_note
      from unnest(${ids}::int[]) with ordinality as page (id, position)
      join fault_appeal a on a.id = page.id join task_history h on h.id = a.fault_id
      join task t on t.task_id = a.task_id join job_detail d on d.job_detail_id = t.job_detail_id join job j on j.job_id = t.job_id
     order by page.position`.execute(db);
  return rows;
}

/** Finds the task of an appeal. Returns undefined if the appeal does not exist. */
export async function findAppealedTask(db: Database, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ task_id: number }>`select task_id from fault_appeal where id = ${id}`.execute(db);
  return rows[0]?.task_id;
}

export const updateDecision = (
  db: Database,
  id: number,
  { state, decided_by, decided_at, decision }: Pick<Appeal, 'state' | 'decided_by' | 'decided_at' | 'decision'>,
) =>
  sql`${pipelined}update fault_appeal set state = ${state}, decided_by = ${decided_by}, decided_at = ${decided_at}, decision = ${decision},
             version = version + 1 where id = ${id}`.execute(db);

/** Excludes a fault from the quality figures, with all its fault types (decision 131). The background rollup does the rest. */
export const excludeFault = (db: Database, { history_id, task_id }: { history_id: number; task_id: number }) =>
  sql`${pipelined}insert into quality_excluded (history_id, task_id, kinds) values (${history_id}, ${task_id}, null)
      on conflict (history_id) do update set kinds = null`.execute(db);

/** Withdraws the appeals of undone faults: steps of these tasks at these instants. Returns them. */
export async function withdrawAppeals(db: Database, moves: readonly { task_id: number; at: string }[]) {
  const { rows } = await sql<{ id: number; task_id: number }>`
    update fault_appeal a set state = 'WITHDRAWN', decided_by = null, decided_at = null, decision = null, version = version + 1
      from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m (task_id int, at timestamptz)
      join task_history h on h.task_id = m.task_id and h.at = m.at and h.fault_kinds is not null
     where a.fault_id = h.id
    returning a.id, a.task_id`.execute(db);
  return rows;
}
