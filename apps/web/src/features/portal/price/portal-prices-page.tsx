import type { OutputOf } from '@darkroom/contract/endpoint';
import { portalPriceExport, portalEndpoints, canViewWholesale } from '@darkroom/contract/portal/portal';
import { Input, Select } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { type SearchOf, listSearch } from '../../../lib/list-search.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useAlignedFormat } from '../../../entities/request/quote-amounts.ts';
import { useIsNarrow } from '../../../ui/data-table/columns/window-width.ts';
import type { TableColumn } from '../../../ui/data-table/data-table-row.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useList } from '../../../ui/data-table/use-list.ts';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { Money } from '../../../ui/money.tsx';
import { useCatalogue, usePortalCustomers } from '../portal-lookups.ts';
import { PortalPage } from '../portal-page.tsx';
import styles from './portal-price.module.css';
import { text } from '@darkroom/contract/fields';
import { foldedMatch } from '@darkroom/domain/text/fold';

/** The customer's prices. The search text is only in the URL. */
export const portalPriceList = listSearch(portalEndpoints.price.input.shape, {
  screenState: { text: text().optional() },
});

/** Customer prices (spec §2, /customer-portal/prices): price and duration of each category for this customer. */
export default function PortalPricesPage() {
  const { t } = useTranslation('portal');
  const list = useList(portalPriceList, portalEndpoints.price, { input: ofCustomer, rows: toRows });
  const { search, setSearch } = list;
  const { cus_id1, text } = search;
  const prices = list.data?.results;
  const { currency } = useCatalogue();
  const { customers1 } = usePortalCustomers();
  const { columns, compact } = usePortalPriceColumns(prices ?? []);
  const narrow = useIsNarrow();
  return (
    <PortalPage
      reading
      title={t('price.title')}
      note={list.note((count, n) => `${t('price.inAll', { count, n })} · ${t('price.in', { currency })}`)}
      actions={<ExportButton endpoint={portalPriceExport} list={{ cus_id1 }} total={prices?.length} />}
    >
      <search className="cluster mb-8">
        <Input
          type="search"
          className={styles.search}
          aria-label={t('price.search')}
          placeholder={t('price.search')}
          allowClear
          maxLength={100}
          value={text ?? ''}
          onChange={(event) => setSearch({ text: event.target.value || undefined }, { replace: true })}
        />
        {customers1.length > 1 && (
          <Select
            className={styles.customer}
            aria-label={t('company')}
            placeholder={t('company')}
            allowClear
            value={cus_id1 ?? null}
            options={customers1.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id: number | null | undefined) => setSearch({ cus_id1: id ?? undefined })}
          />
        )}
      </search>
      <DataTable<PriceRow>
        {...list.table}
        filtered={text !== undefined || cus_id1 !== undefined}
        onClearFilters={() => setSearch({ text: undefined, cus_id1: undefined })}
        name={t('price.title')}
        columns={columns}
        compact={compact}
        rowKey={(row) => row.service_cat2_id}
        rowName={(row) => row.service_cat2}
        groups={GROUPS}
        empty={{ title: t('price.empty.title'), hint: t('price.empty.hint') }}
        fillHeight={!narrow}
      />
    </PortalPage>
  );
}

const ofCustomer = ({ cus_id1 }: SearchOf<typeof portalPriceList>) => ({ cus_id1 });
const toRows = ({ results }: OutputOf<typeof portalEndpoints.price>, { text }: SearchOf<typeof portalPriceList>) =>
  sortByGroup(toPriceRows(results, text));

/** Returns a function that formats the duration of one picture: "about 1 h 30 min". */
function useFormatEstimate(): (row: PriceRow) => string {
  const { t } = useTranslation('portal');
  const { number } = useFormat();
  return useMemo(() => {
    const formatMinutes = (minutes: number) => {
      const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
      if (hours === 0) return t('price.minutes', { n: number(rest) });
      return rest === 0
        ? t('price.hours', { n: number(hours) })
        : t('price.hoursMinutes', { n: number(hours), rest: number(rest) });
    };
    return ({ minutes: [shortest, longest] }) => {
      if (longest === 0) return '–';
      return shortest === longest
        ? t('price.about', { time: formatMinutes(longest) })
        : t('price.between', { least: formatMinutes(shortest), most: formatMinutes(longest) });
    };
  }, [t, number]);
}

