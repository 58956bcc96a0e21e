import { TIME_STAGES } from '@darkroom/domain/task/time-in-state';
import { anyOf, canViewTasks } from '@darkroom/domain/permission/access';
import { BY_TASK } from '@darkroom/domain/lock/screens';
import { z } from 'zod';
import { defineDownload, defineEndpoint, showFigure, showOnly, showRows } from '../endpoint.ts';
import {
  EXPORT_ERRORS,
  exportInput,
  selectedRows,
  body,
  id,
  ids,
  instant,
  notes,
  oneOf,
  taskVersions,
  taskId,
  version,
  totals,
} from '../fields.ts';
import { HAND_OVER_ERRORS, handOverFields } from '../staff/staff.ts';
import { taskFilter, taskSort } from './filter.ts';
import { taskStep, task, taskRow, taskTaken } from './task.ts';

export const MAX_BULK_TASKS = 500;

/** One unchanged row with the reason: the current task, or its new owner if the caller lost a race for it. */
export const refusedTask = z.object({
  task_id: z.int(),
  code: z.string().describe('Error code of the reason.'),
  current: z
    .union([task, taskTaken])
    .nullable()
    .describe(
      'The current task, or only its people if another user took the task first. Null if the caller cannot view the task.',
    ),
});

/** Fields of a task that are needed to select it, act on it and name it. */
const taskSummary = taskRow.pick({
  task_id: true,
  version: true,
  status: true,
  workstream: true,
  sub_prod_id: true,
  editor: true,
  rework_qc_1: true,
  rework_qc_2: true,
});

/** Actions on many tasks in one request. `reassign` is a reject and an assign in one. */
export const TASK_BULK_ACTIONS = ['assign', 'reassign', 'reject', 'complete', 'delete'] as const;

const editorFault = z.object({
  id: z.int().describe('ID of the step that found the fault.'),
  task_id: z.int(),
  sub_prod_id: z.string(),
  job_name: z.string(),
  at: instant().describe('Time of the fault.'),
  user_id: z.int().nullable().describe('Account ID of the QC. Null if unknown.'),
  fault_kinds: z.array(z.string()).describe('Keys of the fault types.'),
  note: z.string().describe('Fault note.'),
});

/** Input of the undone move: quantities, note, fault types, rework. */
const undoneInput = task
  .pick({ task_id: true, x1: true, x2: true, x3: true, rework_quantity: true, rework_notes: true })
  .extend({ action: z.string().describe('Name of the undone step.') })
  .extend(taskStep.pick({ note: true, fault_kinds: true, fault_note: true }).shape);

const stageTime = z.object({
  working: z.int().describe('Time in progress, in milliseconds.'),
  waiting: z.int().describe('Waiting time, in milliseconds.'),
});
const stageTimes = z.object(
  Object.fromEntries(TIME_STAGES.map((stage) => [stage, stageTime])) as Record<
    (typeof TIME_STAGES)[number],
    typeof stageTime
  >,
);

/** A task with the quantities of the other tasks of its detail. */
const taskShare = z.object({
  task_id: z.int(),
  tasks: z.int().describe('Number of tasks of the job detail, including this one.'),
  others: z.int().describe('Quantity of the other tasks of the job detail, in pieces.'),
  uncounted: z.int().describe('Number of other tasks without a quantity yet.'),
});

