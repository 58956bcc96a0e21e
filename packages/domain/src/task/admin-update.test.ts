import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideAdmin, getRequiredFields, type AdminInput } from './admin-update.ts';
import { decide, type Actor } from './decide.ts';
import type { TaskState } from './state.ts';
import { actor, EDITOR, EDITOR_CODES, INPUT, NOW, OTHER, QC_1, QC_2, QC_CODES, task } from '../testing/task-samples.ts';
import { TASK_STATUSES, TaskStatus } from './status.ts';
import { TASK_ACTIONS } from './transitions.ts';

const admin = actor(OTHER, ['npn_change_task']);
const allowed = { x1: true, x2: false, x3: false };
const editors = [EDITOR, 12].map((id) => actor(id, EDITOR_CODES));
const qcs = [QC_1, QC_2, 23, 24].map((id) => actor(id, QC_CODES));
const foreign = actor(41, ['npn_editor_ots', 'npn_qc_ots']);
const staff = new Map<number, Actor>([...editors, ...qcs, foreign].map((one) => [one.user_id, one]));
const given = { actor: admin, now: NOW, worker: (id: number) => staff.get(id) ?? null, x_in_use: allowed };

/** Creates a task without any steps. */
const fresh = (): TaskState => task(1, { x1: 0, edited_by: [], qc1_by: [], qc2_by: [] });
const refused = (from: TaskState, input: AdminInput) => {
  const decision = decideAdmin(from, input, given);
  return decision.ok ? [] : decision.errors.map(({ field, code }) => `${field} ${code}`);
};

describe('facts that a status needs', () => {
  const [EDITOR_ERROR, QUANTITY_ERROR] = ['editor editor_required', 'x1 invalid_quantity'];
  const [Q1, Q2] = ['first_qc required', 'second_qc required'];
  const fault = ['fault_kinds fault_required', 'note fault_required'];
  const rework = ['rework_quantity rework_quantity_invalid', 'rework_notes rework_notes_required'];
  const ASKED: Record<TaskStatus, string[]> = {
    1: [],
    2: [EDITOR_ERROR],
    3: [EDITOR_ERROR],
    4: [EDITOR_ERROR, QUANTITY_ERROR],
    5: [EDITOR_ERROR, QUANTITY_ERROR, Q1],
    6: [EDITOR_ERROR, QUANTITY_ERROR, Q1],
    7: [EDITOR_ERROR, QUANTITY_ERROR, Q1, Q2],
    8: [EDITOR_ERROR, QUANTITY_ERROR, Q1, Q2],
    9: [EDITOR_ERROR, QUANTITY_ERROR],
    10: [EDITOR_ERROR, QUANTITY_ERROR, Q1, ...fault],
    11: [EDITOR_ERROR, QUANTITY_ERROR, Q1, Q2, ...fault],
    12: [EDITOR_ERROR, QUANTITY_ERROR, Q1, ...fault],
    13: [EDITOR_ERROR, ...rework],
    14: [EDITOR_ERROR, ...rework],
  };

  it('all missing facts are reported together', () => {
    for (const status of TASK_STATUSES) expect(refused(fresh(), { status }), `${status}`).toEqual(ASKED[status]);
  });

  it('the facts can be in the same request', () => {
    const full = { editor: EDITOR, x1: 3, first_qc: QC_1, second_qc: QC_2 };
    const fault = { note: 'crooked', fault_kinds: ['crooked'] };
    for (const status of TASK_STATUSES) {
      if (status === TaskStatus.TO_DO) continue;
      const more = [10, 11, 12].includes(status) ? fault : { rework_quantity: 2, rework_notes: 'warmer' };
      expect(refused(fresh(), { ...full, ...more, status }), `${status}`).toEqual([]);
    }
  });

  it('a fault status sets the stage of the fault for the later check', () => {
    const stage = (status: TaskStatus, from: TaskState) => {
      const decision = decideAdmin(from, { status, note: 'crooked', fault_kinds: ['crooked'] }, given);
      return decision.ok && decision.patch.fault_stage;
    };
    expect([stage(10, task(8)), stage(11, task(8)), stage(12, task(6)), stage(12, task(8))]).toEqual([1, 2, 1, 2]);
  });

  it('an existing fault is not requested again, nor facts that ordinary moves left out', () => {
    expect(refused(task(10, { fault_stage: 1 }), { status: 12 })).toEqual([]);
    const released = task(12, { fault_stage: 1, first_qc: null });
    expect(refused(released, { x1: 4 })).toEqual([]);
    expect(refused(task(5), { first_qc: null })).toEqual([Q1]);
    expect(refused(task(9), { x1: 0 })).toEqual([QUANTITY_ERROR]);
  });

  it('a rework quantity cannot exceed the quantity, even if that was too low before', () => {
    const wrong = ['rework_quantity rework_quantity_invalid'];
    const short = task(13, { x1: 2, rework_quantity: 3, rework_notes: 'warmer' });
    expect(refused(short, { x1: 1 })).toEqual(wrong);
    expect(refused(short, { rework_quantity: 3 })).toEqual(wrong);
    expect(refused(short, { rework_notes: 'cooler' })).toEqual([]);
    expect(refused(short, { x1: 3 })).toEqual([]);
    expect(refused(short, { rework_quantity: 2 })).toEqual([]);
    expect(refused(task(13, { x1: 3, rework_quantity: 3, rework_notes: 'warmer' }), { x1: 2 })).toEqual(wrong);
  });

  it('a rework gets its date, so that the rework list shows it', () => {
    const decision = decideAdmin(task(9), { status: 13, rework_quantity: 2, rework_notes: 'warmer' }, given);
    expect(decision).toMatchObject({
      ok: true,
      event: 12,
      patch: { rework_at: NOW, rework_by: OTHER, rework_of: 3, status: 13 },
    });
  });

  it('a task that returns to To Do loses its people and facts', () => {
    const decision = decideAdmin(task(7), { status: 1 }, given);
    expect(decision).toMatchObject({
      ok: true,
      patch: { editor: null, first_qc: null, second_qc: null, edited_by: [] },
    });
    expect(refused(task(7), { status: 1, editor: EDITOR })).toEqual(['editor invalid']);
  });
});

