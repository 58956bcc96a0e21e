import { EXCEPTION_KINDS } from '@darkroom/domain/allowance/exceptions';
import { LOOKUP_NAMES, PARKING_FEES } from '@darkroom/domain/allowance/fees';
import { MONTH_ACTIONS, MONTH_STATES } from '@darkroom/domain/allowance/month';
import { anyOf } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { body, count, day, id, instant, notes, oneOf, requiredText, version } from '../fields.ts';
import { holiday, MONTH_REFUSALS } from '../setting.ts';

/** Whoever enters everybody's allowances and closes their months. */
export const keepsAllowances = anyOf('npn_admin_allowance');

export const year = () => count(2000, 2100);
export const monthNumber = () => count(1, 12);

/** So many are let stand in one call: a month of sixty people, and more. */
export const MOST_ACCEPTED = 1000;

const acceptance = z.object({ note: z.string(), accepted_by: z.int(), accepted_at: instant() });
/** Something to look at before the month is closed, and who let it stand. */
export const allowanceException = z.object({
  kind: z.enum(EXCEPTION_KINDS),
  day: z.string().nullable(),
  /** What it was found in, as that stands now: whoever lets it stand says which they saw. */
  basis: z.string(),
  accepted: acceptance.nullable(),
});

const allowanceLookups = z.object({
  transport: z.record(z.enum(PARKING_FEES), z.number()),
  meal: z.object({ 1: z.number(), 2: z.number(), 3: z.number() }),
  internet: z.number(),
  electricity: z.number(),
});

/** How a month stands. */
export const allowanceMonth = z.object({
  year: z.int(),
  month: z.int(),
  state: z.enum(MONTH_STATES),
  version: z.int(),
  closed: z.boolean(),
  closed_by: z.int().nullable(),
  closed_at: instant().nullable(),
  prepared_by: z.int().nullable(),
  prepared_at: instant().nullable(),
  /** Why it was closed, for those who keep allowances. */
  reason: z.string(),
  /** The version of the formulas. */
  formulas: z.int(),
  lookups: allowanceLookups,
  /** Of an open month: lookups worth something else than when the last month before was closed, or than a bureau starts with. */
  lookups_changed: z.array(z.enum(LOOKUP_NAMES)),
  /** What is to be looked at of the month itself while it is open, for those who keep allowances. */
  exceptions: z.array(allowanceException),
  holidays: z.array(holiday),
  /** Exceptions nobody has mended or accepted, of the month and of everybody, whatever is asked for; null for those who do not keep allowances. */
  unsettled: z.int().nullable(),
});

/** How a month is looked through, closed and reopened (decision 107). */
export const allowanceMonthEndpoints = {
  accept: defineEndpoint({
    name: 'allowance.accept',
    method: 'POST',
    path: '/api/allowance/exception/accept',
    summary:
      'Let stand what was found before closing, one or many, with one word for all; an empty word takes that back. All or none',
    access: keepsAllowances,
    lock: 'allowance',
    kind: 'write',
    bodyLimit: 2 * 1024 * 1024,
    input: body({
      year: year(),
      month: monthNumber(),
      found: z
        .array(
          body({
            /** Null for what is of the month itself. */
            staff_id: id().nullable(),
            kind: oneOf(EXCEPTION_KINDS),
            day: day().nullable().default(null),
            /** Of what was seen: found in something else by now, it is not let stand. */
            basis: requiredText(500),
          }),
        )
        .min(1, 'required')
        .max(MOST_ACCEPTED, 'too_many_items'),
      note: notes(),
    }),
    output: z.object({ results: z.array(allowanceException) }),
    errors: ['not_found', 'stale'],
  }),
  moveMonth: defineEndpoint({
    name: 'allowance.moveMonth',
    method: 'POST',
    path: '/api/allowance/month/change',
    summary: 'Prepare, close or reopen a month: one person prepares, another closes; a superuser reopens',
    access: keepsAllowances,
    lock: 'allowance',
    kind: 'write',
    input: body({
      year: year(),
      month: monthNumber(),
      version: version(),
      action: oneOf(MONTH_ACTIONS),
      reason: notes().default(''),
    }),
    output: allowanceMonth,
    errors: ['stale', ...MONTH_REFUSALS],
  }),
  closings: defineEndpoint({
    name: 'allowance.closings',
    method: 'POST',
    path: '/api/allowance/closing/list',
    summary: 'Each time a month was closed, newest first, with the difference to the time before, person by person',
    access: keepsAllowances,
    lock: null,
    kind: 'read',
    input: body({ year: year(), month: monthNumber() }),
    output: z.object({
      results: z.array(
        z.object({
          id: z.int(),
          prepared_by: z.int().nullable(),
          prepared_at: instant().nullable(),
          closed_by: z.int(),
          closed_at: instant(),
          reason: z.string(),
          reopened_by: z.int().nullable(),
          reopened_at: instant().nullable(),
          reopen_reason: z.string().nullable(),
          people: z.int(),
          total_allowance: z.number(),
          /** Whose total is another than the time before; empty for the first time. */
          differences: z.array(
            z.object({
              staff_id: z.int(),
              full_name: z.string(),
              before: z.number().nullable(),
              after: z.number().nullable(),
            }),
          ),
        }),
      ),
    }),
    errors: [],
    topics: ['allowance'],
  }),
};

export type AllowanceMonthRow = z.output<typeof allowanceMonth>;
export type AllowanceExceptionRow = z.output<typeof allowanceException>;
