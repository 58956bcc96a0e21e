import { APPEAL_STATES } from '@darkroom/domain/appeal/appeal';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { BANDS } from '@darkroom/domain/floor/bands';
import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { BY_TASK } from '@darkroom/domain/lock/screens';
import { anyOf, canEditTaskNotes, canViewTasks } from '@darkroom/domain/permission/access';
import { EDITOR_CODE } from '@darkroom/domain/task/decide';
import { TASK_STATUSES } from '@darkroom/domain/task/status';
import { TASK_ACTIONS } from '@darkroom/domain/task/transitions';
import { z } from 'zod';
import { defineEndpoint, showFigure, showOnly, showRows } from '../endpoint.ts';
import {
  count,
  day,
  id,
  ids,
  oneOf,
  sortBy,
  text,
  oneOrMore,
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
import { DUE_FILTERS } from '../due-date/due-date.ts';

export const taskStatus = () => z.literal(TASK_STATUSES, { error: () => 'invalid' });
export const oneOrMoreStatuses = () => oneOrMore(taskStatus(), TASK_STATUSES.length);

/**
 * Part of the floor to list. `all`: all tasks that the caller can see. `mine`: tasks in progress with the caller. `waiting`: tasks that
 * wait for the caller's next step. `pool`: tasks that the caller can take. The last three do not overlap. Their default order: rework and
 * faults, urgent, due date, age.
 */
export const TASK_SCOPES = ['all', 'mine', 'waiting', 'pool'] as const;
export type TaskScope = (typeof TASK_SCOPES)[number];

export const taskFilter = {
  scope: oneOf(TASK_SCOPES).default('all'),
  status: oneOrMoreStatuses().optional(),
  /** Open work by its band on the floor (decision 128). The status alone does not decide the band. */
  band: oneOf(BANDS).optional(),
  workstream: oneOf(WORKSTREAMS).optional(),
  job_date_from: day().optional(),
  job_date_to: day().optional(),
  customer0_id: ids().optional(),
  customer1_id: ids().optional(),
  customer2_id: ids().optional(),
  service_type_id: ids().optional(),
  service_cat1_id: ids().optional(),
  service_cat2_id: ids().optional(),
  job_priority: oneOf(JOB_PRIORITIES).optional(),
  /** Open work by its due date. */
  due: oneOf(DUE_FILTERS).optional(),
  editor: ids().optional(),
  first_qc: ids().optional(),
  second_qc: ids().optional(),
  has_support: z.boolean().optional(),
  /** In its current status for more than this many hours. */
  waits_hours: count(1, 10_000).optional(),
  job_id: id().optional(),
  /** Words of the job's number or name, a detail's number, or the task's own (`readTaskNumber`). */
  text: text().optional(),
};

/** Sort columns of the task list. `blocking`: open work first, then urgent, due date and day. */
export const TASK_SORTS = ['job_date', 'task_id', 'status', 'status_since', 'due_at', 'blocking'] as const;
/** Returns the schema of the sort order. Default: newest first for `all`, the working order for the caller's own lists. */
export const taskSort = () => sortBy(TASK_SORTS).optional();

/** The editor's appeal against a fault, and its decision (decision 133), shown with the fault. */
export const faultAppeal = z.object({
  id: z.int(),
  version: z.int(),
  state: z.enum(APPEAL_STATES),
  reason: z.string(),
  created_by: z.int(),
  created_at: instant(),
  decided_by: z.int().nullable(),
  decided_at: instant().nullable(),
  /** Reason of the decision. */
  decision: z.string().nullable(),
});
export type FaultAppeal = z.output<typeof faultAppeal>;

/** A step of a task in its history (spec §4). */
export const taskEvent = z.object({
  id: z.int(),
  action: z.string(),
  event: z.int().nullable(),
  from_status: taskStatus().nullable(),
  to_status: taskStatus(),
  user_id: z.int().nullable(),
  at: instant(),
  x1: z.int(),
  x2: z.int(),
  x3: z.int(),
  note: z.string().nullable(),
  fault_kinds: z.array(z.string()).nullable(),
  /** Fault text, if `note` is the reason of an admin update. */
  fault_note: z.string().nullable(),
  /** The appeal and its decision, for a fault that its editor answered (decision 133). */
  appeal: faultAppeal.nullable(),
});

export type TaskEventRow = z.output<typeof taskEvent>;

/** Archived first steps of a task (decision 120): their count, and the month of the last step. */
const archivedSteps = z.object({ steps: z.int(), month: z.string() });

const countFields = { x1: count().optional(), x2: count().optional(), x3: count().optional() };
const supporter = z.object({ user_id: z.int(), note: z.string() });

/** A task, as every endpoint returns it (domain §8). People are user ids, whose names are in `user.list`. */
export const task = z.object({
  task_id: z.int(),
  version: z.int(),
  job_detail_id: z.int(),
  job_id: z.int(),
  status: taskStatus(),
  workstream: z.enum(WORKSTREAMS),
  x1: z.int(),
  x2: z.int(),
  x3: z.int(),
  editor: z.int().nullable(),
  first_qc: z.int().nullable(),
  second_qc: z.int().nullable(),
  supporters: z.array(supporter),
  /** People who acted on it since it last left To Do, also for others: as editor or supporter, at QC 1, at QC 2 (four eyes). */
  edited_by: z.array(z.int()).readonly(),
  qc1_by: z.array(z.int()).readonly(),
  qc2_by: z.array(z.int()).readonly(),
  start_time: instant().nullable(),
  end_time: instant().nullable(),
  status_since: instant(),
  rework_quantity: z.int().nullable(),
  /** Quantity when it was last sent to rework. */
  rework_of: z.int().nullable(),
  rework_notes: z.string().nullable(),
  rework_qc_1: z.int().nullable(),
  rework_qc_2: z.int().nullable(),
  /** Last time that it was sent to rework, and the person. Null: never. */
  rework_at: instant().nullable(),
  rework_by: z.int().nullable(),
  fault_stage: z.union([z.literal(1), z.literal(2)]).nullable(),
  qc_from: taskStatus().nullable(),
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
  job_priority: z.enum(JOB_PRIORITIES).nullable(),
  due_at: instant().nullable(),
  customer2_id: z.int(),
  service_cat1_id: z.int(),
  service_cat2_id: z.int(),
  /** Ordered quantity and note of the detail. */
  quantity: z.int(),
  detail_note: z.string(),
  /** Estimated minutes per piece. Null if the customer had no price. */
  estimate_minutes: z.int().nullable(),
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
      by_status: z.record(z.string(), z.int()),
      mine: z.int(),
      waiting: z.int(),
      /** Count of waiting tasks with faults to fix or with rework. */
      came_back: z.int(),
      pool: z.int(),
      done_today: z.int(),
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
    output: z.object({ task: taskRow, events: z.array(taskEvent), archived: archivedSteps.nullable() }),
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
          user_id: z.int(),
          workstreams: z.array(z.enum(WORKSTREAMS)),
          open_tasks: z.int(),
          /** A task without an estimate counts the usual minutes of its category. */
          minutes: z.int(),
        }),
      ),
    }),
    errors: [],
    topics: ['task', 'user'],
    shows: { task: showFigure },
  }),
  act: defineEndpoint({
    name: 'task.act',
    method: 'POST',
    path: '/api/editor/task/update',
    summary: 'Do one step of a task (all steps except assigning)',
    access: canViewTasks,
    lock: BY_TASK,
    kind: 'write',
    input: body({
      task_id: taskId(),
      version: version(),
      action: z.enum(TASK_ACTIONS).exclude(['assign']),
      ...countFields,
      note: notes().optional(),
      fault_kinds: faultKinds().optional(),
      rework_quantity: count(1).optional(),
      rework_notes: notes().optional(),
      /** Confirmation after `over_ordered`: more than the ordered quantity is intended. */
      over: z.boolean().optional(),
      /** Confirmation after `below_delivered`: less than the delivered quantity is intended. */
      fewer: z.boolean().optional(),
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
      tasks: taskVersions().min(1, 'required').max(500, 'too_many_items'),
      editor: id(),
    }),
    output: z.object({ results: z.array(task) }),
    errors: ['not_found', 'stale', 'not_allowed', 'wrong_status', 'four_eyes', 'editor_not_of_workstream'],
  }),
  adminUpdate: defineEndpoint({
    name: 'task.adminUpdate',
    method: 'POST',
    path: '/api/admin/task/update',
    summary: 'Set any field and any status of a task',
    description: 'Requires a reason. The history records it.',
    access: anyOf('npn_change_task'),
    lock: BY_TASK,
    kind: 'write',
    input: body({
      task_id: taskId(),
      version: version(),
      reason: requiredText(2000),
      status: taskStatus().optional(),
      ...countFields,
      editor: id().nullable().optional(),
      first_qc: id().nullable().optional(),
      second_qc: id().nullable().optional(),
      start_time: time().nullable().optional(),
      end_time: time().nullable().optional(),
      rework_quantity: count(1).nullable().optional(),
      rework_notes: notes().nullable().optional(),
      rework_qc_1: id().nullable().optional(),
      rework_qc_2: id().nullable().optional(),
      notes: notes().optional(),
      /** Fault text and types: for a fault status, and for Resolved when the task has no current fault. */
      note: notes().optional(),
      fault_kinds: faultKinds().optional(),
      over: z.boolean().optional(),
      fewer: z.boolean().optional(),
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
    description: 'Allowed for its editor, its QCs, and anyone who can change task notes.',
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
    access: anyOf('npn_add_task'),
    lock: 'task',
    kind: 'write',
    input: body({ job_detail_id: id(), count: count(1, 100).default(1) }),
    output: z.object({ results: z.array(task) }),
    errors: ['not_found'],
  }),
  delete: defineEndpoint({
    name: 'task.delete',
    method: 'POST',
    path: '/api/task/delete',
    summary: 'Delete To Do tasks, all or nothing',
    access: anyOf('npn_delete_task'),
    lock: BY_TASK,
    kind: 'write',
    input: body({ tasks: taskVersions().min(1, 'required').max(500, 'too_many_items') }),
    output: z.object({ deleted: z.array(z.int()) }),
    errors: ['not_found', 'stale', 'task_in_production'],
  }),
};

export type Task = z.output<typeof task>;
export type TaskTaken = z.output<typeof taskTaken>;
export type TaskRow = z.output<typeof taskRow>;
