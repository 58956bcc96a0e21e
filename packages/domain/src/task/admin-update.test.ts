import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideAdmin, getRequiredFields, type AdminInput } from './admin-update.ts';
import { decide, type Actor } from './decide.ts';
import type { TaskState } from './state.ts';
import {
  createActor,
  EDITOR,
  EDITOR_CODES,
  INPUT,
  NOW,
  OTHER,
  QC_1,
  QC_2,
  QC_CODES,
  createTask,
} from '../testing/task-samples.ts';
import { TASK_STATUSES, TaskStatus } from './status.ts';
import { TASK_ACTIONS } from './transitions.ts';

const admin = createActor(OTHER, ['npn_change_task']);
const allowed = { x1: true, x2: false, x3: false };
const editors = [EDITOR, 12].map((id) => createActor(id, EDITOR_CODES));
const qcs = [QC_1, QC_2, 23, 24].map((id) => createActor(id, QC_CODES));
const foreign = createActor(41, ['npn_editor_ots', 'npn_qc_ots']);
const staff = new Map<number, Actor>([...editors, ...qcs, foreign].map((person) => [person.user_id, person]));
const given = { actor: admin, now: NOW, worker: (id: number) => staff.get(id) ?? null, x_in_use: allowed };

/** Creates a task without any steps. */
const createFreshTask = (): TaskState => createTask(1, { x1: 0, edited_by_ids: [], qc1_by_ids: [], qc2_by_ids: [] });
const listRefusedFields = (from: TaskState, input: AdminInput) => {
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
    for (const status of TASK_STATUSES)
      expect(listRefusedFields(createFreshTask(), { status }), `${status}`).toEqual(ASKED[status]);
  });

  it('the facts can be in the same request', () => {
    const full = { editor: EDITOR, x1: 3, first_qc: QC_1, second_qc: QC_2 };
    const fault = { note: 'crooked', fault_kinds: ['crooked'] };
    for (const status of TASK_STATUSES) {
      if (status === TaskStatus.TO_DO) continue;
      const more = [10, 11, 12].includes(status) ? fault : { rework_quantity: 2, rework_notes: 'warmer' };
      expect(listRefusedFields(createFreshTask(), { ...full, ...more, status }), `${status}`).toEqual([]);
    }
  });

  it('a fault status sets the stage of the fault for the later check', () => {
    const getFaultStage = (status: TaskStatus, from: TaskState) => {
      const decision = decideAdmin(from, { status, note: 'crooked', fault_kinds: ['crooked'] }, given);
      return decision.ok && decision.patch.fault_stage;
    };
    expect([
      getFaultStage(10, createTask(8)),
      getFaultStage(11, createTask(8)),
      getFaultStage(12, createTask(6)),
      getFaultStage(12, createTask(8)),
    ]).toEqual([1, 2, 1, 2]);
  });

  it('an existing fault is not requested again, nor facts that ordinary moves left out', () => {
    expect(listRefusedFields(createTask(10, { fault_stage: 1 }), { status: 12 })).toEqual([]);
    const released = createTask(12, { fault_stage: 1, first_qc: null });
    expect(listRefusedFields(released, { x1: 4 })).toEqual([]);
    expect(listRefusedFields(createTask(5), { first_qc: null })).toEqual([Q1]);
    expect(listRefusedFields(createTask(9), { x1: 0 })).toEqual([QUANTITY_ERROR]);
  });

  it('a rework quantity cannot exceed the quantity, even if that was too low before', () => {
    const wrong = ['rework_quantity rework_quantity_invalid'];
    const short = createTask(13, { x1: 2, rework_quantity: 3, rework_notes: 'warmer' });
    expect(listRefusedFields(short, { x1: 1 })).toEqual(wrong);
    expect(listRefusedFields(short, { rework_quantity: 3 })).toEqual(wrong);
    expect(listRefusedFields(short, { rework_notes: 'cooler' })).toEqual([]);
    expect(listRefusedFields(short, { x1: 3 })).toEqual([]);
    expect(listRefusedFields(short, { rework_quantity: 2 })).toEqual([]);
    expect(listRefusedFields(createTask(13, { x1: 3, rework_quantity: 3, rework_notes: 'warmer' }), { x1: 2 })).toEqual(
      wrong,
    );
  });

  it('a rework gets its date, so that the rework list shows it', () => {
    const decision = decideAdmin(createTask(9), { status: 13, rework_quantity: 2, rework_notes: 'warmer' }, given);
    expect(decision).toMatchObject({
      ok: true,
      event: 12,
      patch: { rework_at: NOW, rework_by: OTHER, quantity_before_rework: 3, status: 13 },
    });
  });

  it('a task that returns to To Do loses its people and facts', () => {
    const decision = decideAdmin(createTask(7), { status: 1 }, given);
    expect(decision).toMatchObject({
      ok: true,
      patch: { editor: null, first_qc: null, second_qc: null, edited_by_ids: [] },
    });
    expect(listRefusedFields(createTask(7), { status: 1, editor: EDITOR })).toEqual(['editor invalid']);
  });
});

