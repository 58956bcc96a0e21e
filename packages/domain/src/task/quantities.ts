import type { TaskState } from './state.ts';
import { IN_REWORK, isIn, TaskStatus } from './status.ts';

/** The three quantities of a task (spec §3), whose sum is its quantity. */
export const QUANTITY_FIELDS = ['x1', 'x2', 'x3'] as const;
export type QuantityField = (typeof QUANTITY_FIELDS)[number];
export type Quantities = Pick<TaskState, QuantityField>;
/** Some of the quantities, as given in a request. */
export type EnteredQuantities = { readonly [K in QuantityField]?: number | undefined };
/** Quantities that the bureau uses (x-toggle). */
export type XToggle = Readonly<Record<QuantityField, boolean>>;

/** Returns the quantity of a task: the sum of all three, including those that are switched off. */
export const taskQuantity = (task: Quantities): number => task.x1 + task.x2 + task.x3;

/** Pieces of a task that the customer has, and pieces in rework. */
export interface Delivery {
  readonly done: number;
  readonly pieces_in_rework: number;
}

/**
 * Returns the delivery of a task, as the server's queries calculate it. A completed task has delivered all. A task in rework has delivered
 * the quantity it had before, without the pieces in rework (decisions 057 and 102).
 */
export function getDelivery(
  task: Quantities & Pick<TaskState, 'status' | 'rework_quantity' | 'quantity_before_rework'>,
): Delivery {
  if (task.status === TaskStatus.COMPLETED) return { done: taskQuantity(task), pieces_in_rework: 0 };
  if (!isIn(IN_REWORK, task.status)) return { done: 0, pieces_in_rework: 0 };
  const delivered = task.quantity_before_rework ?? 0;
  // The rework can have more pieces than were delivered.
  const pieces_in_rework = Math.min(task.rework_quantity ?? 0, delivered);
  return { done: delivered - pieces_in_rework, pieces_in_rework };
}

export const sumDeliveries = (tasks: readonly Parameters<typeof getDelivery>[0][]): Delivery => {
  const all = tasks.map(getDelivery);
  return {
    done: all.reduce((sum, { done }) => sum + done, 0),
    pieces_in_rework: all.reduce((sum, { pieces_in_rework }) => sum + pieces_in_rework, 0),
  };
};

/** Finds the error of a quantity: zero, or less than the pieces in rework (domain §2: rework is of 1…quantity). */
export function findQuantityError(
  quantities: Quantities,
  task: Pick<TaskState, 'status' | 'rework_quantity'>,
): 'invalid_quantity' | 'below_rework' | null {
  const counted = taskQuantity(quantities);
  if (counted < 1) return 'invalid_quantity';
  return task.status === TaskStatus.REWORK && counted < (task.rework_quantity ?? 1) ? 'below_rework' : null;
}

/** True if a quantity that is switched off would be raised. Otherwise its value does not change. */
export const raisesDisabledQuantity = (
  x: QuantityField,
  task: Quantities,
  input: EnteredQuantities,
  in_use: XToggle,
): boolean => !in_use[x] && (input[x] ?? 0) > task[x];

/** Pieces of a detail's tasks, and the ordered pieces. */
export interface DetailQuantities {
  readonly ordered: number;
  /** Pieces of the detail's other tasks. */
  readonly others: number;
}

/**
 * Returns the quantity that a task in rework had before, which its customer has. Null if the task is not in rework, or if a correction
 * moved it to rework without a completion.
 */
export const getDeliveredBefore = ({
  status,
  quantity_before_rework,
}: Pick<TaskState, 'status' | 'quantity_before_rework'>): number | null =>
  isIn(IN_REWORK, status) ? quantity_before_rework || null : null;

/** Figures to confirm when more pieces are counted than ordered. */
export interface OverFigures {
  readonly counted: number;
  readonly ordered: number;
}

/** Figures to confirm when fewer pieces are counted in rework than delivered. */
export interface FewerFigures {
  readonly counted: number;
  readonly delivered: number;
}

/**
 * Finds the figures to confirm when a quantity in rework falls below the delivered quantity, because fewer pieces are then billed. The
 * quantity is the whole task's (decision 157). Null if it does not fall below, or was as low before.
 */
export function findFewerFigures(
  quantities: Quantities,
  task: Quantities & Pick<TaskState, 'status' | 'quantity_before_rework'>,
): FewerFigures | null {
  const counted = taskQuantity(quantities);
  const delivered = getDeliveredBefore(task);
  return delivered !== null && counted < delivered && counted < taskQuantity(task) ? { counted, delivered } : null;
}

/** Finds the figures to confirm when more pieces are counted than ordered, or null. */
export function findOverFigures(quantities: Quantities, { ordered, others }: DetailQuantities): OverFigures | null {
  const counted = others + taskQuantity(quantities);
  return counted > ordered ? { counted, ordered } : null;
}

/** Finds the figures to confirm when the ordered quantity is lowered below the counted pieces of its tasks, or null. */
export function findLoweredFigures(
  detail: { readonly quantity: number; readonly tasks: readonly Quantities[] },
  ordered: number | undefined,
): OverFigures | null {
  if (ordered === undefined || ordered >= detail.quantity) return null;
  const counted = detail.tasks.reduce((sum, quantities) => sum + taskQuantity(quantities), 0);
  return counted > ordered ? { counted, ordered } : null;
}

/** Data of a detail for the share of one of its tasks: number of tasks, their counted pieces, and the number without a quantity. */
export interface DetailShare {
  readonly tasks: number;
  readonly others: number;
  readonly uncounted: number;
}

/** Calculates the share of a task in an order: the rest, divided equally between the tasks without a quantity. */
export const calculateShare = (ordered: number, { others, uncounted }: DetailShare): number =>
  Math.round(Math.max(0, ordered - others) / (uncounted + 1));

/**
 * Finds the difference between counted and ordered pieces, negative for too few. Null while other tasks have no quantity and it is not too
 * many.
 */
export function findDifference(ordered: number, counted: number, { others, uncounted }: DetailShare): number | null {
  const difference = others + counted - ordered;
  return difference === 0 || (difference < 0 && uncounted > 0) ? null : difference;
}
