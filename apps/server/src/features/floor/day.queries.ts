import { WORKSTREAMS, type Workstream } from '@darkroom/domain/customer/enums';
import type { Day, Instant } from '@darkroom/domain/calendar/day';
import type { DayCounts } from '@darkroom/domain/floor/figures';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** Scopes with separate figures: one workstream, or both together. */
export type Scope = Workstream | 'BOTH';
export const SCOPES: Readonly<Record<Scope, readonly Workstream[]>> = {
  OTS: ['OTS'],
  PTE: ['PTE'],
  BOTH: ['OTS', 'PTE'],
};
export const getScope = (workstreams: readonly Workstream[]): Scope | null =>
  workstreams.length > 1 ? 'BOTH' : (workstreams[0] ?? null);

/** A period from an instant (included) to another (excluded). */
export interface DayPeriod {
  readonly from: RawBuilder<unknown>;
  readonly until: RawBuilder<unknown>;
}

/** The exact condition of the migration's index of counted moves. */
const IS_COUNTED_MOVE = sql.raw(
  `(h.to_status in (9, 10, 11, 13) or (h.action = 'undo' and h.from_status in (9, 10, 11, 13)))`,
);

/**
 * Selects the figures of a period as one row (domain/floor/figures). An undone move counts at its own time and is
 * subtracted at the undo.
 */
export const selectCounts = (workstreams: readonly Workstream[], { from, until }: DayPeriod): RawBuilder<DayCounts> => {
  const isOurs = isInWorkstreams(workstreams);
  // With all workstreams, every step counts, so the condition is left out.
  const andIsOurs =
    workstreams.length < WORKSTREAMS.length
      ? sql`and exists (select 1 from task t where t.task_id = h.task_id and ${isOurs})`
      : sql``;
  return sql<DayCounts>`
    select (${selectNewTasks(workstreams, { from, until })}) as added, m.done, m.faults, p.due, p.on_time
      from (
        select coalesce(sum(case when h.action <> 'undo' and h.to_status = 9 and h.from_status is distinct from 9 then 1
                                 when h.action = 'undo' and h.from_status = 9 and h.to_status <> 9 then -1 else 0 end), 0)::int as done,
               coalesce(sum(case when h.action <> 'undo' and h.fault_kinds is not null and h.to_status in (10, 11, 13) then 1
                                 when h.action = 'undo' and (h.from_status in (10, 11) and h.to_status <> h.from_status
                                   or h.from_status = 13 and h.to_status = 14) then -1 else 0 end), 0)::int as faults
          from task_history h where h.at >= ${from} and h.at < ${until} and ${IS_COUNTED_MOVE} ${andIsOurs}
      ) m, (${selectDueJobs(workstreams, { from, until })}) p`;
};

const isInWorkstreams = (workstreams: readonly Workstream[]) => sql`t.workstream = any(${workstreams}::text[])`;

/** Counts the tasks of the jobs that were added in a period. */
const selectNewTasks = (workstreams: readonly Workstream[], { from, until }: DayPeriod) => sql<number>`
  select count(*)::int from job j join task t using (job_id) where j.created_at >= ${from} and j.created_at < ${until} and ${isInWorkstreams(workstreams)}`;

/** Counts the jobs with a due date in a period, and those that were on time, as `due` and `on_time`. */
const selectDueJobs = (workstreams: readonly Workstream[], { from, until }: DayPeriod) => {
  const isOurs = sql`exists (select 1 from task t where t.job_id = j.job_id and ${isInWorkstreams(workstreams)})`;
  return sql`
    select count(*)::int as due, count(*) filter (where on_time)::int as on_time from (
      select j.completed_at <= j.due_at as on_time from job j
       where (j.job_status = 'COMPLETED') and j.due_at >= ${from} and j.due_at < ${until} and ${isOurs}
      union all
      select false from job j where j.job_status <> 'COMPLETED' and j.due_at >= ${from} and j.due_at < ${until} and ${isOurs}
    ) due_jobs`;
};

/** Counts the faults of a period that do not count, because their appeals were upheld later (decision 133). */
const selectUpheldFaults = (workstreams: readonly Workstream[], { from, until }: DayPeriod) => sql<number>`(
  select count(*)::int from fault_appeal a join task_history h on h.id = a.fault_id
   where a.state = 'UPHELD' and a.created_at >= ${from} and h.at >= ${from} and h.at < ${until} and a.workstream = any(${workstreams}::text[]))`;

export interface DayRow extends DayCounts {
  day: Day;
}

