import { REWORK_STATES } from '@darkroom/domain/request/complaint';
import { getNeededFields } from '@darkroom/domain/request/needs';
import { REQUEST_STATUSES, REQUEST_TYPES } from '@darkroom/domain/request/status';
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
  status_since: instant(),
  cus_id1: z.int(),
  subject: z.string(),
  full_name: z.string(),
  job_id: z.int().nullable(),
  prod_id: z.string().nullable(),
  /** Stays when the job is deleted. */
  job_name: z.string(),
  /** Details of its job. `job_detail_id` is null for a deleted one, and the category also when the job belongs to another customer now. */
  job_details: z.array(
    z.object({ job_detail_id: z.int().nullable(), sub_prod_id: z.string(), service_cat2_id: z.int().nullable() }),
  ),
  service_type_id: z.int().nullable(),
  shared_link: z.string().nullable(),
  image_link: z.string().nullable(),
  description: z.string(),
  /** Answer of the review: the first message of the bureau. */
  reply: z.string().nullable(),
  created_at: instant(),
  /** Customer that made it, if it is not the caller's own. */
  by: z.string().nullable(),
  last_message_at: instant().nullable(),
  /** Time of its last event that the customer can see: creation, move, message, or a quote sent or decided. */
  changed_at: instant(),
  /** State of its newest sent quote. Null without one. */
  quote: z.enum(OFFERED_STATUSES).nullable(),
  /** Count of the bureau's messages that nobody of the customer has read. */
  unread: z.int(),
  /** State of a complaint's rework. Null without any (decision 106). */
  rework: z.enum(REWORK_STATES).nullable(),
});

/** A message as its customer sees it: the side that wrote it, without the member of staff. */
const portalMessage = z.object({
  id: z.int(),
  at: instant(),
  side: z.enum(['customer', 'bureau']),
  /** Customer that wrote it, if it is not the caller's own. */
  by: z.string().nullable(),
  text: z.string(),
});

/** Returns the schema of a new message, which cannot be empty. */
export const messageText = () => notes().min(1, 'required');

/** Largest number of details of one job in a request. */
const MAX_DETAILS = 200;

/** Sort columns of the customer's own requests. */
export const PORTAL_REQUEST_SORTS = ['changed_at', 'created_at', 'status_since'] as const;

const portalRequestListInput = {
  status: oneOrMoreOf(REQUEST_STATUSES).optional(),
  type: oneOrMoreOf(REQUEST_TYPES).optional(),
  cus_id1: id().optional(),
  job_id: id().optional(),
  id: id().optional(),
  /** Requests with an answer that nobody of the customer has read. */
  unread: z.boolean().optional(),
  text: text().optional(),
  sort: sortBy(PORTAL_REQUEST_SORTS).default('-changed_at'),
};

export const portalRequestEndpoints = {
  addRequest: defineEndpoint({
    ...portalWrite,
    name: 'portal.addRequest',
    path: '/api/customer-portal/request/add',
    namesCustomer: true,
    summary: 'Create a request',
    description:
      'At most 20 an hour and 200 open for each Customer ID 1. A job name is required except for `QUOTES`. A shared link is required for `ADDITIONAL_REQUESTS` and `QUOTES`, an image link for `FAULTS`. `job_id` sets the job and replaces the job name and the image link.',
    input: body({
      type: oneOf(REQUEST_TYPES),
      subject: requiredText(),
      full_name: requiredText(),
      /** Required for a customer 0 with several customers 1 and no job, and for a superuser. */
      cus_id1: id().optional(),
      job_id: id().optional(),
      job_detail_ids: z.array(id()).max(MAX_DETAILS, 'too_many_items').optional(),
      job_name: text().optional(),
      service_type_id: id(),
      shared_link: link().optional(),
      image_link: link().optional(),
      description: notes().min(1, 'required'),
    }).superRefine(
      ({ type, job_id, ...asked }, { addIssue }) => {
        for (const field of getNeededFields(type, job_id !== undefined))
          if (!asked[field]) addIssue({ code: 'custom', path: [field], message: 'required' });
      },
      { when: whenValid('type', 'job_id') },
    ),
    output: portalRequest,
    errors: ['too_many', 'too_many_open'],
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
    output: z.object({ open: z.int(), unread: z.int() }),
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
  answer: defineEndpoint({
    ...portalWrite,
    name: 'portal.answer',
    path: '/api/customer-portal/request/answer',
    summary: 'Send a message to Darkroom in a request',
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
    input: body({ id: id(), message_id: id() }),
    output: z.object({ unread: z.int() }),
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
