import { dueDateReportEndpoints } from '@darkroom/contract/due-date/report';
import type { Day } from '@darkroom/domain/calendar/day';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useActivityRefresh } from '../../lib/activity.ts';
import { query } from '../../lib/api/query.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useRoundedDuration } from '../../entities/due-date/use-forecast-format.ts';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useList } from '../../ui/data-table/use-list.ts';
import { ReportFrame } from '../../ui/page/report-frame.tsx';
import { Figures } from './figures.tsx';
import { LateReasons } from './late-reasons.tsx';
import { formatMonthRange } from './months-filter.tsx';
import {
  toPercent,
  toDueDateRows,
  useFormatPercent,
  useDueDateColumns,
  type OnTimeReport,
  type DueDateRow,
} from './due-dates-columns.tsx';
import { previousMonths, toDueDateInput, dueDateList } from './due-dates-search.ts';
import styles from './due-dates.module.css';
import { jobEndpoints } from '@darkroom/contract/job/job';
import { Link } from '@tanstack/react-router';
import { useCan } from '../../lib/session/session.ts';

/** Maximum number of bars in the chart. The table shows all groups. */
const MAX_BARS = 12;

export interface DueDateTabProps {
  today: Day;
}

/** Due dates that were met: figures, chart, reasons for late jobs, and a table of the same figures. */
export function OnTimeJobs({ today }: DueDateTabProps) {
  const { t } = useTranslation('dueDate');
  const { number } = useFormat();
  const formatPercent = useFormatPercent();
  const span = useRoundedDuration();
  const report = useList(dueDateList, dueDateReportEndpoints.report, {
    input: (params) => toDueDateInput(params, today),
    rows: toDueDateRows,
  });
  const { search, input, data } = report;
  const previousRange = previousMonths(input);
  const previousReport = useQuery({
    ...query(dueDateReportEndpoints.report, { ...input, ...previousRange }),
    placeholderData: keepPreviousData,
  });
  useActivityRefresh(['forecast']);
  const columns = useDueDateColumns(t(`group.${search.by}`));
  const bars = useBars(data, search.by === 'month' ? undefined : previousReport.data, formatMonthRange(previousRange));
  return (
    <ReportFrame report={report.query}>
      {input.month_to >= today.slice(0, 7) && <LateNow />}
      {data && data.results.length > 0 && (
        <>
          <div className={styles.top} data-busy={report.table.busy || undefined}>
            <Figures
              figures={[
                {
                  name: t('share'),
                  value: formatPercent(data.on_time, data.completed),
                  words: t('define.share'),
                },
                { name: t('completed'), value: number(data.completed), words: t('define.completed') },
                { name: t('on_time'), value: number(data.on_time), words: t('define.on_time') },
                { name: t('first_on_time'), value: number(data.first_on_time), words: t('define.first_on_time') },
                { name: t('changed'), value: number(data.changed), words: t('define.changed') },
                { name: t('late'), value: number(data.completed - data.on_time), words: t('define.late') },
                { name: t('late_by'), value: span(data.late_minutes), words: t('define.late_minutes') },
              ]}
            />
            <BarChart
              isQuantityField
              title={t(`chart.${search.by}`)}
              note={search.by === 'month' ? '' : t('outline', { days: formatMonthRange(previousRange) })}
              bars={bars}
              total={data.results.length}
              vertical={search.by === 'month'}
            />
          </div>
          <LateReasons report={data} />
        </>
      )}
      <DataTable<DueDateRow>
        {...report.table}
        name={t('title')}
        columns={columns}
        rowKey={(row) => row.key}
        rowName={(row) => row.name ?? t('all')}
        empty={{ title: t('none.title'), hint: t('none.hint', { period: formatMonthRange(input) }) }}
        fillHeight={false}
      />
    </ReportFrame>
  );
}

function useBars(report: OnTimeReport | undefined, previous: OnTimeReport | undefined, months: string) {
  const { t } = useTranslation('dueDate');
  const { number } = useFormat();
  return useMemo(() => {
    const previousShares = new Map(
      previous?.results.map((line) => [line.key, toPercent(line.on_time, line.completed)]),
    );
    return (report ? toDueDateRows(report) : [])
      .filter(({ isTotal: whole }) => !whole)
      .slice(0, MAX_BARS)
      .map(({ key, name, on_time, completed }) => {
        const previousShare = previousShares.get(Number(key));
        const words = [
          name ?? '',
          t('onTimeOf', { on_time: number(on_time), completed: number(completed) }),
          ...(previousShare === undefined ? [] : [t('before', { days: months, n: number(previousShare) })]),
        ];
        return {
          name: name?.split(/ [›/] /).at(-1) ?? '',
          value: toPercent(on_time, completed),
          ...(previousShare === undefined ? {} : { before: previousShare }),
          words: words.join('\n'),
        };
      });
  }, [report, previous, months, t, number]);
}

/** Late open jobs. The report includes a job only after its completion. */
function LateNow() {
  const { t } = useTranslation('dueDate');
  const { number } = useFormat();
  const canSeeJobs = useCan()(jobEndpoints.list.access);
  const { data } = useQuery({ ...query(jobEndpoints.list, { due: 'late', page_size: 1 }), enabled: canSeeJobs });
  if (!data || data.total_items === 0) return null;
  return (
    <p className="muted">
      <Link to="/job" search={{ due: 'late', sort: 'due_at' }}>
        {t('lateNow.jobs', { count: data.total_items, n: number(data.total_items) })}
      </Link>{' '}
      {t('lateNow.how')}
    </p>
  );
}
