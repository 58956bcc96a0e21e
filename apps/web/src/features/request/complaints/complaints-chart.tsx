import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { BarChart } from '../../../ui/chart/bar-chart.tsx';
import { useNameOfLine, useShare, type ComplaintList } from './complaints-columns.tsx';
import type { ComplaintSearch } from './complaints-search.ts';

/** The most bars of the chart; the table below holds them all. */
const MOST_BARS = 12;

interface ComplaintsChartProps {
  list: ComplaintList;
  /** The same of the period before, drawn as an outline behind; its days in words. */
  before: ComplaintList | undefined;
  by: ComplaintSearch['by'];
  daysBefore: string;
}

/** How many complaints each group has, beside those of the period before. */
export function ComplaintsChart({ list, before, by, daysBefore }: ComplaintsChartProps) {
  const { t } = useTranslation('request');
  const { number } = useFormat();
  const share = useShare();
  const nameOf = useNameOfLine();
  const bars = useMemo(() => {
    const former = new Map(before?.results.map((line) => [line.key, line.complaints]));
    return list.results.slice(0, MOST_BARS).map((line) => {
      const whole = nameOf({ of: line.key, name: line.name, whole: false });
      const name = by === 'customer' ? (whole.split(' › ').at(-1) ?? whole) : whole;
      const was = former.get(line.key) ?? 0;
      const count = t('complaints.count', { count: line.complaints, n: number(line.complaints) });
      const redone = t('complaints.redoneOf', {
        pieces: number(line.pieces),
        delivered: number(line.delivered),
        share: share(line.share),
      });
      return {
        name,
        value: line.complaints,
        before: was,
        words: `${whole}\n${count}\n${redone}\n${t('complaints.before', { days: daysBefore, n: number(was) })}`,
      };
    });
  }, [list, before, by, daysBefore, nameOf, number, share, t]);
  return (
    <BarChart
      title={t(`complaints.chart.${by}`)}
      note={t('complaints.outline', { days: daysBefore })}
      bars={bars}
      all={list.results.length}
    />
  );
}
