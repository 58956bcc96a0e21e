import { useXToggle } from '../../lib/lookups.ts';

export interface Counts {
  x1: number;
  x2: number;
  x3: number;
}
/** What is being typed: a field may be empty for a moment. */
export type CountsDraft = { [K in keyof Counts]?: number | null };

const FIELDS = ['x1', 'x2', 'x3'] as const;

/** What would be sent: an emptied field is nothing, an untouched one stays as it was. */
export const countsOf = (saved: Counts, draft: CountsDraft): Counts => ({
  x1: draft.x1 === undefined ? saved.x1 : (draft.x1 ?? 0),
  x2: draft.x2 === undefined ? saved.x2 : (draft.x2 ?? 0),
  x3: draft.x3 === undefined ? saved.x3 : (draft.x3 ?? 0),
});

/** Which of x1, x2, x3 the bureau counts in; those that hold something are shown whatever the setting says. */
export function useCountFields(saved: Counts): readonly (keyof Counts)[] {
  const toggle = useXToggle();
  return FIELDS.filter((x) => toggle[x] || saved[x] > 0);
}
