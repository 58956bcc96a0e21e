import { anyOf } from '@darkroom/domain/permission/access';
import { QUOTE_STATUSES } from '@darkroom/domain/quote/transitions';
import { HANDLES_REQUESTS, VIEWS_REQUESTS, WORKS_REQUESTS } from '@darkroom/domain/request/access';
import { REQUEST_BOARDS, REQUEST_STATUSES, REQUEST_TYPES } from '@darkroom/domain/request/status';
import { z } from 'zod';
import { defineDownload, defineEndpoint, rows } from '../endpoint.ts';
import {
  EXPORT_ERRORS,
  exportOf,
  body,
  day,
  id,
  ids,
  instant,
  listOf,
  notes,
  oneOf,
  page,
  pageSize,
  sortBy,
  text,
  version,
  someOf,
} from '../fields.ts';
import { messageText } from '../portal/request.ts';

/** A customer's request as staff work on it (spec §3). */
export const requestRow = z.object({
  id: z.int(),
  version: z.int(),
  type: z.enum(REQUEST_TYPES),
  board: z.enum(REQUEST_BOARDS),
  status: z.enum(REQUEST_STATUSES),
  status_since: instant(),
  /** Who moved it to where it stands; null while it stands where it was made. */
  moved_by: z.int().nullable(),
  /** The customer's name where it was their account, which accepted a quote; null of staff, whose names everybody knows. */
  moved_by_name: z.string().nullable(),
  cus_id1: z.int(),
  subject: z.string(),
  /** Who asks, as they wrote it. */
  full_name: z.string(),
  job_name: z.string(),
  /** The job it is about, where one is named; always one of that customer's. */
  job_id: z.int().nullable(),
  prod_id: z.string().nullable(),
  /** The job it names was made after the request was: what is asked for is on its way, and no other job is made of it (decision 060). */
  job_made: z.boolean(),
  service_type_id: z.int().nullable(),
  shared_link: z.string().nullable(),
  image_link: z.string().nullable(),
  description: z.string(),
  reply: z.string().nullable(),
  /** Who works on it, or did it once it is DONE. */
  processing_by: z.int().nullable(),
  reviewed_by: z.int().nullable(),
  reviewed_at: instant().nullable(),
  created_at: instant(),
  /** Of a complaint: tasks it sent to rework that are still in it, and those that are completed again (decision 106). */
  rework_open: z.int(),
  rework_done: z.int(),
  /** Its customer has been told that it is being redone, whatever became of the rework since. */
  rework_told: z.boolean(),
  /** Of a complaint: numbers of the details it names that have a task in rework which it has not taken on; of one that is done, as it was left. */
  parts_in_rework: z.array(z.string()),
  /** Its newest quote: what is kept of how it stands, its last day, and whether the job it became was deleted (decision 105). */
  quote: z.object({ status: z.enum(QUOTE_STATUSES), valid_until: z.string(), job_gone: z.boolean() }).nullable(),
  last_message_at: instant().nullable(),
  /** Messages of the customer that nobody of the bureau has read. */
  unread: z.int(),
  /** The details of the job it is about, where it names some; `job_detail_id` and category are null of one that was deleted. */
  job_details: z.array(
    z.object({ job_detail_id: z.int().nullable(), sub_prod_id: z.string(), service_cat2_id: z.int().nullable() }),
  ),
});

/** A message of a request's thread, as staff read it. */
const requestMessage = z.object({
  id: z.int(),
  at: instant(),
  side: z.enum(['customer', 'bureau']),
  /** Who of the bureau wrote it; null for the customer's. */
  author: z.int().nullable(),
  text: z.string(),
});

/** Columns the request list can be ordered by. */
export const REQUEST_SORTS = ['created_at', 'status_since', 'subject', 'unread'] as const;

/** What the request list can be narrowed by. */
export const requestFilter = {
  id: id().optional(),
  board: oneOf(REQUEST_BOARDS).optional(),
  status: someOf(REQUEST_STATUSES).optional(),
  type: someOf(REQUEST_TYPES).optional(),
  customer0_id: ids().optional(),
  customer1_id: ids().optional(),
  created_from: day().optional(),
  created_to: day().optional(),
  /** With messages of the customer that nobody of the bureau has read, or without. */
  unread: z.boolean().optional(),
  text: text().optional(),
};

