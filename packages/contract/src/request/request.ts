import { anyOf } from '@darkroom/domain/permission/access';
import { QUOTE_STATUSES } from '@darkroom/domain/quote/transitions';
import {
  CAN_HANDLE_REQUESTS,
  CAN_RECORD_REQUESTS,
  CAN_VIEW_REQUESTS,
  CAN_WORK_ON_REQUESTS,
} from '@darkroom/domain/request/access';
import { REQUEST_BOARDS, REQUEST_CHANNELS, REQUEST_STATUSES, REQUEST_TYPES } from '@darkroom/domain/request/status';
import { z } from 'zod';
import { defineDownload, defineEndpoint, showRows } from '../endpoint.ts';
import {
  EXPORT_ERRORS,
  exportInput,
  body,
  day,
  id,
  ids,
  instant,
  pageOf,
  notes,
  oneOf,
  requiredText,
  page,
  pageSize,
  sortBy,
  text,
  version,
  oneOrMoreOf,
} from '../fields.ts';
import { messageText, requestFields } from '../portal/request.ts';

/** A customer's request as staff work on it (spec §3). */
export const requestRow = z.object({
  id: z.int(),
  version: z.int(),
  type: z.enum(REQUEST_TYPES),
  board: z.enum(REQUEST_BOARDS),
  status: z.enum(REQUEST_STATUSES),
  status_since: instant(),
  moved_by: z
    .int()
    .nullable()
    .describe('Account that moved the request to its current status. Null in the first status.'),
  moved_by_name: z
    .string()
    .nullable()
    .describe('Name of the customer, if their account accepted a quote. Null for staff.'),
  cus_id1: z.int(),
  subject: z.string(),
  full_name: z.string().describe('Name of the requester, as they wrote it.'),
  job_name: z.string(),
  job_id: z.int().nullable().describe('ID of the job that the request refers to. Null if there is none.'),
  prod_id: z.string().nullable().describe('Null if there is no job.'),
  has_new_job: z
    .boolean()
    .describe(
      'True if the job of the request was added after the request. Then no other job can be added from the request.',
    ),
  channel: z
    .enum(REQUEST_CHANNELS)
    .nullable()
    .describe('How the customer asked, if a member of staff recorded the request. Null for a request of the portal.'),
  service_type_id: z.int().nullable(),
  shared_link: z.string().nullable(),
  image_link: z.string().nullable(),
  description: z.string(),
  reply: z.string().nullable().describe('Null if there is no reply.'),
  processing_by: z.int().nullable().describe('Person who works on the request, or who finished it if it is `DONE`.'),
  reviewed_by: z.int().nullable(),
  reviewed_at: instant().nullable(),
  created_at: instant(),
  rework_open: z.int().describe('For a complaint: tasks that the complaint sent to rework and that are still open.'),
  rework_done: z
    .int()
    .describe('For a complaint: tasks that the complaint sent to rework and that are completed again.'),
  rework_notified: z.boolean().describe('True if the customer was informed about the rework.'),
  sub_prod_ids_in_rework: z
    .array(z.string())
    .describe(
      'For a complaint: sub prod IDs of its job details with a task in rework that the complaint has not joined. A finished complaint keeps its last value.',
    ),
  quote: z
    .object({
      status: z.enum(QUOTE_STATUSES).describe('Stored status. A sent quote past its last day is still `SENT`.'),
      valid_until: z.string().describe('Last valid day, inclusive, `YYYY-MM-DD`.'),
      is_job_deleted: z.boolean().describe('True if the job of the quote was deleted.'),
    })
    .nullable()
    .describe('Newest quote of the request. Null if there is none.'),
  last_message_at: instant().nullable(),
  unread: z.int().describe('Messages of the customer that no one at the bureau has read.'),
  job_details: z
    .array(
      z.object({
        job_detail_id: z.int().nullable().describe('ID of the job detail. Null if the detail was deleted.'),
        sub_prod_id: z.string(),
        service_cat2_id: z
          .int()
          .nullable()
          .describe('ID of the category 2 of the job detail. Null if the detail was deleted.'),
      }),
    )
    .describe('Job details that the request refers to.'),
});

/** A message of a request's thread, as staff read it. */
const requestMessage = z.object({
  id: z.int(),
  at: instant(),
  side: z.enum(['customer', 'bureau']),
  author: z
    .int()
    .nullable()
    .describe('Account ID of the member of staff who wrote the message. Null for a customer’s message.'),
  text: z.string(),
});

