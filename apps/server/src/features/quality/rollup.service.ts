import { deriveQualityFacts } from '@darkroom/domain/quality/facts';
import { groupBy } from '@darkroom/domain/list/group-by';
import type { Database } from '../../db/connect.ts';
import {
  findProgress,
  findNewEvents,
  findSources,
  findStaleTasks,
  lockRollup,
  writeFacts,
  writeRollup,
  type RollupProgress,
  type StoredFact,
} from './rollup.queries.ts';

/** Limit of steps and tasks in one transaction, so that it stays short. */
const MAX_STEPS = 2000;
const MAX_STALE_TASKS = 300;

/** Result of a rollup: `more` steps wait, all is `done`, or another process or open transaction makes it `wait`. */
export type RollupResult = 'more' | 'done' | 'wait';

/** Rebuilds the quality facts of each task with new steps from all its steps (decision 131). An interrupted run continues. */
export async function rollUpQuality(db: Database, now: string, stepsAtOnce = MAX_STEPS): Promise<RollupResult> {
  return db.transaction().execute(async (tx): Promise<RollupResult> => {
    if (!(await lockRollup(tx))) return 'wait';
    const progress = await findProgress(tx);
    const finalStep = findFinalStep(progress);
    const newEvents = await findNewEvents(tx, { after: progress.counted_to, to: finalStep, limit: stepsAtOnce });
    const stale = await findStaleTasks(tx, MAX_STALE_TASKS);
    const ids = [...new Set([...newEvents.ids, ...stale.map(({ task_id }) => task_id)])];
    if (ids.length > 0) await writeFacts(tx, await findFactChanges(tx, ids));
    // Without new steps the figures are current, and that time is stored at intervals.
    if (ids.length === 0 && progress.counted_to >= progress.last && !isAsOfOld(progress.as_of, now)) return 'done';
    const counted_to = newEvents.last ?? Math.max(progress.counted_to, finalStep);
    const isComplete = counted_to >= progress.last && stale.length < MAX_STALE_TASKS;
    await writeRollup(
      tx,
      { counted_to, ...toWatchedStep(progress, counted_to), as_of: isComplete ? now : null },
      stale.map(({ id }) => id),
    );
    if (isComplete) return 'done';
    return ids.length > 0 ? 'more' : 'wait';
  });
}

const AS_OF_INTERVAL_MS = 15_000;
const isAsOfOld = (as_of: string | null, now: string): boolean =>
  as_of === null || Date.parse(now) - Date.parse(as_of) >= AS_OF_INTERVAL_MS;

/**
 * Finds the step before which no new one can appear: all transactions of its time have ended. A step gets its number
 * before others can see it.
 */
function findFinalStep({ counted_to, latest_step, latest_transaction, last, oldest, next }: RollupProgress): number {
  if (oldest === next) return last;
  return latest_step > counted_to && oldest >= latest_transaction ? latest_step : counted_to;
}

/** Returns the next step to watch: the newest, unless an earlier one still waits. Settled steps never wait. */
const toWatchedStep = ({ latest_step, latest_transaction, last, next }: RollupProgress, counted_to: number) =>
  latest_step > counted_to ? { latest_step, latest_transaction } : { latest_step: last, latest_transaction: next };

/** Finds the required facts of tasks, and compares them with the stored ones. */
async function findFactChanges(
  db: Database,
  ids: readonly number[],
): Promise<{ removed: StoredFact[]; added: StoredFact[] }> {
  const { tasks, moves, excluded, complaints, kept: stored } = await findSources(db, ids);
  const movesByTask = groupBy(moves, ({ task_id }) => task_id);
  const excludedByTask = groupBy(excluded, ({ task_id }) => task_id);
  const complaintsByTask = groupBy(complaints, ({ task_id }) => task_id);
  const storedByTask = groupBy(stored, ({ task_id }) => task_id);
  const requiredFacts = tasks.flatMap(({ task_id, workstream, cat2, cus1, last_archived }) => {
    const taskMoves = movesByTask.get(task_id) ?? [];
    const taskColumns = { task_id, workstream, cat2, cus1 };
    const facts = deriveQualityFacts(taskMoves, {
      excluded: new Map((excludedByTask.get(task_id) ?? []).map(({ history_id, kinds }) => [history_id, kinds])),
      complaints: new Set((complaintsByTask.get(task_id) ?? []).map(({ sent_at }) => sent_at)),
      archived: last_archived !== null,
    });
    // Archived steps leave only their facts. The last of them can be undone since.
    const before = (storedByTask.get(task_id) ?? []).filter(
      ({ history_id }) =>
        last_archived !== null &&
        history_id <= last_archived &&
        !(history_id === last_archived && taskMoves[0]?.action === 'undo'),
    );
    return [...before, ...facts].map((fact): StoredFact => ({ ...fact, ...taskColumns }));
  });
  const requiredPrints = new Map(requiredFacts.map((fact) => [fact.history_id, toComparableText(fact)]));
  const storedPrints = new Map(stored.map((fact) => [fact.history_id, toComparableText(fact)]));
  return {
    removed: stored.filter((fact) => requiredPrints.get(fact.history_id) !== toComparableText(fact)),
    added: requiredFacts.filter((fact) => storedPrints.get(fact.history_id) !== toComparableText(fact)),
  };
}

/** Returns a fact as text, independent of the order of its fields. */
const toComparableText = (fact: StoredFact): string =>
  JSON.stringify(Object.entries(fact).sort(([a], [b]) => (a < b ? -1 : 1)));

const PAUSE_MS = 20;

/** Repeats the rollup until no step is left, for seeds and benchmarks. A server runs it at intervals (`keepFolded`). */
export async function rollUpAllQuality(db: Database, now: string, stepsAtOnce?: number): Promise<void> {
  for (;;) {
    const result = await rollUpQuality(db, now, stepsAtOnce);
    if (result === 'done') return;
    if (result === 'wait') await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
