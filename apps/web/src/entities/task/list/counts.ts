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
/** What is being typed: a field may be empty for a moment, or hold what is no number. */
export type CountsDraft = { [K in keyof Counts]?: NumberValue };

export const COUNT_LIMITS = { whole: true, min: 0, max: 1_000_000 };

const FIELDS = ['x1', 'x2', 'x3'] as const;

const countOf = (saved: number, typed: NumberValue | undefined): number =>
  typed === undefined ? saved : typeof typed === 'number' ? typed : 0;

/** The counts as typed: an untouched field stays as it was. One without a number adds nothing, and is not sent (`useCountError`). */
export const countsOf = (saved: Counts, draft: CountsDraft): Counts => ({
  x1: countOf(saved.x1, draft.x1),
  x2: countOf(saved.x2, draft.x2),
  x3: countOf(saved.x3, draft.x3),
});

/** Whether nothing was counted differently. */
export const sameCounts = (a: Counts, b: Counts): boolean => FIELDS.every((x) => a[x] === b[x]);

/** Why what was typed cannot be counted, in words; null when it can. An emptied field is not 0. It is asked before anything is sent. */
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

/** Which of x1, x2, x3 the bureau counts in; those that hold something are shown whatever the setting says. */
export function useCountFields(saved: Counts): readonly (keyof Counts)[] {
  const toggle = useXToggle();
  return FIELDS.filter((x) => toggle[x] || saved[x] > 0);
}
