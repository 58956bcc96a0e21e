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

const acceptance = z.object({ note: z.string(), accepted_by: z.int(), accepted_at: instant() });
/** An exception to check before the month is closed, and who accepted it. */
export const allowanceException = z.object({
  kind: z.enum(EXCEPTION_KINDS),
  day: z.string().nullable(),
  /** Current data behind the exception. A caller who accepts it sends the basis that they saw. */
  basis: z.string(),
  accepted: acceptance.nullable(),
});

const allowanceLookups = z.object({
  transport: z.record(z.enum(PARKING_FEES), z.number()),
  meal: z.object({ 1: z.number(), 2: z.number(), 3: z.number() }),
  internet: z.number(),
  electricity: z.number(),
});

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
  /** Reason for closing. Only for callers with `npn_admin_allowance`. */
  reason: z.string(),
  formulas: z.int(),
  lookups: allowanceLookups,
  /** Lookups of an open month that differ from the last closed month, or from the first values of a bureau. */
  lookups_changed: z.array(z.enum(LOOKUP_NAMES)),
  /** Exceptions of the open month itself. Only for callers with `npn_admin_allowance`. */
  exceptions: z.array(allowanceException),
  holidays: z.array(holiday),
  /** Count of exceptions that nobody fixed or accepted, of the whole month and all people. Null without `npn_admin_allowance`. */
  unsettled: z.int().nullable(),
});

/** Checks, closing and reopening of a month (decision 107). */
export const allowanceMonthEndpoints = {
  accept: defineEndpoint({
    name: 'allowance.accept',
    method: 'POST',
    path: '/api/allowance/exception/accept',
    summary: 'Accept findings of a month before closing, all or nothing',
    description: '`note` is the reason for all of them. An empty note withdraws the acceptance.',
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
            /** Null for an exception of the month itself. */
            staff_id: id().nullable(),
            kind: oneOf(EXCEPTION_KINDS),
            day: day().nullable().default(null),
            /** The basis that the caller saw. If it has changed, the exception is not accepted. */
            basis: requiredText(500),
          }),
        )
        .min(1, 'required')
        .max(MAX_ACCEPTED, 'too_many_items'),
      note: notes(),
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
    summary: 'List the closings of a month, newest first',
    description: 'Each closing has its differences to the closing before, by person.',
    access: canManageAllowances,
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
          /** People whose total differs from the previous closing. Empty for the first closing. */
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
  id: z.int(),
  version: z.int(),
  staff_id: z.int(),
  date: z.string(),
  parking_fee: z.enum(PARKING_FEES).nullable(),
  meal_fee: z.literal(MEAL_FEES).nullable(),
  online_fee: z.literal([0, 1]),
});

/** Parking of one person in a month, in VND. */
export const monthlyEntry = z.object({
  id: z.int(),
  version: z.int(),
  staff_id: z.int(),
  year: z.int(),
  month: z.int(),
  parking: z.number(),
});

/** Figures in VND, each rounded once. The first two are days. */
const figures = {
  working_days: z.int(),
  online_days: z.int(),
  daily_transport: z.number(),
  total_transport: z.number(),
  total_meal: z.number(),
  total_internet: z.number(),
  total_electricity: z.number(),
  total_online: z.number(),
  total_allowance: z.number(),
};

export const allowanceRow = z.object({
  /** Account id. */
  staff_id: z.int(),
  full_name: z.string(),
  username: z.string(),
  group_name: z.string(),
  teams: z.array(z.string()),
  workplace: z.string().nullable(),
  start_time: z.string().nullable(),
  end_time: z.string().nullable(),
  daily_allowance: z.array(dailyEntry.omit({ staff_id: true })),
  monthly_allowance: monthlyEntry.pick({ id: true, version: true, parking: true }).nullable(),
  ...figures,
  /** Exceptions of an open month. Only for callers with `npn_admin_allowance`. */
  exceptions: z.array(allowanceException),
});

export const ALLOWANCE_SORTS = ['full_name', 'total_allowance'] as const;

export const allowanceFilter = {
  year: year(),
  month: monthNumber(),
  staff_id: id().optional(),
  team_id: ids().optional(),
  group_id: ids().optional(),
  workplace: oneOrMore(requiredText(), 100).optional(),
  text: text().optional(),
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
      'The caller’s own, or everyone’s with `npn_admin_allowance`. A closed month is returned as it was closed.',
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
      month: allowanceMonth,
      /** Totals of all people of the filter, on every page. */
      totals: z.object({ ...figures, parking: z.number() }).omit({ working_days: true }),
    }),
    errors: ['not_found'],
    topics: ['allowance', 'setting', 'staff'],
  }),
  year: defineEndpoint({
    name: 'allowance.year',
    method: 'POST',
    path: '/api/allowance/year',
    summary: 'Get the twelve months of a person up to a given month, oldest first',
    description: 'The caller’s own, or anyone’s with `npn_admin_allowance`.',
    access: canViewAllowances,
    lock: null,
    kind: 'read',
    input: body({ year: year(), month: monthNumber(), staff_id: id().optional() }),
    output: z.object({
      results: z.array(
        z.object({ year: z.int(), month: z.int(), closed: z.boolean(), parking: z.number(), ...figures }),
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
    description: 'Each day must be without an entry. Send every fee. Null means none.',
    access: canManageAllowances,
    lock: 'allowance',
    kind: 'write',
    bodyLimit: 2 * 1024 * 1024,
    input: body({
      entries: entries(
        body({
          staff_id: id(),
          date: day(),
          parking_fee: parkingFee(),
          meal_fee: mealFee(),
          online_fee: onlineFee(),
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
          id: id(),
          version: version(),
          parking_fee: parkingFee().optional(),
          meal_fee: mealFee().optional(),
          online_fee: onlineFee().optional(),
        }),
      ),
    }),
    output: z.object({
      results: z.array(dailyEntry),
      /** Ids of removed entries. */
      removed: z.array(z.int()),
    }),
    errors: UPDATE_ERRORS,
  }),
  monthlyAdd: defineEndpoint({
    name: 'allowance.monthlyAdd',
    method: 'POST',
    path: '/api/allowance/monthly/add',
    summary: 'Add the parking fees of people for a month, all or nothing',
    access: canManageAllowances,
    lock: 'allowance',
    kind: 'write',
    bodyLimit: 1024 * 1024,
    input: body({
      entries: entries(body({ staff_id: id(), year: year(), month: monthNumber(), parking: parking() })),
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
    input: body({ entries: entries(body({ id: id(), version: version(), parking: parking() })) }),
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
    'The caller’s own slip, or everyone’s with `npn_admin_allowance`. A closed month is exported as it was closed.',
  access: canViewAllowances,
  input: exportInput({ ...allowanceFilter, sort: sortBy(ALLOWANCE_SORTS).default('full_name') }),
  errors: [...EXPORT_ERRORS, 'not_found'],
});

export type AllowanceRow = z.output<typeof allowanceRow>;
export type DailyEntry = z.output<typeof dailyEntry>;
export type MonthlyEntry = z.output<typeof monthlyEntry>;
