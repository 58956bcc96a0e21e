import { describe, expect, it } from 'vitest';
import { decide, hasNoAvailableQc, lacksPermission, nextAction, getOffers, type Actor, canEverDo } from './decide.ts';
import {
  createActor,
  CHECKED_1,
  CHECKED_2,
  EDITED,
  EDITOR,
  INPUT,
  NOW,
  OTHER,
  people,
  QC_1,
  QC_2,
  createTask,
} from '../testing/task-samples.ts';
import { EVENT_OF_STATUS, TASK_STATUSES, TaskStatus, type TaskStatus as Status } from './status.ts';
import { TASK_ACTIONS, type TaskAction } from './transitions.ts';

/** Users who can act for others. They can do all actions except those that four eyes forbid after their steps. */
const standIns: Record<string, { who: Actor; never: TaskAction[] }> = {
  'a stand-in': { who: createActor(OTHER, ['npn_do_any_task']), never: [] },
  'a stand-in who edited': {
    who: createActor(EDITED, ['npn_do_any_task']),
    never: ['start_qc1', 'qc1_done', 'qc1_fault', 'start_qc2', 'qc2_done', 'qc2_fault', 'recheck', 'recheck_fault'],
  },
  'a superuser who checked at QC 1': {
    who: createActor(CHECKED_1, [], true),
    never: ['start', 'set_quantity', 'done', 'resolve', 'rework_done', 'start_qc2', 'qc2_done', 'qc2_fault'],
  },
  'a superuser who checked at QC 2': {
    who: createActor(CHECKED_2, [], true),
    never: ['start', 'set_quantity', 'done', 'resolve', 'rework_done', 'start_qc1', 'qc1_done', 'qc1_fault'],
  },
};

/** The table of domain §2 written a second time, independently: [action, from, to, people with permission]. */
const ALLOWED: [TaskAction, Status, Status, string[]][] = [
  ['assign', 1, 2, ['a user who can assign', 'the editor']],
  ['reject', 2, 1, ['the editor', 'a user who can assign']],
  ['start', 2, 3, ['the editor']],
  ['set_quantity', 3, 3, ['the editor']],
  ['set_quantity', 10, 10, ['the editor']],
  ['set_quantity', 11, 11, ['the editor']],
  ['set_quantity', 13, 13, ['the editor']],
  ['done', 3, 4, ['the editor']],
  ['start_qc1', 4, 5, ['the first QC', 'the second QC', 'another QC']],
  ['qc1_done', 5, 6, ['the first QC']],
  ['qc1_fault', 5, 10, ['the first QC']],
  ['start_qc2', 6, 7, ['the second QC', 'another QC']],
  ['qc2_done', 7, 8, ['the second QC']],
  ['qc2_fault', 7, 11, ['the second QC']],
  ['release_qc', 5, 4, ['the first QC', 'a user who can assign']],
  ['release_qc', 7, 6, ['the second QC', 'a user who can assign']],
  ['resolve', 10, 12, ['the editor']],
  ['resolve', 11, 12, ['the editor']],
  ['complete', 8, 9, ['a user who can complete']],
  ['rework', 9, 13, ['a user who can send to rework']],
  ['rework_done', 13, 14, ['the editor', 'a user who can change rework']],
  ['recheck', 14, 14, ['the first QC', 'the second QC', 'another QC']],
  ['recheck_fault', 14, 13, ['the first QC', 'the second QC', 'another QC']],
];