describe('required fields of the form', () => {
  const findRequired = (from: TaskState, status: TaskStatus, second_qc: number | null = null) =>
    [...getRequiredFields(from, { status, second_qc })].toSorted();

  it('required fields depend on the selected status', () => {
    expect(findRequired(fresh(), 1)).toEqual([]);
    expect(findRequired(fresh(), 2)).toEqual(['editor']);
    expect(findRequired(fresh(), 6)).toEqual(['editor', 'first_qc', 'x1']);
    expect(findRequired(fresh(), 10)).toEqual(['editor', 'fault_kinds', 'first_qc', 'note', 'x1']);
    expect(findRequired(fresh(), 12, QC_2)).toContain('second_qc');
    expect(findRequired(fresh(), 13)).toEqual(['editor', 'rework_notes', 'rework_quantity']);
  });

  it('required fields are the filled ones while the status stays', () => {
    expect(findRequired(task(5, { first_qc: null }), 5)).toEqual(['editor', 'x1']);
    expect(findRequired(task(9, { end_time: NOW }), 9)).toEqual(['editor', 'end_time', 'x1']);
  });

  it('an existing fault is not required again', () => {
    expect(findRequired(task(10, { fault_stage: 1 }), 12)).not.toContain('note');
    expect(findRequired(task(10, { fault_stage: 1 }), 11)).toContain('note');
  });

  it('required fields are refused when empty', () => {
    for (const to of TASK_STATUSES.filter((status) => status !== 1)) {
      const fields = refused(fresh(), { status: to }).map((message) => message.split(' ')[0] ?? '');
      expect(fields.toSorted(), String(to)).toEqual(findRequired(fresh(), to));
    }
  });
});

