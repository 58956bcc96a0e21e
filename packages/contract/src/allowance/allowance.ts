import { EXCEPTION_KINDS } from '@darkroom/domain/allowance/exceptions';
import { LOOKUP_NAMES, PARKING_FEES, AMOUNT_LIMITS, MEAL_FEES } from '@darkroom/domain/allowance/fees';
import { MONTH_ACTIONS, MONTH_STATES } from '@darkroom/domain/allowance/month';
import { anyOf } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint, defineDownload } from '../endpoint.ts';
import {
  body,
  count,
  day,
  id,
  instant,
  notes,
  oneOf,
  requiredText,
  version,
  EXPORT_ERRORS,
  exportInput,
  ids,
  money,
  page,
  pageSize,
  oneOrMore,
  sortBy,
  text,
} from '../fields.ts';
import { holiday, MONTH_REFUSALS } from '../setting.ts';

/** Permission to enter everyone's allowances and to close months. */
export const canManageAllowances = anyOf('npn_admin_allowance');

export const year = () => count(2000, 2100);
export const monthNumber = () => count(1, 12);

/** Maximum number of exceptions in one request: enough for a month of sixty people. */
export const MAX_ACCEPTED = 1000;

const acceptance = z.object({
  note: z.string().describe('Reason for the acceptance.'),
  accepted_by: z.int().describe('Account ID of the person who accepted the exception.'),
  accepted_at: instant().describe('Time of the acceptance.'),
});
/** An exception to check before the month is closed, and who accepted it. */
export const allowanceException = z.object({
  kind: z.enum(EXCEPTION_KINDS).describe('Type of the exception.'),
  day: z.string().nullable().describe('Day of the exception, `YYYY-MM-DD`. Null if it has none.'),
  basis: z.string().describe('Current data behind the exception. Send the value back to accept the exception.'),
  accepted: acceptance.nullable().describe('Acceptance. Null if not accepted.'),
});

const allowanceLookups = z.object({
  transport: z.record(z.enum(PARKING_FEES), z.number()).describe('Fee in VND for each parking tier.'),
  meal: z
    .object({ 1: z.number(), 2: z.number(), 3: z.number() })
    .describe('Fee in VND for one, two and three meals a day.'),
  internet: z.number().describe('Monthly amount in VND. The share is online days ÷ working days.'),
  electricity: z.number().describe('Monthly amount in VND. The share is online days ÷ working days.'),
});

export const allowanceMonth = z.object({
  year: z.int(),
  month: z.int(),
  state: z.enum(MONTH_STATES).describe('`OPEN`, `PREPARED` by one person, or `CLOSED` by another person.'),
  version: z.int(),
  closed: z.boolean().describe('True if the month is closed.'),
  closed_by: z.int().nullable().describe('Account ID of the person who closed the month. Null unless closed.'),
  closed_at: instant().nullable().describe('Time of closing. Null unless closed.'),
  prepared_by: z.int().nullable().describe('Account ID of the person who prepared the month. Null unless prepared.'),
  prepared_at: instant().nullable().describe('Time of the preparation. Null unless prepared.'),
  reason: z.string().describe('Reason for closing. Empty without the permission `npn_admin_allowance`.'),
  formulas: z.int().describe('Version of the formulas.'),
  lookups: allowanceLookups.describe('Amounts that the month is calculated with.'),
  lookups_changed: z
    .array(z.enum(LOOKUP_NAMES))
    .describe('Amounts of an open month that differ from the last closed month.'),
  exceptions: z
    .array(allowanceException)
    .describe('Exceptions of the open month itself. Empty without the permission `npn_admin_allowance`.'),
  holidays: z.array(holiday).describe('Days off.'),
  unsettled: z
    .int()
    .nullable()
    .describe('Exceptions that no one fixed or accepted, of all people. Null without `npn_admin_allowance`.'),
});

