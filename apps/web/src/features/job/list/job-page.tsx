import { jobEndpoints, jobExport, type Job } from '@darkroom/contract/job/job';
import { jobManyEndpoints, jobImportEndpoints } from '@darkroom/contract/job/many';
import { taskEndpoints } from '@darkroom/contract/task/task';
import { can } from '@darkroom/domain/permission/access';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActivityRefresh } from '../../../lib/activity.ts';
import { messageOf } from '../../../lib/errors/error-message.ts';
import type { FirstReads } from '../../../lib/call/first-reads.ts';
import { pageQuery, query } from '../../../lib/call/query.ts';
import { useScreenActions, type ScreenAction } from '../../../lib/screen-actions.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useChosenUnder } from '../../../lib/undo/use-chosen-under.ts';
import { useStaysOpen } from '../../../ui/record-form/use-kept.ts';
import { useToast } from '../../../lib/toast.ts';
import { readLookups } from '../../../lib/session/lookups.ts';
import { readSearch, useScreenSearch } from '../../../lib/use-screen-search.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import type { RowKey } from '../../../ui/data-table/data-table-row.tsx';
import { PromisesOf } from '../../../entities/due-date/due-date-of.tsx';
import { findActive } from '../../../ui/data-table/data-table-keys.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { Empty } from '../../../ui/data-table/data-table-states.tsx';
import { useList } from '../../../ui/data-table/use-list.ts';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { useJobColumns } from './job-columns.tsx';
import { FORM_ACCESS } from '../form/form-access.ts';
import { JobFilters } from './job-filters.tsx';
import { bySearch, filterOf, jobList, openForm, toggled, type JobSearch, type SetJobSearch } from './job-search.ts';
import { choose, countSelected, jobKey, jobsOnly, selectedRows, withVersions, type Chosen } from './job-selection.ts';
import styles from './job.module.css';
import { SelectedWords, SelectionActions } from '../many/selection-actions.tsx';
import { reasonKeeper, useJobEdits } from './use-job-edits.ts';
import { MAX_JOBS, useManyJobs } from '../many/use-many-jobs.ts';
import DetailPage from '../details/detail-page.tsx';
import JobOpened from './job-opened.tsx';
import { lazyOverlay, lazyPart } from '../../../ui/lazy/lazy.tsx';

// Forms and bulk add are loaded on first use, so the list does not wait for them.
const JobForms = lazyOverlay(() => import('../form/job-forms.tsx'));
/** Setup steps, needed only in a new bureau. */
const FirstSteps = lazyPart(() => import('./first-steps.tsx'));
const BulkAdd = lazyOverlay(() => import('../bulk-add/bulk-add.tsx'));
const ImportsPanel = lazyOverlay(() => import('../imports/imports-panel.tsx'));

const NONE: Chosen = new Map();

/** The job of the focused row, or the only open job. */
function jobAtHand(jobs: readonly Job[], open: ReadonlySet<RowKey>): Job | undefined {
  const opened = jobs.filter((job) => open.has(jobKey(job)));
  return findActive(jobs, jobKey) ?? (opened.length === 1 ? opened[0] : undefined);
}

/** Actions for one job. */
const jobActions = (job: Job | undefined, t: TFunction<'job'>, showForm: (name: string) => void): ScreenAction[] =>
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

/** First queries of the screen: the list and the names that it shows. */
export const firstReads: FirstReads = (client, address, actor) => {
  if (readSearch(bySearch, address).by === 'detail') return;
  if (can(actor, jobEndpoints.list.access))
    void client.prefetchQuery(pageQuery(jobEndpoints.list, jobList.input(readSearch(jobList.schema, address))));
  readLookups(client, actor);
};

/** The job page (/job): jobs as a tree, or one row for each of their details (/job?by=detail). */
export default function JobPage() {
  const [{ by }] = useScreenSearch(bySearch);
  return by === 'detail' ? <DetailPage /> : <Jobs />;
}

