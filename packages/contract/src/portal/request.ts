import { REWORK_STATES } from '@darkroom/domain/request/complaint';
import { requestNeeds } from '@darkroom/domain/request/needs';
import { REQUEST_STATUSES, REQUEST_TYPES } from '@darkroom/domain/request/status';
import { z } from 'zod';
import { defineDownload, defineEndpoint } from '../endpoint.ts';
import {
  EXPORT_ERRORS,
  exportOf,
  body,
  id,
  instant,
  link,
  listOf,
  notes,
  onceGood,
  oneOf,
  page,
  pageSize,
  requiredText,
  someOf,
  sortBy,
  text,
} from '../fields.ts';
import { OFFERED, portal, portalRead, portalWrite } from './portal.ts';

/** A request as its customer follows it: never on which board it is, who has it, or who answered. */
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
  /** The details of the job it is about; `job_detail_id` is null of one that was deleted, the category also where the job is no longer theirs. */
  job_details: z.array(
    z.object({ job_detail_id: z.int().nullable(), sub_prod_id: z.string(), service_cat2_id: z.int().nullable() }),
  ),
  service_type_id: z.int().nullable(),
  shared_link: z.string().nullable(),
  image_link: z.string().nullable(),
  description: z.string(),
  /** What the review answered; the first of the bureau's messages. */
  reply: z.string().nullable(),
  created_at: instant(),
  /** The customer of who made it, where it is not the caller's own. */
  by: z.string().nullable(),
  last_message_at: instant().nullable(),
  /** When something last happened to it that its customer sees: made, moved, written about, a quote sent or decided. */
  changed_at: instant(),
  /** How its newest quote that was sent stands; null where none was. */
  quote: z.enum(OFFERED).nullable(),
  /** Messages of the bureau that nobody of the customer has read. */
  unread: z.int(),
  /** Of a complaint: what was wrong is being redone, or has been; null while nothing is (decision 106). */
  rework: z.enum(REWORK_STATES).nullable(),
});

/** A message as its customer reads it: which side wrote it, never who of the bureau. */
const ownMessage = z.object({
  id: z.int(),
  at: instant(),
  side: z.enum(['customer', 'bureau']),
  /** The customer of who wrote it, where it is not the caller's own. */
  by: z.string().nullable(),
  text: z.string(),
});

/** A message that is written: there is always something in it. */
export const messageText = () => notes().min(1, 'required');

/** The most details of one job that a request can be about. */
const MAX_DETAILS = 200;

/** Columns the own requests can be ordered by. */
export const PORTAL_REQUEST_SORTS = ['changed_at', 'created_at', 'status_since'] as const;

const portalRequestListed = {
  status: someOf(REQUEST_STATUSES).optional(),
  type: someOf(REQUEST_TYPES).optional(),
  cus_id1: id().optional(),
  job_id: id().optional(),
  id: id().optional(),
  /** Those with an answer nobody of the customer has read. */
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
    summary:
      'Create a request, at most 20 an hour and 200 open for a customer 1. `job_id` and details name the job it is about. A job name is required except for QUOTES, a shared link for ADDITIONAL_REQUESTS and QUOTES, an image link for FAULTS. `job_id` replaces the job name and the image link.',
    input: body({
      type: oneOf(REQUEST_TYPES),
      subject: requiredText(),
      full_name: requiredText(),
      /** Needed of a customer 0 that has several and names no job, and of a superuser. */
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
        for (const field of requestNeeds(type, job_id !== undefined))
          if (!asked[field]) addIssue({ code: 'custom', path: [field], message: 'required' });
      },
      { when: onceGood('type', 'job_id') },
    ),
    output: portalRequest,
    errors: ['too_many', 'too_many_open'],
  }),
  listRequests: defineEndpoint({
    ...portalRead,
    name: 'portal.listRequests',
    path: '/api/customer-portal/request/list',
    summary: 'List the caller’s requests with their answers, most recently changed first',
    input: body({ ...portalRequestListed, page: page(), page_size: pageSize() }),
    output: listOf(portalRequest),
    errors: [],
    topics: ['portal_request', 'portal_job'],
  }),
  requestCounts: defineEndpoint({
    ...portalRead,
    name: 'portal.requestCounts',
    path: '/api/customer-portal/request/counts',
    summary: 'Count the caller’s open requests and those with an unread answer',
    input: body({}),
    output: z.object({ open: z.int(), unread: z.int() }),
    errors: [],
    topics: ['portal_request'],
  }),
  messages: defineEndpoint({
    ...portalRead,
    name: 'portal.messages',
    path: '/api/customer-portal/request/messages',
    summary: 'List the messages of a request, oldest first, at most the newest 500',
    input: body({ id: id() }),
    output: z.object({ results: z.array(ownMessage) }),
    errors: ['not_found'],
    topics: ['portal_request'],
  }),
  answer: defineEndpoint({
    ...portalWrite,
    name: 'portal.answer',
    path: '/api/customer-portal/request/answer',
    summary: 'Write to the bureau in the messages of a request',
    input: body({ id: id(), text: messageText() }),
    output: ownMessage,
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

/** The own requests as a file. */
export const portalRequestExport = defineDownload({
  access: portal.access,
  viewedBy: portal.viewedBy,
  name: 'export.portalRequests',
  path: '/api/customer-portal/request/export',
  summary: 'Export the caller’s requests with their answers',
  input: exportOf(portalRequestListed),
  errors: EXPORT_ERRORS,
});
