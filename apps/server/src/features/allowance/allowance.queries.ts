import type { AllowanceRow, DailyEntry, MonthlyEntry } from '@darkroom/contract/allowance/allowance';
import type { DayFees } from '@darkroom/domain/allowance/fees';
import type { Month } from '@darkroom/domain/calendar/day';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { joinConditions, toLikePattern, type Condition } from '../../db/list/condition.ts';

/** Filter of the people in a month. */
export interface PeopleFilter {
  staff_id?: number | undefined;
  team_id?: readonly number[] | undefined;
  group_id?: readonly number[] | undefined;
  workplace?: readonly string[] | undefined;
  text?: string | undefined;
}

/** SQL of a person's name, username, workplace, teams and group: the current ones, or those stored with a closed month. */
type PersonColumns = Record<'full_name' | 'username' | 'workplace', RawBuilder<unknown>> &
  Record<'inTeams' | 'inGroups', (ids: readonly number[]) => Condition>;

const CURRENT_COLUMNS: PersonColumns = {
  full_name: sql`u.full_name`,
  username: sql`u.username`,
  workplace: sql`s.workplace`,
  inTeams: (ids) => sql`exists (select from team_member m where m.staff_id = s.id and m.team_id = any(${ids}::int[]))`,
  inGroups: (ids) => sql`s.group_id = any(${ids}::int[])`,
};

/** Returns the conditions of a filter, for open and closed months. The person's row is \`s\`. */
export function peopleConditions(
  { staff_id, team_id = [], group_id = [], workplace = [], text }: PeopleFilter,
  columns: PersonColumns = CURRENT_COLUMNS,
): Condition[] {
  const conditions: Condition[] = [];
  if (staff_id !== undefined) conditions.push(sql`s.id = ${staff_id}`);
  if (team_id.length) conditions.push(columns.inTeams(team_id));
  if (group_id.length) conditions.push(columns.inGroups(group_id));
  if (workplace.length) conditions.push(sql`${columns.workplace} = any(${workplace}::text[])`);
  if (text)
    conditions.push(
      sql`fold_text(concat_ws(' ', ${columns.full_name}, ${columns.username}, s.staff_id)) like ${toLikePattern(text)}`,
    );
  return conditions;
}

/** Returns the condition on a date within months: `date >= first and date < next` uses the index. */
const isWithinMonths = (column: string, first: Month, last: Month = first) => sql<boolean>`
  ${sql.ref(column)} >= ${`${first}-01`}::date and ${sql.ref(column)} < (${`${last}-01`}::date + interval '1 month')`;

export type Person = Pick<
  AllowanceRow,
  'staff_id' | 'full_name' | 'username' | 'group_name' | 'teams' | 'workplace' | 'start_time' | 'end_time'
> & {
  /** Days of the month on which the person moved tasks. Null if there are no tasks, or if not requested. */
  worked: readonly string[] | null;
  /** Whole days off, if requested. */
  days_off: readonly string[];
};

/**
 * Finds the people of a month: members at work in it, anyone who left later, and anyone with entries (decision 107).
 * Returns work days on request.
 */
export async function findAllowancePeople(
  db: Database,
  month: Month,
  filter: PeopleFilter,
  { worked }: { worked: boolean },
): Promise<Person[]> {
  const isInMonth = sql<boolean>`(((u.active or s.end_time >= ${`${month}-01`}::date) and (s.start_time is not null
      or u.created_at < (${`${month}-01`}::timestamp + interval '1 month') at time zone 'Asia/Bangkok'))
    or exists (select from daily_allowance d where d.staff_id = s.id and ${isWithinMonths('d.date', month)})
    or exists (select from monthly_allowance p where p.staff_id = s.id and p.month = ${month}))`;
  const { rows } = await sql<Person>`
    select s.id as staff_id, u.full_name, u.username, coalesce(g.group_name, 'Unknown') as group_name,
           array(select t.team_name from team_member m join team t on t.id = m.team_id where m.staff_id = s.id order by t.team_name) as teams,
           s.workplace, s.start_time, s.end_time,
           ${worked ? selectDaysWorked(month) : sql`null`} as worked,
           ${worked ? selectDaysOff(month) : sql`'{}'::text[]`} as days_off
      from staff s join user_account u on u.id = s.id left join staff_group g on g.id = s.group_id
     ${joinConditions([isInMonth, ...peopleConditions(filter)])}
     order by u.full_name, s.id`.execute(db);
  return rows;
}

