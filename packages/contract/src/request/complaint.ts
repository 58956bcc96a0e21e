import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { anyOf } from '@darkroom/domain/permission/access';
import { VIEWS_REQUESTS } from '@darkroom/domain/request/access';
import { z } from 'zod';
import { defineDownload, defineEndpoint } from '../endpoint.ts';
import {
  EXPORT_ERRORS,
  exportOf,
  body,
  count,
  day,
  faultKinds,
  filterInOrder,
  id,
  ids,
  inOrder,
  instant,
  notes,
  onceGood,
  oneOf,
  taskId,
  version,
} from '../fields.ts';
import { requestRow } from './request.ts';

/** A task of a complaint's job as one sees it; of one that one may not see there is its status alone (domain §2). */
const complaintTask = z.object({
  task_id: z.int(),
  status: z.int(),
  /** null: it is not the caller's to know more of. */
  task: z
    .object({
      version: z.int(),
      workstream: z.enum(WORKSTREAMS),
      sub_prod_id: z.string(),
      service_cat2_id: z.int(),
      /** Pieces it counts. */
      quantity: z.int(),
      editor: z.int().nullable(),
      /** Who acted as its editor, in whosever place. */
      edited_by: z.array(z.int()),
      /** Who passed it at QC 1 and at QC 2 last. */
      qc_1: z.int().nullable(),
      qc_2: z.int().nullable(),
      rework_qc_1: z.int().nullable(),
      rework_qc_2: z.int().nullable(),
    })
    .nullable(),
  /** When this complaint last sent it to rework; null: it did not. Of a task that is not the caller's to know of, all below is null. */
  sent_at: instant().nullable(),
  sent_by: z.int().nullable(),
  /** Each time this complaint sent it, oldest first, with what was asked of it. */
  rounds: z
    .array(
      z.object({
        sent_at: instant(),
        sent_by: z.int().nullable(),
        pieces: z.int(),
        rework_notes: z.string().nullable(),
      }),
    )
    .nullable(),
  /** The rework it is in, whoever started it: this complaint's where that is when it last sent it. Null: it is in none. */
  running: z
    .object({
      since: instant(),
      by: z.int().nullable(),
      pieces: z.int(),
      rework_notes: z.string().nullable(),
      /** Another complaint counts it as its own. */
      for_others: z.boolean(),
    })
    .nullable(),
  /** What it counted before this complaint had it redone; null where it did not, or where it was reworked for another reason since. */
  counted_before: z.int().nullable(),
  /** Pieces this complaint had redone, however often, and their minutes by the estimate. */
  pieces: z.int().nullable(),
  minutes: z.int().nullable(),
  /** Kinds of fault: named when it was sent, and named by the recheck since. */
  fault_kinds: z.array(z.string()).nullable(),
  recheck_fault_kinds: z.array(z.string()).nullable(),
});
export type ComplaintTask = z.output<typeof complaintTask>;

/** What complaints are told apart by. */
export const COMPLAINT_GROUPS = ['customer', 'category', 'fault_kind'] as const;

const figures = {
  complaints: z.int(),
  /** Tasks that were sent to rework, and pieces and minutes that it took. */
  tasks: z.int(),
  pieces: z.int(),
  minutes: z.int(),
  /** Pieces completed of the jobs of the period, those in rework included: the customer's, the category's, or all. */
  delivered: z.int(),
  /** pieces ÷ delivered; null where nothing was delivered. */
  share: z.number().nullable(),
};

/** Complaints of a period, by one of the groups. */
const complaintLine = z.object({
  /** A customer 1, a category 2, or a fault kind's key; null: not known (yet). */
  key: z.union([z.int(), z.string()]).nullable(),
  /** Its name, where it has one: fault kinds are named by the bureau's lookup. */
  name: z.string().nullable(),
  ...figures,
});
export type ComplaintLine = z.output<typeof complaintLine>;

/** What the list of complaints is narrowed to; a complaint's day is the one it was made on, in Bangkok. */
export const complaintFilter = {
  by: oneOf(COMPLAINT_GROUPS).default('customer'),
  date_from: day(),
  date_to: day(),
  customer0_id: ids().optional(),
  customer1_id: ids().optional(),
};

