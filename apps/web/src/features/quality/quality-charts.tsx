import type { QualityGrouping, QualityFigure } from '@darkroom/domain/quality/figures';
import { SEVERITIES } from '@darkroom/domain/quality/figures';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import type { ChartBar } from '../../ui/chart/chart-bar.ts';
import type { FaultLine } from './quality-faults.ts';
import { useQualityTexts, getFigureValue, type NamedLine, type QualityReport } from './use-quality-texts.ts';
import styles from './quality.module.css';

/** Maximum number of bars. The table below has all lines. */
const MAX_BARS = 12;

interface QualityChartsProps {
  quality: QualityReport;
  lines: readonly NamedLine[];
  faults: readonly FaultLine[];
  by: QualityGrouping;
  figure: QualityFigure;
  previousPeriod: string;
  onLine: (key: string) => void;
  onFaultType: (kind: string) => void;
}

/** Charts of one figure by line and week, and of faults by type and severity. The tables below have the same data. */
export function QualityCharts(props: QualityChartsProps) {
  const { quality, lines, faults, by, figure, previousPeriod, onLine, onFaultType } = props;
  const { t } = useTranslation(['quality', 'status']);
  const { number } = useFormat();
  const words = useQualityTexts();
  const note = t('outline', { days: previousPeriod });
  // Lines with too few tasks have no bar. The table has them.
  const measurableLines = useMemo(
    () => lines.filter(({ now }) => getFigureValue(figure, now) !== null),
    [lines, figure],
  );
  const chartedLines = useMemo(() => measurableLines.slice(0, MAX_BARS), [measurableLines]);
  const lineBars = useMemo(
    () =>
      chartedLines.map(({ name, now, before }): ChartBar => {
        const previousValue = getFigureValue(figure, before);
        return {
          name,
          value: getFigureValue(figure, now) ?? 0,
          ...(by === 'week' || previousValue === null ? {} : { before: previousValue }),
          words: `${name}\n${words.formatFigure(figure, now)}${by === 'week' ? '' : `\n${t('previously', { figure: words.formatFigure(figure, before) })}`}`,
        };
      }),
    [chartedLines, figure, by, words, t],
  );
  const weekBars = useMemo(
    () =>
      quality.weeks.flatMap(({ week, counts }): ChartBar[] => {
        const value = getFigureValue(figure, counts);
        if (value === null) return [];
        const name = `${week.slice(8)}/${week.slice(5, 7)}`;
        return [{ name, value, words: `${words.getLineName('week', week)}\n${words.formatFigure(figure, counts)}` }];
      }),
    [quality.weeks, figure, words],
  );
  const faultTypeBars = useMemo(
    () =>
      faults.map(({ name, n, before }): ChartBar => ({
        name,
        value: n,
        before,
        words: `${name}\n${number(n)} (${number(before)})`,
      })),
    [faults, number],
  );
  const severityBars = useMemo(
    () =>
      SEVERITIES.map((severity): ChartBar => {
        const severityFaults = faults.filter((fault) => fault.severity === severity);
        const [n, before] = [
          sum(severityFaults.map((severityFault) => severityFault.n)),
          sum(severityFaults.map((severityFault) => severityFault.before)),
        ];
        const name = t(`status:severity.${severity}`);
        return { name, value: n, before, words: `${name}\n${number(n)} (${number(before)})` };
      }),
    [faults, number, t],
  );
  return (
    <div className={styles.chartGrid}>
      {by !== 'week' && lineBars.length > 0 && (
        <BarChart
          title={t(`figure.${figure}`)}
          note={note}
          isQuantityField
          bars={lineBars}
          total={measurableLines.length}
          onPress={(at) => onLine(chartedLines[at]!.key)}
        />
      )}
      {weekBars.length > 0 ? (
        <BarChart
          vertical
          isQuantityField
          title={t('chart.weeks', { figure: t(`figure.${figure}`) })}
          bars={weekBars}
        />
      ) : (
        <p className="muted">{t('chart.fewInWeeks', { figure: t(`figure.${figure}`) })}</p>
      )}
      {faults.length > 0 && (
        <>
          <BarChart
            title={t('chart.kinds')}
            note={note}
            bars={faultTypeBars}
            onPress={(at) => onFaultType(faults[at]!.kind)}
          />
          <BarChart title={t('chart.severities')} note={note} bars={severityBars} />
        </>
      )}
    </div>
  );
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
