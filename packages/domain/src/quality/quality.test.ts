import { describe, expect, it } from 'vitest';
import type { TaskStatus } from '../task/status.ts';
import { deriveQualityFacts, type QualityContext, type QualityMove } from './facts.ts';
import { sumCounts, NO_COUNTS, calculateFigure } from './figures.ts';

const EDITOR = 11;
const QC = 21;
const KNOWN: QualityContext = { excluded: new Map(), complaints: new Set(), archived: false };

/** Builds steps, one per minute: [action, from, to, more]. */
const createHistory = (
  ...steps: readonly (readonly [string, number, number, Partial<QualityMove>?])[]
): QualityMove[] =>
  steps.map(([action, from, to, more], position) => ({
    id: position + 1,
    action,
    from_status: from as TaskStatus,
    to_status: to as TaskStatus,
    user_id: QC,
    at: new Date(Date.UTC(2026, 10, 2, 3, position)).toISOString(),
    pieces: 10,
    fault_kinds: null,
    editor: EDITOR,
    ...more,
  }));
const halo = { fault_kinds: ['halo'] };
const deriveFacts = (moves: readonly QualityMove[], known: Partial<QualityContext> = {}) =>
  deriveQualityFacts(moves, { ...KNOWN, ...known }).map(
    ({ history_id, kind, passed, first_of_kind, first_check, faults }) =>
      [
        history_id,
        kind,
        passed === null ? '' : passed ? 'passed' : 'refused',
        first_of_kind && 'first',
        first_check && 'first_check',
        ...faults,
      ]
        .filter(Boolean)
        .join(' '),
  );

const FAULTY = createHistory(
  ['start_qc1', 4, 5],
  ['qc1_fault', 5, 10, halo],
  ['resolve', 10, 12],
  ['start_qc1', 12, 5],
  ['qc1_done', 5, 6],
  ['start_qc2', 6, 7],
  ['qc2_done', 7, 8],
  ['complete', 8, 9],
);

