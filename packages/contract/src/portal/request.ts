import { REWORK_STATES } from '@darkroom/domain/request/complaint';
import { getNeededFields } from '@darkroom/domain/request/needs';
import { REQUEST_CHANNELS, REQUEST_STATUSES, REQUEST_TYPES } from '@darkroom/domain/request/status';
import { z } from 'zod';
import { defineDownload, defineEndpoint } from '../endpoint.ts';
import {
  EXPORT_ERRORS,
  exportInput,
  body,
  id,
  instant,
  link,
  pageOf,
  notes,
  whenValid,
  oneOf,
  page,
  pageSize,
  requiredText,
  oneOrMoreOf,
  sortBy,
  text,
} from '../fields.ts';
import { OFFERED_STATUSES, portal, portalRead, portalWrite } from './portal.ts';

/** A request as its customer sees it, without its board, its assignee or the author of a reply. */
const portalRequest = z.object({
  id: z.int(),
  type: z.enum(REQUEST_TYPES),
  status: z.enum(REQUEST_STATUSES),
  status_since: instant().describe('Time of the last status change of the request.'),
  cus_id1: z.int(),
  subject: z.string(),
  full_name: z.string(),
  job_id: z.int().nullable().describe('ID of the job that the request refers to. Null if there is none.'),
  prod_id: z.string().nullable().describe('Prod ID of the job that the request refers to. Null if there is none.'),
  job_name: z.string().describe('Name of the job. It is kept when the job is deleted.'),
  job_details: z
    .array(
      z.object({
        job_detail_id: z.int().nullable().describe('ID of the job detail. Null if the detail was deleted.'),
        sub_prod_id: z.string(),
        service_cat2_id: z
          .int()
          .nullable()
          .describe(
            'ID of the category 2 of the job detail. Null if the detail was deleted, or if the job now belongs to another customer.',
          ),
      }),
    )
    .describe('Job details that the request refers to.'),
  service_type_id: z.int().nullable(),
  shared_link: z.string().nullable(),
  image_link: z.string().nullable(),
  description: z.string(),
  reply: z
    .string()
    .nullable()
    .describe('Answer of the review: the first message of the bureau. Null if there is none.'),
  created_at: instant(),
  by: z.string().nullable().describe('Customer who created the request, if it was not the caller. Otherwise null.'),
  channel: z
    .enum(REQUEST_CHANNELS)
    .nullable()
    .describe('How the customer asked, if the bureau recorded the request. Null for a request of the portal.'),
  last_message_at: instant().nullable(),
  changed_at: instant().describe(
    'Time of the last event of the request that the customer can see: creation, status change, message, or a quote sent or decided.',
  ),
  quote: z
    .enum(OFFERED_STATUSES)
    .nullable()
    .describe('Status of the newest sent quote of the request. Null if there is none.'),
  unread: z.int().describe('Messages of the bureau that the customer has not read.'),
  rework: z.enum(REWORK_STATES).nullable().describe('State of the rework of a complaint. Null if there is no rework.'),
});

/** A message as its customer sees it: the side that wrote it, without the member of staff. */
const portalMessage = z.object({
  id: z.int(),
  at: instant(),
  side: z.enum(['customer', 'bureau']),
  by: z.string().nullable().describe('Customer who wrote the message, if it was not the caller. Otherwise null.'),
  text: z.string(),
});

/** Returns the schema of a new message, which cannot be empty. */
export const messageText = () => notes().min(1, 'required');

/** Largest number of details of one job in a request. */
const MAX_DETAILS = 200;

/** Sort columns of the customer's own requests. */
export const PORTAL_REQUEST_SORTS = ['changed_at', 'created_at', 'status_since'] as const;

const portalRequestListInput = {
  status: oneOrMoreOf(REQUEST_STATUSES).optional().describe('Only requests in one of these statuses.'),
  type: oneOrMoreOf(REQUEST_TYPES).optional(),
  cus_id1: id().optional().describe('Only requests of this Customer ID 1.'),
  job_id: id().optional().describe('Only requests about this job.'),
  id: id().optional().describe('Only this request.'),
  unread: z
    .boolean()
    .optional()
    .describe('True: requests with messages of the bureau that the customer has not read. False: requests without.'),
  text: text().optional().describe('Text in the subject, the requester’s name, the job name or the description.'),
  sort: sortBy(PORTAL_REQUEST_SORTS).default('-changed_at'),
};

