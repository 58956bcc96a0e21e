import type { Endpoint } from '@darkroom/contract/endpoint';
import { ALLOWANCE_SORTS } from '@darkroom/contract/allowance/allowance';
import { CUSTOMER_SORTS } from '@darkroom/contract/customer/customer';
import { endpoints } from '@darkroom/contract/endpoints';
import { addDays } from '@darkroom/domain/calendar/day';
import { JOB_SORTS } from '@darkroom/contract/job/job';
import { DETAIL_SORTS } from '@darkroom/contract/job/bulk';
import { PORTAL_JOB_SORTS } from '@darkroom/contract/portal/portal';
import { PORTAL_REQUEST_SORTS } from '@darkroom/contract/portal/request';
import { REDO_SORTS } from '@darkroom/contract/request/redo';
import { REQUEST_SORTS } from '@darkroom/contract/request/request';
import { MEMBER_SORTS } from '@darkroom/contract/staff/staff';
import { TASK_SORTS } from '@darkroom/contract/task/filter';
import type { KnownRecords } from './known-records.ts';

/** A measured list with its input, where `page: -1` is the last page. Filters by a bureau's own records use the values in `known`. */
export interface MeasuredList {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly asked: object | ((known: KnownRecords) => object);
}

type ListCase = readonly [what: string, asked: MeasuredList['asked']];

// Filtered lists have short pages, so that pages are full in both bureaus.
const SMALL_PAGE = { page_size: 5 };
/** Id that no person and no customer has. */
const UNKNOWN_ID = 2_000_000_000;
/** Ending of the names of lists that are empty on purpose. Every other list must have rows for some role. */
export const EMPTY_RESULT = /, no hits$/;

/** Filters that jobs and details share. */
const JOB_CASES: readonly ListCase[] = [
  ['first page', {}],
  ['last page', { page: -1 }],
  ['of the last month', ({ month }) => ({ job_date_from: month.from, job_date_to: month.to, page_size: 10 })],
  ['of a customer 0', ({ customer0 }) => ({ customer0_id: [customer0], ...SMALL_PAGE })],
  ['of a customer 1', ({ customer1 }) => ({ customer1_id: [customer1], ...SMALL_PAGE })],
  ['of a customer 2', ({ customer2 }) => ({ customer2_id: [customer2], ...SMALL_PAGE })],
  ['completed', { job_status: ['COMPLETED'] }],
  ['in progress', { job_status: ['PENDING'], page_size: 10 }],
  ['with tasks waiting for QC', { task_status: [4], page_size: 10 }],
  ['with completed tasks', { task_status: [9] }],
  ['urgent', { job_priority: 'Urgent' }],
  ['late', { due: 'late', ...SMALL_PAGE }],
  ['at risk', { due: 'at_risk', ...SMALL_PAGE }],
  ['due today', { due: 'today', ...SMALL_PAGE }],
  ['of a service', ({ service }) => ({ service_type_id: [service] })],
  ['of a category 1', ({ category1 }) => ({ service_cat1_id: [category1] })],
  ['of a category 2', ({ category2 }) => ({ service_cat2_id: [category2] })],
  ['unpriced', { unpriced: true, ...SMALL_PAGE }],
  ['priced', { unpriced: false }],
  ['by a text, no hits', { text: 'floor lamps' }],
  ['by a frequent text', { text: 'harbour' }],
  ['one job', ({ job }) => ({ job_id: job })],
  // Bureaus that are created in bulk have no imports. Measures the cost of an empty result.
  ['of an import, no hits', { import_id: '00000000-0000-4000-8000-000000000000' }],
];

