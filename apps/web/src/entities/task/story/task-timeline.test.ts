import type { TaskEventRow } from '@darkroom/contract/task/task';
import { TaskStatus } from '@darkroom/domain/task/status';
import { describe, expect, it } from 'vitest';
import { faultsFound, assignedBy, stays } from './task-timeline.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 2, minute)).toISOString();
const moved = (id: number, from: TaskStatus | null, to: TaskStatus, minute: number): TaskEventRow => ({
  id,
  action: 'start',
  event: null,
  from_status: from,
  to_status: to,
  user_id: 1,
  at: at(minute),
  x1: 0,
  x2: 0,
  x3: 0,
  note: null,
  fault_kinds: null,
  fault_note: null,
  appeal: null,
});
const minutes = (n: number) => n * 60_000;

describe('the history of a task', () => {
  it('each line shows the time in its status', () => {
    const found = stays([moved(1, null, 1, 0), moved(2, 1, 2, 10), moved(3, 2, 3, 25)], Date.parse(at(40)), [9]);
    expect(found.map((s) => s.ms)).toEqual([minutes(10), minutes(15), minutes(15)]);
    expect(found.map((s) => s.running)).toEqual([false, false, true]);
  });

  it('a counted quantity does not split the time in a status', () => {
    const found = stays([moved(1, 2, 3, 0), moved(2, 3, 3, 5), moved(3, 3, 4, 30)], Date.parse(at(30)), [9]);
    expect(found.map((s) => s.ms)).toEqual([minutes(30), null, 0]);
  });

  it('no time runs after completion', () => {
    const last = stays([moved(1, 8, 9, 0)], Date.parse(at(50)), [TaskStatus.COMPLETED])[0];
    expect(last).toMatchObject({ ms: null, running: false });
  });

  it('the newest fault is first', () => {
    const fault = (id: number, minute: number) => ({ ...moved(id, 5, 10, minute), fault_kinds: ['color'] });
    expect(faultsFound([fault(1, 0), moved(2, 10, 12, 5), fault(3, 9)]).map((e) => e.id)).toEqual([3, 1]);
  });
});

describe('facts for the next check', () => {
  it("the facts include only the editor's last note", () => {
    const said = (id: number, action: string, note: string | null) => ({ ...moved(id, 3, 4, id), action, note });
    expect(
      assignedBy([said(1, 'done', 'first try'), said(2, 'resolve', 'mended'), said(3, 'reject', 'no')])?.note,
    ).toBe('mended');
    expect(assignedBy([said(1, 'done', null)])).toBeNull();
  });

  it('the facts leave out an undone fault', () => {
    const fault = { ...moved(2, 5, 10, 5), action: 'qc1_fault', fault_kinds: ['dust'] };
    const undone = { ...moved(3, 10, 5, 6), action: 'undo' };
    expect(faultsFound([moved(1, 4, 5, 0), fault])).toHaveLength(1);
    expect(faultsFound([moved(1, 4, 5, 0), fault, undone])).toEqual([]);
  });
});
