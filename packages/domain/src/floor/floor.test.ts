import { describe, expect, it } from 'vitest';
import { createWorkCalendar } from '../calendar/working-time.ts';
import type { Subject } from '../permission/access.ts';
import { TASK_STATUSES, type TaskStatus } from '../task/status.ts';
import { BANDS, findBand, getRequestedFloors, getBandStatuses } from './bands.ts';
import { getVisibleFloors } from './access.ts';
import { compareHandovers, findPeriodRefusals, includesToday, type SavedParts } from './shift-handover.ts';
import {
  isLate,
  median,
  getPresenceStart,
  sameTimeOn,
  calculateOnTimePercent,
  getComparisonDays,
  calculateTypicalCounts,
} from './figures.ts';
import { getNextStep } from './next-step.ts';

const createTask = (
  status: TaskStatus,
  fields: Partial<Parameters<typeof getNextStep>[0] & { rework_qc_1: number | null }> = {},
) => ({
  status,
  editor: 1,
  first_qc: 2,
  second_qc: 3,
  fault_stage: null,
  rework_qc_1: null,
  rework_qc_2: null,
  ...fields,
});

describe('a task on the floor', () => {
  it('a task is in one band, in the order of work', () => {
    const bands = TASK_STATUSES.map((status) => findBand(createTask(status)));
    expect(bands).toEqual([
      'waiting',
      'waiting',
      'editing',
      'qc1',
      'qc1',
      'qc2',
      'qc2',
      'completing',
      null,
      'editing',
      'editing',
      'qc1',
      'editing',
      'qc1',
    ]);
  });

  it('a resolved task waits for the check that found the fault', () => {
    expect(findBand(createTask(12, { fault_stage: 1 }))).toBe('qc1');
    expect(findBand(createTask(12, { fault_stage: 2 }))).toBe('qc2');
  });

  it('a reworked task waits for its next recheck, then for completion', () => {
    expect(findBand(createTask(14))).toBe('qc1');
    expect(findBand(createTask(14, { rework_qc_1: 2 }))).toBe('qc2');
    expect(findBand(createTask(14, { rework_qc_1: 2, rework_qc_2: 3 }))).toBe('completing');
  });

  it('the statuses of a band find its tasks in the task list', () => {
    for (const status of TASK_STATUSES.filter((candidate) => candidate !== 9)) {
      const band = findBand(createTask(status));
      expect(band && getBandStatuses(band)).toContain(status);
    }
    expect(BANDS.flatMap(getBandStatuses)).not.toContain(9);
  });

  it('a task waits for a named person or for the workstream', () => {
    expect(getNextStep(createTask(1))).toEqual({ wait: 'to_assign', who: null });
    expect(getNextStep(createTask(2))).toEqual({ wait: 'to_start', who: 1 });
    expect(getNextStep(createTask(5))).toEqual({ wait: 'checking_1', who: 2 });
    expect(getNextStep(createTask(12, { fault_stage: 2 }))).toEqual({ wait: 'to_recheck_fault', who: 3 });
    expect(getNextStep(createTask(14, { rework_qc_2: 3 }))).toEqual({ wait: 'to_complete', who: null });
  });
});

describe('permission for the floor', () => {
  const createStaff = (...codes: string[]): Subject => ({
    account: 'staff',
    is_superuser: false,
    permissions: new Set(codes),
  });

  it('a user sees the workstreams in which they see all tasks', () => {
    expect(getVisibleFloors(createStaff('npn_view_all_tasks'))).toEqual(['OTS', 'PTE']);
    expect(getVisibleFloors(createStaff('npn_view_all_pte_tasks'))).toEqual(['PTE']);
    expect(getVisibleFloors(createStaff('npn_view_task', 'npn_editor_ots'))).toEqual([]);
  });

  it('a user requests one or all of these workstreams, and no other', () => {
    expect(getRequestedFloors(['OTS', 'PTE'], 'PTE')).toEqual(['PTE']);
    expect(getRequestedFloors(['OTS', 'PTE'], null)).toEqual(['OTS', 'PTE']);
    expect(getRequestedFloors(['PTE'], 'OTS')).toEqual([]);
  });
});

