import type { OutputOf } from '@darkroom/contract/endpoint';
import { priceEndpoints, priceReportExport, priceReportFilter } from '@darkroom/contract/price/price';
import type { Day } from '@darkroom/domain/calendar/day';
import { getPreviousPeriod } from '@darkroom/domain/price/period';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useActivityRefresh } from '../../../lib/activity.ts';
import { findItem } from '../../../lib/focus.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { query } from '../../../lib/api/query.ts';
import { useReportDay } from '../../../lib/clock/use-today.ts';
import { useIsNarrow } from '../../../ui/data-table/columns/window-width.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useList } from '../../../ui/data-table/use-list.ts';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { useCustomerLevels } from '../../../ui/filter-bar/filter-bar-choices.ts';
import { LevelFilter } from '../../../ui/filter-bar/level-filter.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { ReportFrame } from '../../../ui/page/report-frame.tsx';
import { CountedByFilter } from '../../../entities/price/counted-by-filter.tsx';
import { PeriodFilter, readPeriod } from '../../../entities/price/period-filter.tsx';
import { useReportBlock, useReportColumns } from '../../../entities/price/report-columns.tsx';
import { toReportRows, type ReportRow, type Report } from '../../../entities/price/report-rows.ts';
import { ReportChart } from './report-chart.tsx';
import styles from './report.module.css';
import { day, oneOf } from '@darkroom/contract/fields';
import { listSearch, type SearchOf } from '../../../lib/list-search.ts';
import type { SetSearch } from '../../../lib/use-screen-search.ts';
import { useCallback, useState, type ReactNode } from 'react';
import { CallButton } from '../../../ui/call-button.tsx';
import type { FillInPeriod } from '../fill-in/fill-in-dialog.tsx';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

const { date_from: _from, date_to: _to, ...reportFilter } = priceReportFilter;

/** The price report. Without days in the URL, the period is the current month. */
export const reportList = listSearch(
  { ...reportFilter, sort: oneOf(['customer', 'amount', 'quantity']).default('customer') },
  { screenState: { from: day().optional(), to: day().optional() } },
);

type ReportSearch = SearchOf<typeof reportList>;
type SetReportSearch = SetSearch<ReportSearch>;

/** Returns the report input for these URL parameters and the current day. */
export function toReportInput(search: ReportSearch, today: Day) {
  const period = readPeriod(search, today);
  const { sort: _sort, ...levels } = reportList.input(search);
  return { date_from: period.from, date_to: period.to, ...levels };
}

/** The customer price report (spec §2, /customer/price-report): completed work and amounts of each customer in a period. */
export default function PriceReportPage() {
  const { t } = useTranslation(['price', 'table', 'field']);
  const { number, day } = useFormat();
  const today = useReportDay();
  const report = useList(reportList, priceEndpoints.report, {
    input: (params) => toReportInput(params, today),
    rows: toRows,
  });
  const { search, setSearch, input, data, rows } = report;
  const previousPeriod = getPreviousPeriod({ from: input.date_from, to: input.date_to });
  const previousReport = useQuery({
    ...query(priceEndpoints.report, { ...input, date_from: previousPeriod.from, date_to: previousPeriod.to }),
    placeholderData: keepPreviousData,
  });
  useActivityRefresh(['task', 'job', 'price']);
  const money = useMoney(data?.currency);
  const { unpriced, dialog } = useFillIn(data, {
    from: input.date_from,
    to: input.date_to,
    counted_by: search.counted_by,
  });
  const columns = useReportColumns({ renderUnpriced: unpriced });
  const compact = useReportBlock(unpriced);
  const narrow = useIsNarrow();
  const period = `${day(input.date_from)} – ${day(input.date_to)}`;

  // A customer's bar filters the report. A category's bar scrolls to its line.
  const open = (of: 'customers' | 'categories', id: number) => {
    if (of === 'customers') setSearch({ ...reportList.cleared, customer1_id: [id] });
    else {
      const row = rows?.find(({ line }) => line?.service_cat2_id === id);
      if (row) findItem('row', row.key)?.focus();
    }
  };

  return (
    <div className={styles.page}>
      <PageHead
        title={t('report.title')}
        note={period}
        actions={<ExportButton endpoint={priceReportExport} list={input} total={rows?.length} />}
      />
      <ReportFilters search={search} setSearch={setSearch} today={today} />
      <ReportFrame report={report.query}>
        {data && data.results.length > 0 && (
          <div className={styles.top} data-busy={report.table.busy || undefined}>
            <dl className={styles.figures}>
              <Figure name={t('field:report.amount')} value={money(data.amount)} />
              <Figure name={t('field:report.quantity')} value={number(data.quantity)} />
              <Figure name={t('report.customers')} value={number(data.results.length)} />
              {data.unpriced > 0 && <Figure name={t('report.unpriced')} value={number(data.unpriced)} warn />}
              {data.pieces_in_rework > 0 && (
                <Figure name={t('field:report.pieces_in_rework')} value={number(data.pieces_in_rework)} />
              )}
            </dl>
            <ReportChart
              report={data}
              before={previousReport.data}
              daysBefore={`${day(previousPeriod.from)} – ${day(previousPeriod.to)}`}
              onOpen={open}
            />
          </div>
        )}
        <DataTable<ReportRow>
          {...report.table}
          name={t('report.title')}
          columns={columns}
          compact={compact}
          rowKey={(row) => row.key}
          rowName={(row) => row.name}
          empty={{ title: t('report.none.title'), hint: t(`report.none.hint.${search.counted_by}`, { period }) }}
          onOpen={(row) => row.cus_id1 !== null && open('customers', row.cus_id1)}
          fillHeight={!narrow}
        />
        <p className="muted">{t(`report.how.${search.counted_by}`)}</p>
        {dialog}
      </ReportFrame>
    </div>
  );
}

