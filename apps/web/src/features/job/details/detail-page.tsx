import { jobEndpoints } from '@darkroom/contract/job';
import { jobDetailEndpoints, jobDetailExport, type JobDetailRow } from '@darkroom/contract/job-detail';
import { taskEndpoints } from '@darkroom/contract/task';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActivityRefresh } from '../../../lib/activity.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { pageQuery } from '../../../lib/call/query.ts';
import { LONG_PAGE } from '../../../lib/search-fields.ts';
import { useMay } from '../../../lib/session/session.ts';
import { useScreenSearch } from '../../../lib/use-screen-search.ts';
import type { RowKey } from '../../../ui/data-table/data-table-row.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { useDetailColumns } from './detail-columns.tsx';
import { DetailOpened } from './detail-opened.tsx';
import { asJob } from './detail-row.ts';
import {
  detailListInput,
  detailSearch,
  detailViewSearch,
  NO_DETAIL_FILTERS,
  type DetailSearchPatch,
} from './detail-search.ts';
import { FORM_ACCESS } from '../form/form-access.ts';
import { JobFilters } from '../list/job-filters.tsx';
import { idsIn, inAddress, isFiltered, openForm } from '../list/job-search.ts';
import { countSelected, detailKey, selectedRows, type Chosen } from '../list/job-selection.ts';
import styles from '../list/job.module.css';
import { SelectedWords, SelectionActions } from '../many/selection-actions.tsx';
import { reasonKeeper, useJobEdits } from '../list/use-job-edits.ts';
import { useManyJobs } from '../many/use-many-jobs.ts';

const JobForms = lazy(() => import('../form/job-forms.tsx'));

const NONE: Chosen = new Map();
const nothing = () => undefined;

/** Job → Detail (/job?by=detail): the job page as one row for each detail; opened rows show its tasks. */
export default function DetailPage() {
  const { t } = useTranslation('job');
  const may = useMay();
  const { number } = useFormat();
  const [search, setSearch] = useScreenSearch(detailSearch);
  const list = useQuery({
    ...pageQuery(jobDetailEndpoints.details, detailListInput(search)),
    placeholderData: keepPreviousData,
  });
  useActivityRefresh(['job', 'task']);
  const [chosen, setChosen] = useState(NONE);
  const [reason] = useState(reasonKeeper);
  const edits = useJobEdits(reason);
  const { columns, compact } = useDetailColumns(edits.detail);
  const many = useManyJobs(nothing);

  const rows = list.data?.results;
  const jobs = useMemo(() => rows?.map(asJob), [rows]);
  const open = useMemo(
    () => new Set<RowKey>(idsIn(search.open).map((job_detail_id) => detailKey({ job_detail_id }))),
    [search.open],
  );
  const selected = useMemo(() => selectedRows(jobs ?? [], chosen), [jobs, chosen]);
  const keys = useMemo(() => new Set(chosen.keys()), [chosen]);
  const toggleChosen = useCallback(
    (key: RowKey) =>
      setChosen((now) => {
        const next = new Map(now);
        if (!next.delete(key)) next.set(key, null);
        return next;
      }),
    [],
  );
  const openOnPage = (patch: DetailSearchPatch) => setSearch(patch, { replace: true });
  const toggleOpen = (key: RowKey) => {
    const id = Number(String(key).slice(1));
    const ids = idsIn(search.open);
    openOnPage({ open: inAddress(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]) });
  };
  const showForm = (name: string) => setSearch({ form: name });
  const form = openForm(search.form);
  const filtered = isFiltered(search) || search.status !== undefined;
  const total = list.data?.total_items;
  const inAll =
    total === undefined
      ? null
      : t(filtered ? 'byDetail.matching' : 'byDetail.inAll', { count: total, n: number(total) });
  // Who may neither delete details or tasks nor hand out has nothing to select for.
  const maySelect =
    may(jobEndpoints.delete.access) || may(taskEndpoints.delete.access) || may(taskEndpoints.load.access);
  const anySelected = countSelected(selected) > 0;
  const clear = () => setChosen(NONE);

  return (
    <div className={styles.page}>
      <PageHead
        title={t('byDetail.title')}
        note={anySelected ? <SelectedWords selected={selected} /> : inAll}
        actions={
          anySelected ? (
            <SelectionActions selected={selected} many={many} onClear={clear} />
          ) : (
            <ExportButton endpoint={jobDetailExport} list={detailListInput(search)} total={total} />
          )
        }
      />
      <JobFilters
        search={search}
        setSearch={(patch, options) => {
          clear();
          setSearch(patch, options);
        }}
        current={detailViewSearch(search)}
        ofDetails
      />
      <DataTable<JobDetailRow>
        name={t('byDetail.title')}
        list="detail"
        columnsInAddress={search.columns}
        columns={columns}
        compact={compact}
        rows={rows}
        rowKey={detailKey}
        rowName={(detail) => detail.sub_prod_id}
        busy={list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={{ title: t('byDetail.empty.title'), hint: t('byDetail.empty.hint') }}
        filtered={filtered}
        onClearFilters={() => setSearch({ ...NO_DETAIL_FILTERS, page: 1 })}
        selection={
          maySelect ? { keys, onChange: (next) => setChosen(new Map([...next].map((key) => [key, null]))) } : undefined
        }
        expandable={{
          open,
          onToggle: toggleOpen,
          render: (row) => (
            <DetailOpened
              job={asJob(row)}
              detail={row}
              selected={maySelect ? keys : null}
              onSelect={toggleChosen}
              onForm={showForm}
              edits={edits}
            />
          ),
        }}
        page={search.page}
        pageSize={search.page_size}
        longPages={[LONG_PAGE]}
        total={total}
        sort={search.sort}
        onChange={(change) => {
          clear();
          setSearch(change as DetailSearchPatch);
        }}
        fillHeight
      />
      <Suspense fallback={null}>
        {form && form.kind !== 'new' && may(FORM_ACCESS[form.kind]) && jobs && (
          <JobForms
            key={search.form}
            open={form}
            jobs={jobs}
            onClose={() => openOnPage({ form: undefined })}
            onAdded={nothing}
          />
        )}
      </Suspense>
    </div>
  );
}
