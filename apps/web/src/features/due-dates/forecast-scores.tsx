import type { OutputOf } from '@darkroom/contract/endpoint';
import { dueDateReportEndpoints } from '@darkroom/contract/due-date/report';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useActivityRefresh } from '../../lib/activity.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useRoundedDuration } from '../../entities/due-date/use-forecast-format.ts';
import type { TableColumn } from '../../ui/data-table/data-table-row.tsx';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useList } from '../../ui/data-table/use-list.ts';
import { ReportFrame } from '../../ui/page/report-frame.tsx';
import { Figures } from './figures.tsx';
import { formatMonthLabel, formatMonthRange } from './months-filter.tsx';
import { toPercent, useFormatPercent } from './due-dates-columns.tsx';
import type { DueDateTabProps } from './on-time-jobs.tsx';
import { toForecastInput, dueDateList } from './due-dates-search.ts';
import styles from './due-dates.module.css';

const MAX_BARS = 12;

type Score = Omit<OutputOf<typeof dueDateReportEndpoints.forecasts>['results'][number], 'key' | 'name'>;
interface ScoreRow extends Score {
  readonly key: string;
  /** Name of the group. Null if the row is the total. */
  readonly name: string | null;
}

/** Returns the total, then its months or groups. */
function toScoreRows({
  results,
  as_of: _asOf,
  ...totals
}: OutputOf<typeof dueDateReportEndpoints.forecasts>): ScoreRow[] {
  if (totals.scored === 0) return [];
  return [
    { ...totals, key: 'whole', name: null },
    ...results.map((result) => ({
      ...result,
      key: String(result.key),
      name: result.name ?? formatMonthLabel(String(result.key)),
    })),
  ];
}

/** Accuracy of forecasts: share of jobs completed by their p50 and p80, and the error of p50. */
export function ForecastScores({ today }: DueDateTabProps) {
  const { t } = useTranslation('dueDate');
  const { number } = useFormat();
  const formatPercent = useFormatPercent();
  const span = useRoundedDuration();
  const scores = useList(dueDateList, dueDateReportEndpoints.forecasts, {
    input: (params) => toForecastInput(params, today),
    rows: toScoreRows,
  });
  const { input, data, rows } = scores;
  useActivityRefresh(['forecast']);
  const columns = useScoreColumns(t(`group.${input.by}`));
  const bars = (rows ?? [])
    .filter(({ name }) => name !== null)
    .slice(0, MAX_BARS)
    .map(({ name, scored, inside_p80 }) => ({
      name: name?.split(' / ').at(-1) ?? '',
      value: toPercent(inside_p80, scored),
      words: `${name}\n${t('forecast.of', { n: number(inside_p80), scored: number(scored) })}`,
    }));
  return (
    <ReportFrame report={scores.query}>
      {data && data.scored > 0 && (
        <div className={styles.top} data-busy={scores.table.busy || undefined}>
          <Figures
            figures={[
              {
                name: t('forecast.inside_p80'),
                value: formatPercent(data.inside_p80, data.scored),
                words: t('forecast.define.inside_p80'),
              },
              {
                name: t('forecast.inside_p50'),
                value: formatPercent(data.inside_p50, data.scored),
                words: t('forecast.define.inside_p50'),
              },
              {
                name: t('forecast.first_inside_p80'),
                value: formatPercent(data.first_inside_p80, data.first_scored),
                words: t('forecast.define.first_inside_p80'),
              },
              {
                name: t('forecast.averageDifference'),
                value: data.error_minutes === null ? '–' : span(data.error_minutes),
                words: t('forecast.define.off'),
              },
              { name: t('forecast.scored'), value: number(data.scored), words: t('forecast.define.scored') },
              ...(data.outside_hours_count > 0
                ? [
                    {
                      name: t('forecast.outside_hours_count'),
                      value: number(data.outside_hours_count),
                      words: t('forecast.define.outside_hours_count'),
                    },
                  ]
                : []),
            ]}
          />
          <BarChart
            isQuantityField
            title={t(`forecast.chart.${input.by}`)}
            note={t('forecast.goal')}
            bars={bars}
            total={data.results.length}
            vertical={input.by === 'month'}
          />
        </div>
      )}
      <DataTable<ScoreRow>
        {...scores.table}
        name={t('tab.forecasts')}
        columns={columns}
        rowKey={(row) => row.key}
        rowName={(row) => row.name ?? t('all')}
        empty={{
          title: t('forecast.none.title'),
          hint:
            data && data.outside_hours_count > 0
              ? t('forecast.none.outside_hours_count', { n: number(data.outside_hours_count) })
              : t('forecast.none.hint', { period: formatMonthRange(input) }),
        }}
        fillHeight={false}
      />
    </ReportFrame>
  );
}

function useScoreColumns(heading: string): readonly TableColumn<ScoreRow>[] {
  const { t } = useTranslation('dueDate');
  const { number } = useFormat();
  const formatPercent = useFormatPercent();
  const span = useRoundedDuration();
  return useMemo(() => {
    const figure = (
      key: 'scored' | 'inside_p50' | 'inside_p80' | 'first_inside_p80' | 'averageDifference',
      value: (row: ScoreRow) => string,
    ): TableColumn<ScoreRow> => ({
      key,
      title: t(`forecast.${key}`),
      width: 150,
      align: 'end',
      render: (row) => (row.name === null ? <strong>{value(row)}</strong> : value(row)),
    });
    return [
      { key: 'name', title: heading, min: 120, render: (row) => row.name ?? <strong>{t('all')}</strong> },
      figure('scored', (row) => number(row.scored)),
      figure('inside_p50', (row) => formatPercent(row.inside_p50, row.scored)),
      figure('inside_p80', (row) => formatPercent(row.inside_p80, row.scored)),
      figure('first_inside_p80', (row) => formatPercent(row.first_inside_p80, row.first_scored)),
      figure('averageDifference', (row) => (row.error_minutes === null ? '–' : span(row.error_minutes))),
    ];
  }, [t, heading, number, formatPercent, span]);
}
