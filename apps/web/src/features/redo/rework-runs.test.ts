import type { TaskStepRow } from '@darkroom/contract/task/task';
import type { TaskStatus } from '@darkroom/domain/task/status';
import { describe, expect, it } from 'vitest';
import { toReworkRuns } from './rework-runs.ts';

let next = 0;
const createEvent = (action: string, to: TaskStatus, changes: Partial<TaskStepRow> = {}): TaskStepRow => ({
  id: (next += 1),
  action,
  event: null,
  from_status: null,
  to_status: to,
  user_id: 1,
  at: '2026-11-20T02:00:00.000Z',
  x1: 0,
  x2: 0,
  x3: 0,
  note: null,
  fault_kinds: null,
  fault_note: null,
  appeal: null,
  ...changes,
});

describe('reworks of a task', () => {
  it('each rework has its notes, its recheck faults and its end', () => {
    const reworkRuns = toReworkRuns([
      createEvent('complete', 9),
      createEvent('rework', 13, { note: 'sky bluer' }),
      createEvent('rework_done', 14),
      createEvent('recheck_fault', 13, { fault_kinds: ['color'] }),
      createEvent('rework_done', 14),
      createEvent('recheck_fault', 13, { fault_kinds: ['color', 'crop'] }),
      createEvent('rework_done', 14),
      createEvent('recheck', 14),
      createEvent('recheck', 14),
      createEvent('complete', 9),
      createEvent('rework', 13, { note: 'sky less blue' }),
    ]);
    expect(reworkRuns.map((r) => [r.sent.note, r.fault_kinds, r.ended?.action ?? null])).toEqual([
      ['sky bluer', ['color', 'crop'], 'complete'],
      ['sky less blue', [], null],
    ]);
  });

  it('a rework ends when it is deleted, and continues when the deletion is undone', () => {
    const sent = createEvent('rework', 13);
    const deleted = createEvent('redo_delete', 9);
    expect(toReworkRuns([sent, deleted])[0]?.ended).toBe(deleted);
    expect(toReworkRuns([sent, deleted, createEvent('undo', 13)])).toEqual([{ sent, fault_kinds: [], ended: null }]);
  });

  it('a rework that was undone is left out', () => {
    expect(toReworkRuns([createEvent('complete', 9), createEvent('rework', 13), createEvent('undo', 9)])).toEqual([]);
  });
});
