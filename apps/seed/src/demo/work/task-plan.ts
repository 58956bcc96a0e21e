import { TaskStatus } from '@darkroom/domain/task/status';
import type { ActionInput } from '@darkroom/domain/task/needs';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { DEFAULT_FAULT_TYPES } from '@darkroom/server/db/built-in-data';
import type { Random } from '../random.ts';
import { FAULT_NOTES, REWORK_NOTES } from '../tables/words.ts';

export type StepRole = 'leader' | 'taker' | 'editor' | 'first_qc' | 'second_qc' | 'rechecker';

/** A planned step of a task, before a person is chosen. */
export interface PlannedStep {
  action: TaskAction;
  part: StepRole;
  /** Seconds of working time since the step before. */
  wait: number;
  /** Seconds of work that the step starts. A person starts only one task at a time. */
  busy?: number;
  input?: ActionInput;
}

export interface PlanOptions {
  quantity: number;
  /** Estimate for a piece, from the price. */
  estimate_minutes: number;
  urgent: boolean;
  /** Status at which the plan ends. 9 goes through all statuses. */
  until: TaskStatus;
  /** True if there was enough time for a complaint. */
  mayRework: boolean;
}

/** Step that leads into each status. */
const ACTION_INTO_STATUS: Readonly<Record<TaskStatus, TaskAction | null>> = {
  1: null,
  2: 'assign',
  3: 'start',
  4: 'done',
  5: 'start_qc1',
  6: 'qc1_done',
  7: 'start_qc2',
  8: 'qc2_done',
  9: 'complete',
  10: 'qc1_fault',
  11: 'qc2_fault',
  12: 'resolve',
  13: 'rework',
  14: 'rework_done',
};

const MINUTE = 60;
const DAY = 15 * 60 * MINUTE;

/** Plans realistic steps from To Do to the given status, with faults, corrections and rework. */
export function planTask(random: Random, options: PlanOptions): PlannedStep[] {
  const { until } = options;
  const entered = ACTION_INTO_STATUS[until];
  if (entered === null) return [];
  const pickSeconds = (least: number, most: number): number =>
    Math.round(random.int(least, most) * (options.urgent ? 0.35 : 1));
  const workTime = workSeconds(random, options);
  const resolveNow = until === TaskStatus.RESOLVED ? random.pick([1, 2] as const) : null;
  const inRework = until === TaskStatus.REWORK || until === TaskStatus.DONE_REWORK;
  const steps = [
    ...planAssignment(random, pickSeconds),
    ...planEditing(random, options, workTime, pickSeconds),
    ...planCheck(
      random,
      1,
      workTime,
      pickSeconds,
      until === TaskStatus.QC1_FAULTS_FOUND || resolveNow === 1 || random.chance(0.05),
    ),
    ...planCheck(
      random,
      2,
      workTime,
      pickSeconds,
      until === TaskStatus.QC2_FAULTS_FOUND || resolveNow === 2 || random.chance(0.025),
    ),
    createStep('complete', 'leader', pickSeconds(5 * MINUTE, 200 * MINUTE)),
    ...(inRework || (options.mayRework && random.chance(0.015))
      ? planRework(random, options, workTime, pickSeconds)
      : []),
  ];
  // Completed means the end of all steps, with rework. Every other status means its first occurrence.
  if (until === TaskStatus.COMPLETED) return steps;
  const plannedSteps = steps.slice(0, steps.findIndex((step) => step.action === entered) + 1);
  // Rework needs two rechecks. In half of the tasks the first one is done.
  if (until === TaskStatus.DONE_REWORK && random.chance(0.5)) plannedSteps.push(planRecheck(pickSeconds));
  return plannedSteps;
}

type PickSeconds = (least: number, most: number) => number;

const createStep = (
  action: TaskAction,
  part: StepRole,
  wait: number,
  more: Partial<PlannedStep> = {},
): PlannedStep => ({
  action,
  part,
  wait: Math.max(wait, 20),
  ...more,
});

function workSeconds(random: Random, { quantity, estimate_minutes }: PlanOptions): number {
  // About as long as estimated. Work on one task takes little more than half a day.
  const minutes = estimate_minutes * quantity;
  return Math.round(Math.min(Math.max(minutes, 6), 170) * MINUTE * (0.6 + random.next() * 0.8));
}

