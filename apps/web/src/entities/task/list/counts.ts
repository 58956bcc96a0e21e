import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useXToggle } from '../../../lib/session/lookups.ts';
import type { NumberValue } from '../../../ui/number-field/number-field.tsx';
import { useNumberError } from '../../../ui/number-field/use-number-rule.ts';

export interface Counts {
  x1: number;
  x2: number;
  x3: number;
}
/** Quantities while the user types. A field can be empty or hold an invalid number. */
export type CountsDraft = { [K in keyof Counts]?: NumberValue };

export const COUNT_LIMITS = { whole: true, min: 0, max: 1_000_000 };

const FIELDS = ['x1', 'x2', 'x3'] as const;

const countOf = (saved: number, typed: NumberValue | undefined): number =>
  typed === undefined ? saved : typeof typed === 'number' ? typed : 0;

/** Quantities with the draft applied. An untouched field keeps its value, and a field without a number counts as 0. */
export const countsOf = (saved: Counts, draft: CountsDraft): Counts => ({
  x1: countOf(saved.x1, draft.x1),
  x2: countOf(saved.x2, draft.x2),
  x3: countOf(saved.x3, draft.x3),
});

/** True if no quantity differs. */
export const sameCounts = (a: Counts, b: Counts): boolean => FIELDS.every((x) => a[x] === b[x]);

/** Error of the typed quantities, null if they are valid. An emptied field is an error and not 0. */
export function useCountError(): (draft: CountsDraft) => string | null {
  const { t } = useTranslation('errors');
  const trouble = useNumberError();
  return useCallback(
    (draft) =>
      FIELDS.map((x) => (draft[x] === null ? t('field.not_a_number') : trouble(draft[x], COUNT_LIMITS))).find(
        (said) => said !== null,
      ) ?? null,
    [t, trouble],
  );
}

/** Quantity fields in use. A field with a value is shown even if it is switched off. */
export function useCountFields(saved: Counts): readonly (keyof Counts)[] {
  const toggle = useXToggle();
  return FIELDS.filter((x) => toggle[x] || saved[x] > 0);
}
