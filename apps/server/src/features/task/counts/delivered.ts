import { IN_REWORK, TaskStatus } from '@darkroom/domain/task/status';
import { sql } from 'kysely';

const isInRework = sql`t.status = any(array[${sql.join(IN_REWORK.map((status) => sql.lit(status)))}]::smallint[])`;
/** The rework quantity includes pieces that the editor counted later, so it can exceed the delivered pieces. */
const reworkPieces = sql`least(t.rework_quantity, t.quantity_before_rework)`;

/** Pieces of a task `t` that the customer has, and pieces in rework for them. Mirrors `getDelivery` in the domain. */
export const DELIVERED_PIECES = sql<number>`case when t.status = ${sql.lit(TaskStatus.COMPLETED)} then t.x1 + t.x2 + t.x3
  when ${isInRework} then coalesce(t.quantity_before_rework - ${reworkPieces}, 0) else 0 end`;
export const REWORK_PIECES = sql<number>`case when ${isInRework} then coalesce(${reworkPieces}, 0) else 0 end`;

/** The condition for a task `t` with pieces that were delivered: completed, or in a rework. */
export const HAS_DELIVERED_PIECES = sql<boolean>`t.status in (${sql.join([TaskStatus.COMPLETED, ...IN_REWORK].map((status) => sql.lit(status)))})`;
