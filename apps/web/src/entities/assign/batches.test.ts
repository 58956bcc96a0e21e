import type { Subject } from '@darkroom/domain/permission/access';
import { TASK_STATUSES, TaskStatus } from '@darkroom/domain/task/status';
import { describe, expect, it } from 'vitest';
import { createTaskRow } from '../../testing/rows.ts';
import { findReassigned, createAssignBatches, isAssignable } from './batches.ts';

const EDITOR = 7;
const STEPS = ['npn_view_task', 'npn_start_task', 'npn_done_task'];
const createWorker = (code: string): Subject => ({
  account: 'staff',
  is_superuser: false,
  permissions: new Set([code, ...STEPS]),
});
const findEditor = () => createWorker('npn_editor_pte');
const findOtherStreamEditor = () => createWorker('npn_editor_ots');
const findNoEditor = () => null;
const createTask = (status: TaskStatus) =>
  createTaskRow({ status, workstream: 'PTE', editor: status === 1 ? null : EDITOR });
const listAssignable = (worker: (id: number) => Subject | null) =>
  TASK_STATUSES.filter((status) => isAssignable(createTask(status), worker));

describe('tasks that can be assigned', () => {
  it('an unstarted task can be assigned while its editor can continue', () => {
    expect(listAssignable(findEditor)).toEqual([1, 2]);
  });

  it('a started task can be assigned when its editor left or lost the workstream', () => {
    expect(listAssignable(findNoEditor)).toEqual([1, 2, 3, 10, 11, 13]);
    expect(listAssignable(findOtherStreamEditor)).toEqual([1, 2, 3, 10, 11, 13]);
  });

  it('a task without an editor is assigned, one with an editor is reassigned', () => {
    const tasks = [createTask(TaskStatus.TO_DO), createTask(TaskStatus.EDITOR_ASSIGNED), createTask(TaskStatus.REWORK)];
    expect(
      createAssignBatches(tasks, 8).map(({ action, tasks: of }) => [action, of.map(({ status }) => status)]),
    ).toEqual([
      ['assign', [1]],
      ['reassign', [2, 13]],
    ]);
    // A task of this editor is left out, because only its version would change.
    expect(createAssignBatches(tasks, EDITOR).map(({ action, tasks: of }) => [action, of.length])).toEqual([
      ['assign', 1],
    ]);
    expect(findReassigned(tasks, 8).map(({ status }) => status)).toEqual([2, 13]);
  });
});
