import { portalJobExport, portalEndpoints } from '@darkroom/contract/portal/portal';
import { can } from '@darkroom/domain/permission/access';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useActivityRefresh } from '../../../lib/activity.ts';
import type { FirstReads } from '../../../lib/api/first-reads.ts';
import { query } from '../../../lib/api/query.ts';
import { parseSearch } from '../../../lib/use-screen-search.ts';
import { useIsNarrow } from '../../../ui/data-table/columns/window-width.ts';
import type { RowKey } from '../../../ui/data-table/data-table-row.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useList } from '../../../ui/data-table/use-list.ts';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { PortalPage } from '../portal-page.tsx';
import { usePortalJobColumns, type OnAsk, type PortalJob } from './portal-job.tsx';
import { parseForm, portalJobList, type PortalJobSearch, type SetPortalJobSearch } from './portal-job-search.ts';
import PortalJobExpandedRow from './portal-job-expanded-row.tsx';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';
import { JOB_STATUSES } from '@darkroom/domain/job/status';
import { FilterBar } from '../../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../../ui/filter-bar/use-filters.tsx';
import { usePortalCustomers } from '../portal-lookups.ts';

const IN_ROW = { inRow: true };

/** Filters of the customer's jobs. Customer filters need several customers. */
export function PortalJobFilters({ search, setSearch }: { search: PortalJobSearch; setSearch: SetPortalJobSearch }) {
  const { t } = useTranslation('portal');
  const { customers1, customers2, name1, name2 } = usePortalCustomers();
  const { text, days, one, many: some } = useFilters(portalJobList, search, setSearch);
  const offeredCustomers2 = customers2.filter(
    ({ cus_id1 }) => search.cus_id1 === undefined || cus_id1 === search.cus_id1,
  );
  return (
    <FilterBar
      search={text(t('job.search'))}
      filters={[
        some('job_status', { of: JOB_STATUSES }, IN_ROW),
        days('job_date_from', 'job_date_to', IN_ROW),
        ...(customers1.length > 1 || search.cus_id1 !== undefined
          ? [one('cus_id1', { of: customers1.map(({ id }) => id), label: t('company'), word: name1 }, IN_ROW)]
          : []),
        ...(customers2.length > 1 || search.customer2_id !== undefined
          ? [
              one(
                'customer2_id',
                { of: offeredCustomers2.map(({ id }) => id), label: t('job.customer'), word: name2 },
                IN_ROW,
              ),
            ]
          : []),
      ]}
      onClear={() => setSearch(portalJobList.cleared)}
    />
  );
}

const RequestForm = lazyOverlay(() => import('../request/request-form.tsx'));

/** Starts the first requests of a customer's home: jobs, customers and the catalogue. */
export const firstReads: FirstReads = (client, address, actor) => {
  if (!can(actor, portalEndpoints.job.access)) return;
  void client.prefetchQuery(
    query(portalEndpoints.job, portalJobList.input(parseSearch(portalJobList.schema, address))),
  );
  void client.prefetchQuery(query(portalEndpoints.customer2, {}));
  void client.prefetchQuery(query(portalEndpoints.catalogue, {}));
};

/** Home of a customer (spec §2, /customer-portal/job): ordered jobs and their progress. */
export default function PortalJobPage() {
  const { t } = useTranslation(['portal', 'common']);
  const list = useList(portalJobList, portalEndpoints.job);
  const { search, setSearch } = list;
  useActivityRefresh(['portal_job']);
  const onAsk = useCallback<OnAsk>((kind, job) => setSearch({ form: `${kind}-${job.job_id}` }), [setSearch]);
  const { columns, compact } = usePortalJobColumns(onAsk);
  const narrow = useIsNarrow();
  const open = useMemo(() => new Set<RowKey>(search.open), [search.open]);
  const toggle = (key: RowKey) => {
    const id = Number(key);
    const next = open.has(id) ? search.open.filter((item) => item !== id) : [...search.open, id];
    setSearch({ open: next }, { replace: true });
  };
  const form = parseForm(search.form);
  const job = form && list.rows?.find(({ job_id }) => job_id === form.job_id);
  const closeForm = () => setSearch({ form: undefined }, { replace: true });
  return (
    <PortalPage
      title={t('job.title')}
      note={list.note((count, n) => t('job.inAll', { count, n }))}
      actions={<ExportButton endpoint={portalJobExport} list={list.input} total={list.count} />}
    >
      <PortalJobFilters search={search} setSearch={setSearch} />
      <DataTable<PortalJob>
        {...list.table}
        name={t('job.title')}
        columns={columns}
        compact={compact}
        rowKey={keyOfJob}
        rowName={nameOfJob}
        empty={{
          title: t('job.empty.title'),
          hint: t('job.empty.hint'),
          action: (
            <Link to="/customer-portal/contact-us" search={{ form: 'new' }}>
              {t('request.write')}
            </Link>
          ),
        }}
        expandable={{
          open,
          onToggle: toggle,
          render: (row) => <PortalJobExpandedRow job={row} onAsk={onAsk} />,
        }}
        fillHeight={!narrow}
      />
      {form && job && <RequestForm key={search.form} about={{ kind: form.kind, job }} onClose={closeForm} />}
    </PortalPage>
  );
}

const keyOfJob = (job: PortalJob) => job.job_id;
const nameOfJob = (job: PortalJob) => job.job_name;
