import { TaskStatus } from '@darkroom/domain/task/status';
import type { ActionInput } from '@darkroom/domain/task/needs';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { FAULT_KINDS } from '@darkroom/server/db/built-in';
import type { Random } from '../random.ts';
import { FAULT_NOTES, REWORK_NOTES } from '../tables/words.ts';

/** Role in a step. */
export type Part = 'leader' | 'taker' | 'editor' | 'first_qc' | 'second_qc' | 'rechecker';

/** A planned step of a task, before a person is chosen. */
export interface Step {
  action: TaskAction;
  part: Part;
  /** Seconds of working time since the step before. */
  wait: number;
  /** Seconds of work that the step starts. A person starts only one task at a time. */
  busy?: number;
  input?: ActionInput;
}

export interface PlanOptions {
  /** Pieces of this task. */
  quantity: number;
  /** Estimate for a piece, from the price. */
  estimate_minutes: number;
  urgent: boolean;
  /** Last status. 9 goes all the way. */
  until: TaskStatus;
  /** True if there was enough time for a complaint. */
  mayRework: boolean;
}

/** Step that leads into each status. */
const ENTERED_BY: Readonly<Record<TaskStatus, TaskAction | null>> = {
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

/** Plans a realistic way from To Do to the given status, with faults, corrections and rework. */
export function planTask(random: Random, options: PlanOptions): Step[] {
  const { until } = options;
  const entered = ENTERED_BY[until];
  if (entered === null) return [];
  const between = (least: number, most: number): number =>
    Math.round(random.int(least, most) * (options.urgent ? 0.35 : 1));
  const work = workSeconds(random, options);
  const resolveNow = until === TaskStatus.RESOLVED ? random.pick([1, 2] as const) : null;
  const inRework = until === TaskStatus.REWORK || until === TaskStatus.DONE_REWORK;
  const steps = [
    ...assignment(random, between),
    ...editing(random, options, work, between),
    ...check(
      random,
      1,
      work,
      between,
      until === TaskStatus.QC1_FAULTS_FOUND || resolveNow === 1 || random.chance(0.05),
    ),
    ...check(
      random,
      2,
      work,
      between,
      until === TaskStatus.QC2_FAULTS_FOUND || resolveNow === 2 || random.chance(0.025),
    ),
    step('complete', 'leader', between(5 * MINUTE, 200 * MINUTE)),
    ...(inRework || (options.mayRework && random.chance(0.015)) ? rework(random, options, work, between) : []),
  ];
  // Completed means the end of the whole way, with rework. Every other status means its first occurrence.
  if (until === TaskStatus.COMPLETED) return steps;
  const way = steps.slice(0, steps.findIndex((one) => one.action === entered) + 1);
  // Rework needs two rechecks. In half of the tasks the first one is done.
  if (until === TaskStatus.DONE_REWORK && random.chance(0.5)) way.push(recheck(between));
  return way;
}

type Between = (least: number, most: number) => number;

const step = (action: TaskAction, part: Part, wait: number, more: Partial<Step> = {}): Step => ({
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

function assignment(random: Random, between: Between): Step[] {
  const assign = (): Step =>
    step('assign', random.chance(0.25) ? 'taker' : 'leader', between(4 * MINUTE, 150 * MINUTE));
  if (!random.chance(0.01)) return [assign()];
  return [assign(), step('reject', 'editor', between(2 * MINUTE, 40 * MINUTE)), assign()];
}

function editing(random: Random, { quantity }: PlanOptions, work: number, between: Between): Step[] {
  const start = step('start', 'editor', between(MINUTE, 80 * MINUTE), { busy: work });
  const counted: Step[] =
    quantity > 1 && random.chance(0.2)
      ? [step('set_quantity', 'editor', Math.round(work / 2), { input: { x1: Math.ceil(quantity / 2) } })]
      : [];
  const rest = counted.length > 0 ? work - Math.round(work / 2) : work;
  return [start, ...counted, step('done', 'editor', rest, { input: { x1: quantity } })];
}

function check(random: Random, round: 1 | 2, work: number, between: Between, faulty: boolean): Step[] {
  const part = round === 1 ? 'first_qc' : 'second_qc';
  const looks = Math.round(Math.min(Math.max(work * 0.12, 2 * MINUTE), 20 * MINUTE));
  const begin = (wait: number): Step => step(round === 1 ? 'start_qc1' : 'start_qc2', part, wait, { busy: looks });
  const steps = [begin(between(5 * MINUTE, 150 * MINUTE))];
  if (random.chance(0.012)) {
    steps.push(step('release_qc', part, Math.round(looks / 2)), begin(between(3 * MINUTE, 30 * MINUTE)));
  }
  for (let again = faulty; again; again = random.chance(0.12)) {
    const mending = Math.round(work * (0.1 + random.next() * 0.3));
    steps.push(
      step(round === 1 ? 'qc1_fault' : 'qc2_fault', part, looks, { input: fault(random) }),
      step('resolve', 'editor', between(4 * MINUTE, 60 * MINUTE) + mending, { busy: 0 }),
      begin(between(3 * MINUTE, 60 * MINUTE)),
    );
  }
  return [...steps, step(round === 1 ? 'qc1_done' : 'qc2_done', part, looks)];
}

function rework(random: Random, { quantity }: PlanOptions, work: number, between: Between): Step[] {
  const pieces = random.int(1, Math.max(1, Math.min(quantity, Math.ceil(quantity / 4))));
  const mend = (): Step => step('rework_done', 'editor', between(20 * MINUTE, 200 * MINUTE) + Math.round(work / 4));
  return [
    step('rework', 'leader', random.int(DAY / 3, DAY * 3), {
      input: { rework_quantity: pieces, rework_notes: random.pick(REWORK_NOTES) },
    }),
    mend(),
    ...(random.chance(0.12)
      ? [step('recheck_fault', 'rechecker', between(5 * MINUTE, 60 * MINUTE), { input: fault(random) }), mend()]
      : []),
    recheck(between),
    recheck(between),
    step('complete', 'leader', between(5 * MINUTE, 120 * MINUTE)),
  ];
}

const recheck = (between: Between): Step =>
  step('recheck', 'rechecker', between(5 * MINUTE, 90 * MINUTE), { busy: 4 * MINUTE });

function fault(random: Random): ActionInput {
  const first = random.pick(FAULT_KINDS);
  const second = random.chance(0.15) ? random.pick(FAULT_KINDS) : first;
  const kinds = [...new Set([first.key, second.key])];
  return { fault_kinds: kinds, note: kinds.map((kind) => random.pick(FAULT_NOTES[kind] ?? ['—'])).join('. ') };
}
