import {
  markOf,
  numberError,
  twoReadings,
  writeNumber,
  writePlainly,
  type NumberLimits,
} from '@darkroom/domain/number/read';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { NumberValue } from './number-field.tsx';

/** The message for a number field's value. Null if it is valid. */
export function useNumberError(): (value: NumberValue | undefined, limits: NumberLimits) => string | null {
  const { t, i18n } = useTranslation(['common', 'errors']);
  const language = i18n.resolvedLanguage;
  return useCallback(
    (value, limits) => {
      if (value === null || value === undefined) return null;
      const mark = markOf(language);
      const two = typeof value === 'string' && limits.inThousands ? twoReadings(value) : null;
      if (two) {
        return t('common:number.twoReadings', {
          typed: String(value).trim(),
          thousands: writeNumber(two.thousands, mark),
          decimals: writeNumber(two.decimals, mark),
          plainThousands: writePlainly(two.thousands, mark),
          plainDecimals: writePlainly(two.decimals, mark),
        });
      }
      const code = typeof value === 'string' ? 'not_a_number' : numberError(value, limits);
      const write = (limit = 0) => writeNumber(limit, mark);
      if (code === 'too_small') return t('common:number.least', { n: write(limits.min) });
      if (code === 'too_big') return t('common:number.most', { n: write(limits.max) });
      return code === null ? null : t(`errors:field.${code}`);
    },
    [t, language],
  );
}

/** The rule of a form's number field: shows the error (`unfit`, or a general text) and never adjusts the value. */
export function useNumberRule() {
  const trouble = useNumberError();
  return (limits: NumberLimits, unfit?: string) => ({
    validator: (_rule: unknown, value: NumberValue | undefined) => {
      const said = trouble(value, limits);
      if (said === null) return Promise.resolve();
      return Promise.reject(new Error(typeof value === 'string' ? said : (unfit ?? said)));
    },
  });
}