export const taskBulkEndpoints = {
  ids: defineEndpoint({
    name: 'task.ids',
    method: 'POST',
    path: '/api/task/ids',
    summary: 'Get the first 500 tasks that match a filter, in short form',
    description:
      'Use this call to select all tasks that match a filter, to read selected tasks again, and to select the tasks of selected jobs.',
    access: canViewTasks,
    lock: null,
    kind: 'read',
    /** `task_ids`: only these tasks. `job_ids`: only tasks of these jobs. */
    input: body({
      ...taskFilter,
      task_ids: ids(MAX_BULK_TASKS).optional().describe('Only these tasks, by ID.'),
      job_ids: ids(MAX_BULK_TASKS).optional().describe('Only tasks of these jobs, by ID.'),
    }),
    output: z.object({ results: z.array(taskSummary), ...totals }),
    errors: [],
    topics: ['task'],
    shows: { task: showOnly(({ task_ids }: { task_ids?: readonly number[] | undefined }) => task_ids ?? null) },
  }),
  bulk: defineEndpoint({
    name: 'task.bulk',
    method: 'POST',
    path: '/api/task/bulk',
    summary: 'Apply one step to many tasks',
    description: 'Failures are returned row by row with the reason.',
    // `decide` checks the permission of each step, as for a single step.
    access: canViewTasks,
    lock: BY_TASK,
    kind: 'write',
    input: body({
      action: oneOf(TASK_BULK_ACTIONS).describe('Step for all tasks. `reassign` is a reject and an assign in one.'),
      tasks: taskVersions()
        .min(1, 'required')
        .max(MAX_BULK_TASKS, 'too_many_items')
        .describe('Tasks, each in the version that you read.'),
      editor: id().optional().describe('Account ID of the editor, for `assign` and `reassign`.'),
      spread: z
        .boolean()
        .optional()
        .describe(
          'True if the tasks were spread by load without selecting an editor. Then the suggestion report leaves them out.',
        ),
    }),
    output: z.object({
      done: z.array(task).describe('Changed tasks.'),
      deleted: z.array(z.int()).describe('IDs of deleted tasks.'),
      refused: z.array(refusedTask).describe('Unchanged tasks, each with the reason.'),
    }),
    errors: ['forbidden', 'editor_required'],
  }),
  handOver: defineEndpoint({
    name: 'task.handOver',
    method: 'POST',
    path: '/api/task/hand-over',
    summary: 'Hand over tasks to other editors',
    description:
      'All or none. Quantities and times stay. A task in Processing returns to Editor Assigned. `task.undo` reverts it.',
    access: anyOf('npn_assign_task'),
    lock: BY_TASK,
    kind: 'write',
    input: body({
      tasks: taskVersions()
        .min(1, 'required')
        .max(MAX_BULK_TASKS, 'too_many_items')
        .describe('Tasks, each in the version that you read.'),
      editors: handOverFields.editors,
      member_id: id()
        .optional()
        .describe('Member who hands over. Their checks are released. Absent: each task is handed over by its editor.'),
    }),
    output: z.object({ results: z.array(task).describe('Changed tasks.') }),
    errors: ['not_found', 'wrong_status', ...HAND_OVER_ERRORS],
  }),
  spread: defineEndpoint({
    name: 'task.spread',
    method: 'POST',
    path: '/api/task/spread',
    summary: 'Preview spreading tasks over editors by their current load',
    description: 'Nothing is assigned.',
    access: anyOf('npn_assign_task', 'npn_do_any_task'),
    lock: null,
    kind: 'read',
    input: body({
      tasks: z.array(id()).min(1, 'required').max(MAX_BULK_TASKS, 'too_many_items').describe('IDs of To Do tasks.'),
      editors: ids()
        .optional()
        .describe(
          'Account IDs of the editors. Default: all active editors, without superusers and people who are away.',
        ),
    }),
    output: z.object({
      results: z
        .array(
          z.object({
            user_id: z.int().describe('Account ID of the editor.'),
            tasks: z.array(z.int()).describe('IDs of the tasks planned for the editor.'),
            minutes: z
              .int()
              .describe(
                'Estimated minutes of the planned tasks. A task without an estimate adds the usual minutes of its category.',
              ),
            minutes_after: z.int().describe('Estimated minutes of all open tasks after the plan.'),
            open_after: z.int().describe('Number of open tasks after the plan.'),
          }),
        )
        .describe('One row for each editor, least open work after the plan first.'),
      unassignable_task_ids: z
        .array(z.int())
        .describe('IDs of tasks that none of these editors can edit, or that cannot be assigned now.'),
    }),
    errors: [],
    topics: ['task', 'user', 'leave'],
    shows: { task: showFigure },
  }),
  undo: defineEndpoint({
    name: 'task.undo',
    method: 'POST',
    path: '/api/task/undo',
    summary: 'Undo the caller’s last step on tasks',
    description: 'Possible within one minute and only if no one else has changed the tasks.',
    access: canViewTasks,
    lock: BY_TASK,
    kind: 'write',
    input: body({
      tasks: taskVersions()
        .min(1, 'required')
        .max(MAX_BULK_TASKS, 'too_many_items')
        .describe('Tasks, each in the version after the step.'),
    }),
    output: z.object({
      done: z.array(task).describe('Tasks after the undo.'),
      refused: z.array(refusedTask).describe('Unchanged tasks, each with the reason.'),
      undone_inputs: z
        .array(undoneInput)
        .describe('Input of each undone step, so that users do not need to type again.'),
    }),
    errors: [],
  }),
  supporters: defineEndpoint({
    name: 'task.supporters',
    method: 'POST',
    path: '/api/task/supporter/update',
    summary: 'Set the supporters of a task, each with a note',
    description: 'Allowed for the task’s editor and for anyone who can assign tasks.',
    access: canViewTasks,
    lock: BY_TASK,
    kind: 'write',
    input: body({
      task_id: taskId(),
      version: version(),
      supporters: z
        .array(body({ user_id: id(), note: notes().default('') }))
        .max(20, 'too_many_items')
        .describe('All supporters of the task. They replace the current ones.'),
    }),
    output: task,
    errors: ['not_found', 'stale', 'not_allowed', 'four_eyes'],
  }),
  editorFaults: defineEndpoint({
    name: 'task.editorFaults',
    method: 'POST',
    path: '/api/task/editor-faults',
    summary: 'List recent faults in other work of a task’s editor',
    description: 'Covers the tasks that the caller can view.',
    access: canViewTasks,
    lock: null,
    kind: 'read',
    input: body({ task_id: taskId() }),
    output: z.object({
      results: z.array(editorFault),
      archived_before: z
        .string()
        .nullable()
        .describe(
          'Month (`YYYY-MM`) before which steps of finished tasks are archived with their faults. Null if no steps are archived.',
        ),
    }),
    errors: ['not_found'],
    topics: ['task'],
    shows: { task: showFigure },
  }),
  times: defineEndpoint({
    name: 'task.times',
    method: 'POST',
    path: '/api/task/times',
    summary: 'Get the working and waiting time of tasks by stage, in milliseconds',
    description: 'Covers tasks that the caller can view and whose steps are complete.',
    access: canViewTasks,
    lock: null,
    kind: 'read',
    input: body({ task_ids: ids(200).describe('IDs of the tasks.') }),
    output: z.object({
      results: z.array(z.object({ task_id: z.int(), stages: stageTimes.describe('Times of the task by stage.') })),
      total: stageTimes.describe('Sum over the tasks.'),
      archived: z.int().describe('Number of tasks left out, because their steps are archived or were never stored.'),
    }),
    errors: [],
    topics: ['task'],
    shows: { task: showOnly(({ task_ids }: { task_ids: number[] }) => task_ids) },
  }),
  shares: defineEndpoint({
    name: 'task.shares',
    method: 'POST',
    path: '/api/task/shares',
    summary: 'Get the number and quantities of the other tasks of the same job details',
    access: canViewTasks,
    lock: null,
    kind: 'read',
    /** The number of rows of the longest page. */
    input: body({ task_ids: ids(1000).describe('IDs of the tasks.') }),
    output: z.object({ results: z.array(taskShare) }),
    errors: [],
    topics: ['task'],
    // Other people's changes alter the share of a task.
    shows: { task: showRows((share: { task_id: number }) => share.task_id) },
  }),
};

export type EditorFault = z.output<typeof editorFault>;
export type SiblingQuantities = z.output<typeof taskShare>;
export type TaskSummary = z.output<typeof taskSummary>;

export const taskExport = defineDownload({
  name: 'export.tasks',
  path: '/api/task/export',
  summary: 'Export the tasks the caller can view',
  access: canViewTasks,
  input: exportInput({ ...taskFilter, ...selectedRows, sort: taskSort() }),
  errors: EXPORT_ERRORS,
});
