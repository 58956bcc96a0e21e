import { describe, expect, it } from 'vitest';
import type { Subject } from '../permission/access.ts';
import { createActor } from '../testing/task-samples.ts';
import { getVisibleWorkstreams } from './visibility.ts';
import { calculateWorkFigures, getWorkPeriods, moveWorkDay, type WorkMove } from './work.ts';

const DAY = { from: '2026-11-16', to: '2026-11-16' };
/** Returns an instant of that Monday in Bangkok. */
const toInstant = (time: string, day = '2026-11-16') => new Date(`${day}T${time}:00+07:00`).toISOString();
const NOW = toInstant('18:00');

const createMove = (of: Partial<WorkMove> & Pick<WorkMove, 'action' | 'at'>): WorkMove => ({
  task_id: 1,
  from_status: 3,
  to_status: 4,
  own: true,
  edits: true,
  with_them: false,
  since: null,
  until: null,
  pieces: 0,
  fault_kinds: null,
  of_deleted_rework: false,
  faults_before: 0,
  completed_before: 0,
  ...of,
});
const start = (time: string, until: string | null, of: Partial<WorkMove> = {}) =>
  createMove({
    action: 'start',
    at: toInstant(time),
    from_status: 2,
    to_status: 3,
    with_them: true,
    until: until && toInstant(until),
    ...of,
  });
const createDoneMove = (time: string, of: Partial<WorkMove> = {}) =>
  createMove({ action: 'done', at: toInstant(time), ...of });
const calculateFigures = (...moves: WorkMove[]) => calculateWorkFigures(moves, DAY, NOW);

describe('figures of a day of work', () => {
  it('each submitted or checked task counts once, with its last quantity', () => {
    const figures = calculateFigures(
      createDoneMove('09:00', { pieces: 3 }),
      createDoneMove('11:00', { action: 'resolve', pieces: 4 }),
      createDoneMove('12:00', { task_id: 2, action: 'qc1_done', edits: false, pieces: 10 }),
      createDoneMove('12:30', { task_id: 3, action: 'complete', to_status: 9, edits: false, pieces: 50 }),
    );
    expect(figures).toMatchObject({ tasks: 2, pieces: 14 });
  });

  it('overlapping tasks count once in the working time', () => {
    const figures = calculateFigures(
      start('08:00', '09:00'),
      start('08:30', '10:00', { task_id: 2 }),
      createDoneMove('09:00'),
      createDoneMove('10:00', { task_id: 2 }),
      // The task stays open overnight, and the time after the last step is not work.
      start('11:00', null, { task_id: 3 }),
      createMove({
        action: 'set_quantity',
        at: toInstant('11:20'),
        from_status: 3,
        to_status: 3,
        with_them: true,
        task_id: 3,
      }),
    );
    expect(figures.working).toBe(120 + 20);
  });

  it('a task taken on an earlier day counts as in progress', () => {
    const before = start('17:00', null, { at: toInstant('17:00', '2026-11-15'), until: toInstant('09:30') });
    expect(
      calculateFigures(
        before,
        createMove({ action: 'start', at: toInstant('09:00'), task_id: 2, to_status: 3 }),
        createDoneMove('09:30'),
      ),
    ).toMatchObject({
      working: 30,
      tasks: 1,
    });
  });

  it('work over midnight counts on each day with its part', () => {
    const shift = [
      start('22:00', '23:10'),
      createDoneMove('23:10'),
      start('23:20', null, { task_id: 2, until: toInstant('01:00', '2026-11-17') }),
      createDoneMove('01:00', { task_id: 2, at: toInstant('01:00', '2026-11-17') }),
    ];
    const [monday, tuesday] = ['2026-11-16', '2026-11-17'].map((day) =>
      calculateWorkFigures(shift, { from: day, to: day }, toInstant('03:00', '2026-11-17')),
    );
    expect([monday!.working, tuesday!.working]).toEqual([70 + 40, 60]);
    expect([monday!.tasks, tuesday!.tasks]).toEqual([1, 1]);
    expect(calculateWorkFigures(shift, { from: '2026-11-16', to: '2026-11-17' }, NOW).working).toBe(170);
  });

  it('a night without steps is not working time', () => {
    const overnightMoves = [
      start('20:00', null, { until: toInstant('07:30', '2026-11-17') }),
      createMove({ action: 'set_quantity', at: toInstant('20:30'), from_status: 3, to_status: 3, with_them: true }),
      createDoneMove('07:30', { at: toInstant('07:30', '2026-11-17') }),
    ];
    const calculateDayFigures = (day: string) =>
      calculateWorkFigures(overnightMoves, { from: day, to: day }, toInstant('08:00', '2026-11-17'));
    expect([calculateDayFigures('2026-11-16').working, calculateDayFigures('2026-11-17').working]).toEqual([30, 0]);
  });

  it('waiting time is the time that taken tasks had waited', () => {
    const figures = calculateFigures(
      start('09:00', null, { since: toInstant('08:15') }),
      start('10:00', null, { task_id: 2, action: 'start_qc1', since: toInstant('09:45') }),
      start('10:00', null, { task_id: 3, own: false, since: toInstant('01:00') }),
    );
    expect(figures).toMatchObject({ taken: 2, waiting: 60 });
  });

  it('first-pass yield counts completed tasks without a fault, by any completing user', () => {
    const createCompletedMove = (of: Partial<WorkMove>) =>
      createMove({ action: 'complete', at: toInstant('15:00'), from_status: 8, to_status: 9, own: false, ...of });
    const figures = calculateFigures(
      createCompletedMove({}),
      createCompletedMove({ task_id: 2, faults_before: 1 }),
      createCompletedMove({ task_id: 3, completed_before: 1, from_status: 14 }),
      createCompletedMove({ task_id: 4, edits: false }),
    );
    expect(figures).toMatchObject({ completed: 2, first_pass: 1, tasks: 0 });
  });

  it('faults by type and rework count for the editor, except the user’s own findings', () => {
    const figures = calculateFigures(
      createMove({
        action: 'qc1_fault',
        at: toInstant('10:00'),
        to_status: 10,
        own: false,
        fault_kinds: ['halo', 'exposure'],
      }),
      createMove({ action: 'qc2_fault', at: toInstant('11:00'), to_status: 11, own: false, fault_kinds: ['halo'] }),
      createMove({
        action: 'qc1_fault',
        at: toInstant('12:00'),
        to_status: 10,
        edits: false,
        fault_kinds: ['verticals'],
      }),
      createMove({ action: 'rework', at: toInstant('13:00'), from_status: 9, to_status: 13, own: false }),
      createMove({
        action: 'rework',
        at: toInstant('14:00'),
        from_status: 9,
        to_status: 13,
        own: false,
        of_deleted_rework: true,
      }),
      createMove({ action: 'recheck_fault', at: toInstant('14:00'), from_status: 14, to_status: 13, own: false }),
    );
    expect(figures.faults).toEqual([
      { kind: 'halo', count: 2 },
      { kind: 'exposure', count: 1 },
    ]);
    expect(figures.rework).toBe(1);
  });

  it('a day is Bangkok’s day', () => {
    expect(calculateFigures(createDoneMove('23:30'), createDoneMove('00:10', { task_id: 2 })).tasks).toBe(2);
    expect(calculateFigures(createMove({ action: 'done', at: toInstant('00:10', '2026-11-17') })).tasks).toBe(0);
  });
});

