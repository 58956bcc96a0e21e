import type { AllowanceRow, AllowanceMonthRow } from '@darkroom/contract/allowance/allowance';
import { buildFormula, writeFormula, type FormulaWords } from '@darkroom/domain/allowance/formula';
import type { AllowanceFigure } from '@darkroom/domain/allowance/figures';
import { monthAt, type Month } from '@darkroom/domain/calendar/day';
import { useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';

/** Figures that are calculated with a formula. */
export type CalculatedFigure = Exclude<AllowanceFigure, 'working_days' | 'online_days'>;

export const monthOfRow = ({ year, month }: { year: number; month: number }): Month => monthAt(year, month);

/** Converts `2026-11` to the input of the endpoints. */
export const toYearAndMonth = (month: Month): { year: number; month: number } => ({
  year: Number(month.slice(0, 4)),
  month: Number(month.slice(5)),
});

/** Returns a function that formats a figure as a formula: `100,000 ÷ 27 working days × 11 online days = 40,740.741`. */
export function useFormula() {
  const { t } = useTranslation('allowance');
  const { number, money } = useFormat();
  return useMemo(() => {
    const words: FormulaWords = {
      money,
      count: (value, what) =>
        what === 'working_days' || what === 'online_days'
          ? t(`formula.${what}`, { count: value, n: number(value) })
          : number(value),
      name: (what) => (isNamed(what) ? t(`formula.${what}`) : ''),
    };
    return (figure: CalculatedFigure, row: AllowanceRow, month: AllowanceMonthRow): string => {
      const input = {
        month: monthOfRow(month),
        days: row.daily_allowance,
        parking: row.monthly_allowance?.parking ?? 0,
        lookups: month.lookups,
      };
      return writeFormula(buildFormula(figure, input, row), row[figure], words);
    };
  }, [t, number, money]);
}

const NAMED = ['total_transport', 'total_online', 'total_meal', 'parking'] as const;
const isNamed = (what: string): what is (typeof NAMED)[number] => (NAMED as readonly string[]).includes(what);