/** Checks, closing and reopening of a month (decision 107). */
export const allowanceMonthEndpoints = {
  accept: defineEndpoint({
    name: 'allowance.accept',
    method: 'POST',
    path: '/api/allowance/exception/accept',
    summary: 'Accept the exceptions of a month, all or nothing',
    description: '`note` is the reason for all exceptions of the call. An empty note withdraws the acceptance.',
    access: canManageAllowances,
    lock: 'allowance',
    kind: 'write',
    bodyLimit: 2 * 1024 * 1024,
    input: body({
      year: year(),
      month: monthNumber(),
      found: z
        .array(
          body({
            staff_id: id().nullable().describe('Account ID of the person. Null for an exception of the month itself.'),
            kind: oneOf(EXCEPTION_KINDS).describe('Type of the exception.'),
            day: day().nullable().default(null).describe('Day of the exception, `YYYY-MM-DD`. Null if it has none.'),
            basis: requiredText(500).describe('`basis` of the exception that you read. A change returns `stale`.'),
          }),
        )
        .min(1, 'required')
        .max(MAX_ACCEPTED, 'too_many_items')
        .describe('Exceptions to accept.'),
      note: notes().describe('Reason for all exceptions of the call. Empty: the acceptance is withdrawn.'),
    }),
    output: z.object({ results: z.array(allowanceException) }),
    errors: ['not_found', 'stale'],
  }),
  moveMonth: defineEndpoint({
    name: 'allowance.moveMonth',
    method: 'POST',
    path: '/api/allowance/month/change',
    summary: 'Prepare, close or reopen a month',
    description:
      'One person prepares and another one closes. Reopening requires `npn_change_permission` or `npn_admin`.',
    access: canManageAllowances,
    lock: 'allowance',
    kind: 'write',
    input: body({
      year: year(),
      month: monthNumber(),
      version: version().describe('Version of the month that you read.'),
      action: oneOf(MONTH_ACTIONS).describe('`prepare`, `undo_preparation`, `close` or `reopen`.'),
      reason: notes().default('').describe('Reason. Required to reopen, and for a superuser who closes alone.'),
    }),
    output: allowanceMonth,
    errors: ['stale', ...MONTH_REFUSALS],
  }),
  closings: defineEndpoint({
    name: 'allowance.closings',
    method: 'POST',
    path: '/api/allowance/closing/list',
    summary: 'List the closings of a month, newest first',
    description: 'Each closing includes the differences from the previous closing, by person.',
    access: canManageAllowances,
    lock: null,
    kind: 'read',
    input: body({ year: year(), month: monthNumber() }),
    output: z.object({
      results: z.array(
        z.object({
          id: z.int().describe('ID of the closing.'),
          prepared_by: z
            .int()
            .nullable()
            .describe('Account ID of the person who prepared the month. Null if a superuser closed alone.'),
          prepared_at: instant().nullable().describe('Time of the preparation. Null if a superuser closed alone.'),
          closed_by: z.int().describe('Account ID of the person who closed the month.'),
          closed_at: instant().describe('Time of closing.'),
          reason: z.string().describe('Reason for closing. Empty if none was given.'),
          reopened_by: z
            .int()
            .nullable()
            .describe('Account ID of the person who reopened the month. Null if still closed.'),
          reopened_at: instant().nullable().describe('Time of reopening. Null if still closed.'),
          reopen_reason: z.string().nullable().describe('Reason for reopening. Null if still closed.'),
          people: z.int().describe('Number of people.'),
          total_allowance: z.number().describe('Total of all people in VND.'),
          differences: z
            .array(
              z.object({
                staff_id: z.int().describe('Account ID of the person.'),
                full_name: z.string(),
                before: z
                  .number()
                  .nullable()
                  .describe('Total in the previous closing, in VND. Null if the person was not in it.'),
                after: z
                  .number()
                  .nullable()
                  .describe('Total in this closing, in VND. Null if the person is not in it.'),
              }),
            )
            .describe('People whose total differs from the previous closing. Empty for the first closing.'),
        }),
      ),
    }),
    errors: [],
    topics: ['allowance'],
  }),
};

export type AllowanceMonthRow = z.output<typeof allowanceMonth>;
export type AllowanceExceptionRow = z.output<typeof allowanceException>;

/** Permission to see allowances: the caller's own, or everyone's with `npn_admin_allowance` (domain §4). */
const canViewAllowances = anyOf('npn_view_allowance', 'npn_admin_allowance');

const MAX_ENTRIES = 5000;
const parkingFee = () => oneOf(PARKING_FEES).nullable();
const requiredOrInvalid = ({ input }: { input?: unknown }) => (input === undefined ? 'required' : 'invalid');
const mealFee = () => z.literal(MEAL_FEES, { error: requiredOrInvalid }).nullable();
/** Returns the schema of an online fee. "None" is written like the other two values, and stored as 0. */
const onlineFee = () =>
  z
    .literal([0, 1], { error: requiredOrInvalid })
    .nullable()
    .transform((fee) => fee ?? 0);
const parking = () => money(AMOUNT_LIMITS.max);

