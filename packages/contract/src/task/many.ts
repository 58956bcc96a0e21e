import { STAGES } from '@darkroom/domain/task/time-in-state';
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
import { taskFilter, taskSort, taskEvent, task, taskRow, taskTaken } from './task.ts';

export const MAX_BULK_TASKS = 500;

/** One unchanged row with the reason: the current task, or its new owner if the caller lost a race for it. */
export const refusedTask = z.object({
  task_id: z.int(),
  code: z.string(),
  current: z.union([task, taskTaken]).nullable(),
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
  id: z.int(),
  task_id: z.int(),
  sub_prod_id: z.string(),
  job_name: z.string(),
  at: instant(),
  user_id: z.int().nullable(),
  fault_kinds: z.array(z.string()),
  note: z.string(),
});

/** Input of the undone move: quantities, note, fault types, rework. */
const undoneInput = task
  .pick({ task_id: true, x1: true, x2: true, x3: true, rework_quantity: true, rework_notes: true })
  .extend({ action: z.string() })
  .extend(taskEvent.pick({ note: true, fault_kinds: true, fault_note: true }).shape);

const stageTime = z.object({ working: z.int(), waiting: z.int() });
const stageTimes = z.object(
  Object.fromEntries(STAGES.map((stage) => [stage, stageTime])) as Record<(typeof STAGES)[number], typeof stageTime>,
);

/** A task with the quantities of the other tasks of its detail. */
const taskShare = z.object({
  task_id: z.int(),
  /** Count of the detail's tasks, this one included. */
  tasks: z.int(),
  /** Sum of the other tasks. */
  others: z.int(),
  /** Count of other tasks without a quantity yet. */
  uncounted: z.int(),
});

export const taskManyEndpoints = {
  ids: defineEndpoint({
    name: 'task.ids',
    method: 'POST',
    path: '/api/task/ids',
    summary: 'Get the first 500 tasks that match a filter, in short form',
    description: 'For “select all”, for changes of selected tasks, and for the tasks of selected jobs.',
    access: canViewTasks,
    lock: null,
    kind: 'read',
    /** `among`: only these tasks. `of_jobs`: only tasks of these jobs. */
    input: body({ ...taskFilter, among: ids(MAX_BULK_TASKS).optional(), of_jobs: ids(MAX_BULK_TASKS).optional() }),
    output: z.object({ results: z.array(taskSummary), ...totals }),
    errors: [],
    topics: ['task'],
    shows: { task: showOnly(({ among }: { among?: readonly number[] | undefined }) => among ?? null) },
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
      action: oneOf(TASK_BULK_ACTIONS),
      tasks: taskVersions().min(1, 'required').max(MAX_BULK_TASKS, 'too_many_items'),
      editor: id().optional(),
      /** Spread by load: no editor was selected, so no choice is stored with the advice (decision 135). */
      spread: z.boolean().optional(),
    }),
    output: z.object({ done: z.array(task), deleted: z.array(z.int()), refused: z.array(refusedTask) }),
    errors: ['forbidden', 'editor_required'],
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
      tasks: z.array(id()).min(1, 'required').max(MAX_BULK_TASKS, 'too_many_items'),
      /** Editors to spread over. Default: all active editors, without superusers and people who are away. */
      editors: ids().optional(),
    }),
    output: z.object({
      /** Least open work first, after the plan. A task without an estimate counts the usual minutes of its category. */
      results: z.array(
        z.object({
          user_id: z.int(),
          tasks: z.array(z.int()),
          minutes: z.int(),
          minutes_after: z.int(),
          open_after: z.int(),
        }),
      ),
      /** Tasks that none of these editors can edit, or that cannot be assigned now. */
      unassignable_task_ids: z.array(z.int()),
    }),
    errors: [],
    topics: ['task', 'user'],
    shows: { task: showFigure },
  }),
  undo: defineEndpoint({
    name: 'task.undo',
    method: 'POST',
    path: '/api/task/undo',
    summary: 'Undo the caller’s last step on tasks',
    description: 'Possible within one minute and only if no one else has changed them.',
    access: canViewTasks,
    lock: BY_TASK,
    kind: 'write',
    input: body({ tasks: taskVersions().min(1, 'required').max(MAX_BULK_TASKS, 'too_many_items') }),
    output: z.object({
      done: z.array(task),
      refused: z.array(refusedTask),
      /** Input of each move, so that users need not type it again. */
      undone_inputs: z.array(undoneInput),
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
      supporters: z.array(body({ user_id: id(), note: notes().default('') })).max(20, 'too_many_items'),
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
      /** Steps of finished tasks before this month are archived, with the faults that this answer would show. */
      archived_before: z.string().nullable(),
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
    input: body({ task_ids: ids(200) }),
    output: z.object({
      results: z.array(z.object({ task_id: z.int(), stages: stageTimes })),
      total: stageTimes,
      /** Count of tasks that are left out, because their steps are archived or were never stored. */
      archived: z.int(),
    }),
    errors: [],
    topics: ['task'],
    shows: { task: showOnly(({ task_ids }: { task_ids: number[] }) => task_ids) },
  }),
  shares: defineEndpoint({
    name: 'task.shares',
    method: 'POST',
    path: '/api/task/shares',
    summary: 'Count the tasks that share a detail with given tasks, and the quantities of the others',
    access: canViewTasks,
    lock: null,
    kind: 'read',
    /** The number of rows of the longest page. */
    input: body({ task_ids: ids(1000) }),
    output: z.object({ results: z.array(taskShare) }),
    errors: [],
    topics: ['task'],
    // Other people's changes alter the share of a task.
    shows: { task: showRows((share: { task_id: number }) => share.task_id) },
  }),
};

export type EditorFault = z.output<typeof editorFault>;
export type TaskShare = z.output<typeof taskShare>;
export type TaskSummary = z.output<typeof taskSummary>;

export const taskExport = defineDownload({
  name: 'export.tasks',
  path: '/api/task/export',
  summary: 'Export the tasks the caller can view',
  access: canViewTasks,
  input: exportInput({ ...taskFilter, ...selectedRows, sort: taskSort() }),
  errors: EXPORT_ERRORS,
});
