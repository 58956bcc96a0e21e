import { jobEndpoints, jobExport, type Job } from '@darkroom/contract/job/job';
import { jobBulkEndpoints, jobImportEndpoints } from '@darkroom/contract/job/bulk';
import { taskEndpoints } from '@darkroom/contract/task/task';
import { can } from '@darkroom/domain/permission/access';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useActivityRefresh } from '../../../lib/activity.ts';
import { getErrorMessage } from '../../../lib/errors/error-message.ts';
import type { FirstReads } from '../../../lib/api/first-reads.ts';
import { pageQuery, query } from '../../../lib/api/query.ts';
import { useScreenActions, type ScreenAction } from '../../../lib/screen-actions.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useListSelection } from '../../../lib/undo/use-list-selection.ts';
import { useStaysOpen } from '../../../ui/record-form/use-opened-record.ts';
import { useToast } from '../../../lib/toast.ts';
import { prefetchLookups } from '../../../lib/session/lookups.ts';
import { parseSearch, useScreenSearch } from '../../../lib/use-screen-search.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import type { RowKey } from '../../../ui/data-table/data-table-row.tsx';
import { DueDateProvider } from '../../../entities/due-date/due-date-provider.tsx';
import { findActiveRow } from '../../../ui/data-table/data-table-keys.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { Empty } from '../../../ui/data-table/data-table-states.tsx';
import { useList } from '../../../ui/data-table/use-list.ts';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { useJobColumns } from './job-columns.tsx';
import { FORM_ACCESS } from '../form/form-access.ts';
import { JobFilters } from './job-filters.tsx';
import {
  rowKindSearch,
  toFilterInput,
  jobList,
  parseOpenJobForm,
  toggleId,
  type JobSearch,
  type SetJobSearch,
} from './job-search.ts';
import {
  updateSelection,
  countSelected,
  jobKey,
  keepSelectedJobs,
  getSelectedRows,
  withNewVersions,
  type RowSelection,
} from './job-selection.ts';
import styles from './job.module.css';
import { SelectionCount, SelectionActions } from '../bulk/selection-actions.tsx';
import { createReasonStore, useJobEdits } from './use-job-edits.ts';
import { MAX_JOBS, useBulkJobs } from '../bulk/use-bulk-jobs.ts';
import DetailPage from '../details/detail-page.tsx';
import ExpandedJob from './expanded-job.tsx';
import { lazyOverlay, lazyPart } from '../../../ui/lazy/lazy.tsx';

// Forms and bulk add are loaded on first use, so the list does not wait for them.
const JobForms = lazyOverlay(() => import('../form/job-forms.tsx'));
/** Setup steps, needed only in a new bureau. */
const FirstSteps = lazyPart(() => import('./first-steps.tsx'));
const BulkAdd = lazyOverlay(() => import('../bulk-add/bulk-add.tsx'));
const ImportsPanel = lazyOverlay(() => import('../imports/imports-panel.tsx'));

const NO_SELECTION: RowSelection = new Map();

/** Finds the job of the focused row, or the only open job. */
function findCurrentJob(jobs: readonly Job[], open: ReadonlySet<RowKey>): Job | undefined {
  const openJobs = jobs.filter((job) => open.has(jobKey(job)));
  return findActiveRow(jobs, jobKey) ?? (openJobs.length === 1 ? openJobs[0] : undefined);
}

const getJobActions = (job: Job | undefined, t: TFunction<'job'>, showForm: (name: string) => void): ScreenAction[] =>
  job
    ? [
        {
          key: 'edit',
          label: `${t('editJob')} · ${job.prod_id}`,
          call: jobEndpoints.update,
          run: () => showForm(`job-${job.job_id}`),
        },
        {
          key: 'add-detail',
          label: `${t('addDetail')} · ${job.prod_id}`,
          call: jobEndpoints.addDetail,
          run: () => showForm(`job-${job.job_id}-detail`),
        },
      ]
    : [];

/** Starts the first queries of the screen: the list and the names that it shows. */
export const firstReads: FirstReads = (client, address, actor) => {
  if (parseSearch(rowKindSearch, address).by === 'detail') return;
  if (can(actor, jobEndpoints.list.access))
    void client.prefetchQuery(pageQuery(jobEndpoints.list, jobList.input(parseSearch(jobList.schema, address))));
  prefetchLookups(client, actor);
};

