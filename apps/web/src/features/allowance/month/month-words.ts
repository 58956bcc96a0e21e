import type { AllowanceRow } from '@darkroom/contract/allowance';
import type { AllowanceMonthRow } from '@darkroom/contract/allowance-month';
import { formulaOf, type FormulaPart } from '@darkroom/domain/allowance/formula';
import type { AllowanceFigure } from '@darkroom/domain/allowance/figures';
import { monthAt, type Month } from '@darkroom/domain/calendar/day';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';

/** The figures that are reckoned by a formula. */
export type Reckoned = Exclude<AllowanceFigure, 'working_days' | 'online_days'>;

export const monthOfRow = ({ year, month }: { year: number; month: number }): Month => monthAt(year, month);

/** `2026-11` as the wire takes it. */
export const partsOf = (month: Month): { year: number; month: number } => ({
  year: Number(month.slice(0, 4)),
  month: Number(month.slice(5)),
});

/** `11/2026`. */
export const monthInWords = (month: Month): string => `${month.slice(5)}/${month.slice(0, 4)}`;

/** `100,000 ÷ 27 working days × 11 online days = 40,740.741`: how a figure of somebody's month came about. */
export function useFormula() {
  const { t } = useTranslation('allowance');
  const { number, money } = useFormat();
  return useMemo(() => {
    const words = ({ value, kind, what, tier }: FormulaPart): string => {
      if (kind === 'count') {
        const n = number(value);
        if (what === 'working_days') return t('formula.working_days', { count: value, n });
        return what === 'online_days' ? t('formula.online_days', { count: value, n }) : n;
      }
      if (tier !== undefined) return `${money(value)} (${tier})`;
      switch (what) {
        case 'total_transport':
        case 'total_online':
        case 'total_meal':
        case 'parking':
          return `${money(value)} ${t(`formula.${what}`)}`;
        default:
          return money(value);
      }
    };
    return (figure: Reckoned, row: AllowanceRow, month: AllowanceMonthRow): string => {
      const of = {
        month: monthOfRow(month),
        days: row.daily_allowance,
        parking: row.monthly_allowance?.parking ?? 0,
        lookups: month.lookups,
      };
      const parts = formulaOf(figure, of, row);
      const left = parts.map((part) => `${part.sign} ${words(part)}`.trim()).join(' ');
      return `${left || '0'} = ${money(row[figure])}`;
    };
  }, [t, number, money]);
}
