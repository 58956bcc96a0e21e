import { historyEndpoints, type HistoryEntry } from '@darkroom/contract/history';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../lib/call/query.ts';
import { useMayReadHistory, type Told } from './record-history.tsx';

/** As many of the newest as are told of one by one. */
const TOLD = 3;

/** Asks nothing. */
const NOBODY = { entity: 'job', id: 0 } as const satisfies Pick<Told, 'entity' | 'id'>;

export interface Meanwhile {
  entries: readonly HistoryEntry[];
  /** It is deleted; it is no longer what this form changes; or it has no history any more, for it is gone or out of one's sight. */
  state: 'changed' | 'deleted' | 'ended' | 'gone';
}

/** Whether a status leaves nothing that a form could save, though the record is there still: a draft that is sent, a rework that is done. */
export type Ends = (status: unknown) => boolean;

interface Seen {
  base: unknown;
  last: number;
  /** The newest as both versions came to stand side by side: what comes after that is in neither. */
  compared: number | null;
  total: number;
}

/**
 * What became of a record since a form was opened over it, or since its form took over what others had saved: told while one still types,
 * not at saving alone (quality 9). Null while nothing has happened, and to who may not read its history.
 *
 * @param of the record the form is over; null where it has no history yet
 * @param base the record as the form compares with it
 * @param comparing both versions stand side by side
 */
export function useMeanwhile(
  of: Pick<Told, 'entity' | 'id'> | null,
  base: unknown,
  comparing: boolean,
  ends: Ends = () => false,
): Meanwhile | null {
  const { entity, id } = of ?? NOBODY;
  const may = useMayReadHistory({ entity, id });
  const { data, isFetchedAfterMount } = useQuery({
    ...query(historyEndpoints.list, { entity, entity_id: id, page_size: TOLD }),
    enabled: of !== null && may,
    // What was read before the form was opened may be of another day.
    refetchOnMount: 'always',
  });
  const [seen, setSeen] = useState<Seen | null>(null);
  if (!data || !isFetchedAfterMount) return null;
  const newest = data.results[0];
  if (seen === null || seen.base !== base) {
    setSeen({ base, last: seen?.compared ?? newest?.id ?? 0, compared: null, total: data.total_items });
    return null;
  }
  if (comparing && seen.compared === null) setSeen({ ...seen, compared: newest?.id ?? 0 });
  if (data.total_items < seen.total) return { entries: [], state: 'gone' };
  const entries = data.results.filter((entry) => entry.id > seen.last);
  if (entries.length === 0) return null;
  if (newest && isEnd(newest)) return { entries, state: 'deleted' };
  // Newest first: what was undone since is no end.
  const moved = entries.flatMap(({ changes }) => changes).find(({ field }) => field === 'status');
  return { entries, state: moved && ends(moved.after) ? 'ended' : 'changed' };
}

/** Nothing is left of a record that is deleted; a member who is, is there still, and can be changed. */
const isEnd = ({ action, changes }: HistoryEntry): boolean =>
  action.endsWith('.delete') && changes.every(({ after }) => after === null);
