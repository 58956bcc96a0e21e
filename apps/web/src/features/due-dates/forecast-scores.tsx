import type { OutputOf } from '@darkroom/contract/endpoint';
import { dueDateReportEndpoints } from '@darkroom/contract/due-date/report';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useActivityRefresh } from '../../lib/activity.ts';
import { useFormat } from '../../lib/words/format.ts';
import { useWorkSpan } from '../../entities/due-date/use-forecast-words.ts';
import type { Column } from '../../ui/data-table/data-table-row.tsx';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useList } from '../../ui/data-table/use-list.ts';
import { ReportFrame } from '../../ui/page/report-frame.tsx';
import { Figures } from './figures.tsx';
import { monthInWords, monthsInWords } from './months-filter.tsx';
import { percent, usePercent } from './due-dates-columns.tsx';
import type { TabProps } from './due-dates-kept.tsx';
import { forecastInput, dueDateList } from './due-dates-search.ts';
import styles from './due-dates.module.css';

const MAX_BARS = 12;

type Score = Omit<OutputOf<typeof dueDateReportEndpoints.forecasts>['results'][number], 'key' | 'name'>;
interface ScoreRow extends Score {
  readonly key: string;
  /** Null for the total. */
  readonly name: string | null;
}

/** The total, then its months or groups. */
function scoreRows({ results, as_of: _asOf, ...whole }: OutputOf<typeof dueDateReportEndpoints.forecasts>): ScoreRow[] {
  if (whole.judged === 0) return [];
  return [
    { ...whole, key: 'whole', name: null },
    ...results.map((one) => ({ ...one, key: String(one.key), name: one.name ?? monthInWords(String(one.key)) })),
  ];
}

/** Accuracy of forecasts: number of jobs completed by their p50 and p80, and the error of p50. */
export function ForecastScores({ today }: TabProps) {
  const { t } = useTranslation('dueDate');
  const { number } = useFormat();
  const share = usePercent();
  const span = useWorkSpan();
  const scores = useList(dueDateList, dueDateReportEndpoints.forecasts, {
    input: (address) => forecastInput(address, today),
    rows: scoreRows,
  });
  const { input, data, rows } = scores;
  useActivityRefresh(['forecast']);
  const columns = useScoreColumns(t(`group.${input.by}`));
  const bars = (rows ?? [])
    .filter(({ name }) => name !== null)
    .slice(0, MAX_BARS)
    .map(({ name, judged, inside_p80 }) => ({
      name: name?.split(' / ').at(-1) ?? '',
      value: percent(inside_p80, judged),
      words: `${name}\n${t('forecast.of', { n: number(inside_p80), judged: number(judged) })}`,
    }));
  return (
    <ReportFrame report={scores.answer}>
      {data && data.judged > 0 && (
        <div className={styles.top} data-busy={scores.table.busy || undefined}>
          <Figures
            figures={[
              {
                name: t('forecast.inside_p80'),
                value: share(data.inside_p80, data.judged),
                words: t('forecast.define.inside_p80'),
              },
              {
                name: t('forecast.inside_p50'),
                value: share(data.inside_p50, data.judged),
                words: t('forecast.define.inside_p50'),
              },
              {
                name: t('forecast.first_inside_p80'),
                value: share(data.first_inside_p80, data.first_judged),
                words: t('forecast.define.first_inside_p80'),
              },
              {
                name: t('forecast.off'),
                value: data.off_minutes === null ? '–' : span(data.off_minutes),
                words: t('forecast.define.off'),
              },
              { name: t('forecast.judged'), value: number(data.judged), words: t('forecast.define.judged') },
              ...(data.outside_hours > 0
                ? [
                    {
                      name: t('forecast.outside_hours'),
                      value: number(data.outside_hours),
                      words: t('forecast.define.outside_hours'),
                    },
                  ]
                : []),
            ]}
          />
          <BarChart
            counted
            title={t(`forecast.chart.${input.by}`)}
            note={t('forecast.goal')}
            bars={bars}
            all={data.results.length}
            upright={input.by === 'month'}
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
            data && data.outside_hours > 0
              ? t('forecast.none.outside_hours', { n: number(data.outside_hours) })
              : t('forecast.none.hint', { period: monthsInWords(input) }),
        }}
        fillHeight={false}
      />
    </ReportFrame>
  );
}

function useScoreColumns(heading: string): readonly Column<ScoreRow>[] {
  const { t } = useTranslation('dueDate');
  const { number } = useFormat();
  const share = usePercent();
  const span = useWorkSpan();
  return useMemo(() => {
    const figure = (
      key: 'judged' | 'inside_p50' | 'inside_p80' | 'first_inside_p80' | 'off',
      value: (row: ScoreRow) => string,
    ): Column<ScoreRow> => ({
      key,
      title: t(`forecast.${key}`),
      width: 150,
      align: 'end',
      render: (row) => (row.name === null ? <strong>{value(row)}</strong> : value(row)),
    });
    return [
      { key: 'name', title: heading, min: 120, render: (row) => row.name ?? <strong>{t('all')}</strong> },
      figure('judged', (row) => number(row.judged)),
      figure('inside_p50', (row) => share(row.inside_p50, row.judged)),
      figure('inside_p80', (row) => share(row.inside_p80, row.judged)),
      figure('first_inside_p80', (row) => share(row.first_inside_p80, row.first_judged)),
      figure('off', (row) => (row.off_minutes === null ? '–' : span(row.off_minutes))),
    ];
  }, [t, heading, number, share, span]);
}