describe('people of an admin update', () => {
  it('people must be active and have the code of the workstream', () => {
    expect(refused(task(4), { first_qc: 41 })).toEqual(['first_qc qc_not_of_workstream']);
    expect(refused(task(4), { first_qc: 12 })).toEqual(['first_qc qc_not_of_workstream']);
    expect(refused(task(3), { editor: 41 })).toEqual(['editor editor_not_of_workstream']);
    expect(refused(task(14), { rework_qc_1: 999 })).toEqual(['rework_qc_1 qc_not_of_workstream']);
  });

  it('people must keep four eyes, also for past steps', () => {
    expect(refused(task(4, { supporters: [{ user_id: 23 }] }), { first_qc: 23 })).toEqual(['first_qc four_eyes']);
    expect(refused(task(4, { edited_by: [23] }), { second_qc: 23 })).toEqual(['second_qc four_eyes']);
    expect(refused(task(6, { qc1_by: [23] }), { second_qc: 23 })).toEqual(['second_qc four_eyes']);
    expect(refused(task(14), { rework_qc_1: 23, rework_qc_2: 23 })).toEqual(['rework_qc_2 four_eyes']);
  });
});

describe('quantities and times of an admin update', () => {
  it('a quantity that is switched off keeps its value and cannot be raised', () => {
    expect(refused(task(3, { x2: 2 }), { x2: 3 })).toEqual(['x2 x_off']);
    expect(refused(task(3, { x2: 2 }), { x2: 1 })).toEqual([]);
  });

  it('the end cannot be before the start', () => {
    expect(refused(task(9), { start_time: '2026-11-02T00:00:00Z', end_time: '2026-11-01T00:00:00Z' })).toEqual([
      'end_time before_start',
    ]);
  });

  it('times cannot be in the future, except for differences between clocks', () => {
    const in_ = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString();
    expect(refused(task(9), { start_time: in_(6), end_time: '2030-01-01T00:00:00Z' })).toEqual([
      'start_time not_yet',
      'end_time not_yet',
    ]);
    expect(refused(task(9), { end_time: in_(4) })).toEqual([]);
  });

  it('more pieces than ordered need one confirmation with both figures', () => {
    const known = { ...given, detail: { ordered: 10, others: 4 } };
    expect(decideAdmin(task(4), { x1: 1_000_000 }, known)).toEqual({
      ok: false,
      errors: [{ field: 'x1', code: 'over_ordered' }],
      figures: { counted: 1_000_004, ordered: 10 },
    });
    expect(decideAdmin(task(4), { x1: 1_000_000, over: true }, known)).toMatchObject({ ok: true });
    expect(decideAdmin(task(4), { x1: 6 }, known)).toMatchObject({ ok: true });
    // A lower or equal quantity needs no new confirmation.
    const much = task(4, { x1: 20 });
    expect(decideAdmin(much, { x1: 19 }, known)).toMatchObject({ ok: true });
    expect(decideAdmin(much, { status: 3 }, known)).toMatchObject({ ok: true });
    // The editor's quantity was not confirmed yet, so moving the task past its submission needs confirmation.
    const counting = task(13, { x1: 20, rework_quantity: 2, rework_notes: 'warmer' });
    expect(decideAdmin(counting, { status: 9 }, known)).toMatchObject({ figures: { counted: 24, ordered: 10 } });
    expect(decideAdmin(counting, { status: 9, over: true }, known)).toMatchObject({ ok: true });
    expect(decideAdmin(counting, { status: 2 }, known)).toMatchObject({ ok: true });
  });

  it('facts of a task set back before its start are cleared, except given ones', () => {
    const times = { start_time: '2026-11-01T00:00:00.000Z', end_time: '2026-11-02T00:00:00.000Z' };
    const reworked = { rework_quantity: 2, rework_notes: 'warmer', rework_qc_1: 23, rework_at: NOW, rework_by: OTHER };
    const nothing = {
      start_time: null,
      end_time: null,
      rework_quantity: null,
      rework_notes: null,
      rework_qc_1: null,
      rework_at: null,
      rework_by: null,
    };
    const done = task(9, { ...times, ...reworked });
    expect(decideAdmin(done, { status: 1 }, given)).toMatchObject({ ok: true, patch: { ...nothing, x1: 0 } });
    expect(decideAdmin(done, { status: 2 }, given)).toMatchObject({ ok: true, patch: { ...nothing, x1: 3 } });
    const { start_time } = times;
    expect(decideAdmin(done, { status: 2, start_time }, given)).toMatchObject({ ok: true, patch: { start_time } });
  });

  it('a user who changes a quantity has edited the task and cannot check it', () => {
    const counted = decideAdmin(task(4), { x1: 9 }, { ...given, actor: actor(23, [], true) });
    expect(counted).toMatchObject({ ok: true, patch: { edited_by: expect.arrayContaining([23]) } });
  });
});