export const REQUEST_SORTS = ['created_at', 'status_since', 'subject', 'unread'] as const;

export const requestFilter = {
  id: id().optional().describe('Only this request.'),
  board: oneOf(REQUEST_BOARDS).optional(),
  status: oneOrMoreOf(REQUEST_STATUSES).optional().describe('Only requests in one of these statuses.'),
  type: oneOrMoreOf(REQUEST_TYPES).optional(),
  customer0_id: ids().optional(),
  customer1_id: ids().optional(),
  created_from: day().optional(),
  created_to: day().optional(),
  unread: z
    .boolean()
    .optional()
    .describe('True: requests with unread messages of the customer. False: requests without.'),
  text: text().optional().describe('Text in the subject, the requester’s name, the job name or the description.'),
};

export const requestEndpoints = {
  record: defineEndpoint({
    name: 'request.record',
    method: 'POST',
    path: '/api/customer-request/record',
    summary: 'Record a request in a customer’s name',
    description: 'For what a customer asked by phone, in a chat or by email. The limits of the portal apply.',
    access: CAN_RECORD_REQUESTS,
    lock: 'request',
    kind: 'write',
    input: body({
      ...requestFields,
      cus_id1: id().describe('Customer ID 1 of the request.'),
      full_name: requiredText().describe('Person who asked.'),
      channel: oneOf(REQUEST_CHANNELS).describe('How the customer asked.'),
    }),
    output: requestRow,
    errors: ['too_many_attempts', 'too_many_open'],
  }),
  list: defineEndpoint({
    name: 'request.list',
    method: 'POST',
    path: '/api/customer-request/list',
    summary: 'List requests on the boards the caller can view, with the number for each board and status',
    access: CAN_VIEW_REQUESTS,
    lock: null,
    kind: 'read',
    input: body({
      ...requestFilter,
      page: page(),
      page_size: pageSize(),
      sort: sortBy(REQUEST_SORTS).default('-created_at'),
      unread_first: z
        .boolean()
        .default(false)
        .describe('True: requests with unread messages come first, in every order.'),
      faults_first: z
        .boolean()
        .default(false)
        .describe('True: complaints come first, after unread requests if both are set.'),
    }),
    output: pageOf(requestRow).extend({
      totals: z
        .array(
          z.object({
            board: z.enum(REQUEST_BOARDS),
            status: z.enum(REQUEST_STATUSES),
            count: z.int().describe('Number of requests.'),
          }),
        )
        .describe('Number of requests for each board and status.'),
    }),
    errors: [],
    topics: ['request', 'job'],
    // A request shows the number of its own job, so other jobs never appear by themselves.
    shows: {
      job: showRows(
        (row: { job_id: number | null }) => row.job_id,
        () => 'never',
      ),
    },
  }),
  counts: defineEndpoint({
    name: 'request.counts',
    method: 'POST',
    path: '/api/customer-request/counts',
    summary: 'Count open requests, and those that need a review or have unread messages',
    description: 'Covers the boards that the caller works or can view.',
    access: CAN_VIEW_REQUESTS,
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({
      need_review: z.int().describe('Requests that need a review.'),
      open: z.int().describe('Open requests.'),
      unread: z.int().describe('Requests with unread messages of the customer.'),
    }),
    errors: [],
    topics: ['request'],
  }),
  changeStatus: defineEndpoint({
    name: 'request.changeStatus',
    method: 'POST',
    path: '/api/customer-request/change-status',
    summary: 'Change the status of a reviewed request',
    description:
      '`TODO` to `PROCESSING` and back, `PROCESSING` to `DONE`, `DONE` to `PROCESSING`. A complaint with reworked tasks needs a reply for `DONE`.',
    access: CAN_WORK_ON_REQUESTS,
    lock: 'request',
    kind: 'write',
    input: body({
      id: id(),
      version: version(),
      status: oneOf(REQUEST_STATUSES).describe('New status.'),
      reply: notes().optional().describe('Message to the customer.'),
    }),
    output: requestRow,
    errors: [
      'not_found',
      'stale',
      'request_needs_review',
      'request_reviewed',
      'request_not_started',
      'request_done',
      'request_already_in_column',
      'rework_open',
      'quote_open',
      'reply_required',
    ],
  }),
  review: defineEndpoint({
    name: 'request.review',
    method: 'POST',
    path: '/api/customer-request/review',
    summary: 'Approve a request, or return it with a reply',
    description:
      'An approved request moves to the board of its type unless another board is sent. `job_id` sets the job of the request.',
    access: anyOf('npn_review_customer_request'),
    lock: 'request',
    kind: 'write',
    input: body({
      id: id(),
      version: version(),
      accept: z.boolean().describe('True approves the request. False returns it with a reply.'),
      board: oneOf(REQUEST_BOARDS).optional().describe('Board to move to. Absent: the board of the request’s type.'),
      reply: notes().optional().describe('Message to the customer. Required to return the request.'),
      job_id: id().nullable().optional().describe('Job of the request. Null removes it. Absent: no change.'),
    }),
    output: requestRow,
    errors: ['not_found', 'stale', 'request_reviewed', 'reply_required'],
  }),
  changeBoard: defineEndpoint({
    name: 'request.changeBoard',
    method: 'POST',
    path: '/api/customer-request/change-board',
    summary: 'Move a To Do request to the other board',
    access: anyOf('npn_admin_customer_request'),
    lock: 'request',
    kind: 'write',
    input: body({ id: id(), version: version(), board: oneOf(REQUEST_BOARDS).describe('The other board.') }),
    output: requestRow,
    errors: [
      'not_found',
      'stale',
      'request_needs_review',
      'request_not_todo',
      'request_already_in_column',
      'quote_open',
    ],
  }),
  linkJob: defineEndpoint({
    name: 'request.linkJob',
    method: 'POST',
    path: '/api/customer-request/link-job',
    summary: 'Link a request to one of the customer’s jobs',
    description: 'Send null to remove the link.',
    access: CAN_HANDLE_REQUESTS,
    lock: 'request',
    kind: 'write',
    input: body({
      id: id(),
      version: version(),
      job_id: id().nullable().describe('One of the customer’s jobs. Null removes the link.'),
    }),
    output: requestRow,
    errors: ['not_found', 'stale', 'rework_open', 'complaint_redone', 'validation'],
  }),
  messages: defineEndpoint({
    name: 'request.messages',
    method: 'POST',
    path: '/api/customer-request/messages',
    summary: 'List the newest 500 messages of a request, oldest first',
    access: CAN_VIEW_REQUESTS,
    lock: null,
    kind: 'read',
    input: body({ id: id() }),
    output: z.object({ results: z.array(requestMessage) }),
    errors: ['not_found'],
    topics: ['request'],
  }),
  reply: defineEndpoint({
    name: 'request.reply',
    method: 'POST',
    path: '/api/customer-request/reply',
    summary: 'Send a message to the customer in a request',
    description: 'The customer sees the bureau as the author.',
    access: CAN_HANDLE_REQUESTS,
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
    summary: 'Mark the customer’s messages as read for all staff, up to a given message',
    access: CAN_HANDLE_REQUESTS,
    lock: null,
    kind: 'write',
    input: body({ id: id(), message_id: id().describe('Last message that was read.') }),
    output: z.object({ unread: z.int().describe('Messages that are still unread.') }),
    errors: ['not_found'],
  }),
  jobs: defineEndpoint({
    name: 'request.jobs',
    method: 'POST',
    path: '/api/customer-request/jobs',
    summary: 'Search the newest jobs of a request’s customer by prod ID or name',
    access: CAN_HANDLE_REQUESTS,
    lock: null,
    kind: 'read',
    input: body({
      id: id().describe('ID of the request.'),
      text: text().optional().describe('Text in the prod ID or the job name.'),
    }),
    output: z.object({
      results: z.array(z.object({ job_id: z.int(), prod_id: z.string(), job_name: z.string(), job_date: z.string() })),
    }),
    errors: ['not_found'],
    topics: ['request', 'job'],
    shows: { job: showRows((row: { job_id: number | null }) => row.job_id) },
  }),
};

export type RequestRow = z.output<typeof requestRow>;

export const requestExport = defineDownload({
  name: 'export.requests',
  path: '/api/customer-request/export',
  summary: 'Export the requests on the boards the caller can view',
  access: CAN_VIEW_REQUESTS,
  input: exportInput({ ...requestFilter, sort: sortBy(REQUEST_SORTS).default('-created_at') }),
  errors: EXPORT_ERRORS,
});