/** Filters that tasks and rework share. */
const TASK_CASES: readonly ListCase[] = [
  ['first page', {}],
  ['last page', { page: -1 }],
  ['of the last month', ({ month }) => ({ job_date_from: month.from, job_date_to: month.to })],
  ['of a workstream', { workstream: 'PTE' }],
  ['of a customer 0', ({ customer0 }) => ({ customer0_id: [customer0] })],
  ['of a customer 1', ({ customer1 }) => ({ customer1_id: [customer1] })],
  ['of a customer 2', ({ customer2 }) => ({ customer2_id: [customer2] })],
  ['urgent', { job_priority: 'Urgent' }],
  ['late', { due: 'late' }],
  ['at risk', { due: 'at_risk' }],
  ['due today', { due: 'today' }],
  ['of a service', ({ service }) => ({ service_type_id: [service] })],
  ['of a category 1', ({ category1 }) => ({ service_cat1_id: [category1] })],
  ['of a category 2', ({ category2 }) => ({ service_cat2_id: [category2] })],
  ['of an editor', ({ editor }) => ({ editor: [editor] })],
  ['of an editor without tasks, no hits', { editor: [UNKNOWN_ID] }],
  ['of a customer 2 without tasks, no hits', { customer2_id: [UNKNOWN_ID] }],
  ['of an editor and a category 2', ({ editor, category2 }) => ({ editor: [editor], service_cat2_id: [category2] })],
  ['of a first QC', ({ qc }) => ({ first_qc: [qc] })],
  ['of a second QC', ({ qc }) => ({ second_qc: [qc] })],
  ['with support', { has_support: true }],
  ['without support', { has_support: false }],
  ['waiting for a day', { waits_hours: 24 }],
  ['by a text, no hits', { text: 'floor lamps' }],
  ['by a frequent text', { text: 'harbour' }],
  ['by its number', ({ task }) => ({ text: `#${task}` })],
  ['of one job', ({ job }) => ({ job_id: job })],
];

const withSmallPages = (all: readonly ListCase[]): ListCase[] =>
  all.map(([label, asked]) => [
    label,
    typeof asked === 'function' ? (known) => ({ ...SMALL_PAGE, ...asked(known) }) : { ...SMALL_PAGE, ...asked },
  ]);

/** Sort columns of members for people who see everyone's pay, which are few roles. */
export const PAY_COLUMNS: readonly string[] = ['salary_1', 'salary_2'] satisfies (typeof MEMBER_SORTS)[number][];

/**
 * Creates the cases of a list in each of its orders, in one direction. The other direction reads the same index
 * backwards.
 */
function createSortCases(columns: readonly string[]): ListCase[] {
  return columns.map((column) => [`by ${column}`, { sort: column }]);
}

