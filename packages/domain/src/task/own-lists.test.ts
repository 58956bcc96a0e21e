import { describe, expect, it } from 'vitest';
import type { TaskState } from './state.ts';
import { NO_ACTS } from './four-eyes.ts';
import { getOwnList } from './own-lists.ts';
import { TASK_STATUSES, type TaskStatus } from './status.ts';

const ME = 1;
const createTask = (status: TaskStatus, fields: Partial<TaskState> = {}): TaskState => ({
  status,
  workstream: 'PTE',
  editor: null,
  first_qc: null,
  second_qc: null,
  supporters: [],
  x1: 1,
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
  ...NO_ACTS,
  ...fields,
});

describe('the user’s own lists', () => {
  it('an editor’s list has their work in progress, and other assigned work is waiting', () => {
    const listStatuses = (list: 'mine' | 'waiting') =>
      TASK_STATUSES.filter((status) => getOwnList(createTask(status, { editor: ME }), ME) === list);
    expect(listStatuses('mine')).toEqual([3]);
    expect(listStatuses('waiting')).toEqual([2, 10, 11, 13]);
  });

  it('a QC’s list has their running check, and work resolved for them is waiting', () => {
    expect(getOwnList(createTask(5, { editor: 2, first_qc: ME }), ME)).toBe('mine');
    expect(getOwnList(createTask(7, { editor: 2, second_qc: ME }), ME)).toBe('mine');
    expect(getOwnList(createTask(12, { editor: 2, first_qc: ME, fault_stage: 1 }), ME)).toBe('waiting');
    expect(getOwnList(createTask(12, { editor: 2, first_qc: ME, second_qc: 3, fault_stage: 2 }), ME)).toBeNull();
    expect(getOwnList(createTask(14, { editor: 2, first_qc: ME }), ME)).toBe('waiting');
    expect(getOwnList(createTask(14, { editor: 2, first_qc: ME, rework_qc_1: ME }), ME)).toBeNull();
  });

  it('tasks of other people are in neither list', () => {
    for (const status of TASK_STATUSES)
      expect(getOwnList(createTask(status, { editor: 2, first_qc: 3 }), ME)).toBeNull();
  });
});
