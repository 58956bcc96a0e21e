import type { Instant } from '@darkroom/domain/calendar/day';
import type { Workstream } from '@darkroom/domain/customer/enums';
import type { QualityFact, QualityMove } from '@darkroom/domain/quality/facts';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { insertRows } from '../../db/insert-rows.ts';
import { addFaultSums, addSums } from './sums.ts';

/** Advisory lock of the rollup: one process at a time. */
const ROLLUP_LOCK = 7131;

/** A stored fact with its task's category, customer and people. */
export interface StoredFact extends QualityFact {
  readonly task_id: number;
  readonly workstream: Workstream;
  readonly cat2: number;
  readonly cus1: number;
}

const FIELDS = [
  'history_id',
  'task_id',
  'kind',
  'at',
  'day',
  'workstream',
  'editor',
  'checker',
  'cat2',
  'cus1',
  'pieces',
  'passed',
  'first_of_kind',
  'first_check',
  'faults',
  'excluded',
  'complaint',
] as const;
const COLUMNS = sql.raw(FIELDS.join(', '));

/** Returns true if this transaction has the lock of the rollup. */
export async function lockRollup(db: Database): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`select pg_try_advisory_xact_lock(${ROLLUP_LOCK}) as ours`.execute(db);
  return rows[0]?.ours === true;
}

export interface RollupProgress {
  readonly counted_to: number;
  readonly latest_step: number;
  readonly latest_transaction: number;
  /** Id of the newest step. */
  readonly last: number;
  /** Number of the oldest running transaction. */
  readonly oldest: number;
  /** Number of the next transaction. */
  readonly next: number;
  readonly as_of: Instant | null;
}

/**
 * Reads the progress of the rollup and the newest step, before this transaction writes. Running transactions come from
 * locks, because a snapshot would contain those of other databases.
 */
export async function findProgress(db: Database): Promise<RollupProgress> {
  const { rows } = await sql<RollupProgress>`
    select f.counted_to, f.latest_step, f.latest_transaction, f.as_of, coalesce((select max(id) from task_history), 0) as last, x.next,
           coalesce((
             -- Ignore transactions that began after the snapshot.
             select x.next - max(greatest(0, ((x.next - l.transactionid::text::int8 + 2147483648) & 4294967295) - 2147483648))
               from pg_locks l join pg_stat_activity a on a.pid = l.pid
              where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted and a.datname = current_database()
           ), x.next) as oldest
      from quality_progress f cross join (select pg_snapshot_xmax(pg_current_snapshot())::text::int8 as next) x`.execute(
    db,
  );
  return rows[0]!;
}

/** Returns the next steps that are committed: their last id and their task ids. */
export async function findNewEvents(db: Database, { after, to, limit }: { after: number; to: number; limit: number }) {
  const { rows } = await sql<{ last: number | null; ids: number[] | null }>`
    select max(id) as last, array_agg(distinct task_id) as ids
      from (select id, task_id from task_history where id > ${after} and id <= ${to} order by id limit ${limit}) h`.execute(
    db,
  );
  return { last: rows[0]?.last ?? null, ids: rows[0]?.ids ?? [] };
}

export async function findStaleTasks(db: Database, limit: number) {
  const { rows } = await sql<{
    id: number;
    task_id: number;
  }>`select id, task_id from quality_stale order by id limit ${limit}`.execute(db);
  return rows;
}

/** Finds all source rows for the facts of these tasks. */
export async function findSources(db: Database, ids: readonly number[]) {
  const isAnyTask = sql`any(${ids}::int[])`;
  const { rows: tasks } = await sql<{
    task_id: number;
    workstream: Workstream;
    cat2: number;
    cus1: number;
    last_archived: number | null;
  }>`
    select t.task_id, t.workstream, t.service_cat2_id as cat2, c.cus_id1 as cus1, a.last_step as last_archived
      from task t join cus2 c on c.id = t.customer2_id left join archived_task a on a.task_id = t.task_id
     where t.task_id = ${isAnyTask}`.execute(db);
  const { rows: moves } = await sql<QualityMove & { task_id: number }>`
    select task_id, id, action, from_status, to_status, user_id, at, x1 + x2 + x3 as pieces, fault_kinds, editor
      from task_history where task_id = ${isAnyTask} order by task_id, id`.execute(db);
  const { rows: excluded } = await sql<{ history_id: number; task_id: number; kinds: string[] | null }>`
    select history_id, task_id, kinds from quality_excluded where task_id = ${isAnyTask}`.execute(db);
  const { rows: complaints } = await sql<{ task_id: number; sent_at: Instant }>`
    select task_id, sent_at from complaint_task where task_id = ${isAnyTask}`.execute(db);
  const { rows: kept } =
    await sql<StoredFact>`select ${COLUMNS} from quality_fact where task_id = ${isAnyTask}`.execute(db);
  return { tasks, moves, excluded, complaints, kept };
}

/** Deletes obsolete facts, inserts new ones, and updates their sums. */
export async function writeFacts(
  db: Database,
  { removed, added }: { removed: readonly StoredFact[]; added: readonly StoredFact[] },
): Promise<void> {
  if (removed.length > 0)
    await sql`delete from quality_fact where history_id = any(${removed.map((fact) => fact.history_id)}::int8[])`.execute(
      db,
    );
  await insertRows(db, 'quality_fact', FIELDS, added);
  const signed = [...removed.map((fact) => ({ ...fact, sign: -1 })), ...added.map((fact) => ({ ...fact, sign: 1 }))];
  if (signed.length === 0) return;
  await sql`${sql.raw('with signed as (')}${sql`
    select r.*, (e.fact ->> 'sign')::int as sign from jsonb_array_elements(${JSON.stringify(signed)}::jsonb) e (fact),
           jsonb_populate_record(null::quality_fact, e.fact) r`}${sql.raw(`) ${addSums('signed')}`)}`.execute(db);
  const faulty = signed.filter(({ faults }) => faults.length > 0);
  if (faulty.length === 0) return;
  await sql`${sql.raw('with signed as (')}${sql`
    select r.*, (e.fact ->> 'sign')::int as sign from jsonb_array_elements(${JSON.stringify(faulty)}::jsonb) e (fact),
           jsonb_populate_record(null::quality_fact, e.fact) r`}${sql.raw(`) ${addFaultSums('signed')}`)}`.execute(db);
}

export interface RollupState {
  readonly counted_to: number;
  readonly latest_step: number;
  readonly latest_transaction: number;
  /** Time up to which the stored figures are complete. Null if more steps wait. */
  readonly as_of: Instant | null;
}

export async function writeRollup(db: Database, state: RollupState, stale: readonly number[]): Promise<void> {
  if (stale.length > 0) await sql`delete from quality_stale where id = any(${stale}::int8[])`.execute(db);
  await sql`update quality_progress set counted_to = ${state.counted_to}, latest_step = ${state.latest_step}, latest_transaction = ${state.latest_transaction},
                   as_of = coalesce(${state.as_of}::timestamptz, as_of)`.execute(db);
}
