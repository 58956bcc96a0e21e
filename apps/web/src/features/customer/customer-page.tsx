import { customerEndpoints, customerExport, type CustomerRow } from '@darkroom/contract/customer/customer';
import { useMemo, useState, memo } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { useCan } from '../../lib/session/session.ts';
import { useStaysOpen } from '../../ui/record-form/use-opened-record.ts';
import { CallButton } from '../../ui/call-button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useList } from '../../ui/data-table/use-list.ts';
import { ImportButton } from '../../entities/record-import/import-button.tsx';
import { ExportButton } from '../../ui/export/export-button.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { useCustomerColumns } from './customer-columns.tsx';
import { CustomerExpandedRow } from './customer-expanded-row.tsx';
import { customerList, parseOpenCustomerForm, type CustomerSearch, type SetCustomerSearch } from './customer-search.ts';
import styles from './customer.module.css';
import type { NewLogin } from './form/login-fields.tsx';
import { lazyOverlay } from '../../ui/lazy/lazy.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { RecordHistory } from '../../entities/history/record-history.tsx';
import { LoginSummary } from './customer-labels.tsx';
import { CONTRACT_STATUSES, CUSTOMER_TIERS } from '@darkroom/domain/customer/enums';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/query.ts';
import { useCustomers } from '../../lib/session/lookups.ts';
import { FilterBar } from '../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../ui/filter-bar/use-filters.tsx';
import { SavedViews } from '../../ui/saved-views/saved-views.tsx';

const IN_ROW = { inRow: true };

interface CustomerFiltersProps {
  search: CustomerSearch;
  setSearch: SetCustomerSearch;
}

/** Filters of the customer list, from the URL parameters. */
export const CustomerFilters = memo(function CustomerFilters({ search, setSearch }: CustomerFiltersProps) {
  const { t } = useTranslation('customer');
  const { cus0 } = useCustomers();
  const countries = useQuery(query(customerEndpoints.values, {})).data?.country ?? [];
  const { text, one, many: some, flag, linked } = useFilters(customerList, search, setSearch);
  return (
    <FilterBar
      before={<SavedViews screen="customer" list={customerList} search={search} />}
      search={text(t('search'))}
      filters={[
        some('cus_id0', { of: cus0.map(({ id }) => id) }, IN_ROW),
        some('tier', { of: CUSTOMER_TIERS }, IN_ROW),
        one('contract_status', { of: CONTRACT_STATUSES }, IN_ROW),
        some('country', { of: countries }),
        flag('has_login'),
        linked('cus_id1'),
      ]}
      onClear={() => setSearch(customerList.cleared)}
    />
  );
});

// Forms are loaded on first use, so the list does not wait for them.
const CustomerForms = lazyOverlay(() => import('./form/customer-forms.tsx'));
const DeleteDialog = lazyOverlay(() =>
  import('./form/delete-dialog.tsx').then((part) => ({ default: part.DeleteCustomer })),
);
const PasswordDialog = lazyOverlay(() =>
  import('./form/one-time-password.tsx').then((part) => ({ default: part.OneTimePasswordDialog })),
);

/** Permission of the endpoint of each form. A URL opens its form only for users with this permission. */
const FORM_ACCESS = { new: customerEndpoints.detailAdd.access, edit: customerEndpoints.detailUpdate.access } as const;

