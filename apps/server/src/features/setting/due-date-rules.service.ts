import { METADATA_SHAPES } from '@darkroom/contract/setting';
import type { Day } from '@darkroom/domain/calendar/day';
import { createWorkCalendar, type WorkCalendar } from '@darkroom/domain/calendar/working-time';
import { DEFAULT_HOURS, DEFAULT_TURNAROUNDS, type Turnaround } from '@darkroom/domain/due-date/turnaround';
import type { z } from 'zod';
import type { Database } from '../../db/connect.ts';
import { findDueDateMetadata, findTurnaroundParents } from './setting.queries.ts';

/** Finds errors of rules with a missing customer or category, by field. */
export async function findUnknownParents(db: Database, rows: readonly Turnaround[]) {
  const { customers, categories } = await findTurnaroundParents(
    db,
    rows.flatMap(({ cus_id1 }) => cus_id1 ?? []),
    rows.flatMap(({ service_cat1_id }) => service_cat1_id ?? []),
  );
  const code = 'unknown' as const;
  return rows.flatMap(({ cus_id1, service_cat1_id }, index) => [
    ...(cus_id1 === null || customers.has(cus_id1) ? [] : [{ field: `value.${index}.cus_id1`, code }]),
    ...(service_cat1_id === null || categories.has(service_cat1_id)
      ? []
      : [{ field: `value.${index}.service_cat1_id`, code }]),
  ]);
}

/** The rules for due dates: working hours of the bureau, and turnarounds. */
export interface DueDateRules {
  readonly hours: z.output<typeof METADATA_SHAPES.JOB_TASK.calendar>;
  readonly holidays: readonly Day[];
  /** Working hours and holidays, prepared for calculations. */
  readonly calendar: WorkCalendar;
  readonly turnarounds: readonly Turnaround[];
}

/** Reads the current hours, holidays and turnarounds (decision 123), by default those of a new bureau. */
export async function readDueDateRules(db: Database): Promise<DueDateRules> {
  const values = new Map((await findDueDateMetadata(db)).map(({ key, value }) => [key, value]));
  const { calendar, turnarounds } = METADATA_SHAPES.JOB_TASK;
  const hours = calendar.safeParse(values.get('calendar')).data ?? calendar.parse(DEFAULT_HOURS);
  const holidayEntries = METADATA_SHAPES.ALLOWANCE.holidays.safeParse(values.get('holidays')).data ?? [];
  const holidays = holidayEntries.map(({ date }) => date);
  return {
    hours,
    holidays,
    calendar: createWorkCalendar(hours, holidays),
    turnarounds: turnarounds.safeParse(values.get('turnarounds')).data ?? DEFAULT_TURNAROUNDS,
  };
}