/** The job page (/job): jobs as a tree, or one row for each of their details (/job?by=detail). */
export default function JobPage() {
  const [{ by }] = useScreenSearch(rowKindSearch);
  return by === 'detail' ? <DetailPage /> : <JobTree />;
}

/** Jobs with details and tasks as a tree. The URL contains filters and open rows. */
function JobTree() {
  const { t } = useTranslation(['job', 'common']);
  const can = useCan();
  const toast = useToast();
  // A user who can only add jobs sees no list.
  const canView = can(jobEndpoints.list.access);
  const list = useList(jobList, jobEndpoints.list, { ready: () => canView, added: 'job' });
  const { search, setSearch, rows: jobs } = list;
  useActivityRefresh(['job', 'task']);
  const [selection, setSelection] = useListSelection(NO_SELECTION, JSON.stringify(toFilterInput(search)));
  const [reasonStore] = useState(createReasonStore);
  const edits = useJobEdits(reasonStore);
  const { columns, compact } = useJobColumns(edits.job, search);
  const bulkJobs = useBulkJobs(({ done, deleted }) =>
    setSelection((now) => {
      const deletedKeys = new Set<RowKey>(deleted.map((job_id) => jobKey({ job_id })));
      return withNewVersions(new Map([...now].filter(([key]) => !deletedKeys.has(key))), done);
    }),
  );

  const openKeys = useMemo(() => new Set<RowKey>(search.open.map((job_id) => jobKey({ job_id }))), [search.open]);
  const selected = useMemo(() => getSelectedRows(jobs ?? [], selection), [jobs, selection]);
  const form = parseOpenJobForm(search.form);
  const isFormShown = useStaysOpen(form ? search.form : undefined, form !== null && can(FORM_ACCESS[form.kind]));

  const replaceSearch: SetJobSearch = (patch) => setSearch(patch, { replace: true });
  const toggleOpen = (key: RowKey) => replaceSearch({ open: toggleId(search.open, Number(String(key).slice(1))) });
  const showForm = (name: string) => setSearch({ form: name });
  const closeForm = () => setSearch({ form: undefined }, { replace: true });
  const rejectForm = useEffectEvent(() => {
    toast.info(t(form?.kind === 'new' ? 'noPermission.add' : 'noPermission.form'));
    closeForm();
  });
  const isRejected = form !== null && !isFormShown;
  useEffect(() => {
    if (isRejected) rejectForm();
  }, [isRejected]);
  const keys = useMemo(() => new Set(selection.keys()), [selection]);
  const selectKeys = (next: ReadonlySet<RowKey>) => setSelection((now) => updateSelection(now, next, jobs ?? []));
  const toggleSelected = useCallback(
    (key: RowKey) =>
      setSelection((now) => {
        const next = new Map(now);
        if (!next.delete(key)) next.set(key, null);
        return next;
      }),
    [setSelection],
  );
  const { isSelectingAll, selectAll } = useSelectAllMatching(search, (all) => setSelection(() => all));
  // Without the permission to change, delete or assign, there is nothing to select for.
  const canSelect =
    can(jobBulkEndpoints.bulk.access) || can(taskEndpoints.delete.access) || can(taskEndpoints.load.access);
  const canAdd = can(jobEndpoints.bulkAdd.access);
  const canViewImports = can(jobImportEndpoints.imports.access);
  useScreenActions(() => [
    { key: 'add', label: t('addJob'), call: jobEndpoints.bulkAdd, run: () => showForm('new') },
    { key: 'bulk', label: t('bulkAdd'), call: jobEndpoints.bulkAdd, run: () => setSearch({ bulk: 1 }) },
    ...getJobActions(findCurrentJob(jobs ?? [], openKeys), t, showForm),
  ]);
  const addButtons = canAdd && (
    <>
      <CallButton call={jobEndpoints.bulkAdd} onClick={() => setSearch({ bulk: 1 })}>
        {t('bulkAdd')}
      </CallButton>
      <CallButton call={jobEndpoints.bulkAdd} type="primary" onClick={() => showForm('new')}>
        {t('addJob')}
      </CallButton>
    </>
  );
  const countNote = list.note((count, n) => t(jobList.isFiltered(search) ? 'matching' : 'inAll', { count, n }));
  const hasSelection = countSelected(selected) > 0;
  // With other filters set, the job can exist without matching them.
  const isLinkToJob = search.job_id !== undefined && !jobList.isFiltered({ ...search, job_id: undefined });

  return (
    <div className={styles.page}>
      <PageHead
        title={t('title')}
        note={hasSelection ? <SelectionCount selected={selected} /> : countNote}
        actions={
          hasSelection ? (
            <SelectionActions
              selected={selected}
              bulkJobs={bulkJobs}
              onClear={() => setSelection(() => NO_SELECTION)}
            />
          ) : (
            <>
              <ExportButton endpoint={jobExport} list={list.input} total={list.count} />
              {canViewImports && <Button onClick={() => setSearch({ imports: 1 })}>{t('imports.open')}</Button>}
              {addButtons}
            </>
          )
        }
      />
      {canView ? (
        <>
          <JobFilters list={jobList} search={search} setSearch={setSearch} />
          <DueDateProvider rows={jobs}>
            <DataTable<Job>
              {...list.table}
              onChange={(change) => {
                setSelection(keepSelectedJobs);
                list.table.onChange(change);
              }}
              name={t('title')}
              list="job"
              columns={columns}
              compact={compact}
              rowKey={jobKey}
              rowName={(job) => job.prod_id}
              empty={{
                title: t('empty.title'),
                hint: t('empty.hint'),
                action: (
                  <>
                    <FirstSteps />
                    {addButtons && <div className={styles.emptyActions}>{addButtons}</div>}
                  </>
                ),
              }}
              selection={
                canSelect
                  ? {
                      keys,
                      onChange: selectKeys,
                      matching: { limit: MAX_JOBS, onSelect: selectAll, busy: isSelectingAll },
                    }
                  : undefined
              }
              editable
              missingText={isLinkToJob ? { title: t('gone.title'), hint: t('gone.hint') } : undefined}
              expandable={{
                open: openKeys,
                onToggle: toggleOpen,
                render: (job) => (
                  <ExpandedJob
                    job={job}
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
        </>
      ) : (
        <Empty title={t('onlyAdds.title')} hint={t('onlyAdds.hint')} />
      )}
      {bulkJobs.dialog}
      {form && isFormShown && (form.kind === 'new' || jobs) && (
        <JobForms
          key={search.form}
          open={form}
          jobs={jobs ?? []}
          isComplete={!list.query.isFetching && !list.query.isPlaceholderData}
          onClose={closeForm}
          onAdded={(job_id) => replaceSearch({ form: undefined, open: [...search.open, job_id] })}
        />
      )}
      {search.imports === 1 && canViewImports && (
        <ImportsPanel onClose={() => setSearch({ imports: undefined }, { replace: true })} />
      )}
      {search.bulk === 1 && canAdd && (
        <BulkAdd
          onClose={() => setSearch({ bulk: undefined }, { replace: true })}
          onDone={(import_id) => setSearch({ ...jobList.cleared, import_id, bulk: undefined }, { replace: true })}
        />
      )}
    </div>
  );
}

/** Fetches all jobs that match the filter, beyond this page, in short form. Fetched on request. */
function useSelectAllMatching(search: JobSearch, onFound: (all: RowSelection) => void) {
  const { t } = useTranslation(['errors']);
  const client = useQueryClient();
  const toast = useToast();
  const [isSelectingAll, setIsSelectingAll] = useState(false);
  const selectAll = () => {
    setIsSelectingAll(true);
    client
      .fetchQuery({ ...query(jobBulkEndpoints.ids, toFilterInput(search)), staleTime: 0 })
      .then(({ results }) => onFound(new Map(results.map((job) => [jobKey(job), job]))))
      .catch((error: unknown) => toast.error(getErrorMessage(error, t)))
      .finally(() => setIsSelectingAll(false));
  };
  return { isSelectingAll, selectAll };
}