/** Customers (/customer/details): customer 0 → 1 → 2 with their detail records. The URL contains filters and open rows. */
export default function CustomerPage() {
  const { t } = useTranslation(['customer', 'common']);
  const can = useCan();
  const [deleting, setDeleting] = useState<CustomerRow | null>(null);
  const [password, setPassword] = useState<NewLogin | null>(null);
  const list = useList(customerList, customerEndpoints.detailList, { added: 'customer' });
  const { search, setSearch } = list;
  // Sorted by name, the customers of one customer 0 are adjacent and share a group title.
  const grouped = search.sort === 'name' || search.sort === '-name';
  const columns = useCustomerColumns({ grouped });
  const open = useMemo(() => new Set(search.open), [search.open]);
  const form = parseOpenCustomerForm(search.form);
  const isFormOpen = useStaysOpen(form ? search.form : undefined, form !== null && can(FORM_ACCESS[form.kind]));

  const showForm = (name: string) => setSearch({ form: name });
  const closeForm = () => setSearch({ form: undefined }, { replace: true });
  const toggle = (id: number) =>
    setSearch(
      { open: open.has(id) ? search.open.filter((item) => item !== id) : [...search.open, id] },
      { replace: true },
    );
  // Shows the added customer, opened, below its customer 0.
  const showAdded = ({ cus_id1, cus0 }: CustomerRow) =>
    setSearch(
      { ...customerList.cleared, cus_id0: [cus0.id], sort: 'name', open: [cus_id1], form: undefined },
      { replace: true },
    );

  useScreenActions(() => [
    { key: 'add', label: t('add.title'), call: customerEndpoints.detailAdd, run: () => showForm('new') },
  ]);
  const addButton = can(customerEndpoints.detailAdd.access) && (
    <CallButton call={customerEndpoints.detailAdd} type="primary" onClick={() => showForm('new')}>
      {t('add.title')}
    </CallButton>
  );
  return (
    <div className={styles.page}>
      <PageHead
        title={t('title')}
        note={list.note((count, n) => t(customerList.isFiltered(search) ? 'matching' : 'inAll', { count, n }))}
        actions={
          <>
            <ExportButton endpoint={customerExport} list={list.input} total={list.count} />
            <ImportButton kind="customer" />
            {addButton}
          </>
        }
      />
      <CustomerFilters search={search} setSearch={setSearch} />
      <DataTable<CustomerRow>
        {...list.table}
        name={t('title')}
        list="customer"
        columns={columns}
        rowKey={keyOfRow}
        rowName={nameOfRow}
        empty={{ title: t('empty.title'), hint: t('empty.hint'), action: addButton || undefined }}
        groups={
          grouped
            ? {
                keyOf: ({ cus0 }) => cus0.id,
                render: ({ cus0 }) => <CustomerGroup cus0={cus0} onAdd={(id) => showForm(`new-${id}`)} />,
              }
            : undefined
        }
        expandable={{
          open,
          showsAllColumns: true,
          onToggle: (key) => toggle(Number(key)),
          render: (row) => (
            <CustomerExpandedRow
              row={row}
              onEdit={() => showForm(`edit-${row.cus_id1}`)}
              onDelete={() => setDeleting(row)}
            />
          ),
        }}
        fillHeight
      />
      {form && isFormOpen && (
        <CustomerForms key={search.form} open={form} onClose={closeForm} onAdded={showAdded} onPassword={setPassword} />
      )}
      {deleting && <DeleteDialog row={deleting} onClose={() => setDeleting(null)} />}
      {password && <PasswordDialog password={password} onClose={() => setPassword(null)} />}
    </div>
  );
}

const keyOfRow = (row: CustomerRow) => row.cus_id1;
const nameOfRow = (row: CustomerRow) => row.cus1_name;

/** Title of a customer 0 above its customers 1. */
function CustomerGroup({ cus0, onAdd }: { cus0: CustomerRow['cus0']; onAdd: (cus_id0: number) => void }) {
  const { t } = useTranslation('customer');
  const { number } = useFormat();
  const { id, name, cus1_count, login } = cus0;
  return (
    <div className={styles.group}>
      <span className={styles.groupName}>{name}</span>
      <span className="muted">{t('group.count', { count: cus1_count, n: number(cus1_count) })}</span>
      {login && <LoginSummary login={login} />}
      <span className={styles.groupActions}>
        <CallButton
          call={customerEndpoints.detailAdd}
          type="text"
          size="small"
          aria-label={t('group.addBelow', { name })}
          onClick={() => onAdd(id)}
        >
          {t('group.add')}
        </CallButton>
        <RecordHistory entity="cus0" id={id} name={name} />
      </span>
    </div>
  );
}
