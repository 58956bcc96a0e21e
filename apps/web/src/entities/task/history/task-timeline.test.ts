import type { TaskStepRow } from '@darkroom/contract/task/task';
import { TaskStatus } from '@darkroom/domain/task/status';
import { describe, expect, it } from 'vitest';
import { findFaults, findSubmissionNote, toStatusPeriods } from './task-timeline.ts';

const toInstant = (minute: number) => new Date(Date.UTC(2026, 10, 20, 2, minute)).toISOString();
const createEvent = (id: number, from: TaskStatus | null, to: TaskStatus, minute: number): TaskStepRow => ({
  id,
  action: 'start',
  event: null,
  from_status: from,
  to_status: to,
  user_id: 1,
  at: toInstant(minute),
  x1: 0,
  x2: 0,
  x3: 0,
  note: null,
  fault_kinds: null,
  fault_note: null,
  appeal: null,
});
const toMs = (n: number) => n * 60_000;

describe('the history of a task', () => {
  it('each line of the history shows the time in its status', () => {
    const periods = toStatusPeriods(
      [createEvent(1, null, 1, 0), createEvent(2, 1, 2, 10), createEvent(3, 2, 3, 25)],
      Date.parse(toInstant(40)),
      [9],
    );
    expect(periods.map((s) => s.ms)).toEqual([toMs(10), toMs(15), toMs(15)]);
    expect(periods.map((s) => s.isRunning)).toEqual([false, false, true]);
  });

  it('a saved quantity does not split the time in a status', () => {
    const periods = toStatusPeriods(
      [createEvent(1, 2, 3, 0), createEvent(2, 3, 3, 5), createEvent(3, 3, 4, 30)],
      Date.parse(toInstant(30)),
      [9],
    );
    expect(periods.map((s) => s.ms)).toEqual([toMs(30), null, 0]);
  });

  it('no time runs after completion', () => {
    const last = toStatusPeriods([createEvent(1, 8, 9, 0)], Date.parse(toInstant(50)), [TaskStatus.COMPLETED])[0];
    expect(last).toMatchObject({ ms: null, isRunning: false });
  });

  it('the newest fault is first', () => {
    const createFault = (id: number, minute: number) => ({ ...createEvent(id, 5, 10, minute), fault_kinds: ['color'] });
    expect(findFaults([createFault(1, 0), createEvent(2, 10, 12, 5), createFault(3, 9)]).map((e) => e.id)).toEqual([
      3, 1,
    ]);
  });
});

describe('information for the next check', () => {
  it("the information for the next check includes only the editor's last note", () => {
    const createNoteEvent = (id: number, action: string, note: string | null) => ({
      ...createEvent(id, 3, 4, id),
      action,
      note,
    });
    expect(
      findSubmissionNote([
        createNoteEvent(1, 'done', 'first try'),
        createNoteEvent(2, 'resolve', 'fixed'),
        createNoteEvent(3, 'reject', 'no'),
      ])?.note,
    ).toBe('fixed');
    expect(findSubmissionNote([createNoteEvent(1, 'done', null)])).toBeNull();
  });

  it('the information for the next check leaves out an undone fault', () => {
    const fault = { ...createEvent(2, 5, 10, 5), action: 'qc1_fault', fault_kinds: ['dust'] };
    const undoEvent = { ...createEvent(3, 10, 5, 6), action: 'undo' };
    expect(findFaults([createEvent(1, 4, 5, 0), fault])).toHaveLength(1);
    expect(findFaults([createEvent(1, 4, 5, 0), fault, undoEvent])).toEqual([]);
  });
});