/** Returns a retail column, and a wholesale column for users with permission. Several customers 1 have a column each. */
function usePortalPriceColumns(prices: readonly PortalPrice[]) {
  const { t } = useTranslation('portal');
  const wholesale = useCan()(canViewWholesale);
  const amounts = useMemo(
    () => prices.flatMap((price) => [price.retail_price, price.wholesale_price].filter((item) => item !== undefined)),
    [prices],
  );
  const formatAmount = useAlignedFormat(amounts, true);
  const estimate = useFormatEstimate();
  const { name1 } = usePortalCustomers();
  return useMemo(() => {
    const customers = [...new Set(prices.map(({ cus_id1 }) => cus_id1))];
    const retail = (price: PortalPrice | undefined) => <Money>{price ? formatAmount(price.retail_price) : '–'}</Money>;
    const whole = (price: PortalPrice | undefined): ReactNode =>
      price?.wholesale_price !== undefined && (
        <span className="muted">
          <Money>{t('price.wholesaleOf', { amount: formatAmount(price.wholesale_price) })}</Money>
        </span>
      );
    const [only] = customers;
    const columns: TableColumn<PriceRow>[] = [
      { key: 'category', title: t('price.category'), min: 180, grow: 2, render: (row) => row.service_cat2 },
      { key: 'estimate', title: t('price.estimate'), width: 150, hideOrder: 1, render: estimate },
      ...(customers.length > 1
        ? customers.map((id): TableColumn<PriceRow> => ({
            key: `c${id}`,
            title: name1(id),
            width: 140,
            align: 'end',
            render: (row) => (
              <span className={styles.twoPrices}>
                {retail(row.prices.get(id))}
                {whole(row.prices.get(id))}
              </span>
            ),
          }))
        : [
            {
              key: 'retail',
              title: t('price.retail'),
              width: 130,
              align: 'end' as const,
              render: (row: PriceRow) => <strong>{retail(row.prices.get(only ?? 0))}</strong>,
            },
            ...(wholesale
              ? [
                  {
                    key: 'wholesale',
                    title: t('price.wholesale'),
                    width: 130,
                    align: 'end' as const,
                    render: (row: PriceRow) => {
                      const amount = row.prices.get(only ?? 0)?.wholesale_price;
                      return <Money>{amount === undefined ? '–' : formatAmount(amount)}</Money>;
                    },
                  },
                ]
              : []),
          ]),
    ];
    const compact = (row: PriceRow) => (
      <div className={customers.length > 1 ? styles.customerPrices : styles.card}>
        <div className="column break-anywhere">
          {row.service_cat2}
          <span className="muted">{estimate(row)}</span>
        </div>
        <ul className="text-end tabular">
          {customers.flatMap((id) => {
            const price = row.prices.get(id);
            return price
              ? [
                  <li key={id}>
                    {customers.length > 1 && <span className="muted">{name1(id)} </span>}
                    <strong>{retail(price)}</strong> {whole(price)}
                  </li>,
                ]
              : [];
          })}
        </ul>
      </div>
    );
    return { columns, compact };
  }, [t, formatAmount, wholesale, estimate, name1, prices]);
}

export type PortalPrice = OutputOf<typeof portalEndpoints.price>['results'][number];

/** A category with the prices of each customer 1. */
interface PriceRow {
  readonly service_cat2_id: number;
  readonly service_type: string;
  readonly service_cat1: string;
  readonly service_cat2: string;
  readonly prices: ReadonlyMap<number, PortalPrice>;
  /** Shortest and longest estimate in minutes. */
  readonly minutes: readonly [number, number];
}

/** Returns prices by service type, category 1 and 2 in the server's order. Each category has one row for all customers 1. */
export function toPriceRows(prices: readonly PortalPrice[], text = ''): PriceRow[] {
  const rows = new Map<number, PortalPrice[]>();
  for (const price of prices) {
    if (!foldedMatch(`${price.service_type} ${price.service_cat1} ${price.service_cat2}`, text)) continue;
    rows.set(price.service_cat2_id, [...(rows.get(price.service_cat2_id) ?? []), price]);
  }
  return [...rows.values()].flatMap((categoryPrices) => {
    const [first] = categoryPrices;
    if (!first) return [];
    const { service_cat2_id, service_type, service_cat1, service_cat2 } = first;
    const minutes = categoryPrices.map(({ estimate_minutes }) => estimate_minutes);
    return [
      {
        service_cat2_id,
        service_type,
        service_cat1,
        service_cat2,
        prices: new Map(categoryPrices.map((price) => [price.cus_id1, price])),
        minutes: [Math.min(...minutes), Math.max(...minutes)] as const,
      },
    ];
  });
}

/** Returns the group heading: one for each category 1 of a service type. */
const groupOf = ({ service_type, service_cat1 }: PriceRow) => `${service_type} › ${service_cat1}`;

/** Sorts the rows so that those of a group are together. The order of groups and of rows in a group does not change. */
export function sortByGroup(rows: readonly PriceRow[]): PriceRow[] {
  const groups = new Map<string, PriceRow[]>();
  for (const row of rows) groups.set(groupOf(row), [...(groups.get(groupOf(row)) ?? []), row]);
  return [...groups.values()].flat();
}

const GROUPS = { keyOf: groupOf, render: (row: PriceRow) => <strong>{groupOf(row)}</strong> };
