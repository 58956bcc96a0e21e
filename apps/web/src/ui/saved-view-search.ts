import type { SavedView } from '@darkroom/contract';

/** The part of a search that is set, as a view keeps it. */
export const viewOf = (search: Record<string, unknown>): SavedView['search'] =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as SavedView['search'];