const LISTS: readonly (readonly [noun: string, endpoint: Endpoint, asked: readonly ListCase[]])[] = [
  ['jobs', endpoints.job.list, [...JOB_CASES, ...createSortCases(JOB_SORTS)]],
  [
    'details',
    endpoints.job.details,
    [...JOB_CASES, ['with a status', { status: [9] }], ...createSortCases(DETAIL_SORTS)],
  ],
  [
    'tasks',
    endpoints.task.list,
    [
      // In the small bureau, the tasks of one editor or QC do not fill long pages.
      ...withSmallPages(TASK_CASES),
      ['first page, 50 rows', {}],
      ['in progress', { scope: 'mine', page_size: 2 }],
      ['waiting', { scope: 'waiting', page_size: 2 }],
      ['one could take', { scope: 'pool', ...SMALL_PAGE }],
      ['waiting for QC', { status: [4], ...SMALL_PAGE }],
      ['completed', { status: [9] }],
      ['at the first check', { band: 'qc1', ...SMALL_PAGE }],
      ...withSmallPages(createSortCases(TASK_SORTS)),
    ],
  ],
  [
    'rework',
    endpoints.redo.list,
    withSmallPages([
      ...TASK_CASES.map(withPastRework),
      ['open', {}],
      ...createSortCases(REDO_SORTS).map(withPastRework),
    ]),
  ],
  ['counts of tasks', endpoints.task.counts, [['', {}]]],
  ['load of editors', endpoints.task.load, [['', {}]]],
  ['faults of an editor', endpoints.task.editorFaults, [['', ({ task }) => ({ task_id: task })]]],
  ['all matching jobs', endpoints.job.ids, [['', {}]]],
  ['all matching tasks', endpoints.task.ids, [['', {}]]],
  [
    'price report',
    endpoints.price.report,
    [
      [
        'of a customer 1 and a day',
        ({ customer1, customer_day }) => ({
          date_from: customer_day,
          date_to: customer_day,
          customer1_id: [customer1],
        }),
      ],
    ],
  ],
  [
    'quality of a year',
    endpoints.quality.report,
    [
      ['by editor', createYearInput({})],
      ['by customer', createYearInput({ by: 'customer' })],
      ['by week', createYearInput({ by: 'week' })],
      [
        'of a category 2, by customer',
        (known) => ({ ...createYearInput({ by: 'customer' })(known), service_cat2_id: known.category2 }),
      ],
      [
        'of a category 2 and a customer 1, by week',
        (known) => ({
          ...createYearInput({ by: 'week' })(known),
          service_cat2_id: known.category2,
          cus_id1: known.customer1,
        }),
      ],
      ['one’s own, by category', createYearInput({ by: 'category', mine: true })],
    ],
  ],
  [
    'tasks behind a figure',
    endpoints.quality.tasks,
    [
      ['with faults', createYearInput({ figure: 'qc1_yield', part: 'remainder', ...SMALL_PAGE })],
      ['rework', createYearInput({ figure: 'rework', ...SMALL_PAGE })],
    ],
  ],
  [
    'due dates met in a year',
    endpoints.dueDate.report,
    (['month', 'customer', 'category'] as const).map((by): ListCase => [`by ${by}`, createMonthsInput({ by })]),
  ],
  [
    'forecasts of a year compared',
    endpoints.dueDate.forecasts,
    (['month', 'category'] as const).map((by): ListCase => [`by ${by}`, createMonthsInput({ by })]),
  ],
  ['forecast of a job', endpoints.dueDate.forecastsOf, [['', ({ forecast_job }) => ({ job_ids: [forecast_job] })]]],
  ['floor', endpoints.floor.board, [['', {}]]],
  [
    'shift handover',
    endpoints.floor.handover,
    [
      ['of the day', ({ month }) => ({ date_from: month.to, date_to: month.to })],
      ['of a morning', ({ month }) => ({ date_from: month.to, date_to: month.to, shift: 'morning' })],
      ['of yesterday', ({ month }) => ({ date_from: addDays(month.to, -1), date_to: addDays(month.to, -1) })],
    ],
  ],
  ['requests', endpoints.request.list, [['', {}], ...createSortCases(REQUEST_SORTS)]],
  ['customers', endpoints.customer.detailList, [['', {}], ...createSortCases(CUSTOMER_SORTS)]],
  [
    'members',
    endpoints.staff.list,
    [['', {}], ...createSortCases(MEMBER_SORTS.filter((column) => !PAY_COLUMNS.includes(column)))],
  ],
  [
    'allowances of a month',
    endpoints.allowance.list,
    [
      ['', createMonthInput({})],
      ...ALLOWANCE_SORTS.map((sort): ListCase => [`by ${sort}`, createMonthInput({ sort })]),
    ],
  ],
  [
    'own jobs',
    endpoints.portal.job,
    [
      ['first page', SMALL_PAGE],
      ['last page', { ...SMALL_PAGE, page: -1 }],
      ['of the last month', ({ month }) => ({ job_date_from: month.from, job_date_to: month.to, ...SMALL_PAGE })],
      ['in progress', { job_status: ['PENDING'], page_size: 2 }],
      ['completed', { job_status: ['COMPLETED'], ...SMALL_PAGE }],
      ['of a customer 1', ({ own }) => ({ cus_id1: own.customer1, ...SMALL_PAGE })],
      ['of a customer 2', ({ own }) => ({ customer2_id: own.customer2, ...SMALL_PAGE })],
      ['by text', { text: 'harbour', ...SMALL_PAGE }],
      ...withSmallPages(createSortCases(PORTAL_JOB_SORTS)),
    ],
  ],
  ['own requests', endpoints.portal.listRequests, [['', {}], ...createSortCases(PORTAL_REQUEST_SORTS)]],
  ['own categories', endpoints.portal.catalogue, [['', {}]]],
  [
    'own report',
    endpoints.portal.report,
    [
      ['of a day', ({ month }) => ({ date_from: month.to, date_to: month.to })],
      // On some days, no job of a customer is completed.
      [
        'of a week, by first completion',
        ({ month }) => ({ date_from: addDays(month.to, -7), date_to: month.to, counted_by: 'delivered' }),
      ],
    ],
  ],
  [
    'own chart of a day',
    endpoints.portal.reportChart,
    [['', ({ month }) => ({ date_from: month.to, date_to: month.to })]],
  ],
  ['notifications', endpoints.notification.list, [['', {}]]],
  ['quotes in the portal', endpoints.portal.quotes, [['', {}]]],
  [
    'deliveries of a webhook',
    endpoints.webhook.deliveries,
    [
      ['', { id: 1, ...SMALL_PAGE }],
      ['failed', { id: 1, state: 'dead', ...SMALL_PAGE }],
    ],
  ],
  [
    'emails',
    endpoints.mail.list,
    [
      ['', SMALL_PAGE],
      ['failed', { state: 'dead', ...SMALL_PAGE }],
    ],
  ],
  [
    'the audit',
    endpoints.audit.list,
    [
      ['first page', SMALL_PAGE],
      ['last page', { page: -1, ...SMALL_PAGE }],
      ['of the last month', ({ month }) => ({ at_from: month.from, at_to: month.to, ...SMALL_PAGE })],
      ['of a person', ({ editor }) => ({ actor: [editor], ...SMALL_PAGE })],
      ['of a kind', { kind: ['change'], ...SMALL_PAGE }],
      ['of jobs', { entity: ['job'], ...SMALL_PAGE }],
      ['by a text, no hits', { text: 'floor lamps' }],
      ['of a record', ({ job }) => ({ text: `#${job}`, ...SMALL_PAGE })],
    ],
  ],
  ['tokens of all users', endpoints.token.all, [['', {}]]],
  [
    'appeals',
    endpoints.appeal.list,
    [
      ['', SMALL_PAGE],
      ['decided', { list: 'decided', ...SMALL_PAGE }],
    ],
  ],
  [
    'history of a service',
    endpoints.history.list,
    [['', ({ service }) => ({ entity: 'service_type', entity_id: service })]],
  ],
];