describe('required fields of the form', () => {
  const findRequired = (from: TaskState, status: TaskStatus, second_qc: number | null = null) =>
    [...getRequiredFields(from, { status, second_qc })].toSorted();

  it('required fields depend on the selected status', () => {
    expect(findRequired(createFreshTask(), 1)).toEqual([]);
    expect(findRequired(createFreshTask(), 2)).toEqual(['editor']);
    expect(findRequired(createFreshTask(), 6)).toEqual(['editor', 'first_qc', 'x1']);
    expect(findRequired(createFreshTask(), 10)).toEqual(['editor', 'fault_kinds', 'first_qc', 'note', 'x1']);
    expect(findRequired(createFreshTask(), 12, QC_2)).toContain('second_qc');
    expect(findRequired(createFreshTask(), 13)).toEqual(['editor', 'rework_notes', 'rework_quantity']);
  });

  it('required fields are the filled ones while the status stays', () => {
    expect(findRequired(createTask(5, { first_qc: null }), 5)).toEqual(['editor', 'x1']);
    expect(findRequired(createTask(9, { end_time: NOW }), 9)).toEqual(['editor', 'end_time', 'x1']);
  });

  it('an existing fault is not required again', () => {
    expect(findRequired(createTask(10, { fault_stage: 1 }), 12)).not.toContain('note');
    expect(findRequired(createTask(10, { fault_stage: 1 }), 11)).toContain('note');
  });

  it('required fields are refused when empty', () => {
    for (const to of TASK_STATUSES.filter((status) => status !== 1)) {
      const fields = listRefusedFields(createFreshTask(), { status: to }).map((message) => message.split(' ')[0] ?? '');
      expect(fields.toSorted(), String(to)).toEqual(findRequired(createFreshTask(), to));
    }
  });
});

describe('people of an admin update', () => {
  it('people must be active and have the code of the workstream', () => {
    expect(listRefusedFields(createTask(4), { first_qc: 41 })).toEqual(['first_qc qc_not_of_workstream']);
    expect(listRefusedFields(createTask(4), { first_qc: 12 })).toEqual(['first_qc qc_not_of_workstream']);
    expect(listRefusedFields(createTask(3), { editor: 41 })).toEqual(['editor editor_not_of_workstream']);
    expect(listRefusedFields(createTask(14), { rework_qc_1: 999 })).toEqual(['rework_qc_1 qc_not_of_workstream']);
  });

  it('people must keep four eyes, also for past steps', () => {
    expect(listRefusedFields(createTask(4, { supporters: [{ user_id: 23 }] }), { first_qc: 23 })).toEqual([
      'first_qc four_eyes',
    ]);
    expect(listRefusedFields(createTask(4, { edited_by_ids: [23] }), { second_qc: 23 })).toEqual([
      'second_qc four_eyes',
    ]);
    expect(listRefusedFields(createTask(6, { qc1_by_ids: [23] }), { second_qc: 23 })).toEqual(['second_qc four_eyes']);
    expect(listRefusedFields(createTask(14), { rework_qc_1: 23, rework_qc_2: 23 })).toEqual(['rework_qc_2 four_eyes']);
  });
});

