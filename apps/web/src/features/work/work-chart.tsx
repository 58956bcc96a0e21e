import type { WorkFigure, WorkSpan } from '@darkroom/domain/work/work';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { amountOf, useWorkWords, type WorkRow } from './use-work-words.ts';

interface WorkChartProps {
  figure: WorkFigure;
  by: WorkSpan;
  periods: readonly WorkRow[];
}

/** One figure, period by period, in the order of time. */
export function WorkChart({ figure, by, periods }: WorkChartProps) {
  const { t } = useTranslation('work');
  const words = useWorkWords();
  const bars = useMemo(
    () =>
      periods.map((row) => ({
        name: words.short(by, row),
        value: amountOf(figure, row) ?? 0,
        words: `${words.period(by, row)}\n${words.figure(figure, row)}`,
      })),
    [periods, figure, by, words],
  );
  return <BarChart upright counted title={t(`chart.${figure}`)} bars={bars} />;
}
