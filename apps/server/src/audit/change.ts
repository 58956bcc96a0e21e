import type { Topic } from '@darkroom/contract/endpoint';
import type { Database } from '../db/connect.ts';
import { fail } from '../http/answer/fail.ts';
import type { Ctx } from '../http/context.ts';
import { emit } from '../live/emit.ts';
import { audit, type AuditEntity } from './audit.ts';

/** How the rows of a kind are locked for a change. */
export interface LockedKind<Row> {
  /** Locks a row against other changes and reads it. */
  readonly lock: (db: Database, id: number) => Promise<Row | undefined>;
  /** The row as the caller can see it, for a stale caller; the row itself without it. */
  readonly current?: (ctx: Ctx, row: Row) => unknown;
}

/** Where the changes of a kind of rows are recorded, and which live topic tells of them. */
export interface RecordedKind<Row extends { id: number }> {
  readonly entity: AuditEntity;
  readonly topic: Topic;
  /** The fields that the audit keeps; all of them without it. */
  readonly facts?: (row: Row) => object;
}

interface LockOptions<Row> {
  /** The input field that names the row. */
  readonly field?: string;
  /** A check that comes before the one of the version. */
  readonly check?: (row: Row) => unknown;
}

/** Locks the row that the caller wants to change; refuses if it is gone, or if its version is not the one the caller saw. */
export async function lockSeenRow<Row extends { version: number }>(
  ctx: Ctx,
  kind: LockedKind<Row>,
  id: number,
  version: number | undefined,
  { field, check }: LockOptions<Row> = {},
): Promise<Row> {
  const row = await kind.lock(ctx.db, id);
  if (!row) throw fail('not_found', field === undefined ? {} : { field });
  await check?.(row);
  if (version !== undefined && version !== row.version)
    throw fail('stale', { current: kind.current ? await kind.current(ctx, row) : row });
  return row;
}

/** Records an added, changed or deleted row in the audit, and tells the screens that show it. Returns the row after the change. */
export async function recordChange<Row extends { id: number }, After extends Row | undefined>(
  ctx: Ctx,
  { entity, topic, facts = (row) => row }: RecordedKind<Row>,
  action: string,
  before: Row | undefined,
  after: After,
): Promise<After> {
  const entity_id = (after ?? before)!.id;
  await audit(ctx, { action, entity, entity_id, before: before && facts(before), after: after && facts(after) });
  await emit(ctx, topic, [entity_id]);
  return after;
}