// Null if steps of finished tasks are archived, as in a month that is reopened later (decision 120). Each day needs one
// index read.
const selectDaysWorked = (month: Month) => sql`
  case when exists (select from group_permission gp join permission p on p.id = gp.permission_id
                     where gp.group_id = s.group_id and not exists (select from steps_archive where month >= ${month})
                       and p.codename in ('npn_editor_pte', 'npn_editor_ots', 'npn_qc_pte', 'npn_qc_ots'))
    then array(select to_char(d.day, 'YYYY-MM-DD')
                 from generate_series(${`${month}-01`}::timestamp, ${`${month}-01`}::timestamp + interval '1 month' - interval '1 day', interval '1 day') d (day)
                cross join lateral (
                  select from task_history h where h.user_id = s.id and h.at >= (d.day at time zone 'Asia/Bangkok')
                     and h.at < ((d.day + interval '1 day') at time zone 'Asia/Bangkok') limit 1) moved) end`;

const selectDaysOff = (month: Month) => sql`
  array(select to_char(d.day, 'YYYY-MM-DD') from leave l
         cross join lateral generate_series(l.first_day::timestamp, l.last_day::timestamp, interval '1 day') d (day)
         where l.member_id = s.id and l.part = 'day' and ${isWithinMonths('d.day', month)})`;

