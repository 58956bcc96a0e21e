import { APPEAL_STATES } from '@darkroom/domain/appeal/appeal';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { BY_TASK } from '@darkroom/domain/lock/screens';
import { anyOf, canEditTaskNotes, canViewTasks } from '@darkroom/domain/permission/access';
import { EDITOR_CODE } from '@darkroom/domain/task/decide';
import { TASK_ACTIONS } from '@darkroom/domain/task/transitions';
import { z } from 'zod';
import { defineEndpoint, showFigure, showOnly, showRows } from '../endpoint.ts';
import {
  count,
  id,
  instant,
  body,
  faultKinds,
  pageOf,
  notes,
  page,
  pageSize,
  requiredText,
  taskVersions,
  taskId,
  time,
  version,
} from '../fields.ts';
import { taskFilter, taskSort, taskStatus, type TaskScope } from './filter.ts';

/** The editor's appeal against a fault, and its decision (decision 133), shown with the fault. */
export const faultAppeal = z.object({
  id: z.int(),
  version: z.int(),
  state: z.enum(APPEAL_STATES).describe('State of the appeal. `WITHDRAWN`: the fault was undone.'),
  reason: z.string().describe('Reason that the editor gave.'),
  created_by: z.int().describe('Account ID of the editor who appealed.'),
  created_at: instant().describe('Time of the appeal.'),
  decided_by: z.int().nullable().describe('Account ID of the person who decided. Null while open.'),
  decided_at: instant().nullable().describe('Time of the decision. Null while open.'),
  decision: z.string().nullable().describe('Reason for the decision. Null while open.'),
});
export type FaultAppeal = z.output<typeof faultAppeal>;

/** A step of a task in its history (spec §4). */
export const taskStep = z.object({
  id: z.int(),
  action: z.string().describe('Name of the step.'),
  event: z.int().nullable().describe('Number of the event type. Null if the step has none.'),
  from_status: taskStatus().nullable().describe('Status number before the step. Null for the first step.'),
  to_status: taskStatus().describe('Status number after the step.'),
  user_id: z.int().nullable().describe('Account ID of the person. Null if no one was signed in.'),
  at: instant(),
  x1: z.int().describe('Quantity x1 after the step, in pieces.'),
  x2: z.int().describe('Quantity x2 after the step, in pieces.'),
  x3: z.int().describe('Quantity x3 after the step, in pieces.'),
  note: z.string().nullable().describe('Note of the step. For a correction: its reason. Null if there is none.'),
  fault_kinds: z
    .array(z.string())
    .nullable()
    .describe('Keys of the fault types found in this step. Null if the step found no fault.'),
  fault_note: z.string().nullable().describe('Fault note, if `note` is the reason of a correction.'),
  appeal: faultAppeal.nullable().describe('Appeal of the fault and its decision. Null if there is no appeal.'),
});

export type TaskStepRow = z.output<typeof taskStep>;

/** Archived first steps of a task (decision 120): their count, and the month of the last one. */
const archivedSteps = z.object({
  steps: z.int().describe('Number of archived steps.'),
  month: z.string().describe('Month of the last archived step, `YYYY-MM`.'),
});

const quantityFields = {
  x1: count().optional().describe('Quantity x1, in pieces.'),
  x2: count().optional().describe('Quantity x2, in pieces.'),
  x3: count().optional().describe('Quantity x3, in pieces.'),
};
const supporter = z.object({ user_id: z.int(), note: z.string().describe('Note about the support.') });

