import { qualityFacts } from '@darkroom/domain/quality/facts';
import { groupBy } from '@darkroom/domain/list/group-by';
import type { Database } from '../../db/connect.ts';
import {
  findHorizon,
  findNewEvents,
  findSources,
  findStale,
  takeRollup,
  writeFacts,
  writeRollup,
  type Horizon,
  type KeptFact,
} from './rollup.queries.ts';

/** Limit of steps and tasks in one transaction, so that it stays short. */
const STEPS_AT_ONCE = 2000;
const STALE_AT_ONCE = 300;

/** The result of a rollup: more steps wait, none is left, or another process (or an open transaction) blocks it. */
export type Folded = 'more' | 'done' | 'wait';

/** Rebuilds the quality facts of each task with new steps from all its steps (decision 131). An interrupted run continues. */
export async function rollUpQuality(db: Database, now: string, stepsAtOnce = STEPS_AT_ONCE): Promise<Folded> {
  return db.transaction().execute(async (tx): Promise<Folded> => {
    if (!(await takeRollup(tx))) return 'wait';
    const horizon = await findHorizon(tx);
    const to = settledTo(horizon);
    const news = await findNewEvents(tx, { after: horizon.counted_to, to, most: stepsAtOnce });
    const stale = await findStale(tx, STALE_AT_ONCE);
    const ids = [...new Set([...news.ids, ...stale.map(({ task_id }) => task_id)])];
    if (ids.length > 0) await writeFacts(tx, await changesOf(tx, ids));
    // Without new steps the figures are current, and that time is stored at intervals.
    if (ids.length === 0 && horizon.counted_to >= horizon.last && !isLate(horizon.as_of, now)) return 'done';
    const counted_to = news.last ?? Math.max(horizon.counted_to, to);
    const whole = counted_to >= horizon.last && stale.length < STALE_AT_ONCE;
    await writeRollup(
      tx,
      { counted_to, ...seen(horizon, counted_to), as_of: whole ? now : null },
      stale.map(({ id }) => id),
    );
    if (whole) return 'done';
    return ids.length > 0 ? 'more' : 'wait';
  });
}

const AS_OF_MS = 15_000;
const isLate = (as_of: string | null, now: string): boolean =>
  as_of === null || Date.parse(now) - Date.parse(as_of) >= AS_OF_MS;

/**
 * The step before which no new one can appear: the newest step of a time after which all transactions of that time have ended.
 * A step gets its number before others can see it, and a move locks its task before that.
 */
function settledTo({ counted_to, seen_to, seen_by, last, oldest, next }: Horizon): number {
  if (oldest === next) return last;
  return seen_to > counted_to && oldest >= seen_by ? seen_to : counted_to;
}

/** The next step to watch: the newest, unless an earlier one still waits. Settled steps never wait for new writers. */
const seen = ({ seen_to, seen_by, last, next }: Horizon, counted_to: number) =>
  seen_to > counted_to ? { seen_to, seen_by } : { seen_to: last, seen_by: next };

/** The required facts of tasks, compared with the stored ones. */
async function changesOf(db: Database, ids: readonly number[]): Promise<{ gone: KeptFact[]; come: KeptFact[] }> {
  const { tasks, moves, excluded, complaints, kept } = await findSources(db, ids);
  const movesOf = groupBy(moves, ({ task_id }) => task_id);
  const excludedOf = groupBy(excluded, ({ task_id }) => task_id);
  const complaintsOf = groupBy(complaints, ({ task_id }) => task_id);
  const keptOf = groupBy(kept, ({ task_id }) => task_id);
  const made = tasks.flatMap(({ task_id, workstream, cat2, cus1, last_archived }) => {
    const own = movesOf.get(task_id) ?? [];
    const of = { task_id, workstream, cat2, cus1 };
    const facts = qualityFacts(own, {
      excluded: new Map((excludedOf.get(task_id) ?? []).map(({ history_id, kinds }) => [history_id, kinds])),
      complaints: new Set((complaintsOf.get(task_id) ?? []).map(({ sent_at }) => sent_at)),
      archived: last_archived !== null,
    });
    // Archived steps leave only their facts. The last of them can be undone since.
    const before = (keptOf.get(task_id) ?? []).filter(
      ({ history_id }) =>
        last_archived !== null &&
        history_id <= last_archived &&
        !(history_id === last_archived && own[0]?.action === 'undo'),
    );
    return [...before, ...facts].map((fact): KeptFact => ({ ...fact, ...of }));
  });
  const now = new Map(made.map((fact) => [fact.history_id, printOf(fact)]));
  const was = new Map(kept.map((fact) => [fact.history_id, printOf(fact)]));
  return {
    gone: kept.filter((fact) => now.get(fact.history_id) !== printOf(fact)),
    come: made.filter((fact) => was.get(fact.history_id) !== printOf(fact)),
  };
}

/** A fact as text, independent of the order of its fields. */
const printOf = (fact: KeptFact): string => JSON.stringify(Object.entries(fact).sort(([a], [b]) => (a < b ? -1 : 1)));

const PAUSE_MS = 20;

/** Repeats the rollup until no step is left, for seeds and benchmarks. A server runs it at intervals (`keepFolded`). */
export async function rollUpAllQuality(db: Database, now: string, stepsAtOnce?: number): Promise<void> {
  for (;;) {
    const folded = await rollUpQuality(db, now, stepsAtOnce);
    if (folded === 'done') return;
    if (folded === 'wait') await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
