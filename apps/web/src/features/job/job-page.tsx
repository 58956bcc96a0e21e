import { endpoints, type Job } from '@darkroom/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActivityRefresh } from '../../lib/activity.ts';
import { useFormat } from '../../lib/format.ts';
import { query } from '../../lib/query.ts';
import { useMay } from '../../lib/session.ts';
import { useScreenSearch } from '../../lib/use-screen-search.ts';
import { CallButton } from '../../ui/call-button.tsx';
import type { RowKey } from '../../ui/data-table-row.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useJobColumns } from './job-columns.tsx';
import { JobFilters } from './job-filters.tsx';
import { JobOpened } from './job-opened.tsx';
import {
  idsIn,
  inAddress,
  isFiltered,
  jobSearch,
  listInput,
  NO_FILTERS,
  openForm,
  type JobSearchPatch,
} from './job-search.ts';
import { countSelected, jobKey, selectedRows } from './job-selection.ts';
import styles from './job.module.css';
import { SelectedWords, SelectionActions } from './selection-actions.tsx';

// Forms and the bulk add are loaded when they are first opened, not before the list shows.
const JobForms = lazy(() => import('./job-forms.tsx'));
const BulkAdd = lazy(() => import('./bulk-add/bulk-add.tsx'));

/** What each form's call asks for: an address alone opens nothing one may not do. */
const FORM_ACCESS = {
  new: endpoints.job.bulkAdd.access,
  job: endpoints.job.update.access,
  'add-detail': endpoints.job.addDetail.access,
  detail: endpoints.job.updateDetail.access,
  'add-tasks': endpoints.task.add.access,
  task: endpoints.task.adminUpdate.access,
} as const;

const NONE: ReadonlySet<RowKey> = new Set();

/** The job page (/job): jobs, their details and tasks as a tree; where one stands is in the address. */
export default function JobPage() {
  const { t } = useTranslation('job');
  const may = useMay();
  const { number } = useFormat();
  const [search, setSearch] = useScreenSearch(jobSearch);
  const list = useQuery({ ...query(endpoints.job.list, listInput(search)), placeholderData: keepPreviousData });
  useActivityRefresh(['job', 'task']);
  const [chosen, setChosen] = useState(NONE);
  const { columns, tightColumns, compact } = useJobColumns();

  const jobs = list.data?.results;
  const open = useMemo(() => new Set<RowKey>(idsIn(search.open).map((job_id) => jobKey({ job_id }))), [search.open]);
  const selected = useMemo(() => selectedRows(jobs ?? [], chosen), [jobs, chosen]);
  const form = openForm(search.form);
  const filtered = isFiltered(search);

  const openOnPage = (patch: JobSearchPatch) => setSearch(patch, { replace: true });
  const toggleOpen = (key: RowKey) => {
    const id = Number(String(key).slice(1));
    const ids = idsIn(search.open);
    openOnPage({ open: inAddress(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]) });
  };
  const showForm = (name: string) => setSearch({ form: name });
  const closeForm = () => setSearch({ form: undefined }, { replace: true });
  const clearFilters = () => setSearch({ ...NO_FILTERS, page: 1 });
  const toggleChosen = useCallback(
    (key: RowKey) =>
      setChosen((keys) => {
        const next = new Set(keys);
        if (!next.delete(key)) next.add(key);
        return next;
      }),
    [],
  );
  // Rows are selected to be deleted; who may delete nothing has nothing to select.
  const maySelect = may(endpoints.job.delete.access) || may(endpoints.task.delete.access);
  const mayAdd = may(endpoints.job.bulkAdd.access);
  const addButtons = mayAdd && (
    <>
      <CallButton call={endpoints.job.bulkAdd} onClick={() => setSearch({ bulk: 1 })}>
        {t('bulkAdd')}
      </CallButton>
      <CallButton call={endpoints.job.bulkAdd} type="primary" onClick={() => showForm('new')}>
        {t('addJob')}
      </CallButton>
    </>
  );
  const total = list.data?.total_items;
  const inAll = total === undefined ? null : t(filtered ? 'matching' : 'inAll', { count: total, n: number(total) });
  const anySelected = countSelected(selected) > 0;

  return (
    <div className={styles.page}>
      <PageHead
        title={t('title')}
        note={anySelected ? <SelectedWords selected={selected} /> : inAll}
        actions={anySelected ? <SelectionActions selected={selected} onClear={() => setChosen(NONE)} /> : addButtons}
      />
      <JobFilters search={search} setSearch={setSearch} />
      <DataTable<Job>
        name={t('title')}
        columns={columns}
        tightColumns={tightColumns}
        compact={compact}
        rows={jobs}
        rowKey={jobKey}
        rowName={(job) => job.prod_id}
        busy={list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={{ title: t('empty.title'), hint: t('empty.hint'), action: addButtons || undefined }}
        filtered={filtered}
        onClearFilters={clearFilters}
        selection={maySelect ? { keys: chosen, onChange: setChosen } : undefined}
        expandable={{
          open,
          onToggle: toggleOpen,
          render: (job) => (
            <JobOpened job={job} selected={maySelect ? chosen : null} onSelect={toggleChosen} onForm={showForm} />
          ),
        }}
        page={search.page}
        pageSize={search.page_size}
        total={total}
        sort={search.sort}
        onChange={(change) => {
          setChosen(NONE);
          setSearch(change as JobSearchPatch);
        }}
        fillHeight
      />
      <Suspense fallback={null}>
        {form && may(FORM_ACCESS[form.kind]) && (form.kind === 'new' || jobs) && (
          <JobForms
            key={search.form}
            open={form}
            jobs={jobs ?? []}
            onClose={closeForm}
            onAdded={(job_id) => openOnPage({ form: undefined, open: inAddress([...idsIn(search.open), job_id]) })}
          />
        )}
        {search.bulk === 1 && mayAdd && (
          <BulkAdd
            onClose={() => setSearch({ bulk: undefined }, { replace: true })}
            onDone={(days) => setSearch({ ...NO_FILTERS, ...days, bulk: undefined, page: 1 }, { replace: true })}
          />
        )}
      </Suspense>
    </div>
  );
}
