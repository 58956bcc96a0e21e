import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide, type Actor } from './decide.ts';
import type { ActionInput } from './needs.ts';
import type { TaskState } from './state.ts';
import {
  EDITOR,
  EDITOR_CODES,
  INPUT,
  NOW,
  OTHER,
  QC_1,
  QC_2,
  QC_CODES,
  createActor,
  people,
  createTask,
} from '../testing/task-samples.ts';
import { TASK_STATUSES } from './status.ts';
import { TASK_ACTIONS, type TaskAction } from './transitions.ts';

describe('the four-eyes rule', () => {
  const createSuperuser = (id: number) => createActor(id, [], true);

  it('a superuser cannot check what they edited', () => {
    expect(decide(createTask(4), 'start_qc1', createSuperuser(EDITOR), NOW)).toMatchObject({
      ok: false,
      code: 'four_eyes',
    });
    expect(decide(createTask(6), 'start_qc2', createSuperuser(EDITOR), NOW)).toMatchObject({
      ok: false,
      code: 'four_eyes',
    });
    expect(decide(createTask(5), 'qc1_done', createSuperuser(EDITOR), NOW)).toMatchObject({
      ok: false,
      code: 'four_eyes',
    });
  });

  it('a supporter cannot check', () => {
    const supported = createTask(4, { supporters: [{ user_id: OTHER }] });
    expect(decide(supported, 'start_qc1', people['another QC']!, NOW)).toMatchObject({ ok: false, code: 'four_eyes' });
  });

  it('the first QC cannot be the second', () => {
    expect(decide(createTask(6), 'start_qc2', people['the first QC']!, NOW)).toMatchObject({
      ok: false,
      code: 'four_eyes',
    });
  });

  it('a user who can act for others acts if they have no other role', () => {
    const stand_in = createActor(OTHER, ['npn_do_any_task']);
    expect(decide(createTask(3), 'done', stand_in, NOW).ok).toBe(true);
    expect(decide(createTask(7), 'qc2_done', stand_in, NOW).ok).toBe(true);
  });

  /** Takes steps one after the other and fails if one is refused. */
  const walk = (steps: readonly [TaskAction, Actor, ActionInput?][]): TaskState => {
    const now = createTask(1, { edited_by_ids: [], qc1_by_ids: [], qc2_by_ids: [], x1: 0 });
    for (const [action, who, input] of steps) {
      const decision = decide(now, action, who, NOW, { ...INPUT, ...input });
      expect(decision, `${action} by ${who.user_id}`).toMatchObject({ ok: true });
      if (decision.ok) Object.assign(now, decision.patch);
    }
    return now;
  };
  const [editor, qc, secondQc] = [people['the editor']!, people['the first QC']!, people['the second QC']!];
  const edited: [TaskAction, Actor, ActionInput?][] = [
    ['assign', editor],
    ['start', editor],
    ['done', editor, { x1: 3 }],
  ];
  const getRefusal = (now: TaskState, action: TaskAction, who: Actor) => {
    const decision = decide(now, action, who, NOW, INPUT);
    return decision.ok ? null : decision.code;
  };

  it('a user who edited for another person cannot check', () => {
    const boss = createSuperuser(OTHER);
    for (const action of ['start', 'set_quantity', 'done'] as const) {
      const steps: [TaskAction, Actor, ActionInput?][] = [
        ['assign', editor],
        ['start', action === 'start' ? boss : editor],
        ['set_quantity', action === 'set_quantity' ? boss : editor, { x1: 2 }],
        ['done', action === 'done' ? boss : editor],
      ];
      expect(getRefusal(walk(steps), 'start_qc1', boss), action).toBe('four_eyes');
    }
    const resolved = walk([...edited, ['start_qc1', qc], ['qc1_fault', qc], ['resolve', boss]]);
    expect(getRefusal(resolved, 'start_qc1', boss)).toBe('four_eyes');
    expect(getRefusal(resolved, 'start_qc1', qc)).toBeNull();
    const completed: [TaskAction, Actor, ActionInput?][] = [
      ...edited,
      ['start_qc1', qc],
      ['qc1_done', qc],
      ['start_qc2', secondQc],
      ['qc2_done', secondQc],
      ['complete', boss],
    ];
    const reworked = walk([...completed, ['rework', boss], ['rework_done', boss]]);
    expect(getRefusal(reworked, 'recheck', boss)).toBe('four_eyes');
    expect(getRefusal(reworked, 'recheck', qc)).toBeNull();
  });

  it('a user who did QC 1 for another person cannot do QC 2', () => {
    const boss = createSuperuser(OTHER);
    const passed = walk([...edited, ['start_qc1', qc], ['qc1_done', boss]]);
    expect(getRefusal(passed, 'start_qc2', boss)).toBe('four_eyes');
    expect(getRefusal(passed, 'start_qc2', qc)).toBe('four_eyes');
    expect(getRefusal(passed, 'start_qc2', secondQc)).toBeNull();
  });

  it('a user who found a fault cannot resolve it', () => {
    const boss = createSuperuser(OTHER);
    const faulty = walk([...edited, ['start_qc1', qc], ['qc1_fault', boss]]);
    expect(getRefusal(faulty, 'resolve', boss)).toBe('four_eyes');
    expect(getRefusal(faulty, 'resolve', editor)).toBeNull();
  });

  it('a released check is removed from the four-eyes rule, and To Do removes all', () => {
    const boss = createSuperuser(OTHER);
    const released = walk([
      ...edited,
      ['start_qc1', qc],
      ['release_qc', qc],
      ['start_qc1', secondQc],
      ['qc1_done', secondQc],
    ]);
    expect(getRefusal(released, 'start_qc2', qc)).toBeNull();
    const again = walk([['assign', editor], ['reject', editor], ...edited]);
    expect(again.edited_by_ids).toEqual([EDITOR]);
    const reassigned = {
      ...walk([['assign', editor]]),
      edited_by_ids: [OTHER],
      qc1_by_ids: [QC_1],
      qc2_by_ids: [QC_2],
    };
    expect(decide(reassigned, 'reject', editor, NOW)).toMatchObject({
      patch: { edited_by_ids: [], qc1_by_ids: [], qc2_by_ids: [] },
    });
    expect(getRefusal(walk(edited), 'start_qc1', boss)).toBeNull();
  });

  it('a task cannot be assigned to its supporter', () => {
    const supported = createTask(1, { supporters: [{ user_id: OTHER }] });
    expect(decide(supported, 'assign', people['another editor']!, NOW, { editor: OTHER })).toMatchObject({
      code: 'four_eyes',
      field: 'editor',
    });
  });

  it('no person is ever editor and QC, or both QCs, of a task', () => {
    const user = fc.constantFrom(EDITOR, QC_1, QC_2, OTHER);
    const maybe = fc.option(user, { nil: null });
    fc.assert(
      fc.property(
        fc.constantFrom(...TASK_STATUSES),
        fc.constantFrom(...TASK_ACTIONS),
        user,
        maybe,
        maybe,
        maybe,
        fc.boolean(),
        (status, action, me, editor, first_qc, second_qc, is_superuser) => {
          fc.pre(editor === null || (editor !== first_qc && editor !== second_qc));
          fc.pre(first_qc === null || first_qc !== second_qc);
          const before = createTask(status, {
            editor,
            first_qc,
            second_qc,
            edited_by_ids: [],
            qc1_by_ids: [],
            qc2_by_ids: [],
          });
          const who = createActor(
            me,
            is_superuser ? [] : [...EDITOR_CODES, ...QC_CODES, 'npn_do_any_task'],
            is_superuser,
          );
          const decision = decide(before, action, who, NOW, { ...INPUT, editor: OTHER });
          if (!decision.ok || action === 'assign') return;
          const after = { ...before, ...decision.patch };
          expect(
            after.editor !== null && [after.first_qc, after.second_qc, after.rework_qc_1].includes(after.editor),
          ).toBe(false);
          expect(after.first_qc !== null && after.first_qc === after.second_qc).toBe(false);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
