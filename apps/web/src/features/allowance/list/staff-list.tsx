import { allowanceEndpoints, allowanceExport, type AllowanceRow } from '@darkroom/contract/allowance/allowance';
import type { Month } from '@darkroom/domain/calendar/day';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useList } from '../../../ui/data-table/use-list.ts';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { allowanceList, type AllowanceSearch, type SetAllowanceSearch } from '../allowance-search.ts';
import { MonthStateTag } from '../month/month-state.tsx';
import { toYearAndMonth } from '../month/month-words.ts';
import { useStaffColumns } from './staff-columns.tsx';
import { StaffFilters } from './staff-filters.tsx';
import styles from '../allowance.module.css';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';
import type { OutputOf } from '@darkroom/contract/endpoint';
import { isPartOfShown } from '@darkroom/domain/allowance/figures';
import { useFormat } from '../../../lib/i18n/format.ts';

const SUMS = [
  'total_transport',
  'parking',
  'total_meal',
  'total_online',
  'total_internet',
  'total_electricity',
  'total_allowance',
] as const;

/** Totals of all members that match the filter, on all pages. */
function StaffTotals({ totals }: { totals: OutputOf<typeof allowanceEndpoints.list>['totals'] }) {
  const { t } = useTranslation('allowance');
  const { money, number } = useFormat();
  return (
    <dl className={styles.totals} aria-label={t('totals')}>
      <div>
        <dt>{t('figure.online_days')}</dt>
        <dd>{number(totals.online_days)}</dd>
      </div>
      {SUMS.map((sum) => (
        <div
          key={sum}
          className={sum === 'total_allowance' ? styles.grandTotal : undefined}
          data-part={isPartOfShown(sum, SUMS) || undefined}
        >
          <dt>{t(isPartOfShown(sum, SUMS) ? `part.${sum}` : `figure.${sum}`)}</dt>
          <dd>{money(totals[sum])}</dd>
        </div>
      ))}
    </dl>
  );
}

const ClosingDrawer = lazyOverlay(() => import('../closing/closing-drawer.tsx'));
const PersonPanel = lazyOverlay(() => import('./person-panel.tsx'));

interface StaffListProps {
  search: AllowanceSearch;
  setSearch: SetAllowanceSearch;
  month: Month;
  bar: ReactNode;
}

const NO_ROWS: never[] = [];

/** Allowances of all members in a month, with totals below. */
export default function StaffList({ search, setSearch, month, bar }: StaffListProps) {
  const { t } = useTranslation('allowance');
  const list = useList(allowanceList, allowanceEndpoints.list, {
    input: (params) => ({ ...allowanceList.input(params), ...toYearAndMonth(month) }),
  });
  const columns = useStaffColumns(list.data?.month, list.data?.results ?? NO_ROWS);
  return (
    <div className="page gap-12">
      <PageHead
        title={t('title')}
        note={list.data && <MonthStateTag month={list.data.month} />}
        actions={
          <>
            {bar}
            <ExportButton endpoint={allowanceExport} list={list.input} total={list.count} />
            <Button onClick={() => setSearch({ closing: 1 })}>
              {t(list.data?.month.closed ? 'close.see' : 'close.open')}
            </Button>
          </>
        }
      />
      <div className="mb-8">
        <StaffFilters search={search} setSearch={setSearch} />
      </div>
      <DataTable<AllowanceRow>
        {...list.table}
        name={t('title')}
        list="allowance"
        columns={columns}
        rowKey={keyOfRow}
        rowName={nameOfRow}
        empty={{ title: t('empty.title'), hint: t('empty.hint') }}
        onOpen={(row) => setSearch({ person: row.staff_id })}
        fillHeight
      />
      {list.data && list.data.total_items > 0 && <StaffTotals totals={list.data.totals} />}
      {search.closing === 1 && (
        <ClosingDrawer
          open={search.closing === 1 && search.person === undefined}
          month={month}
          onPerson={(person) => setSearch({ person })}
          onClose={() => setSearch({ closing: undefined })}
        />
      )}
      {search.person !== undefined && (
        <PersonPanel
          person={search.person}
          month={month}
          onMonth={(next) => setSearch({ month: next })}
          onClose={() => setSearch({ person: undefined })}
        />
      )}
    </div>
  );
}

const keyOfRow = (row: AllowanceRow) => row.staff_id;
const nameOfRow = (row: AllowanceRow) => row.full_name;