/** A task, as every endpoint returns it (domain §8). People are user ids, whose names are in `user.list`. */
export const task = z.object({
  task_id: z.int(),
  version: z.int(),
  job_detail_id: z.int().describe('ID of the job detail.'),
  job_id: z.int().describe('ID of the job.'),
  status: taskStatus(),
  workstream: z.enum(WORKSTREAMS),
  x1: z.int().describe('Pieces in the first quantity field.'),
  x2: z.int().describe('Pieces in the second quantity field.'),
  x3: z.int().describe('Pieces in the third quantity field.'),
  editor: z.int().nullable().describe('Null if no one is assigned.'),
  first_qc: z.int().nullable(),
  second_qc: z.int().nullable(),
  supporters: z.array(supporter).describe('People who support the editor, each with a note.'),
  edited_by_ids: z
    .array(z.int())
    .readonly()
    .describe(
      'People who edited or supported the task since it last left To Do, including people who acted for someone else.',
    ),
  qc1_by_ids: z.array(z.int()).readonly().describe('People who acted at QC 1 since the task last left To Do.'),
  qc2_by_ids: z.array(z.int()).readonly().describe('People who acted at QC 2 since the task last left To Do.'),
  start_time: instant().nullable().describe('Null if not started.'),
  end_time: instant().nullable().describe('Null if not completed.'),
  status_since: instant().describe('Time at which the task entered its current status.'),
  rework_quantity: z.int().nullable().describe('Pieces to rework. Null if there is no rework.'),
  quantity_before_rework: z.int().nullable().describe('Quantity when the task was last sent to rework. Null: never.'),
  rework_notes: z.string().nullable().describe('Null if there is no rework.'),
  rework_qc_1: z.int().nullable().describe('Null until the first recheck passes.'),
  rework_qc_2: z.int().nullable().describe('Null until the second recheck passes.'),
  rework_at: instant().nullable().describe('Time when the task was last sent to rework. Null: never.'),
  rework_by: z.int().nullable().describe('Person who last sent the task to rework. Null: never.'),
  fault_stage: z
    .union([z.literal(1), z.literal(2)])
    .nullable()
    .describe('QC round that found the fault: 1 or 2. Null if there is no current fault.'),
  status_before_check: taskStatus().nullable().describe('Null outside a check.'),
  notes: z.string(),
  created_at: instant(),
  created_by: z.int().nullable(),
});

/** Fields for a caller who lost a race for a task: its people after the other caller took it. */
export const taskTaken = task.pick({
  task_id: true,
  version: true,
  status: true,
  editor: true,
  first_qc: true,
  second_qc: true,
});

/** A task with the fields of its job and detail that task screens show. */
export const taskRow = task.extend({
  job_date: z.string(),
  prod_id: z.string(),
  sub_prod_id: z.string(),
  job_name: z.string(),
  job_link: z.string().nullable(),
  job_notes: z.string(),
  job_priority: z.enum(JOB_PRIORITIES).nullable().describe('Null if the job has no priority.'),
  due_at: instant().nullable().describe('Null if no due date was set.'),
  customer2_id: z.int(),
  service_cat1_id: z.int(),
  service_cat2_id: z.int(),
  quantity: z.int().describe('Ordered pieces of the job detail.'),
  detail_note: z.string().describe('Note of the job detail.'),
  estimate_minutes: z.int().nullable().describe('Per piece. Null if the customer had no price.'),
});

