import type { OutputOf } from '@darkroom/contract/endpoint';
import { portalReportExport, portalEndpoints } from '@darkroom/contract/portal/portal';
import { addMonths, countDaysInMonth, monthOf, type Day } from '@darkroom/domain/calendar/day';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useActivityRefresh } from '../../../lib/activity.ts';
import { query } from '../../../lib/api/query.ts';
import { useReportDay } from '../../../lib/clock/use-today.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { CountedByFilter } from '../../../entities/price/counted-by-filter.tsx';
import { PeriodFilter, readPeriod } from '../../../entities/price/period-filter.tsx';
import { useReportBlock, useReportColumns } from '../../../entities/price/report-columns.tsx';
import { toReportRows, type ReportRow } from '../../../entities/price/report-rows.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useList } from '../../../ui/data-table/use-list.ts';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { usePortalCustomers } from '../portal-lookups.ts';
import { PortalPage } from '../portal-page.tsx';
import { PortalReportCharts } from './portal-report-charts.tsx';
import { ReportFrame } from '../../../ui/page/report-frame.tsx';
import styles from './portal-report.module.css';
import { countedBy, day, id } from '@darkroom/contract/fields';
import { listSearch, type SearchOf } from '../../../lib/list-search.ts';

/** The customer's price report. Without days in the URL, the period is the current month. */
export const portalReportList = listSearch(
  { counted_by: countedBy(), cus_id1: id().optional() },
  { screenState: { from: day().optional(), to: day().optional() } },
);

/** Returns the report input for these URL parameters and the current day. */
export function toPortalReportInput(search: SearchOf<typeof portalReportList>, today: Day) {
  const { from, to } = readPeriod(search, today);
  return { date_from: from, date_to: to, ...portalReportList.input(search) };
}

/** Report (spec §2, /customer-portal/report): completed work of a period and its amounts. */
export default function PortalReportPage() {
  const { t } = useTranslation(['portal', 'price', 'field']);
  const { number, money, day } = useFormat();
  const today = useReportDay();
  const total = t('total');
  const report = useList(portalReportList, portalEndpoints.report, {
    input: (params) => toPortalReportInput(params, today),
    rows: useCallback(
      (response: OutputOf<typeof portalEndpoints.report>) => {
        const all = toReportRows(response, 'amount');
        if (response.results.length > 1) return all;
        // With one customer, the customer row would repeat the total.
        return all
          .filter(({ kind }) => kind !== 'customer')
          .map((row) => (row.kind === 'total' ? { ...row, name: total } : row));
      },
      [total],
    ),
  });
  const { search, setSearch, input, data, rows } = report;
  const chart = useQuery({ ...query(portalEndpoints.reportChart, input), placeholderData: keepPreviousData });
  useActivityRefresh(['portal_job']);
  const { customers1 } = usePortalCustomers();
  const columns = useReportColumns({ isBureau: false });
  const compact = useReportBlock();
  const month = monthOf(today);
  const year = { from: `${addMonths(month, -11)}-01`, to: `${month}-${countDaysInMonth(month)}` };
  const period = `${day(input.date_from)} – ${day(input.date_to)}`;
  return (
    <PortalPage
      title={t('report.title')}
      note={period}
      actions={<ExportButton endpoint={portalReportExport} list={input} total={rows?.length} />}
    >
      <search className="cluster mb-8">
        <PeriodFilter period={{ from: input.date_from, to: input.date_to }} today={today} onChange={setSearch} />
        <CountedByFilter value={search.counted_by} onChange={setSearch} />
        {customers1.length > 1 && (
          <Select
            className={styles.customer}
            aria-label={t('company')}
            placeholder={t('company')}
            allowClear
            value={search.cus_id1 ?? null}
            options={customers1.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id: number | null | undefined) => setSearch({ cus_id1: id ?? undefined })}
          />
        )}
      </search>
      <ReportFrame report={report.query} isWaiting={chart.isPending}>
        {data && data.results.length > 0 && (
          <div className={styles.top} data-busy={report.table.busy || undefined}>
            <dl className={styles.figures}>
              <div>
                <dt>{t('field:report.amount')}</dt>
                <dd className={styles.mainFigure}>
                  {money(data.amount)} {data.currency}
                </dd>
              </div>
              <div>
                <dt>{t('field:report.quantity')}</dt>
                <dd>{number(data.quantity)}</dd>
              </div>
              {data.unpriced > 0 && (
                <div>
                  <dt>{t('price:report.unpriced')}</dt>
                  <dd>{number(data.unpriced)}</dd>
                </div>
              )}
              {data.pieces_in_rework > 0 && (
                <div>
                  <dt>{t('field:report.pieces_in_rework')}</dt>
                  <dd>{number(data.pieces_in_rework)}</dd>
                </div>
              )}
            </dl>
            {chart.data && <PortalReportCharts chart={chart.data} currency={data.currency} />}
          </div>
        )}
        <DataTable<ReportRow>
          {...report.table}
          filtered={false}
          name={t('report.title')}
          columns={columns}
          compact={compact}
          rowKey={(row) => row.key}
          rowName={(row) => row.name}
          empty={{
            title: t('price:report.none.title'),
            hint: t(`price:report.none.hint.${search.counted_by}`, { period }),
            // The last twelve months, because a calendar year is as empty as the month in January.
            action: (input.date_from > year.from || input.date_to < year.to) && (
              <Button onClick={() => setSearch(year)}>{t('report.twelveMonths')}</Button>
            ),
          }}
        />
        <p className="muted">{t(`report.how.${search.counted_by}`)}</p>
      </ReportFrame>
    </PortalPage>
  );
}
