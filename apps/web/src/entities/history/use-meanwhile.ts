import { historyEndpoints, type HistoryEntry } from '@darkroom/contract/history';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../lib/call/query.ts';
import { useCanReadHistory, type Told } from './record-history.tsx';

/** Number of newest changes that are listed one by one. */
const TOLD = 3;

/** Placeholder of a disabled request. */
const NOBODY = { entity: 'job', id: 0 } as const satisfies Pick<Told, 'entity' | 'id'>;

export interface Meanwhile {
  entries: readonly HistoryEntry[];
  /** `ended`: this form cannot change the record any more. `gone`: the record has no visible history, because it is deleted or hidden. */
  state: 'changed' | 'deleted' | 'ended' | 'gone';
}

/** True for a status that leaves nothing to save, although the record exists: a sent draft, a finished rework. */
export type Ends = (status: unknown) => boolean;

interface Seen {
  base: unknown;
  last: number;
  /** Newest change when the comparison opened. Neither version has later changes. */
  compared: number | null;
  total: number;
}

/**
 * Changes to a record since its form was opened or took over earlier changes. They are reported while the user types (quality 9). Null
 * without changes or permission.
 * @param of the record of the form, null before it has a history
 * @param base the record that the form compares with
 * @param comparing both versions are shown side by side
 */
export function useMeanwhile(
  of: Pick<Told, 'entity' | 'id'> | null,
  base: unknown,
  comparing: boolean,
  ends: Ends = () => false,
): Meanwhile | null {
  const { entity, id } = of ?? NOBODY;
  const may = useCanReadHistory({ entity, id });
  const { data, isFetchedAfterMount } = useQuery({
    ...query(historyEndpoints.list, { entity, entity_id: id, page_size: TOLD }),
    enabled: of !== null && may,
    // An earlier answer can be from another day.
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
  // Newest first, so a status that was undone later has no effect.
  const moved = entries.flatMap(({ changes }) => changes).find(({ field }) => field === 'status');
  return { entries, state: moved && ends(moved.after) ? 'ended' : 'changed' };
}

/** True if the record is deleted. A deleted member still exists and can be changed. */
const isEnd = ({ action, changes }: HistoryEntry): boolean =>
  action.endsWith('.delete') && changes.every(({ after }) => after === null);
