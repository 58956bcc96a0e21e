import { CAN_DECIDE_APPEALS } from '@darkroom/domain/appeal/access';
import { FAULT_STEPS } from '@darkroom/domain/appeal/appeal';
import { BY_TASK } from '@darkroom/domain/lock/screens';
import { canViewTasks } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint, showFigure, showRows } from '../endpoint.ts';
import { body, id, instant, pageOf, notes, oneOf, page, pageSize, taskId, version } from '../fields.ts';
import { faultAppeal, taskRow } from '../task/task.ts';

export const APPEAL_LISTS = ['open', 'decided'] as const;

/** An appeal for the person who decides it, with the fault and the needed fields of the task. */
const appeal = faultAppeal
  .extend({
    task_id: z.int(),
    fault_id: z.int().describe('ID of the history step that found the fault.'),
    found: z.enum(FAULT_STEPS).describe('Check that found the fault.'),
    found_by: z.int().nullable().describe('Account ID of the person who found the fault. Null if unknown.'),
    found_at: instant().describe('Time of the fault.'),
    fault_kinds: z.array(z.string()).describe('Keys of the fault types found.'),
    fault_note: z.string().describe('Note of the fault.'),
    refused: z
      .enum(['not_allowed', 'four_eyes'])
      .nullable()
      .describe('Reason why the caller cannot decide the appeal. Null if they can.'),
  })
  .extend(
    taskRow.pick({
      status: true,
      workstream: true,
      x1: true,
      x2: true,
      x3: true,
      notes: true,
      job_date: true,
      sub_prod_id: true,
      job_name: true,
      job_link: true,
      job_notes: true,
      job_priority: true,
      customer2_id: true,
      service_cat2_id: true,
      quantity: true,
      detail_note: true,
    }).shape,
  );

const requiredNote = () => notes().min(1, 'required');

export const appealEndpoints = {
  list: defineEndpoint({
    name: 'appeal.list',
    method: 'POST',
    path: '/api/appeal/list',
    summary: 'List appeals in the workstreams the caller checks or leads',
    description: 'Lists either open appeals, oldest first, or decided appeals.',
    access: CAN_DECIDE_APPEALS,
    lock: null,
    kind: 'read',
    input: body({
      list: oneOf(APPEAL_LISTS)
        .default('open')
        .describe('Open appeals (`open`), oldest first, or decided ones (`decided`).'),
      page: page(),
      page_size: pageSize(),
    }),
    output: pageOf(appeal),
    errors: [],
    topics: ['appeal', 'task'],
    shows: {
      appeal: showRows((row: { id: number }) => row.id),
      task: showRows(
        (row: { task_id: number }) => row.task_id,
        () => 'never',
      ),
    },
  }),
  waiting: defineEndpoint({
    name: 'appeal.waiting',
    method: 'POST',
    path: '/api/appeal/waiting',
    summary: 'Count the appeals the caller can decide and the blind checks they can start',
    access: CAN_DECIDE_APPEALS,
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({
      appeals: z.int().describe('Open appeals that the caller can decide.'),
      checks: z.int().describe('Blind checks that the caller can start.'),
    }),
    errors: [],
    topics: ['appeal', 'blind_check'],
    shows: { appeal: showFigure, blind_check: showFigure },
  }),
  create: defineEndpoint({
    name: 'appeal.create',
    method: 'POST',
    path: '/api/appeal/add',
    summary: 'Appeal a fault in the caller’s own editing',
    description: 'Possible once, within two days. Requires a reason.',
    access: canViewTasks,
    lock: BY_TASK,
    kind: 'write',
    input: body({
      task_id: taskId(),
      fault_id: id().describe('ID of the history step that found the fault.'),
      reason: requiredNote().describe('Reason for the appeal.'),
    }),
    output: faultAppeal,
    errors: ['not_found', 'not_allowed', 'appealed', 'appeal_too_late'],
  }),
  decide: defineEndpoint({
    name: 'appeal.decide',
    method: 'POST',
    path: '/api/appeal/decide',
    summary: 'Uphold or dismiss an appeal',
    description: 'Possible once. Requires a reason. The status of the task does not change.',
    access: CAN_DECIDE_APPEALS,
    lock: BY_TASK,
    kind: 'write',
    input: body({
      id: id(),
      version: version(),
      upheld: z
        .boolean()
        .describe('True upholds the appeal: the fault is left out of the figures. False dismisses it.'),
      decision: requiredNote().describe('Reason for the decision. The editor reads it.'),
    }),
    output: appeal,
    errors: ['not_found', 'not_allowed', 'four_eyes', 'stale'],
  }),
};

export type Appeal = z.output<typeof appeal>;
