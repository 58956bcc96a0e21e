import { historyEndpoints, type HistoryEntry } from '@darkroom/contract/history';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../lib/api/query.ts';
import { useCanReadHistory, type HistoryRecord } from './record-history.tsx';

/** Number of the newest changes that are listed individually. */
const MAX_LISTED = 3;

/** Placeholder of a disabled request. */
const NO_RECORD = { entity: 'job', id: 0 } as const satisfies Pick<HistoryRecord, 'entity' | 'id'>;

export interface RecordChanges {
  entries: readonly HistoryEntry[];
  /** `ended`: this form cannot change the record any more. `hidden`: the record is deleted or hidden, so it has no visible history. */
  state: 'changed' | 'deleted' | 'ended' | 'hidden';
}

/** True for a status that leaves nothing to save, although the record exists: a sent draft, a finished rework. */
export type IsFinalStatus = (status: unknown) => boolean;

interface Baseline {
  base: unknown;
  lastId: number;
  /** Newest change when the comparison opened. Neither version has later changes. */
  comparedId: number | null;
  total: number;
}

/**
 * Returns the changes to a record since its form was opened or took over earlier changes. The form reports them while the user types
 * (quality 9). Null if there are no changes or no permission.
 * @param historyRecord the record of the form, null before it has a history
 * @param base the record that the form compares with
 * @param isComparing true if both versions are shown side by side
 */
export function useRecordChanges(
  historyRecord: Pick<HistoryRecord, 'entity' | 'id'> | null,
  base: unknown,
  isComparing: boolean,
  isFinalStatus: IsFinalStatus = () => false,
): RecordChanges | null {
  const { entity, id } = historyRecord ?? NO_RECORD;
  const canRead = useCanReadHistory({ entity, id });
  const { data, isFetchedAfterMount } = useQuery({
    ...query(historyEndpoints.list, { entity, entity_id: id, page_size: MAX_LISTED }),
    enabled: historyRecord !== null && canRead,
    // An earlier response can be from another day.
    refetchOnMount: 'always',
  });
  const [baseline, setBaseline] = useState<Baseline | null>(null);
  if (!data || !isFetchedAfterMount) return null;
  const newest = data.results[0];
  if (baseline === null || baseline.base !== base) {
    setBaseline({ base, lastId: baseline?.comparedId ?? newest?.id ?? 0, comparedId: null, total: data.total_items });
    return null;
  }
  if (isComparing && baseline.comparedId === null) setBaseline({ ...baseline, comparedId: newest?.id ?? 0 });
  if (data.total_items < baseline.total) return { entries: [], state: 'hidden' };
  const entries = data.results.filter((entry) => entry.id > baseline.lastId);
  if (entries.length === 0) return null;
  if (newest && isDeletion(newest)) return { entries, state: 'deleted' };
  // Newest first, so a status that was undone later has no effect.
  const statusChange = entries.flatMap(({ changes }) => changes).find(({ field }) => field === 'status');
  return { entries, state: statusChange && isFinalStatus(statusChange.after) ? 'ended' : 'changed' };
}

/** True if the record is deleted. A deleted member still exists and can be changed. */
const isDeletion = ({ action, changes }: HistoryEntry): boolean =>
  action.endsWith('.delete') && changes.every(({ after }) => after === null);
