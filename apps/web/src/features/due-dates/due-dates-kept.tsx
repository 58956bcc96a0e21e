import { dueDateReportEndpoints } from '@darkroom/contract/due-date/report';
import type { Day } from '@darkroom/domain/calendar/day';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useActivityRefresh } from '../../lib/activity.ts';
import { query } from '../../lib/call/query.ts';
import { useFormat } from '../../lib/words/format.ts';
import { useWorkSpan } from '../../entities/due-date/use-forecast-words.ts';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useList } from '../../ui/data-table/use-list.ts';
import { ReportFrame } from '../../ui/page/report-frame.tsx';
import { Figures } from './figures.tsx';
import { LateReasons } from './late-reasons.tsx';
import { monthsInWords } from './months-filter.tsx';
import {
  percent,
  dueDateRows,
  usePercent,
  useDueDateColumns,
  type OnTimeReport,
  type DueDateRow,
} from './due-dates-columns.tsx';
import { monthsBefore, dueDateInput, dueDateList } from './due-dates-search.ts';
import styles from './due-dates.module.css';
import { jobEndpoints } from '@darkroom/contract/job/job';
import { Link } from '@tanstack/react-router';
import { useCan } from '../../lib/session/session.ts';

/** Maximum of bars in the chart. The table shows all groups. */
const MAX_BARS = 12;

export interface TabProps {
  today: Day;
}

/** Due dates that were met: figures, chart, reasons for late jobs, and a table of the same figures. */
export function OnTimeJobs({ today }: TabProps) {
  const { t } = useTranslation('dueDate');
  const { number } = useFormat();
  const share = usePercent();
  const span = useWorkSpan();
  const report = useList(dueDateList, dueDateReportEndpoints.report, {
    input: (address) => dueDateInput(address, today),
    rows: dueDateRows,
  });
  const { search, input, data } = report;
  const former = monthsBefore(input);
  const before = useQuery({
    ...query(dueDateReportEndpoints.report, { ...input, ...former }),
    placeholderData: keepPreviousData,
  });
  useActivityRefresh(['forecast']);
  const columns = useDueDateColumns(t(`group.${search.by}`));
  const bars = useBars(data, search.by === 'month' ? undefined : before.data, monthsInWords(former));
  return (
    <ReportFrame report={report.answer}>
      {input.month_to >= today.slice(0, 7) && <LateNow />}
      {data && data.results.length > 0 && (
        <>
          <div className={styles.top} data-busy={report.table.busy || undefined}>
            <Figures
              figures={[
                {
                  name: t('share'),
                  value: share(data.kept, data.completed),
                  words: t('define.share'),
                },
                { name: t('completed'), value: number(data.completed), words: t('define.completed') },
                { name: t('kept'), value: number(data.kept), words: t('define.kept') },
                { name: t('kept_first'), value: number(data.kept_first), words: t('define.kept_first') },
                { name: t('changed'), value: number(data.changed), words: t('define.changed') },
                { name: t('late'), value: number(data.completed - data.kept), words: t('define.late') },
                { name: t('late_by'), value: span(data.late_minutes), words: t('define.late_minutes') },
              ]}
            />
            <BarChart
              counted
              title={t(`chart.${search.by}`)}
              note={search.by === 'month' ? '' : t('outline', { days: monthsInWords(former) })}
              bars={bars}
              all={data.results.length}
              upright={search.by === 'month'}
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
        empty={{ title: t('none.title'), hint: t('none.hint', { period: monthsInWords(input) }) }}
        fillHeight={false}
      />
    </ReportFrame>
  );
}

function useBars(report: OnTimeReport | undefined, before: OnTimeReport | undefined, months: string) {
  const { t } = useTranslation('dueDate');
  const { number } = useFormat();
  return useMemo(() => {
    const former = new Map(before?.results.map((line) => [line.key, percent(line.kept, line.completed)]));
    return (report ? dueDateRows(report) : [])
      .filter(({ whole }) => !whole)
      .slice(0, MAX_BARS)
      .map(({ key, name, kept, completed }) => {
        const was = former.get(Number(key));
        const words = [
          name ?? '',
          t('keptOf', { kept: number(kept), completed: number(completed) }),
          ...(was === undefined ? [] : [t('before', { days: months, n: number(was) })]),
        ];
        return {
          name: name?.split(/ [›/] /).at(-1) ?? '',
          value: percent(kept, completed),
          ...(was === undefined ? {} : { before: was }),
          words: words.join('\n'),
        };
      });
  }, [report, before, months, t, number]);
}

/** Open jobs that are late. The report includes a job only after it is completed. */
function LateNow() {
  const { t } = useTranslation('dueDate');
  const { number } = useFormat();
  const may = useCan()(jobEndpoints.list.access);
  const { data } = useQuery({ ...query(jobEndpoints.list, { due: 'late', page_size: 1 }), enabled: may });
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
