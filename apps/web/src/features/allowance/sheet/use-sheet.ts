import { allowanceEndpoints, type AllowanceRow, type DailyEntry } from '@darkroom/contract/allowance/allowance';
import type { OutputOf } from '@darkroom/contract/endpoint';
import { notifyManager, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '../../../lib/call/api.ts';
import { useToast } from '../../../lib/toast.ts';
import { standingNow, useAllowanceFailure } from '../month/use-allowance-call.ts';
import {
  contest,
  dropRefused,
  keyOf,
  mark,
  NO_CHANGES,
  redoStep,
  resolve,
  savedOf,
  setCells,
  settle,
  takeRound,
  tryAgain,
  undoStep,
  withEntries,
  type Change,
  type Changes,
  type Saved,
  type Spot,
  type Wanted,
} from './sheet-state.ts';

/** What is typed in one go is sent together. */
const GATHER_MS = 300;
const MOST = 5000;

/** What the server holds, by cell: made once for each answer. */
const made = new WeakMap<readonly AllowanceRow[], Saved>();
function savedIn(rows: readonly AllowanceRow[]): Saved {
  const saved = made.get(rows) ?? savedOf(rows);
  made.set(rows, saved);
  return saved;
}

/** What was typed or pasted and is no value of its layer. */
export interface Missed extends Spot {
  readonly text: string;
}

/**
 * What was not taken, and what is said of it. It is not kept, but stays said, wherever one goes on to, until its place gets a value or
 * is cleared, or Esc puts it away: whoever types a column looks at the next cell, not at what is said of the last.
 */
export interface NotTaken {
  readonly spots: readonly Missed[];
  readonly words: string;
}

type List = OutputOf<typeof allowanceEndpoints.list>;

/**
 * The sheet's changes: shown at once, saved in the background a round at a time. A cell somebody else was first in is not
 * written over: it asks.
 */
export function useSheet(rows: readonly AllowanceRow[], queryKey: QueryKey) {
  const { t } = useTranslation('allowance');
  const client = useQueryClient();
  const toast = useToast();
  const inWords = useAllowanceFailure();
  const [changes, setChanges] = useState<Changes>(NO_CHANGES);
  const [notTaken, tellNotTaken] = useState<NotTaken | null>(null);
  // Another month, or other people: what was not saved was asked about, and Undo takes back what is in sight.
  const shown = JSON.stringify(queryKey);
  const [known, setKnown] = useState(shown);
  if (known !== shown) {
    setKnown(shown);
    setChanges(NO_CHANGES);
    tellNotTaken(null);
  }
  const saved = savedIn(rows);
  // What was saved a moment ago is in the cache before it is on the screen: a step that is made meanwhile builds on it.
  const savedNow = () => savedIn(client.getQueryData<List>(queryKey)?.results ?? rows);
  const running = useRef(false);
  // What was changed during a round goes with the next.
  const [round, setRound] = useState(0);

  const keep = async (entries: readonly DailyEntry[], removed: readonly number[]) => {
    // An answer that was read before the change must not come after it.
    await client.cancelQueries({ queryKey });
    client.setQueryData<List>(queryKey, (list) =>
      list ? { ...list, results: withEntries(list.results, entries, removed) } : list,
    );
    // The rows have it before the change goes, so that no cell is empty in between.
    await new Promise<void>((done) => notifyManager.schedule(done));
  };

  const failed = (error: unknown, sent: readonly Change[]) => {
    const standing = standingNow(error);
    if (error instanceof ApiError && standing) {
      const theirs = new Map((standing as DailyEntry[]).map((entry) => [keyOf(entry), entry]));
      const at = new Set((error.problem.errors ?? []).map(({ field }) => Number(field.split('.')[1])));
      setChanges((now) =>
        contest(
          mark(
            now,
            sent.filter((_, i) => !at.has(i)),
            { as: 'waiting' },
          ),
          sent.filter((_, i) => at.has(i)),
          theirs,
        ),
      );
      void client.invalidateQueries({ queryKey });
      return;
    }
    const why = inWords(error);
    const lost = error instanceof ApiError && (error.status === 0 || error.status >= 500);
    setChanges((now) => mark(now, sent, { as: 'refused', why, lost }));
    if (!(error instanceof ApiError && error.status === 401)) toast.failed(why, t('updateFailed'));
  };

  const save = useEffectEvent(async () => {
    if (running.current) return;
    const { gone, add, update } = takeRound(changes, MOST);
    if (gone.length) setChanges((now) => settle(now, gone, []));
    if (add.length + update.length === 0) return;
    running.current = true;
    setChanges((now) => mark(now, [...add, ...update], { as: 'saving' }));
    try {
      if (add.length) {
        const entries = add.map(({ staff_id, date, fees }) => ({ staff_id, date, ...fees }));
        try {
          const { results } = await call(allowanceEndpoints.dailyAdd, { entries });
          await keep(results, []);
          setChanges((now) => settle(now, add, results));
        } catch (error) {
          failed(error, add);
        }
      }
      if (update.length) {
        const entries = update.map(({ seen, fees }) => ({ id: seen!.id, version: seen!.version, ...fees }));
        try {
          const { results, removed } = await call(allowanceEndpoints.dailyUpdate, { entries });
          await keep(results, removed);
          setChanges((now) => settle(now, update, results));
        } catch (error) {
          failed(error, update);
        }
      }
    } finally {
      running.current = false;
      setRound((n) => n + 1);
    }
  });
  useEffect(() => {
    if (![...changes.cells.values()].some(({ state }) => state.as === 'waiting')) return undefined;
    const timer = setTimeout(() => void save(), GATHER_MS);
    return () => clearTimeout(timer);
  }, [changes, round]);

  // What the network did not take is sent again as soon as there is one.
  useEffect(() => {
    const again = () => setChanges((now) => tryAgain(now, true));
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);

  const count = (as: Change['state']['as']) =>
    [...changes.cells.values()].filter(({ state }) => state.as === as).length;
  const refused = [...changes.cells].flatMap(([key, { state }]) =>
    state.as === 'refused' ? [{ key, lost: state.lost ?? false }] : [],
  );
  const contested = [...changes.cells].filter(([, { state }]) => state.as === 'theirs').map(([key]) => key);
  return {
    changes,
    saved,
    unsaved: changes.cells.size,
    waiting: count('waiting') + count('saving'),
    refused: refused.filter(({ lost }) => !lost).map(({ key }) => key),
    /** What did not get through: it is sent again once there is a network. */
    lost: refused.filter(({ lost }) => lost).length,
    contested,
    notTaken,
    tellNotTaken,
    set: (wanted: readonly Wanted[]) => setChanges((now) => setCells(now, savedNow(), wanted)),
    undo: () => setChanges((now) => undoStep(now, savedNow())),
    redo: () => setChanges((now) => redoStep(now, savedNow())),
    resolve: (keys: readonly string[], how: 'mine' | 'theirs') => setChanges((now) => resolve(now, keys, how)),
    tryAgain: () => setChanges((now) => tryAgain(now)),
    dropRefused: () => setChanges(dropRefused),
  };
}
export type Sheet = ReturnType<typeof useSheet>;