/** Entry of one person for one day (domain §4). */
export const dailyEntry = z.object({
  id: z.int().describe('ID of the entry.'),
  version: z.int(),
  staff_id: z.int().describe('Account ID of the person.'),
  date: z.string().describe('Day of the entry, `YYYY-MM-DD`.'),
  parking_fee: z.enum(PARKING_FEES).nullable().describe('Parking tier of the day. Null: no parking fee.'),
  meal_fee: z.literal(MEAL_FEES).nullable().describe('Number of meals. Null: no meal fee.'),
  online_fee: z.literal([0, 1]).describe('1 for an online day, otherwise 0.'),
});

/** Parking of one person in a month, in VND. */
export const monthlyEntry = z.object({
  id: z.int().describe('ID of the entry.'),
  version: z.int(),
  staff_id: z.int().describe('Account ID of the person.'),
  year: z.int(),
  month: z.int(),
  parking: z.number().describe('Monthly parking package in VND.'),
});

/** Figures in VND, each rounded once. The first two are days. */
const figures = {
  working_days: z.int().describe('Working days of the month.'),
  online_days: z.int().describe('Online days.'),
  daily_transport: z.number().describe('Daily parking in VND, without the monthly package.'),
  total_transport: z.number().describe('Total transport in VND. It equals `daily_transport`.'),
  total_meal: z.number().describe('Total meals in VND.'),
  total_internet: z.number().describe('Total internet in VND.'),
  total_electricity: z.number().describe('Total electricity in VND.'),
  total_online: z.number().describe('Internet and electricity in VND, rounded once.'),
  total_allowance: z.number().describe('Total in VND: transport, meals, the monthly package and online work.'),
};

export const allowanceRow = z.object({
  staff_id: z.int().describe('Account ID of the person.'),
  full_name: z.string(),
  username: z.string(),
  group_name: z.string(),
  teams: z.array(z.string()).describe('Names of the teams.'),
  workplace: z.string().nullable(),
  start_time: z.string().nullable().describe('First working day, `YYYY-MM-DD`. Null if unknown.'),
  end_time: z.string().nullable().describe('Last working day, `YYYY-MM-DD`. Null if not set.'),
  daily_allowance: z.array(dailyEntry.omit({ staff_id: true })).describe('Entries of the month, by day.'),
  monthly_allowance: monthlyEntry
    .pick({ id: true, version: true, parking: true })
    .nullable()
    .describe('Monthly parking package. Null if there is none.'),
  ...figures,
  exceptions: z
    .array(allowanceException)
    .describe('Exceptions of an open month. Empty without the permission `npn_admin_allowance`.'),
});

export const ALLOWANCE_SORTS = ['full_name', 'total_allowance'] as const;

export const allowanceFilter = {
  year: year(),
  month: monthNumber(),
  staff_id: id().optional().describe('Only this person, by account ID.'),
  team_id: ids().optional(),
  group_id: ids().optional(),
  workplace: oneOrMore(requiredText(), 100).optional(),
  text: text().optional().describe('Text in the name, username or staff ID.'),
};

const entries = <T extends z.ZodType>(entry: T) => z.array(entry).min(1, 'required').max(MAX_ENTRIES, 'too_many_items');
const UPDATE_ERRORS = ['not_found', 'stale'] as const;