const toRows = (response: OutputOf<typeof priceEndpoints.report>, { sort }: ReportSearch) =>
  toReportRows(response, sort);

/** Returns a function that formats an amount with the bureau's currency. */
function useMoney(currency: OutputOf<typeof priceEndpoints.report>['currency'] | undefined) {
  const { money } = useFormat();
  return (amount: number) => `${money(amount)} ${currency ?? ''}`.trim();
}

function Figure({ name, value, warn }: { name: string; value: string; warn?: boolean }) {
  return (
    <div className={warn ? styles.warning : undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface ReportFiltersProps {
  search: ReportSearch;
  setSearch: SetReportSearch;
  today: Day;
}

function ReportFilters({ search, setSearch, today }: ReportFiltersProps) {
  const { t } = useTranslation('price');
  const customers = useCustomerLevels();
  const { date_from: from, date_to: to } = toReportInput(search, today);
  return (
    <search className="cluster">
      <PeriodFilter period={{ from, to }} today={today} onChange={setSearch} />
      <CountedByFilter value={search.counted_by} onChange={setSearch} />
      <div className={styles.customers}>
        <LevelFilter
          levels={customers}
          value={{
            customer0_id: search.customer0_id,
            customer1_id: search.customer1_id,
            customer2_id: search.customer2_id,
          }}
          onChange={setSearch}
          placeholder={t('customer')}
        />
      </div>
      <Select<ReportSearch['sort']>
        className={styles.sortSelect}
        aria-label={t('report.sort.label')}
        value={search.sort}
        options={(['customer', 'amount', 'quantity'] as const).map((value) => ({
          value,
          label: t(`report.sort.${value}`),
        }))}
        onChange={(sort) => setSearch({ sort })}
      />
    </search>
  );
}

const FillInDialog = lazyOverlay(() => import('../fill-in/fill-in-dialog.tsx'));

type Customers = readonly { readonly cus_id1: number; readonly name: string }[];

/** Returns a link from unpriced pieces in the report to the dialog that sets their current price. */
function useFillIn(
  report: Report | undefined,
  period: FillInPeriod,
): { unpriced: (row: ReportRow) => ReactNode; dialog: ReactNode } {
  const { t } = useTranslation('price');
  const [openCustomers, setOpenCustomers] = useState<Customers | null>(null);
  const unpriced = useCallback(
    ({ cus_id1 }: ReportRow) => {
      // The total row covers every customer with unpriced pieces.
      const unpricedCustomers = (report?.results ?? []).filter(
        (result) => result.unpriced > 0 && (cus_id1 === null || result.cus_id1 === cus_id1),
      );
      return (
        <CallButton
          call={priceEndpoints.fillIn}
          type="link"
          size="small"
          onClick={() =>
            setOpenCustomers(
              unpricedCustomers.map((unpricedCustomer) => ({
                cus_id1: unpricedCustomer.cus_id1,
                name: unpricedCustomer.customer,
              })),
            )
          }
        >
          {t('fillIn.open')}
        </CallButton>
      );
    },
    [report, t],
  );
  const dialog = openCustomers && (
    <FillInDialog customers={openCustomers} period={period} onClose={() => setOpenCustomers(null)} />
  );
  return { unpriced, dialog };
}
