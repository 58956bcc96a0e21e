import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { anyOf } from '@darkroom/domain/permission/access';
import { CAN_VIEW_REQUESTS } from '@darkroom/domain/request/access';
import { z } from 'zod';
import { defineDownload, defineEndpoint } from '../endpoint.ts';
import {
  EXPORT_ERRORS,
  exportInput,
  body,
  count,
  day,
  faultKinds,
  filterDateRangeRule,
  id,
  ids,
  dateRangeRule,
  instant,
  notes,
  whenValid,
  oneOf,
  taskId,
  version,
} from '../fields.ts';
import { requestRow } from './request.ts';

/** A task of a complaint's job. A task that the caller cannot see has only its status (domain §2). */
const complaintTask = z.object({
  task_id: z.int(),
  status: z.int(),
  /** Null: the caller cannot see more of it. */
  task: z
    .object({
      version: z.int(),
      workstream: z.enum(WORKSTREAMS),
      sub_prod_id: z.string(),
      service_cat2_id: z.int(),
      /** Counted pieces. */
      quantity: z.int(),
      editor: z.int().nullable(),
      /** People who acted as its editor, also in another person's place. */
      edited_by: z.array(z.int()),
      /** Last QC who passed it at QC 1 and at QC 2. */
      qc_1: z.int().nullable(),
      qc_2: z.int().nullable(),
      rework_qc_1: z.int().nullable(),
      rework_qc_2: z.int().nullable(),
    })
    .nullable(),
  /** Last time that this complaint sent it to rework, or null. All fields below are null for a task that the caller cannot see. */
  sent_at: instant().nullable(),
  sent_by: z.int().nullable(),
  /** Each time that this complaint sent it to rework, oldest first, with the instructions. */
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
  /** Current rework, started by any person, or null. It is this complaint's if this complaint sent it last. */
  running: z
    .object({
      since: instant(),
      by: z.int().nullable(),
      pieces: z.int(),
      rework_notes: z.string().nullable(),
      /** True if another complaint counts it as its own. */
      for_others: z.boolean(),
    })
    .nullable(),
  /** Quantity before this complaint's rework. Null without one, or if the task was reworked for another reason since then. */
  counted_before: z.int().nullable(),
  /** Pieces that this complaint had redone, repeats included, and their estimated minutes. */
  pieces: z.int().nullable(),
  minutes: z.int().nullable(),
  /** Fault types: those named when it was sent, and those found by its recheck. */
  fault_kinds: z.array(z.string()).nullable(),
  recheck_fault_kinds: z.array(z.string()).nullable(),
});
export type ComplaintTask = z.output<typeof complaintTask>;

export const COMPLAINT_GROUPS = ['customer', 'category', 'fault_kind'] as const;

const complaintFigures = {
  complaints: z.int(),
  /** Count of tasks sent to rework, with their pieces and minutes. */
  tasks: z.int(),
  pieces: z.int(),
  minutes: z.int(),
  /** Completed pieces of the period's jobs, with those in rework: of the customer, the category or all. */
  delivered: z.int(),
  /** pieces ÷ delivered. Null without delivered pieces. */
  share: z.number().nullable(),
};

/** Complaints of a period, by one of the groups. */
const complaintLine = z.object({
  /** Id of a customer 1 or category 2, or key of a fault type. Null: unknown, possibly only for now. */
  key: z.union([z.int(), z.string()]).nullable(),
  /** Name of the group. Null for fault types, whose names are in the bureau's lookup. */
  name: z.string().nullable(),
  ...complaintFigures,
});
export type ComplaintLine = z.output<typeof complaintLine>;

/** Filters of the list of complaints. A complaint's day is its Bangkok day of creation. */
export const complaintFilter = {
  by: oneOf(COMPLAINT_GROUPS).default('customer'),
  date_from: day(),
  date_to: day(),
  customer0_id: ids().optional(),
  customer1_id: ids().optional(),
};

/** True if each task appears once in all lists together. */
const isEachTaskOnce = (list: readonly { task_id: number }[]): boolean =>
  new Set(list.map((one) => one.task_id)).size === list.length;

export const complaintEndpoints = {
  rework: defineEndpoint({
    name: 'request.rework',
    method: 'POST',
    path: '/api/customer-request/rework',
    summary: 'Send tasks of a complaint’s job to rework and start the complaint',
    description: 'All or nothing. Tasks already in rework can be included. `job_id` sets the job of the complaint.',
    access: anyOf('npn_rework_task', 'npn_do_any_task'),
    lock: 'request',
    kind: 'write',
    bodyLimit: 2 * 1024 * 1024,
    input: body({
      id: id(),
      version: version(),
      job_id: id().optional(),
      /** Completed tasks to send to rework. */
      tasks: z
        .array(
          body({
            task_id: taskId(),
            version: version(),
            rework_quantity: count(1, 1_000_000),
            rework_notes: notes(),
            /** Fault types that the customer found, if they are known. */
            fault_kinds: faultKinds().default([]),
          }),
        )
        .max(100, 'too_many_items')
        .refine(isEachTaskOnce, 'duplicate'),
      /** Tasks that are in rework already. This complaint joins their rework unchanged. */
      running: z
        .array(body({ task_id: taskId(), version: version(), fault_kinds: faultKinds().default([]) }))
        .max(100, 'too_many_items')
        .refine(isEachTaskOnce, 'duplicate')
        .default([]),
    })
      .refine(({ tasks, running }) => tasks.length + running.length > 0, {
        path: ['tasks'],
        error: 'required',
        when: whenValid('tasks', 'running'),
      })
      .refine(({ tasks, running }) => isEachTaskOnce([...tasks, ...running]), {
        path: ['running'],
        error: 'duplicate',
        when: whenValid('tasks', 'running'),
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
    summary: 'Get the tasks of a complaint’s job',
    description: 'Each task has its editor, its QCs, its rework and the cost. `job_id` previews another job.',
    access: CAN_VIEW_REQUESTS,
    lock: null,
    kind: 'read',
    /** `job_id`: a job of the same customer, read instead of the job that the complaint names. */
    input: body({ id: id(), job_id: id().optional() }),
    output: z.object({
      tasks: z.array(complaintTask),
      pieces: z.int(),
      minutes: z.int(),
      /** As in the request itself. */
      parts_in_rework: z.array(z.string()),
    }),
    errors: ['not_found', 'validation'],
    topics: ['request', 'task', 'job'],
  }),
  complaints: defineEndpoint({
    name: 'request.complaints',
    method: 'POST',
    path: '/api/customer-request/complaints',
    summary: 'List the complaints of a period by Customer ID 1, category 2 or fault type',
    description: 'Covers the boards that the caller can view. Includes the pieces reworked and delivered.',
    access: CAN_VIEW_REQUESTS,
    lock: null,
    kind: 'read',
    input: body(complaintFilter).refine(...dateRangeRule),
    output: z.object({ results: z.array(complaintLine), ...complaintFigures }),
    errors: [],
    topics: ['request', 'task', 'job', 'customer', 'category'],
    addsUp: true,
  }),
};

export const complaintExport = defineDownload({
  name: 'export.complaints',
  path: '/api/customer-request/complaints/export',
  summary: 'Export the list of complaints on the boards the caller can view',
  access: CAN_VIEW_REQUESTS,
  input: exportInput(complaintFilter).refine(...filterDateRangeRule),
  errors: EXPORT_ERRORS,
});
