import type { TaskState } from './state.ts';
import { IN_REWORK, isIn, TaskStatus } from './status.ts';

/** The three counts of a task (spec §3): its quantity is their sum. */
export const COUNTS = ['x1', 'x2', 'x3'] as const;
export type Count = (typeof COUNTS)[number];
export type Counts = Pick<TaskState, Count>;
/** Some of them, as a call names them. */
export type NamedCounts = { readonly [K in Count]?: number | undefined };
/** Which of them the bureau uses (x-toggle). */
export type XToggle = Readonly<Record<Count, boolean>>;

/** A task's quantity is the sum of its three counts, of those that are no longer in use too. */
export const taskQuantity = (task: Counts): number => task.x1 + task.x2 + task.x3;

/** Of a task: pieces its customer has, and pieces that are being redone for them. */
export interface Delivery {
  readonly done: number;
  readonly redoing: number;
}

/**
 * What was delivered of a task: all of a completed one; of one in rework what it counted when it was sent there, but for the pieces that came
 * back, whatever its editor counts meanwhile (decisions 057 and 102). The server's queries say the same.
 */
export function deliveryOf(task: Counts & Pick<TaskState, 'status' | 'rework_quantity' | 'rework_of'>): Delivery {
  if (task.status === TaskStatus.COMPLETED) return { done: taskQuantity(task), redoing: 0 };
  if (!isIn(IN_REWORK, task.status)) return { done: 0, redoing: 0 };
  const delivered = task.rework_of ?? 0;
  // More can be asked for than was delivered: of what its editor has counted by then.
  const redoing = Math.min(task.rework_quantity ?? 0, delivered);
  return { done: delivered - redoing, redoing };
}

/** The same of several. */
export const deliveryOfAll = (tasks: readonly Parameters<typeof deliveryOf>[0][]): Delivery => {
  const all = tasks.map(deliveryOf);
  return {
    done: all.reduce((sum, { done }) => sum + done, 0),
    redoing: all.reduce((sum, { redoing }) => sum + redoing, 0),
  };
};

/** What stands against a count: nothing counted, or less than what is being reworked (domain §2: rework is of 1…quantity). */
export function tooLittle(
  counts: Counts,
  task: Pick<TaskState, 'status' | 'rework_quantity'>,
): 'invalid_quantity' | 'below_rework' | null {
  const counted = taskQuantity(counts);
  if (counted < 1) return 'invalid_quantity';
  return task.status === TaskStatus.REWORK && counted < (task.rework_quantity ?? 1) ? 'below_rework' : null;
}

/** A count that is off keeps what was counted in it, and cannot be raised. */
export const raisesUnused = (x: Count, task: Counts, input: NamedCounts, in_use: XToggle): boolean =>
  !in_use[x] && (input[x] ?? 0) > task[x];

/** What a detail's tasks count together, and what was ordered of it. */
export interface DetailCount {
  readonly ordered: number;
  /** Counted in the detail's other tasks. */
  readonly others: number;
}

/**
 * What a task in rework counted when it was sent there, which its customer has; null of any other task, and of one that a correction sent to
 * rework without anybody having completed it.
 */
export const countedBefore = ({ status, rework_of }: Pick<TaskState, 'status' | 'rework_of'>): number | null =>
  isIn(IN_REWORK, status) ? rework_of || null : null;

/** More is counted than was ordered: the two figures to ask about. */
export interface OverFigures {
  readonly counted: number;
  readonly ordered: number;
}

/** Less is counted in a rework than was delivered: the two figures to ask about. */
export interface FewerFigures {
  readonly counted: number;
  readonly delivered: number;
}

/**
 * The figures to ask about when a count is lowered in a rework below what was delivered, for that many pieces fewer are billed: in a rework
 * too a count is the whole task's, not only of what is redone (decision 157). Null when it is not, or was as low before.
 */
export function fewerThanBefore(
  counts: Counts,
  task: Counts & Pick<TaskState, 'status' | 'rework_of'>,
): FewerFigures | null {
  const counted = taskQuantity(counts);
  const delivered = countedBefore(task);
  return delivered !== null && counted < delivered && counted < taskQuantity(task) ? { counted, delivered } : null;
}

/** The two figures to ask about when more is counted than was ordered; null when it is not. */
export function tooMuch(counts: Counts, { ordered, others }: DetailCount): OverFigures | null {
  const counted = others + taskQuantity(counts);
  return counted > ordered ? { counted, ordered } : null;
}

/** The same of an order that is lowered: what its tasks have counted, against what would be ordered. */
export function loweredBelow(
  detail: { readonly quantity: number; readonly tasks: readonly Counts[] },
  ordered: number | undefined,
): OverFigures | null {
  if (ordered === undefined || ordered >= detail.quantity) return null;
  const counted = detail.tasks.reduce((sum, counts) => sum + taskQuantity(counts), 0);
  return counted > ordered ? { counted, ordered } : null;
}

/** A task beside the others of its detail: how many they are together, what the others have counted, and in how many of them nothing is yet. */
export interface Share {
  readonly tasks: number;
  readonly others: number;
  readonly uncounted: number;
}

/** What of an order falls to a task: what the others have left of it, in equal parts where others are to count yet. */
export const fallsTo = (ordered: number, { others, uncounted }: Share): number =>
  Math.round(Math.max(0, ordered - others) / (uncounted + 1));

/** How much less or more (below and above 0) was counted of an order than was ordered; null while others are to count yet and it is not too much. */
export function differs(ordered: number, counted: number, { others, uncounted }: Share): number | null {
  const difference = others + counted - ordered;
  return difference === 0 || (difference < 0 && uncounted > 0) ? null : difference;
}
