import { expect, it } from 'vitest';
import type { Subject } from '../permission/access.ts';
import type { PermissionCode } from '../permission/codes.ts';
import { canEditorResume, canTakeOver, canEditorContinue, canContinue, needsNewEditor } from './roles.ts';
import { TASK_STATUSES, TaskStatus } from './status.ts';

const EDITOR: PermissionCode[] = ['npn_view_task', 'npn_editor_pte', 'npn_start_task', 'npn_done_task'];
const CHECKER: PermissionCode[] = ['npn_view_task', 'npn_qc_pte', 'npn_review_task'];
const createSubject = (codes: readonly PermissionCode[]): Subject => ({
  account: 'staff',
  is_superuser: false,
  permissions: new Set(codes),
});
const createSubjectWithout = (codes: readonly PermissionCode[], ...lost: PermissionCode[]) =>
  createSubject(codes.filter((code) => !lost.includes(code)));
const createTask = (status: TaskStatus) => ({ status, editor: 7, workstream: 'PTE' as const });
const listStuckStatuses = (editor: Subject | null) =>
  TASK_STATUSES.filter((status) => needsNewEditor(createTask(status), () => editor));

it('a missing code stops a user only at the steps that need it', () => {
  expect(listStuckStatuses(createSubject(EDITOR))).toEqual([]);
  expect(listStuckStatuses(createSubjectWithout(EDITOR, 'npn_start_task'))).toEqual([2]);
  // A started task must also be submitted.
  expect(listStuckStatuses(createSubjectWithout(EDITOR, 'npn_done_task'))).toEqual([2, 3, 13]);
  expect(listStuckStatuses(createSubjectWithout([...EDITOR, 'npn_change_redo_task'], 'npn_done_task'))).toEqual([2, 3]);
  for (const code of ['npn_view_task', 'npn_editor_pte'] as const)
    expect(listStuckStatuses(createSubjectWithout(EDITOR, code)), code).toEqual([2, 3, 10, 11, 13]);
  expect(listStuckStatuses(null)).toEqual([2, 3, 10, 11, 13]);
  expect(listStuckStatuses(createSubject(['npn_view_task', 'npn_editor_pte', 'npn_do_any_task']))).toEqual([]);
});

it('a QC without the code for starting checks finishes the running one and starts none', () => {
  const checks = createSubjectWithout(CHECKER, 'npn_review_task');
  expect(canContinue('first_qc', createTask(TaskStatus.QC1_START), checks)).toBe(true);
  expect(canContinue('first_qc', createTask(TaskStatus.RESOLVED), checks)).toBe(false);
  expect(canContinue('first_qc', createTask(TaskStatus.RESOLVED), createSubject(CHECKER))).toBe(true);
  expect(canContinue('first_qc', createTask(TaskStatus.QC1_START), createSubjectWithout(CHECKER, 'npn_qc_pte'))).toBe(
    false,
  );
});

it('work returns only to an editor with the codes to continue it', () => {
  const { status: _now, ...done } = createTask(TaskStatus.COMPLETED);
  const createSubjectWithoutDone = () => createSubjectWithout(EDITOR, 'npn_done_task');
  expect(canEditorResume(done, 'rework', createSubjectWithoutDone)).toBe(false);
  expect(canEditorResume(done, 'qc1_fault', createSubjectWithoutDone)).toBe(true);
  expect(canEditorResume({ ...done, editor: null }, 'rework', () => null)).toBe(true);
  expect(canEditorContinue(createTask(TaskStatus.COMPLETED), () => null)).toBe(false);
});

it('a user who takes over started work needs the codes for starting it', () => {
  const listLostStatuses = (worker: Subject) =>
    TASK_STATUSES.filter((status) => !canTakeOver(createTask(status), worker));
  expect(listLostStatuses(createSubject(EDITOR))).toEqual([]);
  expect(listLostStatuses(createSubjectWithout(EDITOR, 'npn_start_task'))).toEqual([1, 2, 3]);
});
