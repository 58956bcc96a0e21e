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
  task: z
    .object({
      version: z.int(),
      workstream: z.enum(WORKSTREAMS),
      sub_prod_id: z.string(),
      service_cat2_id: z.int(),
      quantity: z.int().describe('Quantity of the task in pieces.'),
      editor: z.int().nullable(),
      edited_by_ids: z
        .array(z.int())
        .describe(
          'Account IDs of the people who edited the task, including people who acted for someone else (`npn_do_any_task`).',
        ),
      qc_1: z
        .int()
        .nullable()
        .describe('Account ID of the last QC who passed the task at QC 1. Null if there is none.'),
      qc_2: z
        .int()
        .nullable()
        .describe('Account ID of the last QC who passed the task at QC 2. Null if there is none.'),
      rework_qc_1: z.int().nullable(),
      rework_qc_2: z.int().nullable(),
    })
    .nullable()
    .describe(
      'Fields of the task. If the caller can view only its status, this field and the following ones are null.',
    ),
  sent_at: instant().nullable().describe('Last time that this complaint sent the task to rework. Null: never.'),
  sent_by: z.int().nullable().describe('Account ID of the person who sent the task to rework. Null: never.'),
  rounds: z
    .array(
      z.object({
        sent_at: instant().describe('Time of sending.'),
        sent_by: z.int().nullable().describe('Account ID of the person who sent the task to rework. Null if unknown.'),
        pieces: z.int().describe('Pieces to rework.'),
        rework_notes: z.string().nullable(),
      }),
    )
    .nullable()
    .describe('Each time that this complaint sent the task to rework, oldest first.'),
  running: z
    .object({
      since: instant().describe('Start of the rework.'),
      by: z.int().nullable().describe('Account ID of the person who started the rework.'),
      pieces: z.int().describe('Pieces to rework.'),
      rework_notes: z.string().nullable(),
      counted_by_other_complaint: z.boolean().describe('True if the rework belongs to another complaint.'),
    })
    .nullable()
    .describe('Current rework, started by anyone. Null if the task is not in rework.'),
  counted_before: z
    .int()
    .nullable()
    .describe(
      'Quantity before the rework of this complaint. Null if there was no such rework, or if the task was reworked for another reason since then.',
    ),
  pieces: z.int().nullable().describe('Pieces that were reworked for this complaint, including repeats.'),
  minutes: z.int().nullable().describe('Estimated minutes of the reworked pieces.'),
  fault_kinds: z
    .array(z.string())
    .nullable()
    .describe('Keys of the fault types given when the task was sent to rework.'),
  recheck_fault_kinds: z.array(z.string()).nullable().describe('Keys of the fault types that the rechecks found.'),
});
export type ComplaintTask = z.output<typeof complaintTask>;

export const COMPLAINT_GROUPS = ['customer', 'category', 'fault_kind'] as const;

const complaintFigures = {
  complaints: z.int().describe('Number of complaints.'),
  tasks: z.int().describe('Tasks sent to rework.'),
  pieces: z.int().describe('Pieces reworked.'),
  minutes: z.int().describe('Estimated minutes of the reworked pieces.'),
  delivered: z.int().describe('Completed pieces of the jobs of the period, including those in rework.'),
  share: z.number().nullable().describe('`pieces` ÷ `delivered`. Null if there are no delivered pieces.'),
};

/** Complaints of a period, by one of the groups. */
const complaintLine = z.object({
  key: z
    .union([z.int(), z.string()])
    .nullable()
    .describe(
      'ID of a Customer ID 1 or category 2, or key of a fault type. Null if unknown. It can become known later.',
    ),
  name: z
    .string()
    .nullable()
    .describe('Name of the group. Null for fault types, whose names are in metadata `JOB_TASK`.'),
  ...complaintFigures,
});
export type ComplaintLine = z.output<typeof complaintLine>;

/** Filters of the list of complaints. A complaint's day is its Bangkok day of creation. */
export const complaintFilter = {
  by: oneOf(COMPLAINT_GROUPS)
    .default('customer')
    .describe('Group the complaints by Customer ID 1, category 2 or fault type.'),
  date_from: day().describe('First day of creation in Vietnam time (UTC+7), inclusive, `YYYY-MM-DD`.'),
  date_to: day().describe('Last day of creation, inclusive, `YYYY-MM-DD`.'),
  customer0_id: ids().optional(),
  customer1_id: ids().optional(),
};

/** True if each task appears once in all lists together. */
const isEachTaskOnce = (list: readonly { task_id: number }[]): boolean =>
  new Set(list.map((item) => item.task_id)).size === list.length;

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
      job_id: id().optional().describe('Job of the complaint. Absent: the job that the complaint already refers to.'),
      tasks: z
        .array(
          body({
            task_id: taskId(),
            version: version(),
            rework_quantity: count(1, 1_000_000).describe('Pieces to rework.'),
            rework_notes: notes().describe('Instructions for the editor.'),
            fault_kinds: faultKinds()
              .default([])
              .describe('Keys of the fault types that the customer found, if known.'),
          }),
        )
        .max(100, 'too_many_items')
        .refine(isEachTaskOnce, 'duplicate')
        .describe('Completed tasks to send to rework.'),
      running: z
        .array(
          body({
            task_id: taskId(),
            version: version(),
            fault_kinds: faultKinds()
              .default([])
              .describe('Keys of the fault types that the customer found, if known.'),
          }),
        )
        .max(100, 'too_many_items')
        .refine(isEachTaskOnce, 'duplicate')
        .default([])
        .describe(
          'Tasks that are already in rework. They are linked to the complaint, and their rework does not change.',
        ),
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
    input: body({
      id: id().describe('ID of the complaint.'),
      job_id: id().optional().describe('Another job of the same customer to preview.'),
    }),
    output: z.object({
      tasks: z.array(complaintTask).describe('Tasks of the job.'),
      pieces: z.int().describe('Pieces that were reworked for this complaint.'),
      minutes: z.int().describe('Estimated minutes of the reworked pieces.'),
      sub_prod_ids_in_rework: z
        .array(z.string())
        .describe('Sub prod IDs of job details with a task in rework that the complaint has not joined.'),
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
    isPeriodReport: true,
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
