import { findHoursError, isDayClock, minutesOfWeek, type DayHours } from '@darkroom/domain/calendar/working-time';
import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import {
  isDefaultTurnaround,
  MAX_TURNAROUND_HOURS,
  NO_PRIORITY,
  turnaroundKey,
} from '@darkroom/domain/due-date/turnaround';
import { z } from 'zod';
import type { FieldErrorCode } from '../errors.ts';
import { day, id, oneOf } from '../fields.ts';

const code = (errorCode: FieldErrorCode) => errorCode;

/** Open work by its due date: late, likely late (decision 126), due today. */
export const DUE_FILTERS = ['late', 'at_risk', 'today'] as const;
export type DueFilter = (typeof DUE_FILTERS)[number];

/** Spans of working time in a day: morning, afternoon, evening and those between them. */
export const MAX_DAY_INTERVALS = 6;
/** Several years of days with special hours. */
export const MAX_EXTRA_DAYS = 400;
/** A week without holidays has at least one hour, so that every due date can be calculated. */
const MIN_WEEK_MINUTES = 60;

const clock = () => z.string({ error: () => code('required') }).refine(isDayClock, code('invalid_time_of_day'));

const dayHours = () =>
  z
    .array(z.strictObject({ from: clock().describe('Start, `HH:MM`.'), to: clock().describe('End, `HH:MM`.') }))
    .max(MAX_DAY_INTERVALS, code('too_many_items'))
    .superRefine((hours: DayHours, { addIssue }) => {
      const error = hours.every(({ from, to }) => isDayClock(from) && isDayClock(to)) ? findHoursError(hours) : null;
      if (error)
        addIssue({
          code: 'custom',
          path: [error.at, error.code === 'overlaps' ? 'from' : 'to'],
          message: code(error.code),
        });
    });

/** The bureau's hours (decision 123): Sunday to Saturday, and days with special hours. Holidays are in ALLOWANCE. */
export const bureauHours = z
  .strictObject({
    week: z
      .array(dayHours())
      .length(7, code('invalid'))
      .describe('Seven days, Sunday first. Each day has its intervals of working time, none on a day off.'),
    extra_days: z
      .array(
        z.strictObject({
          date: day().describe('Date, `YYYY-MM-DD`.'),
          hours: dayHours().describe('Intervals of working time. Empty: a day off.'),
        }),
      )
      .max(MAX_EXTRA_DAYS, code('too_many_items'))
      .refine((list) => new Set(list.map(({ date }) => date)).size === list.length, code('duplicate'))
      .describe('Days with special hours.'),
  })
  .refine((hours) => minutesOfWeek(hours) >= MIN_WEEK_MINUTES, { path: ['week'], error: code('no_hours') });

/** Turnaround. Null matches any. */
export const turnaround = z.strictObject({
  cus_id1: id().nullable(),
  service_cat1_id: id().nullable(),
  job_priority: oneOf([...JOB_PRIORITIES, NO_PRIORITY]).nullable(),
  hours: z
    .number({ error: (issue) => (issue.input === undefined ? code('required') : code('not_a_number')) })
    .min(0.25, code('too_small'))
    .max(MAX_TURNAROUND_HOURS, code('too_big'))
    .refine((hours) => Number.isInteger(hours * 4), code('not_a_quarter'))
    .describe('Working hours, in quarter steps.'),
});

/** All turnaround rules. One of them covers work that no other rule matches. */
export const turnarounds = z
  .array(turnaround)
  .max(500, code('too_many_items'))
  .refine((rows) => new Set(rows.map(turnaroundKey)).size === rows.length, code('duplicate'))
  .refine((rows) => rows.some(isDefaultTurnaround), code('default_turnaround_required'));
