import { describe, expect, it } from 'vitest';
import type { Actor } from './decide.ts';
import { canView, getTaskVisibility } from './visibility.ts';

const createActor = (...codes: string[]): Actor => ({
  user_id: 7,
  account: 'staff',
  is_superuser: false,
  permissions: new Set(codes),
});
const nobody = {
  editor: null,
  first_qc: null,
  second_qc: null,
  rework_qc_1: null,
  rework_qc_2: null,
  supporters: [],
  edited_by_ids: [],
  fault_stage: null,
};

describe('visibility of tasks', () => {
  it('a user who views all tasks sees all', () => {
    expect(
      canView(getTaskVisibility(createActor('npn_view_all_tasks')), { ...nobody, status: 9, workstream: 'OTS' }),
    ).toBe(true);
  });

  it('a user who views a workstream sees only that workstream', () => {
    const sight = getTaskVisibility(createActor('npn_view_all_pte_tasks'));
    expect(canView(sight, { ...nobody, status: 9, workstream: 'PTE' })).toBe(true);
    expect(canView(sight, { ...nobody, status: 1, workstream: 'OTS' })).toBe(false);
  });

  it('a user who views each workstream sees all tasks', () => {
    const leads = ['npn_view_all_ots_tasks', 'npn_view_all_pte_tasks'];
    expect(getTaskVisibility(createActor(...leads)).everything).toBe(true);
    expect(getTaskVisibility(createActor('npn_view_all_pte_tasks')).everything).toBe(false);
  });

  it('an editor sees their own tasks and the pool they can take', () => {
    const sight = getTaskVisibility(createActor('npn_view_task', 'npn_editor_pte'));
    expect(canView(sight, { ...nobody, status: 1, workstream: 'PTE' })).toBe(true);
    expect(canView(sight, { ...nobody, status: 1, workstream: 'OTS' })).toBe(false);
    expect(canView(sight, { ...nobody, status: 4, workstream: 'PTE' })).toBe(false);
    expect(canView(sight, { ...nobody, status: 9, workstream: 'OTS', editor: 7 })).toBe(true);
    expect(canView(sight, { ...nobody, status: 3, workstream: 'OTS', supporters: [{ user_id: 7 }] })).toBe(true);
  });

  it('a QC sees tasks that wait for either check', () => {
    const sight = getTaskVisibility(createActor('npn_view_task', 'npn_qc_ots'));
    expect([1, 4, 6, 8].map((status) => canView(sight, { ...nobody, status: status as 1, workstream: 'OTS' }))).toEqual(
      [false, true, true, false],
    );
  });

  it('a QC sees resolved tasks only if their QC was released', () => {
    const sight = getTaskVisibility(createActor('npn_view_task', 'npn_qc_ots'));
    const resolved = { ...nobody, status: 12, workstream: 'OTS', editor: 3, first_qc: 4 } as const;
    expect(canView(sight, { ...resolved, fault_stage: 2, second_qc: null })).toBe(true);
    expect(canView(sight, { ...resolved, fault_stage: 1, first_qc: null })).toBe(true);
    expect(canView(sight, { ...resolved, fault_stage: 1 })).toBe(false);
  });

  it('a user without permission to view tasks sees none', () => {
    expect(
      canView(getTaskVisibility(createActor('npn_editor_pte')), { ...nobody, status: 1, workstream: 'PTE', editor: 7 }),
    ).toBe(false);
  });
});