/** Enough separate people for any task: two more QCs, both editors, a leader. */
const LEADER = actor(51, ['npn_assign_task', 'npn_completed_task', 'npn_change_redo_task']);
const CAST = [...editors, ...qcs, ...[25, 26].map((id) => actor(id, QC_CODES)), LEADER];
const ONWARD = TASK_ACTIONS.filter(
  (action) => !['set_quantity', 'rework', 'recheck_fault', 'release_qc'].includes(action),
);

/** True if ordinary moves lead from a task to Completed. */
function canComplete(start: TaskState): boolean {
  const visited = new Set<string>();
  const open = [start];
  for (let at = open.pop(); at; at = open.pop()) {
    if (at.status === TaskStatus.COMPLETED) return true;
    for (const who of CAST) {
      for (const action of ONWARD) {
        const decision = decide(at, action, who, NOW, { ...INPUT, x1: Math.max(1, at.x1), editor: EDITOR });
        if (!decision.ok || action.endsWith('fault')) continue;
        const next = { ...at, ...decision.patch };
        const key = JSON.stringify({ ...next, x1: 0 });
        if (!visited.has(key)) open.push(next);
        visited.add(key);
      }
    }
  }
  return false;
}

describe('a task after an admin update', () => {
  const step = fc.record({
    action: fc.constantFrom(...TASK_ACTIONS),
    who: fc.constantFrom(...editors, ...qcs, actor(OTHER, [], true), actor(52, ['npn_do_any_task'])),
    x1: fc.integer({ min: 0, max: 3 }),
  });
  const user = fc.constantFrom(null, EDITOR, 12, QC_1, QC_2, 23, 41, OTHER);
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const update: fc.Arbitrary<AdminInput> = fc.record({
    status: maybe(fc.constantFrom(...TASK_STATUSES)),
    x1: maybe(fc.integer({ min: 0, max: 3 })),
    editor: maybe(user),
    first_qc: maybe(user),
    second_qc: maybe(user),
    rework_qc_1: maybe(user),
    rework_qc_2: maybe(user),
    rework_quantity: maybe(fc.constantFrom(null, 1, 3)),
    rework_notes: maybe(fc.constantFrom(null, '', 'warmer')),
    note: maybe(fc.constantFrom('', 'crooked')),
    fault_kinds: maybe(fc.constantFrom([], ['crooked'])),
  });
  /** Updates with all facts: most are accepted, and together they cover each status. */
  const complete: fc.Arbitrary<AdminInput> = fc
    .record({
      status: fc.constantFrom(...TASK_STATUSES),
      first: fc.constantFrom(QC_1, 23),
      second: fc.constantFrom(QC_2, 24),
    })
    .map(({ status, first, second }) => ({
      status,
      ...(status > 1 ? { editor: EDITOR, first_qc: first, second_qc: second, x1: 3 } : {}),
      ...([10, 11, 12].includes(status) ? { note: 'crooked', fault_kinds: ['crooked'] } : {}),
      ...([13, 14].includes(status) ? { rework_quantity: 1, rework_notes: 'warmer' } : {}),
    }));

  it('ordinary moves complete the task from any state and update', () => {
    const reached = new Set<TaskStatus>();
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 25 }),
        fc.array(fc.oneof(update, complete), { minLength: 1, maxLength: 3 }),
        (steps, updates) => {
          const now = fresh();
          for (const { action, who, x1 } of steps) {
            const input = { ...INPUT, x1, editor: who.user_id === 12 ? 12 : EDITOR, rework_quantity: 1 };
            const decision = decide(now, action, who, NOW, input);
            if (decision.ok) Object.assign(now, decision.patch);
          }
          for (const one of updates) {
            const decision = decideAdmin(now, one, given);
            if (!decision.ok) continue;
            Object.assign(now, decision.patch);
            reached.add(now.status);
            expect(canComplete(now), JSON.stringify(now)).toBe(true);
          }
        },
      ),
      { numRuns: 1500 },
    );
    expect([...reached].sort((a, b) => a - b)).toEqual(TASK_STATUSES);
    // The search is slow on a busy machine.
  }, 60_000);
});