describe('every status × action × kind of user', () => {
  for (const [name, { who, never }] of Object.entries(standIns)) {
    it(`${name} can do all that four eyes allow`, () => {
      const got: string[] = [];
      for (const status of TASK_STATUSES) {
        for (const action of TASK_ACTIONS) {
          const decision = decide(createTask(status), action, who, NOW, INPUT);
          if (decision.ok) got.push(`${action} ${status}`);
        }
      }
      const want = ALLOWED.filter(([action]) => !never.includes(action)).map(([action, from]) => `${action} ${from}`);
      expect(got.sort()).toEqual(want.sort());
    });
  }

  for (const [name, who] of Object.entries(people)) {
    it(`${name} can do exactly the actions of the table`, () => {
      const got: string[] = [];
      const want: string[] = [];
      for (const status of TASK_STATUSES) {
        for (const action of TASK_ACTIONS) {
          const decision = decide(createTask(status), action, who, NOW, INPUT);
          if (decision.ok) got.push(`${action} ${status}→${decision.patch.status}`);
          const row = ALLOWED.find(([a, from, , may]) => a === action && from === status && may.includes(name));
          if (row) want.push(`${action} ${row[1]}→${row[2]}`);
        }
      }
      expect(got.sort()).toEqual(want.sort());
    });
  }

  it('each step has the event of the specification', () => {
    for (const [action, from, to, [first]] of ALLOWED) {
      const decision = decide(createTask(from), action, people[first!]!, NOW, INPUT);
      const expected =
        action === 'set_quantity'
          ? 3
          : from === to || ['release_qc', 'recheck_fault', 'reject'].includes(action)
            ? null
            : (EVENT_OF_STATUS[to] ?? null);
      expect(decision.ok && decision.event, `${action} from ${from}`).toBe(expected);
    }
  });
});

describe('a resolved task', () => {
  const createResolvedTask = (fault_stage: 1 | 2) =>
    createTask(12, { fault_stage, second_qc: fault_stage === 2 ? QC_2 : null });

  it('a resolved QC 1 fault returns only to QC 1', () => {
    expect(decide(createResolvedTask(1), 'start_qc1', people['the first QC']!, NOW)).toMatchObject({
      ok: true,
      patch: { status: 5, status_before_check: 12 },
    });
    expect(decide(createResolvedTask(1), 'start_qc2', people['another QC']!, NOW)).toMatchObject({
      ok: false,
      code: 'wrong_status',
    });
  });

  it('a resolved QC 2 fault returns only to QC 2', () => {
    expect(decide(createResolvedTask(2), 'start_qc2', people['the second QC']!, NOW)).toMatchObject({
      ok: true,
      patch: { status: 7 },
    });
    expect(decide(createResolvedTask(2), 'start_qc1', people['another QC']!, NOW)).toMatchObject({
      ok: false,
      code: 'wrong_status',
    });
  });

  it('a resolved task returns to Resolved when its check is released', () => {
    const checking = createTask(7, { fault_stage: 2, status_before_check: 12 });
    expect(decide(checking, 'release_qc', people['the second QC']!, NOW)).toMatchObject({
      ok: true,
      patch: { status: 12, second_qc: null },
    });
  });
});

