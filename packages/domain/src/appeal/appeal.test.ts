import { describe, expect, it } from 'vitest';
import {
  createActor,
  CHECKED_1,
  CHECKED_2,
  EDITED,
  EDITOR,
  OTHER,
  QC_1,
  QC_2,
  QC_CODES,
  createTask,
} from '../testing/task-samples.ts';
import { getAppealWorkstreams, findAppealRefusal, findDecisionRefusal, type AppealableFault } from './appeal.ts';

const FOUND = '2026-11-20T03:00:00.000Z';
const createFault = (over: Partial<AppealableFault> = {}): AppealableFault => ({
  action: 'qc1_fault',
  at: FOUND,
  editor: EDITOR,
  taken_back: false,
  appealed: false,
  ...over,
});
const editor = { user_id: EDITOR };

describe('an appeal against a fault', () => {
  it('the editor at the time of the fault can appeal after any check', () => {
    for (const action of ['qc1_fault', 'qc2_fault', 'recheck_fault'])
      expect(findAppealRefusal(createFault({ action }), editor, FOUND)).toBeNull();
    expect(findAppealRefusal(createFault(), { user_id: OTHER }, FOUND)).toBe('not_allowed');
    expect(findAppealRefusal(createFault({ editor: null }), editor, FOUND)).toBe('not_allowed');
  });

  it('an appeal is possible for 48 hours, to the millisecond', () => {
    expect(findAppealRefusal(createFault(), editor, '2026-11-22T03:00:00.000Z')).toBeNull();
    expect(findAppealRefusal(createFault(), editor, '2026-11-22T03:00:00.001Z')).toBe('appeal_too_late');
  });

  it('a fault has at most one appeal', () => {
    expect(findAppealRefusal(createFault({ appealed: true }), editor, FOUND)).toBe('appealed');
  });

  it('an appeal is refused when the fault was undone or the step found none', () => {
    expect(findAppealRefusal(createFault({ taken_back: true }), editor, FOUND)).toBe('not_found');
    for (const action of ['qc1_done', 'admin_update', 'rework', 'undo'])
      expect(findAppealRefusal(createFault({ action }), editor, FOUND)).toBe('not_found');
  });
});

describe('the decision of an appeal', () => {
  const open = { excluded_users: [41] };
  const faulted = createTask(10);
  const leader = ['npn_view_all_pte_tasks', 'npn_assign_task'];

  it('another QC or a leader of the workstream decides an appeal', () => {
    expect(findDecisionRefusal(open, faulted, createActor(OTHER, QC_CODES))).toBeNull();
    expect(findDecisionRefusal(open, faulted, createActor(OTHER, leader))).toBeNull();
    expect(findDecisionRefusal(open, faulted, createActor(OTHER, [], true))).toBeNull();
  });

  it('a user who checks elsewhere, only sees or only assigns tasks cannot decide', () => {
    for (const codes of [
      ['npn_view_task', 'npn_qc_ots', 'npn_review_task'],
      ['npn_view_task', 'npn_qc_pte'],
      ['npn_view_all_tasks'],
      ['npn_view_task', 'npn_assign_task'],
      ['npn_view_all_ots_tasks', 'npn_assign_task'],
      ['npn_do_any_task'],
    ])
      expect(findDecisionRefusal(open, faulted, createActor(OTHER, codes))).toBe('not_allowed');
  });

  it('a user who ever acted on the task cannot decide, not even a superuser', () => {
    const parts = { ...faulted, second_qc: QC_2, rework_qc_1: 51, rework_qc_2: 52, supporters: [{ user_id: 53 }] };
    for (const id of [EDITOR, EDITED, QC_1, QC_2, CHECKED_1, CHECKED_2, 41, 51, 52, 53]) {
      expect(findDecisionRefusal(open, parts, createActor(id, QC_CODES))).toBe('four_eyes');
      expect(findDecisionRefusal(open, parts, createActor(id, [], true))).toBe('four_eyes');
    }
  });
});

describe('the workstreams in which a user decides appeals', () => {
  it('a user decides appeals where they check and where they lead', () => {
    expect(getAppealWorkstreams(createActor(1, [...QC_CODES, 'npn_view_all_ots_tasks', 'npn_assign_task']))).toEqual([
      'OTS',
      'PTE',
    ]);
    expect(getAppealWorkstreams(createActor(1, ['npn_view_task', 'npn_editor_pte', 'npn_start_task']))).toEqual([]);
  });
});
