import {
  getDecimalMark,
  numberError,
  findTwoReadings,
  writeNumber,
  writeUngrouped,
  type NumberLimits,
} from '@darkroom/domain/number/parse';
import { useCallback } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import type { NumberValue } from './number-field.tsx';

/** Returns a function that validates a number field. Null if the value is valid. */
export function useNumberError(): (value: NumberValue | undefined, limits: NumberLimits) => string | null {
  const { t, i18n } = useTranslation(['common', 'errors']);
  const language = i18n.resolvedLanguage;
  return useCallback(
    (value, limits) => {
      if (value === null || value === undefined) return null;
      const decimalMark = getDecimalMark(language);
      const readings = typeof value === 'string' && limits.inThousands ? findTwoReadings(value) : null;
      if (readings) {
        return t('common:number.twoReadings', {
          typed: String(value).trim(),
          thousands: writeNumber(readings.thousands, decimalMark),
          decimals: writeNumber(readings.decimals, decimalMark),
          plainThousands: writeUngrouped(readings.thousands, decimalMark),
          plainDecimals: writeUngrouped(readings.decimals, decimalMark),
        });
      }
      const code = typeof value === 'string' ? 'not_a_number' : numberError(value, limits);
      const format = (limit = 0) => writeNumber(limit, decimalMark);
      if (code === 'too_small') return t('common:number.least', { n: format(limits.min) });
      if (code === 'too_big') return t('common:number.most', { n: format(limits.max) });
      return code === null ? null : t(`errors:field.${code}`);
    },
    [t, language],
  );
}

/** Returns the rule of a form's number field: shows the error (`rangeMessage`, or a general text) and never adjusts the value. */
export function useNumberRule() {
  const getNumberError = useNumberError();
  return (limits: NumberLimits, rangeMessage?: string) => ({
    validator: (_rule: unknown, value: NumberValue | undefined) => {
      const message = getNumberError(value, limits);
      if (message === null) return Promise.resolve();
      return Promise.reject(new Error(typeof value === 'string' ? message : (rangeMessage ?? message)));
    },
  });
}
