import type { Actor } from '../task/decide.ts';
import type { ActionInput } from '../task/needs.ts';
import type { TaskState } from '../task/state.ts';
import type { TaskStatus as Status } from '../task/status.ts';

/** People and tasks that the tests of the rules share. */
export const NOW = '2026-11-20T03:00:00.000Z';
export const EDITOR = 11;
export const QC_1 = 21;
export const QC_2 = 22;
export const OTHER = 99;
export const EDITED = 31;
export const CHECKED_1 = 32;
export const CHECKED_2 = 33;

export const createActor = (user_id: number, codes: string[], is_superuser = false): Actor => ({
  user_id,
  account: 'staff',
  is_superuser,
  permissions: new Set(codes),
});

export const createTask = (status: Status, over: Partial<TaskState> = {}): TaskState => ({
  status,
  workstream: 'PTE',
  editor: status === 1 ? null : EDITOR,
  first_qc: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14].includes(status) ? QC_1 : null,
  second_qc: [7, 8, 9, 11, 13, 14].includes(status) ? QC_2 : null,
  supporters: [],
  edited_by_ids: [EDITED],
  qc1_by_ids: [CHECKED_1],
  qc2_by_ids: [CHECKED_2],
  x1: 3,
  x2: 0,
  x3: 0,
  start_time: null,
  end_time: null,
  rework_quantity: null,
  quantity_before_rework: null,
  rework_notes: null,
  rework_qc_1: null,
  rework_qc_2: null,
  rework_at: null,
  rework_by: null,
  fault_stage: null,
  status_before_check: null,
  ...over,
});

export const INPUT: ActionInput = {
  editor: EDITOR,
  x1: 3,
  note: 'the horizon is crooked',
  fault_kinds: ['crooked'],
  rework_quantity: 2,
  rework_notes: 'the customer wants it warmer',
};

export const EDITOR_CODES = ['npn_view_task', 'npn_editor_pte', 'npn_start_task', 'npn_done_task'];
export const QC_CODES = ['npn_view_task', 'npn_qc_pte', 'npn_review_task'];

export const people: Record<string, Actor> = {
  'the editor': createActor(EDITOR, EDITOR_CODES),
  'another editor': createActor(OTHER, EDITOR_CODES),
  'the first QC': createActor(QC_1, QC_CODES),
  'the second QC': createActor(QC_2, QC_CODES),
  'another QC': createActor(OTHER, QC_CODES),
  'a QC of the other workstream': createActor(OTHER, ['npn_qc_ots', 'npn_review_task']),
  'a user who can assign': createActor(OTHER, ['npn_assign_task']),
  'a user who can complete': createActor(OTHER, ['npn_completed_task']),
  'a user who can send to rework': createActor(OTHER, ['npn_rework_task']),
  'a user who can change rework': createActor(OTHER, ['npn_change_redo_task']),
  nobody: createActor(OTHER, []),
};