function planAssignment(random: Random, pickSeconds: PickSeconds): PlannedStep[] {
  const assign = (): PlannedStep =>
    createStep('assign', random.chance(0.25) ? 'taker' : 'leader', pickSeconds(4 * MINUTE, 150 * MINUTE));
  if (!random.chance(0.01)) return [assign()];
  return [assign(), createStep('reject', 'editor', pickSeconds(2 * MINUTE, 40 * MINUTE)), assign()];
}

function planEditing(
  random: Random,
  { quantity }: PlanOptions,
  workTime: number,
  pickSeconds: PickSeconds,
): PlannedStep[] {
  const start = createStep('start', 'editor', pickSeconds(MINUTE, 80 * MINUTE), { busy: workTime });
  const counted: PlannedStep[] =
    quantity > 1 && random.chance(0.2)
      ? [createStep('set_quantity', 'editor', Math.round(workTime / 2), { input: { x1: Math.ceil(quantity / 2) } })]
      : [];
  const rest = counted.length > 0 ? workTime - Math.round(workTime / 2) : workTime;
  return [start, ...counted, createStep('done', 'editor', rest, { input: { x1: quantity } })];
}

function planCheck(
  random: Random,
  stage: 1 | 2,
  workTime: number,
  pickSeconds: PickSeconds,
  faulty: boolean,
): PlannedStep[] {
  const part = stage === 1 ? 'first_qc' : 'second_qc';
  const checkSeconds = Math.round(Math.min(Math.max(workTime * 0.12, 2 * MINUTE), 20 * MINUTE));
  const startCheck = (wait: number): PlannedStep =>
    createStep(stage === 1 ? 'start_qc1' : 'start_qc2', part, wait, { busy: checkSeconds });
  const steps = [startCheck(pickSeconds(5 * MINUTE, 150 * MINUTE))];
  if (random.chance(0.012)) {
    steps.push(
      createStep('release_qc', part, Math.round(checkSeconds / 2)),
      startCheck(pickSeconds(3 * MINUTE, 30 * MINUTE)),
    );
  }
  for (let again = faulty; again; again = random.chance(0.12)) {
    const fixSeconds = Math.round(workTime * (0.1 + random.next() * 0.3));
    steps.push(
      createStep(stage === 1 ? 'qc1_fault' : 'qc2_fault', part, checkSeconds, { input: makeFault(random) }),
      createStep('resolve', 'editor', pickSeconds(4 * MINUTE, 60 * MINUTE) + fixSeconds, { busy: 0 }),
      startCheck(pickSeconds(3 * MINUTE, 60 * MINUTE)),
    );
  }
  return [...steps, createStep(stage === 1 ? 'qc1_done' : 'qc2_done', part, checkSeconds)];
}

function planRework(
  random: Random,
  { quantity }: PlanOptions,
  workTime: number,
  pickSeconds: PickSeconds,
): PlannedStep[] {
  const pieces = random.int(1, Math.max(1, Math.min(quantity, Math.ceil(quantity / 4))));
  const createReworkDone = (): PlannedStep =>
    createStep('rework_done', 'editor', pickSeconds(20 * MINUTE, 200 * MINUTE) + Math.round(workTime / 4));
  return [
    createStep('rework', 'leader', random.int(DAY / 3, DAY * 3), {
      input: { rework_quantity: pieces, rework_notes: random.pick(REWORK_NOTES) },
    }),
    createReworkDone(),
    ...(random.chance(0.12)
      ? [
          createStep('recheck_fault', 'rechecker', pickSeconds(5 * MINUTE, 60 * MINUTE), { input: makeFault(random) }),
          createReworkDone(),
        ]
      : []),
    planRecheck(pickSeconds),
    planRecheck(pickSeconds),
    createStep('complete', 'leader', pickSeconds(5 * MINUTE, 120 * MINUTE)),
  ];
}

const planRecheck = (pickSeconds: PickSeconds): PlannedStep =>
  createStep('recheck', 'rechecker', pickSeconds(5 * MINUTE, 90 * MINUTE), { busy: 4 * MINUTE });

function makeFault(random: Random): ActionInput {
  const first = random.pick(DEFAULT_FAULT_TYPES);
  const second = random.chance(0.15) ? random.pick(DEFAULT_FAULT_TYPES) : first;
  const kinds = [...new Set([first.key, second.key])];
  return { fault_kinds: kinds, note: kinds.map((kind) => random.pick(FAULT_NOTES[kind] ?? ['—'])).join('. ') };
}
