import { customerEndpoints, customerExport, type CustomerRow } from '@darkroom/contract/customer/customer';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/words/format.ts';
import { query } from '../../lib/call/query.ts';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { useMay } from '../../lib/session/session.ts';
import { useStaysOpen } from '../../lib/session/use-stays-open.ts';
import { useScreenSearch } from '../../lib/use-screen-search.ts';
import { useAddedRows } from '../../ui/data-table/added.ts';
import { CallButton } from '../../ui/call-button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { listed, useCountNote } from '../../ui/data-table/listed.ts';
import { ExportButton } from '../../ui/export/export-button.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { useCustomerColumns } from './customer-columns.tsx';
import { CustomerFilters } from './customer-filters.tsx';
import { CustomerGroup } from './customer-group.tsx';
import { CustomerOpened } from './customer-opened.tsx';
import { customerList, openForm } from './customer-search.ts';
import styles from './customer.module.css';
import type { NewLogin } from './form/login-fields.tsx';
import { lazyOverlay } from '../../ui/lazy/lazy.tsx';

// Forms are loaded when they are first opened, not before the list shows.
const CustomerForms = lazyOverlay(() => import('./form/customer-forms.tsx'));
const DeleteDialog = lazyOverlay(() =>
  import('./form/delete-dialog.tsx').then((part) => ({ default: part.DeleteCustomer })),
);
const PasswordDialog = lazyOverlay(() =>
  import('./form/one-time-password.tsx').then((part) => ({ default: part.OneTimePasswordDialog })),
);

/** What each form's call asks for: an address alone opens nothing one may not do. */
const FORM_ACCESS = { new: customerEndpoints.detailAdd.access, edit: customerEndpoints.detailUpdate.access } as const;

/** The customers (/customer/details): customer 0 → 1 → 2 with their detail records; where one stands is in the address. */
export default function CustomerPage() {
  const { t } = useTranslation(['customer', 'common']);
  const may = useMay();
  const { number } = useFormat();
  const [search, setSearch] = useScreenSearch(customerList.schema);
  const added = useAddedRows('customer');
  const [deleting, setDeleting] = useState<CustomerRow | null>(null);
  const [password, setPassword] = useState<NewLogin | null>(null);
  const list = useQuery({
    ...query(customerEndpoints.detailList, customerList.input(search)),
    placeholderData: keepPreviousData,
  });
  // In the order of names the customers of one customer 0 stand together, under its head.
  const grouped = search.sort === 'name' || search.sort === '-name';
  const { columns, compact } = useCustomerColumns({ grouped });
  const open = useMemo(() => new Set(search.open), [search.open]);
  const form = openForm(search.form);
  const shown = useStaysOpen(form ? search.form : undefined, form !== null && may(FORM_ACCESS[form.kind]));
  const total = list.data?.total_items;

  const showForm = (name: string) => setSearch({ form: name });
  const closeForm = () => setSearch({ form: undefined }, { replace: true });
  const toggle = (id: number) =>
    setSearch(
      { open: open.has(id) ? search.open.filter((one) => one !== id) : [...search.open, id] },
      { replace: true },
    );
  // What was made is shown where it belongs: below its customer 0, opened.
  const showAdded = ({ cus_id1, cus0 }: CustomerRow) =>
    setSearch(
      { ...customerList.cleared, cus_id0: [cus0.id], sort: 'name', open: [cus_id1], form: undefined },
      { replace: true },
    );

  useScreenActions(() => [
    { key: 'add', label: t('add.title'), call: customerEndpoints.detailAdd, run: () => showForm('new') },
  ]);
  const addButton = may(customerEndpoints.detailAdd.access) && (
    <CallButton call={customerEndpoints.detailAdd} type="primary" onClick={() => showForm('new')}>
      {t('add.title')}
    </CallButton>
  );
  const inAll = useCountNote(list, (count) =>
    t(customerList.isFiltered(search) ? 'matching' : 'inAll', { count, n: number(count) }),
  );
  return (
    <div className={styles.page}>
      <PageHead
        title={t('title')}
        note={inAll}
        actions={
          <>
            <ExportButton endpoint={customerExport} list={customerList.input(search)} total={total} />
            {addButton}
          </>
        }
      />
      <CustomerFilters search={search} setSearch={setSearch} />
      <DataTable<CustomerRow>
        added={added}
        {...listed(customerList, list, search, setSearch)}
        name={t('title')}
        list="customer"
        columns={columns}
        compact={compact}
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
          tellsAll: true,
          onToggle: (key) => toggle(Number(key)),
          render: (row) => (
            <CustomerOpened
              row={row}
              onEdit={() => showForm(`edit-${row.cus_id1}`)}
              onDelete={() => setDeleting(row)}
            />
          ),
        }}
        fillHeight
      />
      {form && shown && (
        <CustomerForms key={search.form} open={form} onClose={closeForm} onAdded={showAdded} onPassword={setPassword} />
      )}
      {deleting && <DeleteDialog row={deleting} onClose={() => setDeleting(null)} />}
      {password && <PasswordDialog password={password} onClose={() => setPassword(null)} />}
    </div>
  );
}

const keyOfRow = (row: CustomerRow) => row.cus_id1;
const nameOfRow = (row: CustomerRow) => row.cus1_name;