describe('periods of the screen', () => {
  it('periods are the days of a month, twelve weeks, or twelve months', () => {
    const [days, weeks, months] = (['day', 'week', 'month'] as const).map((by) => getWorkPeriods(by, '2026-11-22'));
    expect([days!.length, days![0], days!.at(-1)!.to]).toEqual([
      30,
      { from: '2026-11-01', to: '2026-11-01' },
      '2026-11-30',
    ]);
    expect([weeks!.length, weeks![0]!.from, weeks!.at(-1)]).toEqual([
      12,
      '2026-08-31',
      { from: '2026-11-16', to: '2026-11-22' },
    ]);
    expect([months!.length, months![0], months!.at(-1)!.to]).toEqual([
      12,
      { from: '2025-12-01', to: '2025-12-31' },
      '2026-11-30',
    ]);
  });

  it('periods follow each other without a gap', () => {
    for (const by of ['day', 'week', 'month'] as const) {
      const [here, before] = ['2026-03-31', moveWorkDay(by, '2026-03-31', -1)].map((day) => getWorkPeriods(by, day));
      expect(new Date(`${before!.at(-1)!.to}T00:00:00Z`).getTime() + 86_400_000).toBe(
        new Date(`${here![0]!.from}T00:00:00Z`).getTime(),
      );
    }
  });
});

describe('visibility of a person’s work', () => {
  const createPerson = (...permissions: string[]): Subject => ({
    account: 'staff',
    is_superuser: false,
    permissions: new Set(permissions),
  });
  it('a leader of the workstream sees the work of its people', () => {
    const leader = createActor(1, ['npn_view_all_pte_tasks', 'npn_assign_task']);
    expect(getVisibleWorkstreams(leader, createPerson('npn_editor_pte', 'npn_qc_ots'))).toEqual(['PTE']);
    expect(getVisibleWorkstreams(leader, createPerson('npn_editor_ots'))).toEqual([]);
    expect(getVisibleWorkstreams(leader, createPerson('npn_view_all_tasks'))).toEqual([]);
  });
  it('seeing or assigning tasks alone does not show the work of others', () => {
    expect(getVisibleWorkstreams(createActor(1, ['npn_view_all_tasks']), createPerson('npn_editor_pte'))).toEqual([]);
    expect(
      getVisibleWorkstreams(createActor(1, ['npn_view_task', 'npn_assign_task']), createPerson('npn_editor_pte')),
    ).toEqual([]);
  });
});
