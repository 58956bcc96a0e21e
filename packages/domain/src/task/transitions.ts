import type { PermissionCode } from '../permission/codes.ts';
import { EVENT_OF_STATUS, TaskEvent, TaskStatus } from './status.ts';

/** Actions that move a task (domain §2). `assign` has its own endpoint, the others use editor/task/update. */
export const TASK_ACTIONS = [
  'assign',
  'reject',
  'start',
  'set_quantity',
  'done',
  'start_qc1',
  'qc1_done',
  'qc1_fault',
  'start_qc2',
  'qc2_done',
  'qc2_fault',
  'release_qc',
  'resolve',
  'complete',
  'rework',
  'rework_done',
  'recheck',
  'recheck_fault',
] as const;
export type TaskAction = (typeof TASK_ACTIONS)[number];

/**
 * One way to be entitled to an action: `as` is the user's part in the task (or the part they want), `code` a further permission. `stream`
 * means the code of the task's workstream: editor_ots/pte or qc_ots/pte.
 */
export interface Entitlement {
  readonly as: 'anyone' | 'editor' | 'first_qc' | 'second_qc' | 'stream_qc' | 'stream_editor_for_self';
  readonly code?: PermissionCode;
}

export type Need = 'editor' | 'x' | 'valid_quantity' | 'fault' | 'rework' | 'reworked' | 'both_rechecks';

/** Side of an action, where `take` is the side of the future editor. No user is ever on both sides (four eyes), or both QCs. */
export type Side = 'take' | 'edit' | 'qc1' | 'qc2' | 'recheck' | 'manage';

export interface Transition {
  readonly from: readonly TaskStatus[];
  /** Target status. 'same' does not change the status, 'origin' returns to the status before the check. */
  readonly to: TaskStatus | 'same' | 'origin';
  readonly who: readonly Entitlement[];
  readonly needs: readonly Need[];
  readonly side: Side;
  readonly event: TaskEvent | null;
}

const Status = TaskStatus;
const getEnteringEvent = (status: TaskStatus): TaskEvent | null => EVENT_OF_STATUS[status] ?? null;
const asEditor = (code?: PermissionCode): Entitlement => (code ? { as: 'editor', code } : { as: 'editor' });
const withPermission = (code: PermissionCode): Entitlement => ({ as: 'anyone', code });
const asQc: Entitlement = { as: 'stream_qc', code: 'npn_review_task' };

/** Transitions of domain §2. Server, buttons, tests and docs read this only table. */
export const TRANSITIONS: Readonly<Record<TaskAction, Transition>> = {
  assign: {
    from: [Status.TO_DO],
    to: Status.EDITOR_ASSIGNED,
    who: [withPermission('npn_assign_task'), { as: 'stream_editor_for_self' }],
    needs: ['editor'],
    side: 'take',
    event: null,
  },
  reject: {
    from: [Status.EDITOR_ASSIGNED],
    to: Status.TO_DO,
    who: [asEditor(), withPermission('npn_assign_task')],
    needs: [],
    side: 'manage',
    event: null,
  },
  start: {
    from: [Status.EDITOR_ASSIGNED],
    to: Status.PROCESSING,
    who: [asEditor('npn_start_task')],
    needs: [],
    side: 'edit',
    event: getEnteringEvent(Status.PROCESSING),
  },
  set_quantity: {
    from: [Status.PROCESSING, Status.QC1_FAULTS_FOUND, Status.QC2_FAULTS_FOUND, Status.REWORK],
    to: 'same',
    who: [asEditor()],
    needs: ['x'],
    side: 'edit',
    event: TaskEvent.UPDATED_QUANTITY,
  },
  done: {
    from: [Status.PROCESSING],
    to: Status.WAITING_TO_QC,
    who: [asEditor('npn_done_task')],
    needs: ['valid_quantity'],
    side: 'edit',
    event: getEnteringEvent(Status.WAITING_TO_QC),
  },
  start_qc1: {
    from: [Status.WAITING_TO_QC, Status.RESOLVED],
    to: Status.QC1_START,
    who: [asQc],
    needs: [],
    side: 'qc1',
    event: getEnteringEvent(Status.QC1_START),
  },
  qc1_done: {
    from: [Status.QC1_START],
    to: Status.QC1_DONE,
    who: [{ as: 'first_qc' }],
    needs: [],
    side: 'qc1',
    event: getEnteringEvent(Status.QC1_DONE),
  },
  qc1_fault: {
    from: [Status.QC1_START],
    to: Status.QC1_FAULTS_FOUND,
    who: [{ as: 'first_qc' }],
    needs: ['fault'],
    side: 'qc1',
    event: getEnteringEvent(Status.QC1_FAULTS_FOUND),
  },
  start_qc2: {
    from: [Status.QC1_DONE, Status.RESOLVED],
    to: Status.QC2_START,
    who: [asQc],
    needs: [],
    side: 'qc2',
    event: getEnteringEvent(Status.QC2_START),
  },
  qc2_done: {
    from: [Status.QC2_START],
    to: Status.QC2_DONE,
    who: [{ as: 'second_qc' }],
    needs: [],
    side: 'qc2',
    event: getEnteringEvent(Status.QC2_DONE),
  },
  qc2_fault: {
    from: [Status.QC2_START],
    to: Status.QC2_FAULTS_FOUND,
    who: [{ as: 'second_qc' }],
    needs: ['fault'],
    side: 'qc2',
    event: getEnteringEvent(Status.QC2_FAULTS_FOUND),
  },
  release_qc: {
    from: [Status.QC1_START, Status.QC2_START],
    to: 'origin',
    who: [{ as: 'first_qc' }, { as: 'second_qc' }, withPermission('npn_assign_task')],
    needs: [],
    side: 'manage',
    event: null,
  },
  resolve: {
    from: [Status.QC1_FAULTS_FOUND, Status.QC2_FAULTS_FOUND],
    to: Status.RESOLVED,
    who: [asEditor()],
    needs: ['valid_quantity'],
    side: 'edit',
    event: getEnteringEvent(Status.RESOLVED),
  },
  complete: {
    from: [Status.QC2_DONE, Status.DONE_REWORK],
    to: Status.COMPLETED,
    who: [withPermission('npn_completed_task')],
    needs: ['both_rechecks'],
    side: 'manage',
    event: getEnteringEvent(Status.COMPLETED),
  },
  rework: {
    from: [Status.COMPLETED],
    to: Status.REWORK,
    who: [withPermission('npn_rework_task')],
    needs: ['rework'],
    side: 'manage',
    event: getEnteringEvent(Status.REWORK),
  },
  rework_done: {
    from: [Status.REWORK],
    to: Status.DONE_REWORK,
    who: [asEditor('npn_done_task'), withPermission('npn_change_redo_task')],
    needs: ['reworked'],
    side: 'edit',
    event: null,
  },
  recheck: {
    from: [Status.DONE_REWORK],
    to: 'same',
    who: [asQc],
    needs: [],
    side: 'recheck',
    event: null,
  },
  recheck_fault: {
    from: [Status.DONE_REWORK],
    to: Status.REWORK,
    who: [asQc],
    needs: ['fault'],
    side: 'recheck',
    event: null,
  },
};