/** Finds which of these people match a filter. */
export async function findMatchingPeople(
  db: Database,
  people: readonly number[],
  filter: PeopleFilter,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select s.id from staff s join user_account u on u.id = s.id
     ${joinConditions([sql`s.id = any(${people}::int[])`, ...peopleConditions(filter)])}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

const dailyColumns = sql`id, version, staff_id, date, parking_fee, meal_fee, online_fee`;
const monthlyColumns = sql`
  id, version, staff_id, left(month, 4)::int as year, right(month, 2)::int as month, parking`;

/** Finds the day entries of some months, by day. */
export async function findDays(
  db: Database,
  { first, last, people }: { first: Month; last: Month; people: readonly number[] | null },
): Promise<DailyEntry[]> {
  const { rows } = await sql<DailyEntry>`
    select ${dailyColumns} from daily_allowance
     where ${isWithinMonths('date', first, last)} ${people ? sql`and staff_id = any(${people}::int[])` : sql``}
     order by date, staff_id`.execute(db);
  return rows;
}

export async function findMonthly(
  db: Database,
  { first, last, people }: { first: Month; last: Month; people: readonly number[] | null },
): Promise<MonthlyEntry[]> {
  const { rows } = await sql<MonthlyEntry>`
    select ${monthlyColumns} from monthly_allowance
     where month >= ${first} and month <= ${last} ${people ? sql`and staff_id = any(${people}::int[])` : sql``}
     order by monthly_allowance.month, staff_id`.execute(db);
  return rows;
}

export interface AcceptedFinding {
  /** Null if the finding is about the month itself. */
  staff_id: number | null;
  kind: string;
  day: string | null;
  /** Basis of the finding at that time (domain/allowance/exceptions). */
  basis: string;
  note: string;
  accepted_by: number;
  accepted_at: string;
}
type Acceptance = Pick<AcceptedFinding, 'note' | 'accepted_by' | 'accepted_at'>;

export async function findAcceptedFindings(db: Database, month: Month): Promise<AcceptedFinding[]> {
  const { rows } = await sql<AcceptedFinding>`
    select staff_id, kind, day, basis, note, accepted_by, accepted_at from allowance_accepted where month = ${month}`.execute(
    db,
  );
  return rows;
}

/** Accepts findings with a note, or revokes the acceptance with an empty note. The caller holds the lock of the month. */
export async function writeAcceptances(
  db: Database,
  month: Month,
  found: readonly Omit<AcceptedFinding, keyof Acceptance>[],
  acceptance: Acceptance,
): Promise<void> {
  const column = <K extends keyof (typeof found)[number]>(name: K) => found.map((item) => item[name]);
  await sql`
    delete from allowance_accepted a
     using unnest(${column('staff_id')}::int[], ${column('kind')}::text[], ${column('day')}::date[]) f (staff_id, kind, day)
     where a.month = ${month} and a.staff_id is not distinct from f.staff_id and a.kind = f.kind
       and a.day is not distinct from f.day`.execute(db);
  if (acceptance.note && found.length > 0)
    await db
      .insertInto('allowance_accepted')
      .values(found.map(({ staff_id, kind, day, basis }) => ({ staff_id, kind, day, basis, ...acceptance, month })))
      .execute();
}

export type NewDay = DayFees & { staff_id: number; date: string };

/** Finds the current entries of these people on these days. */
export async function findDaysByKeys(
  db: Database,
  days: readonly { staff_id: number; date: string }[],
): Promise<DailyEntry[]> {
  const { rows } = await sql<DailyEntry>`
    select ${dailyColumns} from daily_allowance
     where (staff_id, date) in (select * from unnest(${days.map((d) => d.staff_id)}::int[], ${days.map((d) => d.date)}::date[]))
     order by date, staff_id`.execute(db);
  return rows;
}

/** Inserts days without an entry. Days that have one stay unchanged and are missing from the result. */
export async function insertDays(db: Database, days: readonly NewDay[]): Promise<DailyEntry[]> {
  const { rows } = await sql<DailyEntry>`
    insert into daily_allowance (staff_id, date, parking_fee, meal_fee, online_fee)
    select * from unnest(${days.map((d) => d.staff_id)}::int[], ${days.map((d) => d.date)}::date[],
      ${days.map((d) => d.parking_fee)}::text[], ${days.map((d) => d.meal_fee)}::smallint[], ${days.map((d) => d.online_fee)}::smallint[])
    on conflict do nothing returning ${dailyColumns}`.execute(db);
  return rows;
}

/** Finds entries by id. All callers take the optional lock in one order. */
export async function findDaysById(
  db: Database,
  ids: readonly number[],
  lock: 'plain' | 'alone',
): Promise<DailyEntry[]> {
  const { rows } = await sql<DailyEntry>`
    select ${dailyColumns} from daily_allowance where id = any(${ids}::int[]) order by id ${lockClause(lock)}`.execute(
    db,
  );
  return rows;
}

const lockClause = (lock: 'plain' | 'alone') => (lock === 'alone' ? sql`for update` : sql``);

export async function updateDays(db: Database, days: readonly (DayFees & { id: number })[]): Promise<DailyEntry[]> {
  const { rows } = await sql<DailyEntry>`
    update daily_allowance a
       set parking_fee = n.parking_fee, meal_fee = n.meal_fee, online_fee = n.online_fee, version = a.version + 1
      from unnest(${days.map((d) => d.id)}::int[], ${days.map((d) => d.parking_fee)}::text[],
        ${days.map((d) => d.meal_fee)}::smallint[], ${days.map((d) => d.online_fee)}::smallint[]) as n (id, parking_fee, meal_fee, online_fee)
     where a.id = n.id
    returning a.id, a.version, a.staff_id, a.date, a.parking_fee, a.meal_fee, a.online_fee`.execute(db);
  return rows;
}

export const deleteDays = (db: Database, ids: readonly number[]) =>
  sql`delete from daily_allowance where id = any(${ids}::int[])`.execute(db);

export interface NewMonthly {
  staff_id: number;
  month: Month;
  parking: number;
}

export async function findMonthlyByKeys(
  db: Database,
  entries: readonly Omit<NewMonthly, 'parking'>[],
): Promise<MonthlyEntry[]> {
  const { rows } = await sql<MonthlyEntry>`
    select ${monthlyColumns} from monthly_allowance
     where (staff_id, month) in (select * from unnest(${entries.map((e) => e.staff_id)}::int[], ${entries.map((e) => e.month)}::text[]))
     order by monthly_allowance.month, staff_id`.execute(db);
  return rows;
}

export async function insertMonthly(db: Database, entries: readonly NewMonthly[]): Promise<MonthlyEntry[]> {
  const { rows } = await sql<MonthlyEntry>`
    insert into monthly_allowance (staff_id, month, parking)
    select * from unnest(${entries.map((e) => e.staff_id)}::int[], ${entries.map((e) => e.month)}::text[], ${entries.map((e) => e.parking)}::numeric[])
    on conflict do nothing returning ${monthlyColumns}`.execute(db);
  return rows;
}

export async function findMonthlyById(
  db: Database,
  ids: readonly number[],
  lock: 'plain' | 'alone',
): Promise<MonthlyEntry[]> {
  const { rows } = await sql<MonthlyEntry>`
    select ${monthlyColumns} from monthly_allowance where id = any(${ids}::int[]) order by id ${lockClause(lock)}`.execute(
    db,
  );
  return rows;
}

export async function updateMonthly(
  db: Database,
  entries: readonly { id: number; parking: number }[],
): Promise<MonthlyEntry[]> {
  const { rows } = await sql<MonthlyEntry>`
    update monthly_allowance set parking = n.parking, version = version + 1
      from unnest(${entries.map((e) => e.id)}::int[], ${entries.map((e) => e.parking)}::numeric[]) as n (id, parking)
     where monthly_allowance.id = n.id
    returning monthly_allowance.id, version, staff_id, left(month, 4)::int as year, right(month, 2)::int as month, monthly_allowance.parking`.execute(
    db,
  );
  return rows;
}

/** Finds which of these ids are not staff. */
export async function findUnknownStaffIds(db: Database, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select wanted as id from unnest(${ids}::int[]) wanted where not exists (select from staff s where s.id = wanted)`.execute(
    db,
  );
  return rows.map((row) => row.id);
}
