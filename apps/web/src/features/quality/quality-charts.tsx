import type { QualityBy, QualityFigure } from '@darkroom/domain/quality/figures';
import { SEVERITIES } from '@darkroom/domain/quality/figures';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/words/format.ts';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import type { ChartBar } from '../../ui/chart/chart-bar.ts';
import type { FaultLine } from './quality-faults.ts';
import { useQualityWords, valueOf, type NamedLine, type Quality } from './use-quality-words.ts';
import styles from './quality.module.css';

/** Maximum number of bars. The table below has all lines. */
const MAX_BARS = 12;

interface QualityChartsProps {
  quality: Quality;
  lines: readonly NamedLine[];
  faults: readonly FaultLine[];
  by: QualityBy;
  figure: QualityFigure;
  daysBefore: string;
  onLine: (key: string) => void;
  onKind: (kind: string) => void;
}

/** Charts of one figure by line and week, and of faults by type and severity. The tables below have the same data. */
export function QualityCharts(props: QualityChartsProps) {
  const { quality, lines, faults, by, figure, daysBefore, onLine, onKind } = props;
  const { t } = useTranslation(['quality', 'status']);
  const { number } = useFormat();
  const words = useQualityWords();
  const note = t('outline', { days: daysBefore });
  // Lines with too few tasks have no bar. The table has them.
  const tellable = useMemo(() => lines.filter(({ now }) => valueOf(figure, now) !== null), [lines, figure]);
  const told = useMemo(() => tellable.slice(0, MAX_BARS), [tellable]);
  const ofLines = useMemo(
    () =>
      told.map(({ name, now, before }): ChartBar => {
        const was = valueOf(figure, before);
        return {
          name,
          value: valueOf(figure, now) ?? 0,
          ...(by === 'week' || was === null ? {} : { before: was }),
          words: `${name}\n${words.figure(figure, now)}${by === 'week' ? '' : `\n${t('formerly', { figure: words.figure(figure, before) })}`}`,
        };
      }),
    [told, figure, by, words, t],
  );
  const ofWeeks = useMemo(
    () =>
      quality.weeks.flatMap(({ week, counts }): ChartBar[] => {
        const value = valueOf(figure, counts);
        if (value === null) return [];
        const name = `${week.slice(8)}/${week.slice(5, 7)}`;
        return [{ name, value, words: `${words.nameOf('week', week)}\n${words.figure(figure, counts)}` }];
      }),
    [quality.weeks, figure, words],
  );
  const ofKinds = useMemo(
    () =>
      faults.map(({ name, n, before }): ChartBar => ({
        name,
        value: n,
        before,
        words: `${name}\n${number(n)} (${number(before)})`,
      })),
    [faults, number],
  );
  const ofSeverities = useMemo(
    () =>
      SEVERITIES.map((severity): ChartBar => {
        const own = faults.filter((one) => one.severity === severity);
        const [n, before] = [sum(own.map((one) => one.n)), sum(own.map((one) => one.before))];
        const name = t(`status:severity.${severity}`);
        return { name, value: n, before, words: `${name}\n${number(n)} (${number(before)})` };
      }),
    [faults, number, t],
  );
  return (
    <div className={styles.drawn}>
      {by !== 'week' && ofLines.length > 0 && (
        <BarChart
          title={t(`figure.${figure}`)}
          note={note}
          counted
          bars={ofLines}
          all={tellable.length}
          onPress={(at) => onLine(told[at]!.key)}
        />
      )}
      {ofWeeks.length > 0 ? (
        <BarChart upright counted title={t('chart.weeks', { figure: t(`figure.${figure}`) })} bars={ofWeeks} />
      ) : (
        <p className="muted">{t('chart.fewInWeeks', { figure: t(`figure.${figure}`) })}</p>
      )}
      {faults.length > 0 && (
        <>
          <BarChart title={t('chart.kinds')} note={note} bars={ofKinds} onPress={(at) => onKind(faults[at]!.kind)} />
          <BarChart title={t('chart.severities')} note={note} bars={ofSeverities} />
        </>
      )}
    </div>
  );
}

const sum = (all: readonly number[]): number => all.reduce((whole, one) => whole + one, 0);
