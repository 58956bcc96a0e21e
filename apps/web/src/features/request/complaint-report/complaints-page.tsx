import { COMPLAINT_GROUPS, complaintEndpoints, complaintExport } from '@darkroom/contract/request/complaint';
import type { Day } from '@darkroom/domain/calendar/day';
import { getPreviousPeriod } from '@darkroom/domain/price/period';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useActivityRefresh } from '../../../lib/activity.ts';
import { query } from '../../../lib/api/query.ts';
import { useReportDay } from '../../../lib/clock/use-today.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { PeriodFilter } from '../../../entities/price/period-filter.tsx';
import { useIsNarrow } from '../../../ui/data-table/columns/window-width.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useList } from '../../../ui/data-table/use-list.ts';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { useCustomerLevels } from '../../../ui/filter-bar/filter-bar-choices.ts';
import { LevelFilter } from '../../../ui/filter-bar/level-filter.tsx';
import { Choice } from '../../../ui/input/choice.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { ReportFrame } from '../../../ui/page/report-frame.tsx';
import {
  useGroupName,
  toComplaintRows,
  useComplaintColumns,
  useShareFormat,
  type ComplaintRow,
  type ComplaintList,
} from './complaints-columns.tsx';
import { toComplaintInput, complaintList, type ComplaintSearch, type SetComplaintSearch } from './complaints-search.ts';
import styles from './complaints.module.css';
import { useMemo } from 'react';
import { BarChart } from '../../../ui/chart/bar-chart.tsx';

/** Maximum number of bars. The table below has all lines. */
const MAX_BARS = 12;

interface ComplaintsChartProps {
  list: ComplaintList;
  /** The complaints of the previous period, drawn as outlines, and that period as text. */
  previousList: ComplaintList | undefined;
  by: ComplaintSearch['by'];
  previousPeriodText: string;
}

/** Number of complaints per group, with the previous period. */
export function ComplaintsChart({ list, previousList, by, previousPeriodText }: ComplaintsChartProps) {
  const { t } = useTranslation('request');
  const { number } = useFormat();
  const formatShare = useShareFormat();
  const getGroupName = useGroupName();
  const bars = useMemo(() => {
    const previousCounts = new Map(previousList?.results.map((line) => [line.key, line.complaints]));
    return list.results.slice(0, MAX_BARS).map((line) => {
      const groupName = getGroupName({ groupKey: line.key, name: line.name, isTotal: false });
      const name = by === 'customer' ? (groupName.split(' › ').at(-1) ?? groupName) : groupName;
      const previousCount = previousCounts.get(line.key) ?? 0;
      const count = t('complaints.count', { count: line.complaints, n: number(line.complaints) });
      const reworkText = t('complaints.redoneOf', {
        pieces: number(line.pieces),
        delivered: number(line.delivered),
        share: formatShare(line.share),
      });
      return {
        name,
        value: line.complaints,
        before: previousCount,
        words: `${groupName}\n${count}\n${reworkText}\n${t('complaints.before', { days: previousPeriodText, n: number(previousCount) })}`,
      };
    });
  }, [list, previousList, by, previousPeriodText, getGroupName, number, formatShare, t]);
  return (
    <BarChart
      title={t(`complaints.chart.${by}`)}
      note={t('complaints.outline', { days: previousPeriodText })}
      bars={bars}
      total={list.results.length}
    />
  );
}

/** Complaints of a period (decisions 106 and 108): customers, categories, faults, and the share of delivered work that was redone. */
export default function ComplaintsPage() {
  const { t } = useTranslation('request');
  const { day, number } = useFormat();
  const formatShare = useShareFormat();
  const today = useReportDay();
  const getGroupName = useGroupName();
  const list = useList(complaintList, complaintEndpoints.complaints, {
    input: (search) => toComplaintInput(search, today),
    rows: toComplaintRows,
  });
  const { search, setSearch, input, data } = list;
  const previousPeriod = getPreviousPeriod({ from: input.date_from, to: input.date_to });
  const previousList = useQuery({
    ...query(complaintEndpoints.complaints, { ...input, date_from: previousPeriod.from, date_to: previousPeriod.to }),
    placeholderData: keepPreviousData,
  });
  useActivityRefresh(['request', 'task']);
  const columns = useComplaintColumns(search.by);
  const narrow = useIsNarrow();
  const period = `${day(input.date_from)} – ${day(input.date_to)}`;
  return (
    <div className={styles.page}>
      <PageHead
        title={t('complaints.title')}
        note={period}
        actions={<ExportButton endpoint={complaintExport} list={input} total={list.count} />}
      />
      <ComplaintFilters search={search} setSearch={setSearch} today={today} />
      <ReportFrame report={list.query}>
        {data && data.results.length > 0 && (
          <div className={styles.top} data-busy={list.table.busy || undefined}>
            <dl className={styles.figures}>
              <Figure name={t('complaints.complaints')} value={number(data.complaints)} />
              <Figure name={t('complaints.pieces')} value={number(data.pieces)} />
              <Figure name={t('complaints.minutes')} value={number(data.minutes)} />
              <Figure name={t('complaints.share')} value={formatShare(data.share)} />
            </dl>
            <ComplaintsChart
              list={data}
              previousList={previousList.data}
              by={search.by}
              previousPeriodText={`${day(previousPeriod.from)} – ${day(previousPeriod.to)}`}
            />
          </div>
        )}
        <DataTable<ComplaintRow>
          {...list.table}
          name={t('complaints.title')}
          columns={columns}
          rowKey={(row) => row.key}
          rowName={getGroupName}
          empty={{ title: t('complaints.none.title'), hint: t('complaints.none.hint', { period }) }}
          fillHeight={!narrow}
        />
        <p className="muted">{t('complaints.how')}</p>
      </ReportFrame>
    </div>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface ComplaintFiltersProps {
  search: ComplaintSearch;
  setSearch: SetComplaintSearch;
  today: Day;
}

function ComplaintFilters({ search, setSearch, today }: ComplaintFiltersProps) {
  const { t } = useTranslation('request');
  const [customers0, customers1] = useCustomerLevels();
  const { date_from: from, date_to: to } = toComplaintInput(search, today);
  return (
    <search className="cluster">
      <PeriodFilter period={{ from, to }} today={today} onChange={setSearch} />
      <div className={styles.customers}>
        <LevelFilter
          levels={[customers0, customers1]}
          value={{ customer0_id: search.customer0_id, customer1_id: search.customer1_id }}
          onChange={setSearch}
          placeholder={t('complaints.group.customer')}
        />
      </div>
      <Choice
        label={t('complaints.by')}
        value={search.by}
        options={COMPLAINT_GROUPS.map((value) => ({ value, label: t(`complaints.group.${value}`) }))}
        onChange={(by) => setSearch({ by })}
      />
    </search>
  );
}