export const taskEndpoints = {
  list: defineEndpoint({
    name: 'task.list',
    method: 'POST',
    path: '/api/task/list',
    summary: 'List the tasks the caller can view, one page at a time',
    access: canViewTasks,
    lock: null,
    kind: 'read',
    input: body({ ...taskFilter, page: page(), page_size: pageSize(), sort: taskSort() }),
    output: pageOf(taskRow),
    errors: [],
    topics: ['task'],
    shows: {
      task: showRows(
        (row: { task_id: number }) => row.task_id,
        // Tasks that change to this user have the topic of their own tasks.
        ({ scope }: { scope?: TaskScope | undefined }) => (scope === 'mine' || scope === 'waiting' ? 'own' : 'later'),
      ),
    },
  }),
  counts: defineEndpoint({
    name: 'task.counts',
    method: 'POST',
    path: '/api/task/counts',
    summary: 'Count open tasks by status',
    description: 'Covers the tasks that the caller can view. Includes the sizes of the caller’s own three lists.',
    access: canViewTasks,
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({
      by_status: z.record(z.string(), z.int()).describe('Number of open tasks for each status number.'),
      mine: z.int().describe('Size of the list `mine`.'),
      waiting: z.int().describe('Size of the list `waiting`.'),
      returned_count: z.int().describe('Number of tasks in the list `waiting` with faults to fix or with rework.'),
      pool: z.int().describe('Size of the list `pool`.'),
      done_today: z.int().describe('Tasks that the caller submitted or checked today.'),
    }),
    errors: [],
    topics: ['task'],
    shows: { task: showFigure },
  }),
  history: defineEndpoint({
    name: 'task.history',
    method: 'POST',
    path: '/api/task/history',
    summary: 'Get one task with all its steps',
    access: canViewTasks,
    lock: null,
    kind: 'read',
    input: body({ task_id: taskId() }),
    output: z.object({
      task: taskRow.describe('The task with the fields of its job and detail.'),
      events: z.array(taskStep).describe('Steps of the task, oldest first.'),
      archived: archivedSteps.nullable().describe('Archived first steps. Null if all steps are in `events`.'),
    }),
    errors: ['not_found'],
    topics: ['task'],
    shows: { task: showOnly(({ task_id }: { task_id: number }) => [task_id]) },
  }),
  load: defineEndpoint({
    name: 'task.load',
    method: 'POST',
    path: '/api/task/load',
    summary: 'List active editors with their current load',
    access: anyOf('npn_assign_task', 'npn_do_any_task'),
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({
      results: z.array(
        z.object({
          user_id: z.int().describe('Account ID of the editor.'),
          workstreams: z.array(z.enum(WORKSTREAMS)).describe('Workstreams in which the editor can edit.'),
          open_tasks: z.int().describe('Number of the editor’s open tasks.'),
          minutes: z
            .int()
            .describe(
              'Estimated minutes of the editor’s open tasks. A task without an estimate adds the usual minutes of its category.',
            ),
          off_from: z
            .string()
            .nullable()
            .describe('First day of leave that begins within two days. Null if there is none.'),
        }),
      ),
    }),
    errors: [],
    topics: ['task', 'user', 'leave'],
    shows: { task: showFigure },
  }),
  act: defineEndpoint({
    name: 'task.act',
    method: 'POST',
    path: '/api/editor/task/update',
    summary: 'Perform a step of a task, except assigning',
    access: canViewTasks,
    lock: BY_TASK,
    kind: 'write',
    input: body({
      task_id: taskId(),
      version: version(),
      action: z.enum(TASK_ACTIONS).exclude(['assign']).describe('Name of the step.'),
      ...quantityFields,
      note: notes().optional().describe('Note of the step. Required for faults.'),
      fault_kinds: faultKinds().optional().describe('Keys of fault types. Required for faults.'),
      rework_quantity: count(1).optional().describe('Pieces to rework, for the step `rework`.'),
      rework_notes: notes().optional().describe('Instructions, for the step `rework`.'),
      over: z
        .boolean()
        .optional()
        .describe('Confirmation after `over_ordered`: more than the ordered quantity is intended.'),
      fewer: z
        .boolean()
        .optional()
        .describe('Confirmation after `below_delivered`: less than the delivered quantity is intended.'),
    }),
    output: task,
    errors: [
      'not_found',
      'stale',
      'not_allowed',
      'wrong_status',
      'four_eyes',
      'invalid_quantity',
      'below_rework',
      'below_delivered',
      'no_fields_to_change',
      'x_off',
      'over_ordered',
      'fault_required',
      'rework_quantity_invalid',
      'rework_notes_required',
      'rechecks_missing',
      'already_rechecked',
    ],
  }),
  assign: defineEndpoint({
    name: 'task.assign',
    method: 'POST',
    path: '/api/task/assign',
    summary: 'Assign To Do tasks to an editor, all or nothing',
    description: 'Editors can assign tasks to themselves.',
    access: anyOf('npn_assign_task', 'npn_do_any_task', EDITOR_CODE.OTS, EDITOR_CODE.PTE),
    lock: BY_TASK,
    kind: 'write',
    input: body({
      tasks: taskVersions()
        .min(1, 'required')
        .max(500, 'too_many_items')
        .describe('Tasks, each in the version that you read.'),
      editor: id().describe('Account ID of the editor.'),
    }),
    output: z.object({ results: z.array(task) }),
    errors: ['not_found', 'stale', 'not_allowed', 'wrong_status', 'four_eyes', 'editor_not_of_workstream'],
  }),
  adminUpdate: defineEndpoint({
    name: 'task.adminUpdate',
    method: 'POST',
    path: '/api/admin/task/update',
    summary: 'Set any field and any status of a task',
    description: 'Requires a reason, which the history records.',
    access: anyOf('npn_change_task'),
    lock: BY_TASK,
    kind: 'write',
    input: body({
      task_id: taskId(),
      version: version(),
      reason: requiredText(2000).describe('Reason for the correction, for the history.'),
      status: taskStatus().optional().describe('New status number.'),
      ...quantityFields,
      editor: id().nullable().optional().describe('Account ID. Null removes the editor.'),
      first_qc: id().nullable().optional().describe('Account ID. Null removes the QC.'),
      second_qc: id().nullable().optional().describe('Account ID. Null removes the QC.'),
      start_time: time().nullable().optional().describe('ISO 8601 with its offset. Null removes the time.'),
      end_time: time().nullable().optional().describe('ISO 8601 with its offset. Null removes the time.'),
      rework_quantity: count(1).nullable().optional().describe('Pieces to rework.'),
      rework_notes: notes().nullable().optional(),
      rework_qc_1: id()
        .nullable()
        .optional()
        .describe('Account ID of the person of the first recheck. Null removes the person.'),
      rework_qc_2: id()
        .nullable()
        .optional()
        .describe('Account ID of the person of the second recheck. Null removes the person.'),
      notes: notes().optional(),
      note: notes()
        .optional()
        .describe('Fault note, for a fault status, and for Resolved if the task has no current fault.'),
      fault_kinds: faultKinds().optional().describe('Keys of fault types, in the same cases as `note`.'),
      over: z
        .boolean()
        .optional()
        .describe('Confirmation after `over_ordered`: more than the ordered quantity is intended.'),
      fewer: z
        .boolean()
        .optional()
        .describe('Confirmation after `below_delivered`: less than the delivered quantity is intended.'),
    }),
    output: task,
    errors: [
      'not_found',
      'stale',
      'no_fields_to_change',
      'over_ordered',
      'below_delivered',
      'four_eyes',
      'editor_required',
      'editor_not_of_workstream',
      'qc_not_of_workstream',
      'invalid_quantity',
      'x_off',
      'rework_quantity_invalid',
      'rework_notes_required',
      'fault_required',
    ],
  }),
  updateNotes: defineEndpoint({
    name: 'task.updateNotes',
    method: 'POST',
    path: '/api/task/update-notes',
    summary: 'Change a task’s notes',
    description: 'Allowed for the editor and the QCs of the task, and for anyone who can change task notes.',
    access: canEditTaskNotes,
    lock: BY_TASK,
    kind: 'write',
    input: body({ task_id: taskId(), version: version(), notes: notes() }),
    output: task,
    errors: ['not_found', 'stale', 'not_allowed'],
  }),
  add: defineEndpoint({
    name: 'task.add',
    method: 'POST',
    path: '/api/task/add',
    summary: 'Add tasks to a job detail',
    description: 'The new tasks are in To Do.',
    access: anyOf('npn_add_task'),
    lock: 'task',
    kind: 'write',
    input: body({
      job_detail_id: id().describe('Job detail that gets the tasks.'),
      count: count(1, 100).default(1).describe('Number of tasks to add.'),
    }),
    output: z.object({ results: z.array(task) }),
    errors: ['not_found'],
  }),
  delete: defineEndpoint({
    name: 'task.delete',
    method: 'POST',
    path: '/api/task/delete',
    summary: 'Delete To Do tasks, all or nothing',
    description: 'Returns 409 if work on a task has started.',
    access: anyOf('npn_delete_task'),
    lock: BY_TASK,
    kind: 'write',
    input: body({
      tasks: taskVersions()
        .min(1, 'required')
        .max(500, 'too_many_items')
        .describe('To Do tasks, each in the version that you read.'),
    }),
    output: z.object({ deleted: z.array(z.int()).describe('IDs of the deleted tasks.') }),
    errors: ['not_found', 'stale', 'task_started'],
  }),
};

export type Task = z.output<typeof task>;
export type TaskTaken = z.output<typeof taskTaken>;
export type TaskRow = z.output<typeof taskRow>;