describe('the usual day', () => {
  const createDay = (done: number, due = 0, on_time = 0) => ({ added: 0, done, faults: 0, due, on_time });

  it('the usual day is the same weekday of eight weeks, up to the same time', () => {
    expect(getComparisonDays('2026-11-20')).toEqual([
      '2026-11-13',
      '2026-11-06',
      '2026-10-30',
      '2026-10-23',
      '2026-10-16',
      '2026-10-09',
      '2026-10-02',
      '2026-09-25',
    ]);
    expect(sameTimeOn('2026-11-13', '2026-11-20T02:05:07.000Z', '2026-11-20')).toBe('2026-11-13T02:05:07.000Z');
  });

  it('the usual day is the median, so that one unusual day does not matter', () => {
    expect(median([3, 500, 4, 5])).toBe(4.5);
    expect(median([])).toBeNull();
    expect(calculateTypicalCounts([createDay(10), createDay(12), createDay(300)])).toMatchObject({
      done: 12,
      on_time: null,
    });
  });

  it('the usual on-time share uses only days with due jobs', () => {
    expect(calculateOnTimePercent({ due: 3, on_time: 2 })).toBe(66.7);
    expect(calculateTypicalCounts([createDay(1, 4, 4), createDay(1), createDay(1, 4, 3)]).on_time).toBe(87.5);
  });

  it('work is late when its due date is past', () => {
    expect(isLate('2026-11-20T02:00:00.000Z', '2026-11-20T02:00:00.000Z')).toBe(false);
    expect(isLate('2026-11-20T02:00:00.000Z', '2026-11-20T02:00:00.001Z')).toBe(true);
    expect(isLate(null, '2026-11-20T02:00:00.000Z')).toBe(false);
  });
});

describe('the period of a shift handover', () => {
  const workday = [
    { from: '08:00', to: '12:00' },
    { from: '13:30', to: '17:30' },
  ];
  const calendar = createWorkCalendar({ week: Array.from({ length: 7 }, () => workday), extra_days: [] }, []);
  // Friday at 9:00 in Bangkok.
  const now = '2026-11-20T02:00:00.000Z';
  const findRefusals = (date_from: string, date_to = date_from, shift: 'day' | 'morning' | 'afternoon' = 'day') =>
    findPeriodRefusals({ date_from, date_to, shift }, calendar, now).map(({ field, code }) => `${field} ${code}`);

  it('a shift handover is refused for a period that has not begun', () => {
    expect(findRefusals('2026-11-20')).toEqual([]);
    expect(findRefusals('2026-11-20', '2026-11-30')).toEqual([]);
    expect(findRefusals('2026-11-20', '2026-11-20', 'afternoon')).toEqual(['shift not_started']);
    expect(findRefusals('2026-11-21')).toEqual(['date_from not_started']);
    expect(findRefusals('2026-11-21', '2026-11-21', 'afternoon')).toEqual(['date_from not_started']);
  });

  it('a shift handover is refused for days more than 31 days ago', () => {
    expect(findRefusals('2026-10-20')).toEqual([]);
    expect(findRefusals('2026-10-19')).toEqual(['date_from too_far_back', 'date_to too_far_back']);
    expect(findRefusals('2026-10-19', '2026-11-20')).toEqual(['date_from too_far_back']);
  });

  it('a shift handover shows absences until its last day is over', () => {
    expect(includesToday('2026-11-19T17:00:00.000Z', now)).toBe(false);
    expect(includesToday('2026-11-19T17:00:00.001Z', now)).toBe(true);
    expect(includesToday(now, now)).toBe(true);
  });
});

it('a person who was active within the hour counts as at work just after midnight', () => {
  expect(getPresenceStart('2026-11-19T17:20:00.000Z')).toBe('2026-11-19T16:20:00.000Z');
  expect(getPresenceStart('2026-11-19T18:30:00.000Z')).toBe('2026-11-19T17:00:00.000Z');
  expect(getPresenceStart('2026-11-20T09:00:00.000Z')).toBe('2026-11-19T17:00:00.000Z');
});

describe('changes since the last shift handover', () => {
  const none: SavedParts = { late: [], at_risk: [], urgent: [], faults: [], rework: [], away: [], requests: [] };

  it('changes list new and removed ids of each section', () => {
    const changes = compareHandovers({ ...none, late: [1, 2], faults: [7] }, { ...none, late: [2, 3], faults: [7] });
    expect(changes.late).toEqual({ added: [3], removed: [1] });
    expect(changes.faults).toEqual({ added: [], removed: [] });
  });

  it('changes are absent for a section that one of the two handovers lacks', () => {
    expect(compareHandovers({ ...none, requests: null }, { ...none, requests: [4] }).requests).toBeNull();
  });
});
