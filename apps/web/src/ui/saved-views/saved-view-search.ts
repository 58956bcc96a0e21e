import type { SavedView } from '@darkroom/contract/view';
import type { Day } from '@darkroom/domain/calendar/day';
import { resolveDays } from './moving-days.ts';

/** A built-in view: its label, and its filters today. */
export interface BuiltInView {
  readonly name: 'today' | 'this_week' | 'urgent' | 'late' | 'unassigned' | 'unpriced' | 'late_in_qc';
  readonly search: SavedView['search'];
}

/** Returns the URL parameters of a saved view on a day. */
export const toViewSearch = (view: SavedView, today: Day) => ({ ...resolveDays(view.search, today), view: view.id });

/** True if two searches have the same fields and values, in any order. */
export function isSameSearch(a: SavedView['search'], b: SavedView['search']): boolean {
  const sorted = (search: SavedView['search']) =>
    JSON.stringify(Object.entries(search).toSorted(([one], [two]) => (one < two ? -1 : 1)));
  return sorted(a) === sorted(b);
}