describe('quantities and times of an admin update', () => {
  it('a quantity that is switched off keeps its value and cannot be raised', () => {
    expect(listRefusedFields(createTask(3, { x2: 2 }), { x2: 3 })).toEqual(['x2 x_off']);
    expect(listRefusedFields(createTask(3, { x2: 2 }), { x2: 1 })).toEqual([]);
  });

  it('the end cannot be before the start', () => {
    expect(
      listRefusedFields(createTask(9), { start_time: '2026-11-02T00:00:00Z', end_time: '2026-11-01T00:00:00Z' }),
    ).toEqual(['end_time before_start']);
  });

  it('times cannot be in the future, except for differences between clocks', () => {
    const addMinutes = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString();
    expect(listRefusedFields(createTask(9), { start_time: addMinutes(6), end_time: '2030-01-01T00:00:00Z' })).toEqual([
      'start_time not_yet',
      'end_time not_yet',
    ]);
    expect(listRefusedFields(createTask(9), { end_time: addMinutes(4) })).toEqual([]);
  });

  it('more pieces than ordered need one confirmation with both figures', () => {
    const known = { ...given, detail: { ordered: 10, others: 4 } };
    expect(decideAdmin(createTask(4), { x1: 1_000_000 }, known)).toEqual({
      ok: false,
      errors: [{ field: 'x1', code: 'over_ordered' }],
      figures: { counted: 1_000_004, ordered: 10 },
    });
    expect(decideAdmin(createTask(4), { x1: 1_000_000, over: true }, known)).toMatchObject({ ok: true });
    expect(decideAdmin(createTask(4), { x1: 6 }, known)).toMatchObject({ ok: true });
    // A lower or equal quantity needs no new confirmation.
    const much = createTask(4, { x1: 20 });
    expect(decideAdmin(much, { x1: 19 }, known)).toMatchObject({ ok: true });
    expect(decideAdmin(much, { status: 3 }, known)).toMatchObject({ ok: true });
    // The editor's quantity was not confirmed yet, so moving the task past its submission needs confirmation.
    const counting = createTask(13, { x1: 20, rework_quantity: 2, rework_notes: 'warmer' });
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
    const done = createTask(9, { ...times, ...reworked });
    expect(decideAdmin(done, { status: 1 }, given)).toMatchObject({ ok: true, patch: { ...nothing, x1: 0 } });
    expect(decideAdmin(done, { status: 2 }, given)).toMatchObject({ ok: true, patch: { ...nothing, x1: 3 } });
    const { start_time } = times;
    expect(decideAdmin(done, { status: 2, start_time }, given)).toMatchObject({ ok: true, patch: { start_time } });
  });

  it('a user who changes a quantity has edited the task and cannot check it', () => {
    const counted = decideAdmin(createTask(4), { x1: 9 }, { ...given, actor: createActor(23, [], true) });
    expect(counted).toMatchObject({ ok: true, patch: { edited_by_ids: expect.arrayContaining([23]) } });
  });
});

/** Enough separate people for any task: two more QCs, both editors, a leader. */
const LEADER = createActor(51, ['npn_assign_task', 'npn_completed_task', 'npn_change_redo_task']);
const CAST = [...editors, ...qcs, ...[25, 26].map((id) => createActor(id, QC_CODES)), LEADER];
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
    who: fc.constantFrom(...editors, ...qcs, createActor(OTHER, [], true), createActor(52, ['npn_do_any_task'])),
    x1: fc.integer({ min: 0, max: 3 }),
  });
  const user = fc.constantFrom(null, EDITOR, 12, QC_1, QC_2, 23, 41, OTHER);
  const createOptional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const update: fc.Arbitrary<AdminInput> = fc.record({
    status: createOptional(fc.constantFrom(...TASK_STATUSES)),
    x1: createOptional(fc.integer({ min: 0, max: 3 })),
    editor: createOptional(user),
    first_qc: createOptional(user),
    second_qc: createOptional(user),
    rework_qc_1: createOptional(user),
    rework_qc_2: createOptional(user),
    rework_quantity: createOptional(fc.constantFrom(null, 1, 3)),
    rework_notes: createOptional(fc.constantFrom(null, '', 'warmer')),
    note: createOptional(fc.constantFrom('', 'crooked')),
    fault_kinds: createOptional(fc.constantFrom([], ['crooked'])),
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
          const now = createFreshTask();
          for (const { action, who, x1 } of steps) {
            const input = { ...INPUT, x1, editor: who.user_id === 12 ? 12 : EDITOR, rework_quantity: 1 };
            const decision = decide(now, action, who, NOW, input);
            if (decision.ok) Object.assign(now, decision.patch);
          }
          for (const update of updates) {
            const decision = decideAdmin(now, update, given);
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
