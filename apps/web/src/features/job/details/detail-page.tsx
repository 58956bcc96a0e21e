import { jobEndpoints } from '@darkroom/contract/job/job';
import { jobDetailEndpoints, jobDetailExport, type JobDetailRow } from '@darkroom/contract/job/many';
import { taskEndpoints } from '@darkroom/contract/task/task';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActivityRefresh } from '../../../lib/activity.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useStaysOpen } from '../../../ui/record-form/use-kept.ts';
import type { RowKey } from '../../../ui/data-table/data-table-row.tsx';
import { PromisesOf } from '../../../entities/due-date/due-date-of.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useList } from '../../../ui/data-table/use-list.ts';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { useDetailColumns } from './detail-columns.tsx';
import { DetailOpened } from './detail-opened.tsx';
import { asJob } from './detail-row.ts';
import { detailList } from './detail-search.ts';
import { FORM_ACCESS } from '../form/form-access.ts';
import { JobFilters } from '../list/job-filters.tsx';
import { openForm, toggled } from '../list/job-search.ts';
import { countSelected, detailKey, selectedRows, type Chosen } from '../list/job-selection.ts';
import styles from '../list/job.module.css';
import { SelectedWords, SelectionActions } from '../many/selection-actions.tsx';
import { reasonKeeper, useJobEdits } from '../list/use-job-edits.ts';
import { useManyJobs } from '../many/use-many-jobs.ts';
import { useChosenUnder } from '../../../lib/undo/use-chosen-under.ts';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

const JobForms = lazyOverlay(() => import('../form/job-forms.tsx'));

const NONE: Chosen = new Map();
const nothing = () => undefined;

/** Job → Detail (/job?by=detail): the job page with one row per detail. Open rows show the tasks. */
export default function DetailPage() {
  const { t } = useTranslation('job');
  const may = useCan();
  const list = useList(detailList, jobDetailEndpoints.details);
  const { search, setSearch, rows } = list;
  useActivityRefresh(['job', 'task']);
  // Another order or page is another list, and only its rows can be selected.
  const [chosen, setChosen] = useChosenUnder(NONE, JSON.stringify(list.input));
  const [reason] = useState(reasonKeeper);
  const edits = useJobEdits(reason);
  const { columns, compact } = useDetailColumns(edits.detail, search);
  const many = useManyJobs(nothing);

  const jobs = useMemo(() => rows?.map(asJob), [rows]);
  const open = useMemo(
    () => new Set<RowKey>(search.open.map((job_detail_id) => detailKey({ job_detail_id }))),
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
    [setChosen],
  );
  const toggleOpen = (key: RowKey) =>
    setSearch({ open: toggled(search.open, Number(String(key).slice(1))) }, { replace: true });
  const showForm = (name: string) => setSearch({ form: name });
  const form = openForm(search.form);
  const shown = useStaysOpen(form ? search.form : undefined, form !== null && may(FORM_ACCESS[form.kind]));
  const inAll = list.note((count, n) =>
    t(detailList.isFiltered(search) ? 'byDetail.matching' : 'byDetail.inAll', { count, n }),
  );
  // Without the permission to delete or assign, there is nothing to select for.
  const maySelect =
    may(jobEndpoints.delete.access) || may(taskEndpoints.delete.access) || may(taskEndpoints.load.access);
  const anySelected = countSelected(selected) > 0;
  const clear = () => setChosen(() => NONE);

  return (
    <div className={styles.page}>
      <PageHead
        title={t('byDetail.title')}
        note={anySelected ? <SelectedWords selected={selected} /> : inAll}
        actions={
          anySelected ? (
            <SelectionActions selected={selected} many={many} onClear={clear} />
          ) : (
            <ExportButton endpoint={jobDetailExport} list={list.input} total={list.count} />
          )
        }
      />
      <JobFilters list={detailList} search={search} setSearch={setSearch} ofDetails />
      <PromisesOf rows={rows}>
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
            maySelect
              ? { keys, onChange: (next) => setChosen(() => new Map([...next].map((key) => [key, null]))) }
              : undefined
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
          fillHeight
        />
      </PromisesOf>
      {form && form.kind !== 'new' && shown && jobs && (
        <JobForms
          key={search.form}
          open={form}
          jobs={jobs}
          complete={!list.answer.isFetching && !list.answer.isPlaceholderData}
          onClose={() => setSearch({ form: undefined }, { replace: true })}
          onAdded={nothing}
        />
      )}
    </div>
  );
}
