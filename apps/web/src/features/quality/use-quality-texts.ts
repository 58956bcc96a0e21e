import type { OutputOf } from '@darkroom/contract/endpoint';
import type { QualityLine, qualityEndpoints } from '@darkroom/contract/quality/quality';
import { addDays } from '@darkroom/domain/calendar/day';
import {
  FAULT_RATE,
  FORMULAS,
  calculateRatio,
  type QualityGrouping,
  type QualityCounts,
  type QualityFigure,
} from '@darkroom/domain/quality/figures';
import { compareText } from '@darkroom/domain/text/order';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useCategories, useCustomers, useUsers } from '../../lib/session/lookups.ts';
import { useFormat } from '../../lib/i18n/format.ts';

export type QualityReport = OutputOf<typeof qualityEndpoints.report>;
export type AnyFigure = QualityFigure | 'checking';
/** A line of the report with its name. */
export interface NamedLine extends QualityLine {
  readonly name: string;
}

const getFormula = (figure: AnyFigure) => (figure === 'checking' ? FAULT_RATE : FORMULAS[figure]);
export const getFigureValue = (figure: AnyFigure, counts: QualityCounts) =>
  calculateRatio(counts, getFormula(figure)).value;

export function useQualityTexts() {
  const { t } = useTranslation('quality');
  const { number, day } = useFormat();
  const users = useUsers();
  const categories = useCategories();
  const customers = useCustomers();
  return useMemo(() => {
    /** Formats a figure: `85%` or `2.1 per 100`. With too few tasks: `3 of 4`. */
    const formatFigure = (figureKey: AnyFigure, counts: QualityCounts): string => {
      const formula = getFormula(figureKey);
      const { numerator, denominator, value } = calculateRatio(counts, formula);
      if (denominator === 0 && numerator === 0) return '–';
      const parts = { numerator: number(numerator), denominator: number(denominator) };
      if (value !== null)
        return formula.share ? t('percent', { value: number(value) }) : t('per100', { value: number(value) });
      if (formula.share) return t('small', parts);
      return t(formula.denominator === 'pieces' ? 'smallPieces' : 'smallCompleted', parts);
    };
    const getLineName = (by: QualityGrouping, key: string): string => {
      switch (by) {
        case 'editor':
          return key === '0' ? t('noEditor') : users.fullName(Number(key));
        case 'category':
          return categories.label(Number(key));
        case 'customer':
          return customers.cus1ById.get(Number(key))?.name ?? `#${key}`;
        case 'workstream':
          return key;
        case 'week':
          return `${day(key)} – ${day(addDays(key, 6))}`;
        default: {
          const never: never = by;
          return never;
        }
      }
    };
    return {
      formatFigure,
      /** Explains a figure: its meaning, and the number of tasks from which it is a percentage. */
      explainFigure: (figureKey: AnyFigure) =>
        `${t(`explanation.${figureKey}`)} ${t('few', { n: number(getFormula(figureKey).minDenominator) })}`,
      getLineName,
      /** Returns lines sorted by name, weeks by date. The report has no ranking. */
      toNamedLines: (by: QualityGrouping, lines: readonly QualityLine[]): NamedLine[] => {
        const all = lines.map((line) => ({ ...line, name: getLineName(by, line.key) }));
        if (by === 'week') return all.toSorted((a, b) => (a.key < b.key ? -1 : 1));
        return all.toSorted((a, b) => compareText(a.name, b.name));
      },
    };
  }, [t, number, day, users, categories, customers]);
}
