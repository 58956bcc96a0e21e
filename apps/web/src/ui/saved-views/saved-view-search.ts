import type { SavedView } from '@darkroom/contract/view';
import type { Day } from '@darkroom/domain/calendar/day';
import { resolveDays } from './moving-days.ts';

/** A view nobody has to make: its word, and the filters it stands for today. */
export interface ReadyView {
  readonly name: 'today' | 'this_week' | 'urgent' | 'late' | 'unassigned' | 'unpriced' | 'late_in_qc';
  readonly search: SavedView['search'];
}

/** The address of a saved view on a day. */
export const addressOf = (view: SavedView, today: Day) => ({ ...resolveDays(view.search, today), view: view.id });

/** The same fields with the same values, in whatever order they stand. */
export function isSameSearch(a: SavedView['search'], b: SavedView['search']): boolean {
  const sorted = (search: SavedView['search']) =>
    JSON.stringify(Object.entries(search).toSorted(([one], [two]) => (one < two ? -1 : 1)));
  return sorted(a) === sorted(b);
}