/** Fields of a new request, of the portal and of a member of staff who records it. */
export const requestFields = {
  type: oneOf(REQUEST_TYPES),
  subject: requiredText(),
  full_name: requiredText(),
  cus_id1: id().optional(),
  job_id: id().optional(),
  job_detail_ids: z
    .array(id())
    .max(MAX_DETAILS, 'too_many_items')
    .optional()
    .describe('Job details that the request refers to. Only with `job_id`.'),
  job_name: text().optional(),
  service_type_id: id(),
  shared_link: link().optional(),
  image_link: link().optional(),
  description: notes().min(1, 'required'),
};

export const portalRequestEndpoints = {
  addRequest: defineEndpoint({
    ...portalWrite,
    name: 'portal.addRequest',
    path: '/api/customer-portal/request/add',
    namesCustomer: true,
    summary: 'Create a request',
    description:
      'Limits: 20 requests per hour and 200 open requests per Customer ID 1. The required fields depend on the type.',
    input: body({
      ...requestFields,
      cus_id1: requestFields.cus_id1.describe(
        'Required for a Customer ID 0 that has several Customer ID 1 records and sends no job, and for a superuser.',
      ),
      job_id: requestFields.job_id.describe(
        'Job that the request refers to. If it is sent, `job_name` and `image_link` are not required.',
      ),
      job_name: requestFields.job_name.describe('Name of the job. Required without `job_id`, except for `QUOTES`.'),
      shared_link: requestFields.shared_link.describe('Required for `ADDITIONAL_REQUESTS` and `QUOTES`.'),
      image_link: requestFields.image_link.describe('Required for `FAULTS` without `job_id`.'),
    }).superRefine(
      ({ type, job_id, ...asked }, { addIssue }) => {
        for (const field of getNeededFields(type, job_id !== undefined))
          if (!asked[field]) addIssue({ code: 'custom', path: [field], message: 'required' });
      },
      { when: whenValid('type', 'job_id') },
    ),
    output: portalRequest,
    errors: ['too_many_attempts', 'too_many_open'],
  }),
  listRequests: defineEndpoint({
    ...portalRead,
    name: 'portal.listRequests',
    path: '/api/customer-portal/request/list',
    summary: 'List the caller’s requests with their replies, most recently changed first',
    input: body({ ...portalRequestListInput, page: page(), page_size: pageSize() }),
    output: pageOf(portalRequest),
    errors: [],
    topics: ['portal_request', 'portal_job'],
  }),
  requestCounts: defineEndpoint({
    ...portalRead,
    name: 'portal.requestCounts',
    path: '/api/customer-portal/request/counts',
    summary: 'Count the caller’s open requests and those with an unread reply',
    input: body({}),
    output: z.object({
      open: z.int().describe('Open requests.'),
      unread: z.int().describe('Requests with a message of the bureau that the customer has not read.'),
    }),
    errors: [],
    topics: ['portal_request'],
  }),
  messages: defineEndpoint({
    ...portalRead,
    name: 'portal.messages',
    path: '/api/customer-portal/request/messages',
    summary: 'List the newest 500 messages of a request, oldest first',
    input: body({ id: id() }),
    output: z.object({ results: z.array(portalMessage) }),
    errors: ['not_found'],
    topics: ['portal_request'],
  }),
  reply: defineEndpoint({
    ...portalWrite,
    name: 'portal.reply',
    path: '/api/customer-portal/request/reply',
    summary: 'Send a message to the bureau in a request',
    input: body({ id: id(), text: messageText() }),
    output: portalMessage,
    errors: ['not_found'],
    limit: { per: 'user', max: 60, seconds: 3600 },
  }),
  seen: defineEndpoint({
    ...portalWrite,
    name: 'portal.seen',
    path: '/api/customer-portal/request/seen',
    summary: 'Mark the messages of a request as read up to a given message',
    lock: null,
    input: body({ id: id(), message_id: id().describe('Last message that was read.') }),
    output: z.object({ unread: z.int().describe('Messages that are still unread.') }),
    errors: ['not_found'],
  }),
};

export const portalRequestExport = defineDownload({
  access: portal.access,
  viewedBy: portal.viewedBy,
  name: 'export.portalRequests',
  path: '/api/customer-portal/request/export',
  summary: 'Export the caller’s requests with their replies',
  input: exportInput(portalRequestListInput),
  errors: EXPORT_ERRORS,
});