export const requestEndpoints = {
  list: defineEndpoint({
    name: 'request.list',
    method: 'POST',
    path: '/api/customer-request/list',
    summary: 'List requests on the boards the caller can view, with counts by board and status',
    access: VIEWS_REQUESTS,
    lock: null,
    kind: 'read',
    input: body({
      ...requestFilter,
      page: page(),
      page_size: pageSize(),
      sort: sortBy(REQUEST_SORTS).default('-created_at'),
      /** Those with messages nobody of the bureau has read stand before the others, whatever the order. */
      unread_first: z.boolean().default(false),
      /** Complaints stand before the others, after what is unread where that is asked for too. */
      faults_first: z.boolean().default(false),
    }),
    output: listOf(requestRow).extend({
      totals: z.array(z.object({ board: z.enum(REQUEST_BOARDS), status: z.enum(REQUEST_STATUSES), count: z.int() })),
    }),
    errors: [],
    topics: ['request', 'job'],
    // Of a job it shows the number: another job's never comes in by itself.
    shows: {
      job: rows(
        (row: { job_id: number | null }) => row.job_id,
        () => 'never',
      ),
    },
  }),
  counts: defineEndpoint({
    name: 'request.counts',
    method: 'POST',
    path: '/api/customer-request/counts',
    summary:
      'Count requests waiting for a review, open requests and requests with unread messages on the boards the caller works, or can view',
    access: VIEWS_REQUESTS,
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({ need_review: z.int(), open: z.int(), unread: z.int() }),
    errors: [],
    topics: ['request'],
  }),
  changeStatus: defineEndpoint({
    name: 'request.changeStatus',
    method: 'POST',
    path: '/api/customer-request/change-status',
    summary:
      'Move a reviewed request: TODO to PROCESSING and back, PROCESSING to DONE, DONE to PROCESSING. A complaint with reworked tasks needs a reply for DONE.',
    access: WORKS_REQUESTS,
    lock: 'request',
    kind: 'write',
    input: body({ id: id(), version: version(), status: oneOf(REQUEST_STATUSES), reply: notes().optional() }),
    output: requestRow,
    errors: [
      'not_found',
      'stale',
      'request_needs_review',
      'request_reviewed',
      'request_not_started',
      'request_done',
      'request_stands_there',
      'rework_open',
      'quote_open',
      'reply_required',
    ],
  }),
  review: defineEndpoint({
    name: 'request.review',
    method: 'POST',
    path: '/api/customer-request/review',
    summary:
      'Accept a request onto a board (the board of its type by default), or return it with a reply. `job_id` sets its job.',
    access: anyOf('npn_review_customer_request'),
    lock: 'request',
    kind: 'write',
    input: body({
      id: id(),
      version: version(),
      accept: z.boolean(),
      board: oneOf(REQUEST_BOARDS).optional(),
      reply: notes().optional(),
      job_id: id().nullable().optional(),
    }),
    output: requestRow,
    errors: ['not_found', 'stale', 'request_reviewed', 'reply_required'],
  }),
  changeBoard: defineEndpoint({
    name: 'request.changeBoard',
    method: 'POST',
    path: '/api/customer-request/change-board',
    summary: 'Move a request in TODO to the other board',
    access: anyOf('npn_admin_customer_request'),
    lock: 'request',
    kind: 'write',
    input: body({ id: id(), version: version(), board: oneOf(REQUEST_BOARDS) }),
    output: requestRow,
    errors: ['not_found', 'stale', 'request_needs_review', 'request_not_todo', 'request_stands_there', 'quote_open'],
  }),
  linkJob: defineEndpoint({
    name: 'request.linkJob',
    method: 'POST',
    path: '/api/customer-request/link-job',
    summary: 'Link a request to one of the customer’s jobs; null removes the link',
    access: HANDLES_REQUESTS,
    lock: 'request',
    kind: 'write',
    input: body({ id: id(), version: version(), job_id: id().nullable() }),
    output: requestRow,
    errors: ['not_found', 'stale', 'rework_open', 'complaint_redone', 'validation'],
  }),
  messages: defineEndpoint({
    name: 'request.messages',
    method: 'POST',
    path: '/api/customer-request/messages',
    summary: 'List the messages of a request, oldest first, at most the newest 500',
    access: VIEWS_REQUESTS,
    lock: null,
    kind: 'read',
    input: body({ id: id() }),
    output: z.object({ results: z.array(requestMessage) }),
    errors: ['not_found'],
    topics: ['request'],
  }),
  answer: defineEndpoint({
    name: 'request.answer',
    method: 'POST',
    path: '/api/customer-request/answer',
    summary: 'Write to the customer in the messages of a request. The customer sees the bureau as the author.',
    access: HANDLES_REQUESTS,
    lock: 'request',
    kind: 'write',
    input: body({ id: id(), text: messageText() }),
    output: requestMessage,
    errors: ['not_found'],
  }),
  seen: defineEndpoint({
    name: 'request.seen',
    method: 'POST',
    path: '/api/customer-request/seen',
    summary: 'Mark the customer’s messages as read for the whole bureau, up to a given message',
    access: HANDLES_REQUESTS,
    lock: null,
    kind: 'write',
    input: body({ id: id(), message_id: id() }),
    output: z.object({ unread: z.int() }),
    errors: ['not_found'],
  }),
  jobs: defineEndpoint({
    name: 'request.jobs',
    method: 'POST',
    path: '/api/customer-request/jobs',
    summary: 'Search the newest jobs of a request’s customer by prod ID or name',
    access: HANDLES_REQUESTS,
    lock: null,
    kind: 'read',
    input: body({ id: id(), text: text().optional() }),
    output: z.object({
      results: z.array(z.object({ job_id: z.int(), prod_id: z.string(), job_name: z.string(), job_date: z.string() })),
    }),
    errors: ['not_found'],
    topics: ['request', 'job'],
    shows: { job: rows((row: { job_id: number | null }) => row.job_id) },
  }),
};

export type RequestRow = z.output<typeof requestRow>;

/** The request list as a file. */
export const requestExport = defineDownload({
  name: 'export.requests',
  path: '/api/customer-request/export',
  summary: 'Export the requests on the boards the caller can view',
  access: VIEWS_REQUESTS,
  input: exportOf({ ...requestFilter, sort: sortBy(REQUEST_SORTS).default('-created_at') }),
  errors: EXPORT_ERRORS,
});
