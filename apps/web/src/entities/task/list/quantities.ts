import { useCallback } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useXToggle } from '../../../lib/session/lookups.ts';
import type { NumberValue } from '../../../ui/number-field/number-field.tsx';
import { useNumberError } from '../../../ui/number-field/use-number-rule.ts';

export interface Quantities {
  x1: number;
  x2: number;
  x3: number;
}
/** Quantities while the user types. A field can be empty or contain an invalid number. */
export type QuantitiesDraft = { [K in keyof Quantities]?: NumberValue };

export const QUANTITY_LIMITS = { whole: true, min: 0, max: 1_000_000 };

const QUANTITY_FIELDS = ['x1', 'x2', 'x3'] as const;

const applyTyped = (saved: number, typed: NumberValue | undefined): number =>
  typed === undefined ? saved : typeof typed === 'number' ? typed : 0;

/** Applies the draft to the saved quantities. An untouched field does not change, and a field without a number counts as 0. */
export const applyDraft = (saved: Quantities, draft: QuantitiesDraft): Quantities => ({
  x1: applyTyped(saved.x1, draft.x1),
  x2: applyTyped(saved.x2, draft.x2),
  x3: applyTyped(saved.x3, draft.x3),
});

export const hasSameQuantities = (a: Quantities, b: Quantities): boolean => QUANTITY_FIELDS.every((x) => a[x] === b[x]);

/** Returns a function that validates the typed quantities. Null if they are valid. An emptied field is an error and not 0. */
export function useQuantityError(): (draft: QuantitiesDraft) => string | null {
  const { t } = useTranslation('errors');
  const getNumberError = useNumberError();
  return useCallback(
    (draft) =>
      QUANTITY_FIELDS.map((x) =>
        draft[x] === null ? t('field.not_a_number') : getNumberError(draft[x], QUANTITY_LIMITS),
      ).find((message) => message !== null) ?? null,
    [t, getNumberError],
  );
}

/** Returns the quantity fields in use. A field with a value is shown even if it is switched off. */
export function useQuantityFields(saved: Quantities): readonly (keyof Quantities)[] {
  const toggle = useXToggle();
  return QUANTITY_FIELDS.filter((x) => toggle[x] || saved[x] > 0);
}
