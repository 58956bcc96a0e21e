import type { AllowanceRow } from '@darkroom/contract/allowance/allowance';
import type { AllowanceLookups } from '@darkroom/domain/allowance/fees';
import type { PersonContribution, EqualDays } from '@darkroom/domain/allowance/figures';
import type { MonthState } from '@darkroom/domain/allowance/month';
import type { Month } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { joinConditions } from '../../db/list/condition.ts';
import { peopleConditions, type PeopleFilter } from './allowance.queries.ts';

export interface Holiday {
  date: string;
  vi: string;
  en: string;
}

/** State of a month: how it can be moved, and the closing of a closed month. */
export interface MonthRecord {
  month: Month;
  state: MonthState;
  version: number;
  prepared_by: number | null;
  prepared_at: string | null;
  /** Lookups of the last earlier month that is closed now. */
  lookups_before: AllowanceLookups | null;
  closing: {
    id: number;
    closed_by: number;
    closed_by_name: string;
    closed_at: string;
    prepared_by: number | null;
    prepared_at: string | null;
    reason: string;
    lookups: AllowanceLookups;
    formulas: number;
    holidays: Holiday[];
  } | null;
}

const monthColumns = sql`
  m.month, coalesce(a.state, 'OPEN') as state, coalesce(a.version, 1) as version, a.prepared_by, a.prepared_at,
  (select b.lookups from allowance_closing b where b.month < m.month and b.reopened_at is null
    order by b.month desc limit 1) as lookups_before,
  case when c.id is null then null else json_build_object('id', c.id, 'closed_by', c.closed_by,
    'closed_by_name', (select u.full_name from user_account u where u.id = c.closed_by), 'closed_at', c.closed_at,
    'prepared_by', c.prepared_by, 'prepared_at', c.prepared_at, 'reason', c.reason, 'lookups', c.lookups,
    'formulas', c.formulas, 'holidays', c.holidays) end as closing`;

/** States of months. A month without a row is open. */
export async function findMonths(db: Database, months: readonly Month[]): Promise<MonthRecord[]> {
  const { rows } = await sql<MonthRecord>`
    select ${monthColumns} from unnest(${months}::text[]) as m (month)
      left join allowance_month a on a.month = m.month
      left join allowance_closing c on c.month = m.month and c.reopened_at is null
     order by m.month`.execute(db);
  return rows.map(parseInstants);
}

// JSON from PostgreSQL has another format of an instant.
const parseInstants = (row: MonthRecord): MonthRecord => ({
  ...row,
  closing: row.closing && {
    ...row.closing,
    closed_at: new Date(row.closing.closed_at).toISOString(),
    prepared_at: row.closing.prepared_at && new Date(row.closing.prepared_at).toISOString(),
  },
});