export const allowanceEndpoints = {
  list: defineEndpoint({
    name: 'allowance.list',
    method: 'POST',
    path: '/api/allowance/list',
    summary: 'Get the allowances of a month',
    description:
      'The caller’s own allowances. With `npn_admin_allowance`: everyone’s. A closed month is returned as it was closed.',
    access: canViewAllowances,
    lock: null,
    kind: 'read',
    input: body({
      ...allowanceFilter,
      sort: sortBy(ALLOWANCE_SORTS).default('full_name'),
      page: page(),
      page_size: pageSize(200),
    }),
    output: z.object({
      results: z.array(allowanceRow),
      total_pages: z.int(),
      total_items: z.int(),
      month: allowanceMonth.describe('The month and its state.'),
      totals: z
        .object({ ...figures, parking: z.number().describe('Monthly parking packages in VND.') })
        .omit({ working_days: true })
        .describe('Totals of all people that match the filter, on every page.'),
    }),
    errors: ['not_found'],
    topics: ['allowance', 'setting', 'staff'],
  }),
  year: defineEndpoint({
    name: 'allowance.year',
    method: 'POST',
    path: '/api/allowance/year',
    summary: 'Get the twelve months of a person up to a given month, oldest first',
    description: 'The caller’s own months. With `npn_admin_allowance`: the months of any person.',
    access: canViewAllowances,
    lock: null,
    kind: 'read',
    input: body({
      year: year().describe('Year of the last of the twelve months.'),
      month: monthNumber().describe('Last of the twelve months, 1 to 12.'),
      staff_id: id().optional().describe('Account ID of the person. Default: the caller.'),
    }),
    output: z.object({
      results: z.array(
        z.object({
          year: z.int(),
          month: z.int(),
          closed: z.boolean().describe('True if the month is closed.'),
          parking: z.number().describe('Monthly parking package in VND.'),
          ...figures,
        }),
      ),
    }),
    errors: ['not_found'],
    topics: ['allowance', 'setting'],
  }),
  dailyAdd: defineEndpoint({
    name: 'allowance.dailyAdd',
    method: 'POST',
    path: '/api/allowance/daily/add',
    summary: 'Add daily allowances of people, all or nothing',
    description: 'A day that already has an entry is refused. Send every fee. Null means none.',
    access: canManageAllowances,
    lock: 'allowance',
    kind: 'write',
    bodyLimit: 2 * 1024 * 1024,
    input: body({
      entries: entries(
        body({
          staff_id: id().describe('Account ID of the person.'),
          date: day().describe('Day of the entry, `YYYY-MM-DD`.'),
          parking_fee: parkingFee().describe('Parking tier of the day. Null: no parking fee.'),
          meal_fee: mealFee().describe('Number of meals. Null: no meal fee.'),
          online_fee: onlineFee().describe('1 for an online day, 0 or null otherwise.'),
        }),
      ),
    }),
    output: z.object({ results: z.array(dailyEntry) }),
    errors: ['exists'],
  }),
  dailyUpdate: defineEndpoint({
    name: 'allowance.dailyUpdate',
    method: 'POST',
    path: '/api/allowance/daily/update',
    summary: 'Change daily allowances, all or nothing',
    description: 'An entry that becomes empty is removed.',
    access: canManageAllowances,
    lock: 'allowance',
    kind: 'write',
    bodyLimit: 1024 * 1024,
    input: body({
      entries: entries(
        body({
          id: id().describe('ID of the entry.'),
          version: version(),
          parking_fee: parkingFee().optional().describe('Parking tier of the day. Null: no parking fee.'),
          meal_fee: mealFee().optional().describe('Number of meals. Null: no meal fee.'),
          online_fee: onlineFee().optional().describe('1 for an online day, 0 or null otherwise.'),
        }),
      ),
    }),
    output: z.object({
      results: z.array(dailyEntry),
      removed: z.array(z.int()).describe('IDs of removed entries.'),
    }),
    errors: UPDATE_ERRORS,
  }),
  monthlyAdd: defineEndpoint({
    name: 'allowance.monthlyAdd',
    method: 'POST',
    path: '/api/allowance/monthly/add',
    summary: 'Add the parking fees of people for a month, all or nothing',
    description: 'A person who already has a parking package in that month is refused.',
    access: canManageAllowances,
    lock: 'allowance',
    kind: 'write',
    bodyLimit: 1024 * 1024,
    input: body({
      entries: entries(
        body({
          staff_id: id().describe('Account ID of the person.'),
          year: year(),
          month: monthNumber(),
          parking: parking().describe('Monthly parking package in VND.'),
        }),
      ),
    }),
    output: z.object({ results: z.array(monthlyEntry) }),
    errors: ['exists'],
  }),
  monthlyUpdate: defineEndpoint({
    name: 'allowance.monthlyUpdate',
    method: 'POST',
    path: '/api/allowance/monthly/update',
    summary: 'Change the parking fees of people for a month, all or nothing',
    access: canManageAllowances,
    lock: 'allowance',
    kind: 'write',
    bodyLimit: 1024 * 1024,
    input: body({
      entries: entries(
        body({
          id: id().describe('ID of the entry.'),
          version: version(),
          parking: parking().describe('Monthly parking package in VND.'),
        }),
      ),
    }),
    output: z.object({ results: z.array(monthlyEntry) }),
    errors: UPDATE_ERRORS,
  }),
};

/** Export of a month: Excel has a sheet of totals and one of entries, PDF has a slip for each person. */
export const allowanceExport = defineDownload({
  name: 'export.allowances',
  path: '/api/allowance/export',
  summary: 'Export the allowances of a month',
  description:
    'The caller’s own slip. With `npn_admin_allowance`: everyone’s. A closed month is exported as it was closed.',
  access: canViewAllowances,
  input: exportInput({ ...allowanceFilter, sort: sortBy(ALLOWANCE_SORTS).default('full_name') }),
  errors: [...EXPORT_ERRORS, 'not_found'],
});

export type AllowanceRow = z.output<typeof allowanceRow>;
export type DailyEntry = z.output<typeof dailyEntry>;
export type MonthlyEntry = z.output<typeof monthlyEntry>;