/** Adds the newest month to the input. */
function createMonthInput(asked: object): (known: KnownRecords) => object {
  return ({ month }) => ({ year: Number(month.to.slice(0, 4)), month: Number(month.to.slice(5, 7)), ...asked });
}

/** Adds the year that ends with the newest day, so that it starts and ends within a week. */
function createYearInput(asked: object): (known: KnownRecords) => object {
  return ({ month }) => ({ date_from: addDays(month.to, -364), date_to: month.to, ...asked });
}

/** Adds the twelve months that end with the month of the newest day. */
function createMonthsInput(asked: object): (known: KnownRecords) => object {
  return ({ month }) => ({
    month_from: addDays(month.to, -335).slice(0, 7),
    month_to: month.to.slice(0, 7),
    ...asked,
  });
}

/** Includes completed rework, because little rework is open. Filters by one record use a record with rework. */
function withPastRework([label, asked]: ListCase): ListCase {
  return [
    label,
    typeof asked === 'function'
      ? (known) => ({ state: 'all', ...asked(useReworkRecords(known)) })
      : { state: 'all', ...asked },
  ];
}

const useReworkRecords = (known: KnownRecords): KnownRecords => ({ ...known, ...known.past_rework });

/**
 * Every list in each of its orders. Lists that grow with the work (jobs, details, tasks, rework) are also measured with
 * each of their filters.
 */
export const MEASURED_LISTS: readonly MeasuredList[] = LISTS.flatMap(([noun, endpoint, all]) =>
  all.map(([label, asked]) => ({ name: label ? `${noun}, ${label}` : noun, endpoint, asked })),
);