/** Jobs with details and tasks as a tree. The URL keeps filters and open rows. */
function Jobs() {
  const { t } = useTranslation(['job', 'common']);
  const may = useCan();
  const toast = useToast();
  // A user who can only add jobs sees no list.
  const canView = may(jobEndpoints.list.access);
  const list = useList(jobList, jobEndpoints.list, { ready: () => canView, added: 'job' });
  const { search, setSearch, rows: jobs } = list;
  useActivityRefresh(['job', 'task']);
  const [chosen, setChosen] = useChosenUnder(NONE, JSON.stringify(filterOf(search)));
  const [reason] = useState(reasonKeeper);
  const edits = useJobEdits(reason);
  const { columns, compact } = useJobColumns(edits.job, search);
  const many = useManyJobs(({ done, deleted }) =>
    setChosen((now) => {
      const gone = new Set<RowKey>(deleted.map((job_id) => jobKey({ job_id })));
      return withVersions(new Map([...now].filter(([key]) => !gone.has(key))), done);
    }),
  );

  const open = useMemo(() => new Set<RowKey>(search.open.map((job_id) => jobKey({ job_id }))), [search.open]);
  const selected = useMemo(() => selectedRows(jobs ?? [], chosen), [jobs, chosen]);
  const form = openForm(search.form);
  const shown = useStaysOpen(form ? search.form : undefined, form !== null && may(FORM_ACCESS[form.kind]));

  const openOnPage: SetJobSearch = (patch) => setSearch(patch, { replace: true });
  const toggleOpen = (key: RowKey) => openOnPage({ open: toggled(search.open, Number(String(key).slice(1))) });
  const showForm = (name: string) => setSearch({ form: name });
  const closeForm = () => setSearch({ form: undefined }, { replace: true });
  const refuseForm = useEffectEvent(() => {
    toast.info(t(form?.kind === 'new' ? 'mayNot.add' : 'mayNot.form'));
    closeForm();
  });
  const isRefused = form !== null && !shown;
  useEffect(() => {
    if (isRefused) refuseForm();
  }, [isRefused]);
  const keys = useMemo(() => new Set(chosen.keys()), [chosen]);
  const setKeys = (next: ReadonlySet<RowKey>) => setChosen((now) => choose(now, next, jobs ?? []));
  const toggleChosen = useCallback(
    (key: RowKey) =>
      setChosen((now) => {
        const next = new Map(now);
        if (!next.delete(key)) next.set(key, null);
        return next;
      }),
    [setChosen],
  );
  const { gathering, gather } = useAllThatMatch(search, (all) => setChosen(() => all));
  // Without the permission to change, delete or assign, there is nothing to select for.
  const maySelect =
    may(jobManyEndpoints.bulk.access) || may(taskEndpoints.delete.access) || may(taskEndpoints.load.access);
  const mayAdd = may(jobEndpoints.bulkAdd.access);
  const mayImports = may(jobImportEndpoints.imports.access);
  useScreenActions(() => [
    { key: 'add', label: t('addJob'), call: jobEndpoints.bulkAdd, run: () => showForm('new') },
    { key: 'bulk', label: t('bulkAdd'), call: jobEndpoints.bulkAdd, run: () => setSearch({ bulk: 1 }) },
    ...jobActions(jobAtHand(jobs ?? [], open), t, showForm),
  ]);
  const addButtons = mayAdd && (
    <>
      <CallButton call={jobEndpoints.bulkAdd} onClick={() => setSearch({ bulk: 1 })}>
        {t('bulkAdd')}
      </CallButton>
      <CallButton call={jobEndpoints.bulkAdd} type="primary" onClick={() => showForm('new')}>
        {t('addJob')}
      </CallButton>
    </>
  );
  const inAll = list.note((count, n) => t(jobList.isFiltered(search) ? 'matching' : 'inAll', { count, n }));
  const anySelected = countSelected(selected) > 0;
  // With other filters set, the job can exist without matching them.
  const isLink = search.job_id !== undefined && !jobList.isFiltered({ ...search, job_id: undefined });

  return (
    <div className={styles.page}>
      <PageHead
        title={t('title')}
        note={anySelected ? <SelectedWords selected={selected} /> : inAll}
        actions={
          anySelected ? (
            <SelectionActions selected={selected} many={many} onClear={() => setChosen(() => NONE)} />
          ) : (
            <>
              <ExportButton endpoint={jobExport} list={list.input} total={list.count} />
              {mayImports && <Button onClick={() => setSearch({ imports: 1 })}>{t('imports.open')}</Button>}
              {addButtons}
            </>
          )
        }
      />
      {canView ? (
        <>
          <JobFilters list={jobList} search={search} setSearch={setSearch} />
          <PromisesOf rows={jobs}>
            <DataTable<Job>
              {...list.table}
              onChange={(change) => {
                setChosen(jobsOnly);
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
                    {addButtons && <div className={styles.firstAdd}>{addButtons}</div>}
                  </>
                ),
              }}
              selection={
                maySelect
                  ? { keys, onChange: setKeys, matching: { most: MAX_JOBS, onSelect: gather, busy: gathering } }
                  : undefined
              }
              editable
              gone={isLink ? { title: t('gone.title'), hint: t('gone.hint') } : undefined}
              expandable={{
                open,
                onToggle: toggleOpen,
                render: (job) => (
                  <JobOpened
                    job={job}
                    selected={maySelect ? keys : null}
                    onSelect={toggleChosen}
                    onForm={showForm}
                    edits={edits}
                  />
                ),
              }}
              fillHeight
            />
          </PromisesOf>
        </>
      ) : (
        <Empty title={t('onlyAdds.title')} hint={t('onlyAdds.hint')} />
      )}
      {many.dialog}
      {form && shown && (form.kind === 'new' || jobs) && (
        <JobForms
          key={search.form}
          open={form}
          jobs={jobs ?? []}
          complete={!list.answer.isFetching && !list.answer.isPlaceholderData}
          onClose={closeForm}
          onAdded={(job_id) => openOnPage({ form: undefined, open: [...search.open, job_id] })}
        />
      )}
      {search.imports === 1 && mayImports && (
        <ImportsPanel onClose={() => setSearch({ imports: undefined }, { replace: true })} />
      )}
      {search.bulk === 1 && mayAdd && (
        <BulkAdd
          onClose={() => setSearch({ bulk: undefined }, { replace: true })}
          onDone={(import_id) => setSearch({ ...jobList.cleared, import_id, bulk: undefined }, { replace: true })}
        />
      )}
    </div>
  );
}

/** All jobs that match the filter, beyond this page, in short form. Fetched on request. */
function useAllThatMatch(search: JobSearch, onFound: (all: Chosen) => void) {
  const { t } = useTranslation(['errors']);
  const client = useQueryClient();
  const toast = useToast();
  const [gathering, setGathering] = useState(false);
  const gather = () => {
    setGathering(true);
    client
      .fetchQuery({ ...query(jobManyEndpoints.ids, filterOf(search)), staleTime: 0 })
      .then(({ results }) => onFound(new Map(results.map((job) => [jobKey(job), job]))))
      .catch((error: unknown) => toast.error(messageOf(error, t)))
      .finally(() => setGathering(false));
  };
  return { gathering, gather };
}