/** Reads the current lookups and holidays (metadata ALLOWANCE), by key. */
export async function findAllowanceMetadata(db: Database): Promise<Map<string, unknown>> {
  const { rows } = await sql<{ key: string; value: unknown }>`
    select key, value from metadata where data_type = 'ALLOWANCE'`.execute(db);
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/** Locks the rows of some months, in order, and adds missing ones. Shared locks would let two writers wait for each other. */
export async function lockMonths(db: Database, months: readonly Month[]): Promise<MonthRecord[]> {
  const sorted = [...new Set(months)].sort((a, b) => (a < b ? -1 : 1));
  await sql`insert into allowance_month (month) select * from unnest(${sorted}::text[]) on conflict do nothing`.execute(
    db,
  );
  await sql`select 1 from allowance_month where month = any(${sorted}::text[]) order by month for update`.execute(db);
  return findMonths(db, sorted);
}

export const updateMonth = (
  db: Database,
  { month, state, prepared_by, prepared_at }: Pick<MonthRecord, 'month' | 'state' | 'prepared_by' | 'prepared_at'>,
) =>
  sql`
    update allowance_month set state = ${state}, prepared_by = ${prepared_by}, prepared_at = ${prepared_at}, version = version + 1
     where month = ${month}`.execute(db);

/** Marks months as changed: earlier versions become old, and prepared months become open. Returns the prepared ones. */
export async function markChanged(db: Database, months: readonly Month[]): Promise<Month[]> {
  const { rows } = await sql<{ month: Month; was: string }>`
    with before as (select month, state from allowance_month where month = any(${months}::text[]) and state <> 'CLOSED')
    update allowance_month m set state = 'OPEN', prepared_by = null, prepared_at = null, version = version + 1
      from before where m.month = before.month returning m.month, before.state as was`.execute(db);
  return rows.filter(({ was }) => was === 'PREPARED').map(({ month }) => month);
}

/** Locks the months that are not closed, in the order of all callers. */
export async function lockMonthsNotClosed(db: Database): Promise<Month[]> {
  const { rows } = await sql<{ month: Month }>`
    select month from allowance_month where state <> 'CLOSED' order by month for update`.execute(db);
  return rows.map(({ month }) => month);
}

export interface NewClosing {
  month: Month;
  prepared_by: number | null;
  prepared_at: string | null;
  closed_by: number;
  closed_at: string;
  reason: string;
  lookups: AllowanceLookups;
  formulas: number;
  holidays: readonly Holiday[];
}

/** Stores a closed month: the inputs of its calculation and the row of each person. */
export async function insertClosing(db: Database, closing: NewClosing, people: readonly AllowanceRow[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into allowance_closing (month, prepared_by, prepared_at, closed_by, closed_at, reason, lookups, formulas, holidays)
    values (${closing.month}, ${closing.prepared_by}, ${closing.prepared_at}, ${closing.closed_by}, ${closing.closed_at},
            ${closing.reason}, ${JSON.stringify(closing.lookups)}::jsonb, ${closing.formulas}, ${JSON.stringify(closing.holidays)}::jsonb)
    returning id`.execute(db);
  await sql`
    insert into allowance_closed_person (closing_id, staff_id, full_name, record, total_allowance)
    select ${rows[0]!.id}, p.staff_id, p.full_name, p.record, p.total
      from unnest(${people.map((p) => p.staff_id)}::int[], ${people.map((p) => p.full_name)}::text[],
        ${people.map((p) => JSON.stringify(p))}::jsonb[], ${people.map((p) => p.total_allowance)}::numeric[])
        as p (staff_id, full_name, record, total)`.execute(db);
}

export const reopenClosing = (
  db: Database,
  id: number,
  { reopened_by, reopened_at, reopen_reason }: { reopened_by: number; reopened_at: string; reopen_reason: string },
) =>
  sql`
    update allowance_closing set reopened_by = ${reopened_by}, reopened_at = ${reopened_at}, reopen_reason = ${reopen_reason}
     where id = ${id}`.execute(db);

/** Finds the people of a closed month as stored, filtered by the names of their teams and group at the closing. */
export async function findClosedPeople(
  db: Database,
  closing_id: number,
  filter: PeopleFilter,
): Promise<AllowanceRow[]> {
  const columns = {
    full_name: sql`p.full_name`,
    username: sql`p.record->>'username'`,
    workplace: sql`p.record->>'workplace'`,
    inTeams: (ids: readonly number[]) =>
      sql<boolean>`exists (select from team t where t.id = any(${ids}::int[]) and p.record->'teams' ? t.team_name)`,
    inGroups: (ids: readonly number[]) =>
      sql<boolean>`p.record->>'group_name' in (select g.group_name from staff_group g where g.id = any(${ids}::int[]))`,
  };
  const { rows } = await sql<{ record: AllowanceRow }>`
    select p.record from allowance_closed_person p join staff s on s.id = p.staff_id
     ${joinConditions([sql`p.closing_id = ${closing_id}`, ...peopleConditions(filter, columns)])}
     order by p.full_name collate vietnamese, p.staff_id`.execute(db);
  return rows.map(({ record }) => record);
}

/** Finds the totals of people in closed months, by closing. */
export async function findClosedTotals(
  db: Database,
  closings: readonly number[],
): Promise<{ closing_id: number; staff_id: number; full_name: string; total_allowance: number }[]> {
  const { rows } = await sql<{ closing_id: number; staff_id: number; full_name: string; total_allowance: number }>`
    select closing_id, staff_id, full_name, total_allowance from allowance_closed_person
     where closing_id = any(${closings}::int[]) order by full_name collate vietnamese, staff_id`.execute(db);
  return rows;
}

/** Finds the parts of the overall total of closed months, by closing. */
export async function findClosedSums(
  db: Database,
  closings: readonly number[],
): Promise<Map<number, PersonContribution>> {
  const { rows } = await sql<PersonContribution & { closing_id: number }>`
    select closing_id, sum((record->>'online_days')::int)::int as online_days,
           sum((record->>'daily_transport')::numeric) as daily_transport, sum((record->>'total_meal')::numeric) as total_meal,
           coalesce(sum((record->'monthly_allowance'->>'parking')::numeric), 0) as parking
      from allowance_closed_person where closing_id = any(${closings}::int[]) group by closing_id`.execute(db);
  return new Map(rows.map(({ closing_id, ...sums }) => [closing_id, sums]));
}

/** Finds the rows of a person in closed months, by closing. */
export async function findClosedRowsOfPerson(
  db: Database,
  staff_id: number,
  closings: readonly number[],
): Promise<Map<number, AllowanceRow>> {
  const { rows } = await sql<{ closing_id: number; record: AllowanceRow }>`
    select closing_id, record from allowance_closed_person
     where staff_id = ${staff_id} and closing_id = any(${closings}::int[])`.execute(db);
  return new Map(rows.map(({ closing_id, record }) => [closing_id, record]));
}

export interface Closing {
  id: number;
  lookups: AllowanceLookups;
  prepared_by: number | null;
  prepared_at: string | null;
  closed_by: number;
  closed_at: string;
  reason: string;
  reopened_by: number | null;
  reopened_at: string | null;
  reopen_reason: string | null;
}

export async function findClosings(db: Database, month: Month): Promise<Closing[]> {
  const { rows } = await sql<Closing>`
    select id, lookups, prepared_by, prepared_at, closed_by, closed_at, reason, reopened_by, reopened_at, reopen_reason
      from allowance_closing where month = ${month} order by id desc`.execute(db);
  return rows;
}

/** Earlier month of a person: the total of a closed one, or the parts of an open one. */
export interface EarlierMonth {
  staff_id: number;
  month: Month;
  /** Amount in VND. Null if the month is open. */
  closed_total: number | null;
  parking: number;
  days: EqualDays[];
}

/**
 * Finds the earlier months of these people in one statement: stored totals of closed months, and days of open months
 * counted by kind.
 */
export async function findEarlierMonths(
  db: Database,
  months: readonly MonthRecord[],
  people: readonly number[],
): Promise<EarlierMonth[]> {
  const open = months.flatMap(({ month, closing }) => (closing ? [] : [month]));
  const closings = months.flatMap(({ closing }) => (closing ? [closing.id] : []));
  const { rows } = await sql<EarlierMonth>`
    with kinds as (
      select d.staff_id, m.month, d.parking_fee, d.meal_fee, d.online_fee, count(*)::int as times
        from unnest(${open}::text[]) as m (month)
        join daily_allowance d on d.date >= (m.month || '-01')::date and d.date < (m.month || '-01')::date + interval '1 month'
       where d.staff_id = any(${people}::int[])
       group by d.staff_id, m.month, d.parking_fee, d.meal_fee, d.online_fee
    ), days as (
      select staff_id, month, json_agg(json_build_object('parking_fee', parking_fee, 'meal_fee', meal_fee,
               'online_fee', online_fee, 'times', times)) as days
        from kinds group by staff_id, month
    ), monthly as (
      select staff_id, month, parking from monthly_allowance
       where month = any(${open}::text[]) and staff_id = any(${people}::int[])
    )
    select staff_id, month, null::numeric as closed_total, coalesce(parking, 0) as parking, coalesce(days, '[]') as days
      from days full join monthly using (staff_id, month)
    union all
    select p.staff_id, c.month, p.total_allowance, 0, '[]'
      from allowance_closed_person p join allowance_closing c on c.id = p.closing_id
     where p.closing_id = any(${closings}::int[]) and p.staff_id = any(${people}::int[])`.execute(db);
  return rows;
}
