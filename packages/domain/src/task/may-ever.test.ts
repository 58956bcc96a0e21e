import { describe, expect, it } from 'vitest';
import type { Actor } from './decide.ts';
import { mayEver } from './may-ever.ts';
import { TASK_ACTIONS } from './transitions.ts';

const person = (...codes: string[]): Actor => ({
  user_id: 1,
  account: 'staff',
  is_superuser: false,
  permissions: new Set(codes),
});
const actionsOf = (actor: Actor) => TASK_ACTIONS.filter((action) => mayEver(action, actor));

describe('what could ever be somebody’s to do', () => {
  it('is making for an editor, checking for a checker, and everything for who acts in anyone’s place', () => {
    const editor = actionsOf(person('npn_editor_pte', 'npn_start_task', 'npn_done_task'));
    expect(editor).toEqual(['assign', 'reject', 'start', 'set_quantity', 'done', 'resolve', 'rework_done']);
    const checker = actionsOf(person('npn_qc_ots', 'npn_review_task'));
    expect(checker).toContain('qc2_fault');
    expect(checker).not.toContain('start');
    expect(actionsOf(person('npn_do_any_task'))).toEqual(TASK_ACTIONS);
    expect(actionsOf(person('npn_view_task'))).toEqual([]);
  });
});