/**
 * Counts the figures of days up to an instant, from stored quarters of an hour and from the indexes. Figures that can
 * change after their quarter are calculated again.
 */
export async function countDays(
  db: Database,
  scope: Scope,
  days: readonly { day: Day; from: Instant; until: Instant }[],
): Promise<DayRow[]> {
  const getColumn = <K extends 'day' | 'from' | 'until'>(key: K) => days.map((day) => day[key]);
  const liveCounts = selectCounts(SCOPES[scope], { from: sql`w.live_from`, until: sql`w.until` });
  const wholeDay = { from: sql`w.from_at`, until: sql`w.until` };
  const lastDay = getColumn('day').reduce((one, other) => (other > one ? other : one), '');
  const { rows } = await sql<DayRow>`
    with stored as (select coalesce(until, '-infinity') as until from floor_progress),
    first_job as (select min(created_at) as at from job),
    days as (
      select d.day, d.from_at, d.until, s.slot,
             greatest(d.from_at, least(d.from_at + s.slot * interval '15 minutes', (select until from stored))) as live_from
        from unnest(${getColumn('day')}::date[], ${getColumn('from')}::timestamptz[], ${getColumn('until')}::timestamptz[]) d (day, from_at, until)
        cross join lateral (select floor(extract(epoch from d.until - d.from_at) / 900)::int as slot) s
       where d.until > (select at from first_job)
    )
    select w.day::text as day, coalesce(p.added, l.added + k.added) as added, l.done + k.done as done,
           l.faults + k.faults - ${selectUpheldFaults(SCOPES[scope], wholeDay)} as faults, coalesce(p.due, l.due + k.due) as due,
           coalesce(p.on_time, l.on_time + k.on_time) as on_time
      from days w
      cross join lateral (${liveCounts}) l
      cross join lateral (
        select coalesce(sum(f.added), 0)::int as added, coalesce(sum(f.done), 0)::int as done, coalesce(sum(f.faults), 0)::int as faults,
               coalesce(sum(f.due), 0)::int as due, coalesce(sum(f.on_time), 0)::int as on_time
          from floor_slot f where f.day = w.day and f.scope = ${scope} and f.slot < w.slot) k
      left join lateral (select q.*, (${selectNewTasks(SCOPES[scope], wholeDay)}) as added from (${selectDueJobs(SCOPES[scope], wholeDay)}) q) p on w.day = ${lastDay}::date
     order by w.day desc`.execute(db);
  return rows;
}

/** Counts the figures of any period from the indexes. */
export async function countPeriod(
  db: Database,
  workstreams: readonly Workstream[],
  from: Instant,
  until: Instant,
): Promise<DayCounts> {
  const period = { from: sql`${from}::timestamptz`, until: sql`${until}::timestamptz` };
  const { rows } = await sql<DayCounts & { upheld: number }>`
    select c.*, ${selectUpheldFaults(workstreams, period)} as upheld from (${selectCounts(workstreams, period)}) c`.execute(
    db,
  );
  const { upheld, ...counts } = rows[0]!;
  return { ...counts, faults: counts.faults - upheld };
}

/** Locks the instant up to which quarters are stored. Returns null if another process has the lock. */
export async function lockStoredUntil(db: Database): Promise<{ until: Instant | null } | null> {
  const { rows } = await sql<{ until: Instant | null }>`
    select until from floor_progress for update skip locked`.execute(db);
  return rows[0] ?? null;
}

/** Stores the quarters of a period and records the new end. */
export async function storeSlots(db: Database, from: Instant, until: Instant): Promise<void> {
  for (const [scope, workstreams] of Object.entries(SCOPES))
    await sql`
      insert into floor_slot (day, scope, slot, added, done, faults, due, on_time)
      select (q.at at time zone 'Asia/Bangkok')::date, ${scope},
             (extract(epoch from (q.at at time zone 'Asia/Bangkok')::time) / 900)::int, c.added, c.done, c.faults, c.due, c.on_time
        from generate_series(${from}::timestamptz, ${until}::timestamptz - interval '1 second', interval '15 minutes') q (at)
        cross join lateral (${selectCounts(workstreams, { from: sql`q.at`, until: sql`q.at + interval '15 minutes'` })}) c
       where c.added <> 0 or c.done <> 0 or c.faults <> 0 or c.due <> 0
      on conflict (day, scope, slot) do nothing`.execute(db);
  await sql`update floor_progress set until = ${until}`.execute(db);
}

/** Deletes quarters of days that are no longer compared. */
export const deleteOldSlots = (db: Database, before: Day) =>
  db.deleteFrom('floor_slot').where('day', '<', before).execute();