describe('facts of quality in a history', () => {
  it('facts are all checks and the completion, with first checks and pieces marked', () => {
    expect(deriveFacts(FAULTY)).toEqual([
      '2 qc1 refused first first_check halo',
      '5 qc1 passed',
      '7 qc2 passed first',
      '8 completed first',
    ]);
  });

  it('an undone check is not a fact, and the next check is the first', () => {
    const moves = createHistory(['qc1_fault', 5, 10, halo], ['undo', 10, 5], ['qc1_done', 5, 6]);
    expect(deriveFacts(moves)).toEqual(['3 qc1 passed first first_check']);
  });

  it('a correction is a fact only when it sets a fault or changes its types', () => {
    expect(deriveFacts(createHistory(['admin_update', 4, 8], ['admin_update', 8, 11, halo]))).toEqual([
      '2 qc2 refused first first_check halo',
    ]);
    const corrected = createHistory(
      ['qc1_fault', 5, 10, halo],
      ['admin_update', 10, 10, { fault_kinds: ['exposure'] }],
      ['admin_update', 10, 10],
      ['resolve', 10, 12],
    );
    expect(deriveFacts(corrected)).toEqual(['1 qc1 refused first first_check exposure']);
    const takenBack = createHistory(
      ['qc1_fault', 5, 10, halo],
      ['admin_update', 10, 10, { fault_kinds: ['exposure'] }],
      ['undo', 10, 10],
    );
    expect(deriveFacts(takenBack)).toEqual(['1 qc1 refused first first_check halo']);
  });

  it('a check belongs to the editor of that time and its Bangkok day', () => {
    const moves = createHistory(
      ['qc1_fault', 5, 10, { ...halo, at: '2026-11-02T16:59:59.000Z' }],
      ['qc1_done', 5, 6, { editor: 12, at: '2026-11-02T17:00:00.000Z' }],
    );
    expect(deriveQualityFacts(moves, KNOWN).map(({ editor, day }) => [editor, day])).toEqual([
      [EDITOR, '2026-11-02'],
      [12, '2026-11-03'],
    ]);
  });

  it('a deleted rework has no facts, and later steps count', () => {
    expect(
      deriveFacts(
        createHistory(
          ['complete', 8, 9],
          ['rework', 9, 13],
          ['rework_done', 13, 14],
          ['recheck_fault', 14, 13, halo],
          ['redo_delete', 13, 9],
          ['rework', 9, 13],
          ['rework_done', 13, 14],
          ['recheck', 14, 14],
        ),
      ),
    ).toEqual(['1 completed first', '6 rework first', '8 recheck passed first']);
    // The deletion was undone, so the rework counts.
    expect(deriveFacts(createHistory(['rework', 9, 13], ['redo_delete', 13, 9], ['undo', 9, 13]))).toEqual([
      '1 rework first',
    ]);
  });

  it('each rework of completed work counts, marked when a complaint caused it', () => {
    const moves = createHistory(
      ['complete', 8, 9],
      ['rework', 9, 13],
      ['recheck_fault', 14, 13, halo],
      ['recheck', 14, 14],
      ['recheck', 14, 14],
      ['complete', 14, 9],
      ['rework', 9, 13],
    );
    expect(deriveFacts(moves)).toEqual([
      '1 completed first',
      '2 rework first',
      '3 recheck refused first halo',
      '4 recheck passed',
      '5 recheck passed',
      '7 rework first',
    ]);
    const complaints = new Set([moves[6]!.at]);
    expect(deriveQualityFacts(moves, { ...KNOWN, complaints }).filter(({ complaint }) => complaint)).toHaveLength(1);
  });

  it('removed fault types do not count, and without any left the check passed', () => {
    const twoTypes = createHistory(['qc1_fault', 5, 10, { fault_kinds: ['halo', 'exposure', 'halo'] }]);
    expect(deriveFacts(twoTypes, { excluded: new Map([[1, ['halo']]]) })).toEqual([
      '1 qc1 refused first first_check exposure',
    ]);
    expect(deriveFacts(twoTypes, { excluded: new Map([[1, null]]) })).toEqual(['1 qc1 passed first first_check']);
    expect(deriveQualityFacts(twoTypes, { ...KNOWN, excluded: new Map([[1, ['halo']]]) })[0]?.excluded).toEqual([
      'halo',
    ]);
  });

  it('no step is the first when the first steps are archived', () => {
    expect(deriveFacts(FAULTY, { archived: true })).toEqual(['2 qc1 refused halo', '5 qc1 passed', '7 qc2 passed']);
  });
});

describe('a percentage in a figure', () => {
  it('a percentage is shown only when there are enough checks', () => {
    const few = { ...NO_COUNTS, qc1_first: 4, qc1_passed: 3, pieces: 99, faults: 2 };
    expect(calculateFigure(few, 'qc1_yield')).toEqual({ numerator: 3, denominator: 4, value: null });
    expect(calculateFigure(few, 'faults')).toEqual({ numerator: 2, denominator: 99, value: null });
    const enough = sumCounts([few, { ...few, qc1_first: 16, qc1_passed: 14 }]);
    expect(calculateFigure(enough, 'qc1_yield')).toEqual({ numerator: 17, denominator: 20, value: 85 });
    expect(calculateFigure(enough, 'faults')).toEqual({ numerator: 4, denominator: 198, value: 2 });
    const hardlyAny = { ...NO_COUNTS, complained: 49, completed: 640_691 };
    expect(calculateFigure(hardlyAny, 'complaints').value).toBe(0.008);
    expect(calculateFigure({ ...hardlyAny, complained: 1 }, 'complaints').value).toBe(0.0002);
    expect(calculateFigure({ ...hardlyAny, complained: 0 }, 'complaints').value).toBe(0);
    expect(calculateFigure(NO_COUNTS, 'rework')).toEqual({ numerator: 0, denominator: 0, value: null });
  });
});
