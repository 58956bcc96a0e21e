import type { Actor } from '@darkroom/domain/task/decide';
import type { TaskState } from '@darkroom/domain/task/state';
import { TaskStatus } from '@darkroom/domain/task/status';
import { describe, expect, it } from 'vitest';
import { isInProgressBy, getSteps } from './offered-steps.ts';
import { getStepForm, findStepKey } from './task-steps.ts';

const createActor = (user_id: number, ...permissions: string[]): Actor => ({
  user_id,
  account: 'staff',
  is_superuser: false,
  permissions: new Set(permissions),
});
const editor = createActor(1, 'npn_view_task', 'npn_editor_pte', 'npn_start_task', 'npn_done_task');
const qc = createActor(2, 'npn_view_task', 'npn_qc_pte', 'npn_review_task');
const leader = createActor(3, 'npn_view_all_pte_tasks', 'npn_assign_task', 'npn_completed_task');

const createTask = (status: TaskStatus, changes: Partial<TaskState> = {}): TaskState => ({
  status,
  workstream: 'PTE',
  editor: null,
  first_qc: null,
  second_qc: null,
  supporters: [],
  edited_by_ids: [],
  qc1_by_ids: [],
  qc2_by_ids: [],
  x1: 0,
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
  ...changes,
});

describe('the steps shown for a task', () => {
  it('an editor sees one main step and the others apart', () => {
    const steps = getSteps(createTask(TaskStatus.PROCESSING, { editor: 1 }), editor);
    expect(steps.next).toBe('done');
    expect(steps.others).toEqual(['set_quantity']);
    expect(steps.otherTimes.map((offer) => offer.action)).toContain('start');
  });

  it('a first QC sees why the second check is disabled', () => {
    const steps = getSteps(createTask(TaskStatus.QC1_DONE, { editor: 1, first_qc: 2 }), qc);
    expect(steps.next).toBeNull();
    expect(steps.refusedNow).toContainEqual({ action: 'start_qc2', refusal: 'four_eyes' });
  });

  it('a leader who only assigns does not see "Assign to me"', () => {
    const steps = getSteps(createTask(TaskStatus.TO_DO), leader);
    expect(steps.next).toBeNull();
    expect(steps.others).not.toContain('assign');
  });

  it('a task is in progress only for its current editor and QC', () => {
    expect(isInProgressBy(createTask(TaskStatus.PROCESSING, { editor: 1 }), 1)).toBe(true);
    expect(isInProgressBy(createTask(TaskStatus.REWORK, { editor: 1 }), 1)).toBe(false);
    expect(isInProgressBy(createTask(TaskStatus.WAITING_TO_QC, { editor: 1 }), 1)).toBe(false);
    expect(isInProgressBy(createTask(TaskStatus.QC1_START, { editor: 1, first_qc: 2 }), 1)).toBe(false);
    expect(isInProgressBy(createTask(TaskStatus.QC1_START, { editor: 1, first_qc: 2 }), 2)).toBe(true);
  });
});

describe('form and key of a step', () => {
  it('the form follows from the needs in the transition table', () => {
    expect(getStepForm('start')).toBe('none');
    expect(getStepForm('done')).toBe('quantity');
    expect(getStepForm('qc1_fault')).toBe('fault');
    expect(getStepForm('recheck_fault')).toBe('fault');
    expect(getStepForm('rework')).toBe('rework');
    expect(getStepForm('reject')).toBe('note');
  });

  it('each key has one meaning', () => {
    expect(findStepKey('start_qc2')).toBe('s');
    expect(findStepKey('assign')).toBe('a');
    expect(findStepKey('rework')).toBeNull();
    expect(findStepKey('set_quantity')).toBe('e');
  });
});
