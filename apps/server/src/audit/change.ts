import type { AuditEntity } from '@darkroom/contract/audit';
import type { Topic } from '@darkroom/contract/endpoint';
import type { Database } from '../db/connect.ts';
import { fail } from '../http/response/fail.ts';
import type { Ctx } from '../http/context.ts';
import { emit } from '../live/emit.ts';
import { writeAudit } from './audit.ts';

/** A kind of rows that a change locks. */
export interface LockedKind<Row> {
  /** Locks a row against other changes and reads it. */
  readonly lock: (db: Database, id: number) => Promise<Row | undefined>;
  /** Returns the row as the caller sees it, for a caller with an old version. By default, the row itself. */
  readonly current?: (ctx: Ctx, row: Row) => unknown;
}

/** The audit and the live topic of a kind of rows. */
export interface RecordedKind<Row extends { id: number }> {
  readonly entity: AuditEntity;
  readonly topic: Topic;
  /** Returns the fields for the audit. By default, all fields. */
  readonly facts?: (row: Row) => object;
}

interface LockOptions<Row> {
  /** The input field with the row's id. */
  readonly field?: string;
  /** Runs a check before the check of the version. */
  readonly check?: (row: Row) => unknown;
}

/** Locks the row that the caller wants to change. Refuses a missing row or an older version. */
export async function lockRowVersion<Row extends { version: number }>(
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

/** Records an added, changed or deleted row in the audit, and notifies the screens that show it. Returns the row after the change. */
export async function recordChange<Row extends { id: number }, After extends Row | undefined>(
  ctx: Ctx,
  { entity, topic, facts = (row) => row }: RecordedKind<Row>,
  action: string,
  before: Row | undefined,
  after: After,
): Promise<After> {
  const entity_id = (after ?? before)!.id;
  await writeAudit(ctx, { action, entity, entity_id, before: before && facts(before), after: after && facts(after) });
  await emit(ctx, topic, [entity_id]);
  return after;
}
