import { jobEndpoints } from '@darkroom/contract/job/job';
import { jobDetailEndpoints, jobDetailExport, type JobDetailRow } from '@darkroom/contract/job/bulk';
import { taskEndpoints } from '@darkroom/contract/task/task';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useActivityRefresh } from '../../../lib/activity.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useStaysOpen } from '../../../ui/record-form/use-opened-record.ts';
import type { RowKey } from '../../../ui/data-table/data-table-row.tsx';
import { DueDateProvider } from '../../../entities/due-date/due-date-provider.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useList } from '../../../ui/data-table/use-list.ts';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { useDetailColumns } from './detail-columns.tsx';
import { ExpandedDetail } from './expanded-detail.tsx';
import { toJob } from './detail-row.ts';
import { detailList } from './detail-search.ts';
import { FORM_ACCESS } from '../form/form-access.ts';
import { JobFilters } from '../list/job-filters.tsx';
import { parseOpenJobForm, toggleId } from '../list/job-search.ts';
import { countSelected, detailKey, getSelectedRows, type RowSelection } from '../list/job-selection.ts';
import styles from '../list/job.module.css';
import { SelectionCount, SelectionActions } from '../bulk/selection-actions.tsx';
import { createReasonStore, useJobEdits } from '../list/use-job-edits.ts';
import { useBulkJobs } from '../bulk/use-bulk-jobs.ts';
import { useListSelection } from '../../../lib/undo/use-list-selection.ts';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

const JobForms = lazyOverlay(() => import('../form/job-forms.tsx'));

const NO_SELECTION: RowSelection = new Map();
const doNothing = () => undefined;

/** Job → Detail (/job?by=detail): the job page with one row per detail. Open rows show the tasks. */
export default function DetailPage() {
  const { t } = useTranslation('job');
  const can = useCan();
  const list = useList(detailList, jobDetailEndpoints.details);
  const { search, setSearch, rows } = list;
  useActivityRefresh(['job', 'task']);
  // Another order or page is another list, and only its rows can be selected.
  const [selection, setSelection] = useListSelection(NO_SELECTION, JSON.stringify(list.input));
  const [reasonStore] = useState(createReasonStore);
  const edits = useJobEdits(reasonStore);
  const { columns, compact } = useDetailColumns(edits.detail, search);
  const bulkJobs = useBulkJobs(doNothing);

  const jobs = useMemo(() => rows?.map(toJob), [rows]);
  const openKeys = useMemo(
    () => new Set<RowKey>(search.open.map((job_detail_id) => detailKey({ job_detail_id }))),
    [search.open],
  );
  const selected = useMemo(() => getSelectedRows(jobs ?? [], selection), [jobs, selection]);
  const keys = useMemo(() => new Set(selection.keys()), [selection]);
  const toggleSelected = useCallback(
    (key: RowKey) =>
      setSelection((now) => {
        const next = new Map(now);
        if (!next.delete(key)) next.set(key, null);
        return next;
      }),
    [setSelection],
  );
  const toggleOpen = (key: RowKey) =>
    setSearch({ open: toggleId(search.open, Number(String(key).slice(1))) }, { replace: true });
  const showForm = (name: string) => setSearch({ form: name });
  const form = parseOpenJobForm(search.form);
  const isFormShown = useStaysOpen(form ? search.form : undefined, form !== null && can(FORM_ACCESS[form.kind]));
  const countNote = list.note((count, n) =>
    t(detailList.isFiltered(search) ? 'byDetail.matching' : 'byDetail.inAll', { count, n }),
  );
  // Without the permission to delete or assign, there is nothing to select for.
  const canSelect =
    can(jobEndpoints.delete.access) || can(taskEndpoints.delete.access) || can(taskEndpoints.load.access);
  const hasSelection = countSelected(selected) > 0;
  const clearSelection = () => setSelection(() => NO_SELECTION);

  return (
    <div className={styles.page}>
      <PageHead
        title={t('byDetail.title')}
        note={hasSelection ? <SelectionCount selected={selected} /> : countNote}
        actions={
          hasSelection ? (
            <SelectionActions selected={selected} bulkJobs={bulkJobs} onClear={clearSelection} />
          ) : (
            <ExportButton endpoint={jobDetailExport} list={list.input} total={list.count} />
          )
        }
      />
      <JobFilters list={detailList} search={search} setSearch={setSearch} isByDetail />
      <DueDateProvider rows={rows}>
        <DataTable<JobDetailRow>
          {...list.table}
          name={t('byDetail.title')}
          list="detail"
          columns={columns}
          compact={compact}
          rowKey={detailKey}
          rowName={(detail) => detail.sub_prod_id}
          empty={{ title: t('byDetail.empty.title'), hint: t('byDetail.empty.hint') }}
          selection={
            canSelect
              ? { keys, onChange: (next) => setSelection(() => new Map([...next].map((key) => [key, null]))) }
              : undefined
          }
          expandable={{
            open: openKeys,
            onToggle: toggleOpen,
            render: (row) => (
              <ExpandedDetail
                job={toJob(row)}
                detail={row}
                selected={canSelect ? keys : null}
                onSelect={toggleSelected}
                onForm={showForm}
                edits={edits}
              />
            ),
          }}
          fillHeight
        />
      </DueDateProvider>
      {form && form.kind !== 'new' && isFormShown && jobs && (
        <JobForms
          key={search.form}
          open={form}
          jobs={jobs}
          isComplete={!list.query.isFetching && !list.query.isPlaceholderData}
          onClose={() => setSearch({ form: undefined }, { replace: true })}
          onAdded={doNothing}
        />
      )}
    </div>
  );
}