/** Tasks once each, whichever list they are in. */
const eachOnce = (list: readonly { task_id: number }[]): boolean =>
  new Set(list.map((one) => one.task_id)).size === list.length;

export const complaintEndpoints = {
  rework: defineEndpoint({
    name: 'request.rework',
    method: 'POST',
    path: '/api/customer-request/rework',
    summary:
      'Send tasks of a complaint’s job to rework, include tasks already in rework, and start the complaint, all or nothing. `job_id` sets the job of the complaint.',
    access: anyOf('npn_rework_task', 'npn_do_any_task'),
    lock: 'request',
    kind: 'write',
    bodyLimit: 2 * 1024 * 1024,
    input: body({
      id: id(),
      version: version(),
      job_id: id().optional(),
      /** Completed tasks that are to go to rework. */
      tasks: z
        .array(
          body({
            task_id: taskId(),
            version: version(),
            rework_quantity: count(1, 1_000_000),
            rework_notes: notes(),
            /** What the customer found wrong, where it is known already. */
            fault_kinds: faultKinds().default([]),
          }),
        )
        .max(100, 'too_many_items')
        .refine(eachOnce, 'duplicate'),
      /** Tasks that are in rework already, whoever sent them: it becomes this complaint's too, as it is. */
      running: z
        .array(body({ task_id: taskId(), version: version(), fault_kinds: faultKinds().default([]) }))
        .max(100, 'too_many_items')
        .refine(eachOnce, 'duplicate')
        .default([]),
    })
      .refine(({ tasks, running }) => tasks.length + running.length > 0, {
        path: ['tasks'],
        error: 'required',
        when: onceGood('tasks', 'running'),
      })
      .refine(({ tasks, running }) => eachOnce([...tasks, ...running]), {
        path: ['running'],
        error: 'duplicate',
        when: onceGood('tasks', 'running'),
      }),
    output: requestRow,
    errors: [
      'not_found',
      'stale',
      'not_complaint',
      'request_needs_review',
      'request_done',
      'rework_open',
      'complaint_redone',
      'not_allowed',
      'wrong_status',
      'rework_quantity_invalid',
      'rework_notes_required',
    ],
  }),
  complaint: defineEndpoint({
    name: 'request.complaint',
    method: 'POST',
    path: '/api/customer-request/complaint',
    summary:
      'Get the tasks of a complaint’s job: who edited and passed them, what was sent to rework, and its cost. `job_id` previews another job.',
    access: VIEWS_REQUESTS,
    lock: null,
    kind: 'read',
    /** `job_id`: of the same customer; read in place of the job it names. */
    input: body({ id: id(), job_id: id().optional() }),
    output: z.object({
      tasks: z.array(complaintTask),
      pieces: z.int(),
      minutes: z.int(),
      /** As the request's own. */
      parts_in_rework: z.array(z.string()),
    }),
    errors: ['not_found', 'validation'],
    topics: ['request', 'task', 'job'],
  }),
  complaints: defineEndpoint({
    name: 'request.complaints',
    method: 'POST',
    path: '/api/customer-request/complaints',
    summary:
      'List the complaints of a period on the boards the caller can view, by customer 1, category 2 or fault type, with pieces reworked and delivered',
    access: VIEWS_REQUESTS,
    lock: null,
    kind: 'read',
    input: body(complaintFilter).refine(...inOrder),
    output: z.object({ results: z.array(complaintLine), ...figures }),
    errors: [],
    topics: ['request', 'task', 'job', 'customer', 'category'],
    addsUp: true,
  }),
};

/** The list of complaints as a file. */
export const complaintExport = defineDownload({
  name: 'export.complaints',
  path: '/api/customer-request/complaints/export',
  summary: 'Export the list of complaints on the boards the caller can view',
  access: VIEWS_REQUESTS,
  input: exportOf(complaintFilter).refine(...filterInOrder),
  errors: EXPORT_ERRORS,
});
