import { METADATA_SHAPES } from '@darkroom/contract/setting';
import { workCalendar, type WorkCalendar } from '@darkroom/domain/calendar/working-time';
import { FIRST_HOURS, FIRST_TURNAROUNDS, type Turnaround } from '@darkroom/domain/promise/turnaround';
import type { Database } from '../../db/connect.ts';
import { findPromiseMetadata } from './setting.queries.ts';

/** What promises are made by: when the bureau works, and how long work takes. */
export interface PromiseRules {
  readonly calendar: WorkCalendar;
  readonly turnarounds: readonly Turnaround[];
}

/** The bureau's hours, holidays and turnarounds of now (decision 123); before it has any of its own, those every bureau starts with. */
export async function promiseRules(db: Database): Promise<PromiseRules> {
  const values = new Map((await findPromiseMetadata(db)).map(({ key, value }) => [key, value]));
  const { calendar, turnarounds } = METADATA_SHAPES.JOB_TASK;
  const holidays = METADATA_SHAPES.ALLOWANCE.holidays.safeParse(values.get('holidays')).data ?? [];
  return {
    calendar: workCalendar(
      calendar.safeParse(values.get('calendar')).data ?? FIRST_HOURS,
      holidays.map(({ date }) => date),
    ),
    turnarounds: turnarounds.safeParse(values.get('turnarounds')).data ?? FIRST_TURNAROUNDS,
  };
}