describe('required input of an action', () => {
  it('a task without a quantity cannot be submitted', () => {
    const empty = createTask(3, { x1: 0 });
    expect(decide(empty, 'done', people['the editor']!, NOW)).toEqual({
      ok: false,
      code: 'invalid_quantity',
      field: 'x1',
    });
    expect(decide(empty, 'done', people['the editor']!, NOW, { x2: 1 })).toMatchObject({
      ok: true,
      patch: { x2: 1, status: 4 },
    });
  });

  it('a fault without a type or without a note is refused', () => {
    const checking = createTask(5);
    const qc = people['the first QC']!;
    expect(decide(checking, 'qc1_fault', qc, NOW, { note: 'crooked' })).toMatchObject({
      code: 'fault_required',
      field: 'fault_kinds',
    });
    expect(decide(checking, 'qc1_fault', qc, NOW, { fault_kinds: ['crooked'], note: ' ' })).toMatchObject({
      field: 'note',
    });
  });

  it('a rework of more pieces than the task has is refused', () => {
    const sender = people['a user who can send to rework']!;
    const ask = (rework_quantity: number) =>
      decide(createTask(9), 'rework', sender, NOW, { rework_quantity, rework_notes: 'warmer' });
    expect(ask(4)).toMatchObject({ ok: false, code: 'rework_quantity_invalid' });
    expect(ask(0)).toMatchObject({ ok: false, code: 'rework_quantity_invalid' });
    expect(ask(3)).toMatchObject({ ok: true, patch: { rework_quantity: 3, quantity_before_rework: 3 } });
  });

  it('a quantity in rework cannot fall below the pieces in rework', () => {
    const me = people['the editor']!;
    const set = (x1: number) => decide(createTask(13, { rework_quantity: 2 }), 'set_quantity', me, NOW, { x1 });
    expect(set(0)).toMatchObject({ ok: false, code: 'invalid_quantity', field: 'x1' });
    expect(set(1)).toMatchObject({ ok: false, code: 'below_rework', field: 'x1' });
    expect(set(2)).toMatchObject({ ok: true });
    const finish = (x1: number, over?: true) =>
      decide(createTask(13, { rework_quantity: 2, x1 }), 'rework_done', me, NOW, over ? { over } : {}, {
        detail: { ordered: 3, others: 0 },
      });
    expect(finish(0)).toMatchObject({ ok: false, code: 'invalid_quantity' });
    expect(finish(1)).toMatchObject({ ok: false, code: 'below_rework' });
    expect(finish(2)).toMatchObject({ ok: true });
    expect(finish(4)).toMatchObject({ ok: false, code: 'over_ordered', figures: { counted: 4, ordered: 3 } });
    expect(finish(4, true)).toMatchObject({ ok: true });
    // The button is already disabled.
    expect(getOffers(createTask(13, { rework_quantity: 2, x1: 0 }), me)).toContainEqual({
      action: 'rework_done',
      refusal: 'invalid_quantity',
    });
  });

  it('all missing facts of a fault or a rework are reported together', () => {
    const sender = people['a user who can send to rework']!;
    expect(decide(createTask(9), 'rework', sender, NOW, { rework_quantity: 99, rework_notes: ' ' })).toMatchObject({
      code: 'rework_quantity_invalid',
      errors: [
        { field: 'rework_quantity', code: 'rework_quantity_invalid' },
        { field: 'rework_notes', code: 'rework_notes_required' },
      ],
    });
    expect(decide(createTask(5), 'qc1_fault', people['the first QC']!, NOW, {})).toMatchObject({
      errors: [
        { field: 'fault_kinds', code: 'fault_required' },
        { field: 'note', code: 'fault_required' },
      ],
    });
    expect(decide(createTask(5), 'qc1_fault', people['the first QC']!, NOW, { fault_kinds: ['a'] })).not.toHaveProperty(
      'errors',
    );
  });

  it('rework is completed only after two rechecks by two people', () => {
    const completer = people['a user who can complete']!;
    expect(decide(createTask(14), 'complete', completer, NOW)).toMatchObject({ ok: false, code: 'rechecks_missing' });
    expect(decide(createTask(14, { rework_qc_1: QC_1, rework_qc_2: QC_2 }), 'complete', completer, NOW)).toMatchObject({
      ok: true,
    });
    const once = createTask(14, { rework_qc_1: QC_1 });
    expect(decide(once, 'recheck', people['the first QC']!, NOW)).toMatchObject({
      ok: false,
      code: 'already_rechecked',
    });
    expect(decide(once, 'recheck', people['the second QC']!, NOW)).toMatchObject({
      ok: true,
      patch: { rework_qc_2: QC_2 },
    });
  });

  it('the first start time is kept when work starts again', () => {
    const again = createTask(2, { start_time: '2026-11-01T00:00:00.000Z' });
    expect(decide(again, 'start', people['the editor']!, NOW)).toMatchObject({
      patch: { start_time: '2026-11-01T00:00:00.000Z' },
    });
  });
});

