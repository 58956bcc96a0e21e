import { expect, it } from 'vitest';
import type { Subject } from '../permission/access.ts';
import type { PermissionCode } from '../permission/codes.ts';
import { canEditorResume, canTakeOver, canEditorContinue, canContinue, needsNewEditor } from './places.ts';
import { TASK_STATUSES, TaskStatus } from './status.ts';

const EDITOR: PermissionCode[] = ['npn_view_task', 'npn_editor_pte', 'npn_start_task', 'npn_done_task'];
const CHECKER: PermissionCode[] = ['npn_view_task', 'npn_qc_pte', 'npn_review_task'];
const holding = (codes: readonly PermissionCode[]): Subject => ({
  account: 'staff',
  is_superuser: false,
  permissions: new Set(codes),
});
const without = (codes: readonly PermissionCode[], ...lost: PermissionCode[]) =>
  holding(codes.filter((code) => !lost.includes(code)));
const task = (status: TaskStatus) => ({ status, editor: 7, workstream: 'PTE' as const });
const stuck = (editor: Subject | null) => TASK_STATUSES.filter((status) => needsNewEditor(task(status), () => editor));

it('a missing code stops a user only at the steps that need it', () => {
  expect(stuck(holding(EDITOR))).toEqual([]);
  expect(stuck(without(EDITOR, 'npn_start_task'))).toEqual([2]);
  // A started task must also be submitted.
  expect(stuck(without(EDITOR, 'npn_done_task'))).toEqual([2, 3, 13]);
  expect(stuck(without([...EDITOR, 'npn_change_redo_task'], 'npn_done_task'))).toEqual([2, 3]);
  for (const code of ['npn_view_task', 'npn_editor_pte'] as const)
    expect(stuck(without(EDITOR, code)), code).toEqual([2, 3, 10, 11, 13]);
  expect(stuck(null)).toEqual([2, 3, 10, 11, 13]);
  expect(stuck(holding(['npn_view_task', 'npn_editor_pte', 'npn_do_any_task']))).toEqual([]);
});

it('a QC without the code for starting checks finishes the running one and starts none', () => {
  const checks = without(CHECKER, 'npn_review_task');
  expect(canContinue('first_qc', task(TaskStatus.QC1_START), checks)).toBe(true);
  expect(canContinue('first_qc', task(TaskStatus.RESOLVED), checks)).toBe(false);
  expect(canContinue('first_qc', task(TaskStatus.RESOLVED), holding(CHECKER))).toBe(true);
  expect(canContinue('first_qc', task(TaskStatus.QC1_START), without(CHECKER, 'npn_qc_pte'))).toBe(false);
});

it('work returns only to an editor with the codes to continue it', () => {
  const { status: _now, ...done } = task(TaskStatus.COMPLETED);
  const resolves = () => without(EDITOR, 'npn_done_task');
  expect(canEditorResume(done, 'rework', resolves)).toBe(false);
  expect(canEditorResume(done, 'qc1_fault', resolves)).toBe(true);
  expect(canEditorResume({ ...done, editor: null }, 'rework', () => null)).toBe(true);
  expect(canEditorContinue(task(TaskStatus.COMPLETED), () => null)).toBe(false);
});

it('a user who takes over started work needs the codes for starting it', () => {
  const over = (worker: Subject) => TASK_STATUSES.filter((status) => !canTakeOver(task(status), worker));
  expect(over(holding(EDITOR))).toEqual([]);
  expect(over(without(EDITOR, 'npn_start_task'))).toEqual([1, 2, 3]);
});
