import type { OutputOf } from '@darkroom/contract/endpoint';
import { priceEndpoints, priceExport } from '@darkroom/contract/price/price';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useActivityRefresh } from '../../lib/activity.ts';
import { useCustomers } from '../../lib/session/lookups.ts';
import { query } from '../../lib/api/query.ts';
import { useActor } from '../../lib/session/session.ts';
import { useScreenSearch } from '../../lib/use-screen-search.ts';
import { LoadErrorMessage, SkeletonLines, RefreshErrorMessage } from '../../ui/data-table/data-table-states.tsx';
import { ImportButton } from '../../entities/record-import/import-button.tsx';
import { ExportButton } from '../../ui/export/export-button.tsx';
import { Segmented } from '../../ui/input/segmented.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { CustomerPicker } from '../../entities/customer/customer-picker.tsx';
import { NoCustomer } from './empty-prices.tsx';
import { priceList, type PriceSearch } from './price-search.ts';
import { PriceEditor } from './price-editor.tsx';
import styles from './price.module.css';

const YEAR_SECONDS = 365 * 24 * 3600;
const cookieNameOf = (user_id: number) => `darkroom_prices_${user_id}`;

/**
 * Reads the customer whose prices this user viewed last on this device. A cookie stores it, because local storage is cleared with the
 * session.
 */
function readLastCustomer(user_id: number): number | undefined {
  const [, id] =
    document.cookie
      .split('; ')
      .map((pair) => pair.split('=', 2))
      .find(([name]) => name === cookieNameOf(user_id)) ?? [];
  return /^\d{1,9}$/.test(id ?? '') ? Number(id) : undefined;
}

function storeLastCustomer(user_id: number, cus_id1: number): void {
  document.cookie = `${cookieNameOf(user_id)}=${cus_id1}; path=/; max-age=${YEAR_SECONDS}; samesite=strict`;
}

/** Customer prices (spec §2, /customer/prices): one customer's prices of all categories in a grid. */
export default function PricesPage() {
  const { t } = useTranslation(['price', 'table', 'common', 'errors']);
  const [search, setSearch] = useScreenSearch(priceList.schema);
  const { cus } = search;
  useLastCustomer(cus, (id) => setSearch({ cus: id }, { replace: true }));
  const list = useQuery({ ...query(priceEndpoints.detail, { id: cus ?? 0 }), enabled: cus !== undefined });
  useActivityRefresh(['price']);
  const prices = list.data?.results;
  const warnings = prices?.filter((row) => row.warnings.length > 0).length ?? 0;
  return (
    <div className={styles.page}>
      <PageHead
        title={t('title')}
        note={
          prices && (
            <>
              {t('inAll', { count: prices.filter((row) => row.id !== null).length, of: prices.length })}
              {warnings > 0 && ` · ${t('withWarnings', { count: warnings })}`}
              {` · ${t('in', { currency: list.data?.currency })}`}
            </>
          )
        }
        actions={
          <>
            {cus !== undefined && (
              <ExportButton endpoint={priceExport} list={{ cus_id1: cus }} total={prices?.length} />
            )}
            <ImportButton
              kind="price"
              defaults={list.data && { cus0_name: list.data.cus0_name, cus1_name: list.data.cus1_name }}
            />
          </>
        }
      />
      <search className={styles.filters}>
        <CustomerPicker
          className={styles.picker}
          label={t('customer')}
          value={cus}
          autoFocus={cus === undefined}
          onChange={(id) => setSearch({ cus: id })}
        />
        {cus !== undefined && (
          <>
            <Input
              type="search"
              className={styles.search}
              aria-label={t('search')}
              placeholder={t('search')}
              allowClear
              maxLength={100}
              value={search.text ?? ''}
              onChange={(event) => setSearch({ text: event.target.value || undefined }, { replace: true })}
            />
            <Segmented<PriceSearch['show']>
              aria-label={t('show.label')}
              value={search.show}
              options={(['all', 'priced', 'warnings'] as const).map((value) => ({ value, label: t(`show.${value}`) }))}
              onChange={(show) => setSearch({ show })}
            />
          </>
        )}
      </search>
      {cus === undefined ? (
        <NoCustomer />
      ) : list.data ? (
        <>
          {list.error && <RefreshErrorMessage onRetry={() => void list.refetch()} />}
          <PriceEditor
            key={cus}
            list={list.data satisfies OutputOf<typeof priceEndpoints.detail>}
            search={search}
            setSearch={setSearch}
          />
        </>
      ) : list.error ? (
        <LoadErrorMessage error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <div aria-busy="true">
          <SkeletonLines count={12} />
        </div>
      )}
    </div>
  );
}

/** Opens the page with the last viewed customer and remembers the current one. */
function useLastCustomer(cus: number | undefined, onFound: (cus_id1: number) => void) {
  const { user_id } = useActor();
  const { cus1 } = useCustomers();
  const openLast = useEffectEvent(onFound);
  useEffect(() => {
    if (cus !== undefined) {
      storeLastCustomer(user_id, cus);
      return;
    }
    const last = readLastCustomer(user_id);
    if (last !== undefined && cus1.some(({ id }) => id === last)) openLast(last);
  }, [cus, cus1, user_id]);
}