describe('a task that waits for a check', () => {
  const [first, second, another] = [people['the first QC']!, people['the second QC']!, people['another QC']!];

  it('a task lacks a QC when each of them had a role in it', () => {
    expect(hasNoAvailableQc(createTask(TaskStatus.QC1_DONE), [first])).toBe(true);
    expect(hasNoAvailableQc(createTask(TaskStatus.QC1_DONE), [first, another])).toBe(false);
    expect(hasNoAvailableQc(createTask(TaskStatus.WAITING_TO_QC), [])).toBe(true);
    expect(hasNoAvailableQc(createTask(TaskStatus.WAITING_TO_QC), [second])).toBe(false);
    expect(hasNoAvailableQc({ ...createTask(TaskStatus.DONE_REWORK), rework_qc_1: first.user_id }, [first])).toBe(true);
  });

  it('a task has its QC while it is with a person or needs another step', () => {
    for (const status of [TaskStatus.TO_DO, TaskStatus.PROCESSING, TaskStatus.QC1_START, TaskStatus.QC2_DONE])
      expect(hasNoAvailableQc(createTask(status), [])).toBe(false);
    const rechecked = {
      ...createTask(TaskStatus.DONE_REWORK),
      rework_qc_1: first.user_id,
      rework_qc_2: second.user_id,
    };
    expect(hasNoAvailableQc(rechecked, [])).toBe(false);
  });
});

describe('offers for buttons', () => {
  it('an editor has one next step', () => {
    const editor = people['the editor']!;
    expect(nextAction(createTask(2), editor)).toBe('start');
    expect(nextAction(createTask(3), editor)).toBe('done');
    expect(nextAction(createTask(10), editor)).toBe('resolve');
    expect(nextAction(createTask(4), editor)).toBeNull();
  });

  it('actions of other users are left out, and impossible ones have a reason', () => {
    const all = getOffers(createTask(TaskStatus.QC1_DONE), people['the first QC']!);
    expect(all).toContainEqual({ action: 'start_qc2', refusal: 'four_eyes' });
    expect(all.some((o) => o.action === 'complete')).toBe(false);
  });

  it('a missing permission differs from a step of another user or time', () => {
    const without = createActor(EDITOR, ['npn_editor_pte', 'npn_editor_ots', 'npn_start_task']);
    const listLackingSteps = (status: Status, who: Actor) =>
      TASK_ACTIONS.filter((action) => lacksPermission(createTask(status), action, who));
    expect(listLackingSteps(TaskStatus.PROCESSING, without)).toEqual(['done']);
    expect(listLackingSteps(TaskStatus.REWORK, without)).toEqual(['rework_done']);
    expect(listLackingSteps(TaskStatus.WAITING_TO_QC, without)).toEqual([]);
    expect(listLackingSteps(TaskStatus.PROCESSING, people['another QC']!)).toEqual([]);
    for (const status of TASK_STATUSES) expect(listLackingSteps(status, people['the editor']!)).toEqual([]);
  });

  it('offers never include an action that decide refuses', () => {
    for (const who of Object.values(people)) {
      for (const status of TASK_STATUSES) {
        for (const { action, refusal } of getOffers(createTask(status), who)) {
          const decision = decide(createTask(status), action, who, NOW, { ...INPUT, editor: who.user_id });
          if (refusal === null) expect(decision).toMatchObject({ ok: true });
        }
      }
    }
  });
});

const createPerson = (...codes: string[]): Actor => ({
  user_id: 1,
  account: 'staff',
  is_superuser: false,
  permissions: new Set(codes),
});
const listActions = (actor: Actor) => TASK_ACTIONS.filter((action) => canEverDo(action, actor));

describe('actions that a user can do in some task', () => {
  it('editors edit, QCs check, and users who act for others do everything', () => {
    const editor = listActions(createPerson('npn_editor_pte', 'npn_start_task', 'npn_done_task'));
    expect(editor).toEqual(['assign', 'reject', 'start', 'set_quantity', 'done', 'resolve', 'rework_done']);
    const checker = listActions(createPerson('npn_qc_ots', 'npn_review_task'));
    expect(checker).toContain('qc2_fault');
    expect(checker).not.toContain('start');
    expect(listActions(createPerson('npn_do_any_task'))).toEqual(TASK_ACTIONS);
    expect(listActions(createPerson('npn_view_task'))).toEqual([]);
  });
});
