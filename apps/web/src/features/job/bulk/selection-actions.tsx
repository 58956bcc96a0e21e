import { jobEndpoints, jobExport } from '@darkroom/contract/job/job';
import { jobDetailExport } from '@darkroom/contract/job/bulk';
import { taskEndpoints } from '@darkroom/contract/task/task';
import { taskExport } from '@darkroom/contract/task/bulk';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useToast } from '../../../lib/toast.ts';
import { AssignButton } from '../../../entities/assign/assign-button.tsx';
import { useIsAssignable } from '../../../entities/assign/batches.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { filterConfirmedJobs, type JobSummary, type SelectedRows } from '../list/job-selection.ts';
import { BulkActions } from './bulk-actions.tsx';
import type { useBulkJobs } from './use-bulk-jobs.ts';
import { collectAssignableTasks } from './collect-assignable-tasks.ts';
import { DeleteRowsDialog } from './delete-dialog.tsx';

/** Number of selected rows: "1 job, 3 tasks selected". */
export function SelectionCount({ selected: { jobs, otherPageJobs, details, tasks } }: { selected: SelectedRows }) {
  const { t } = useTranslation('job');
  const { number } = useFormat();
  const words = [
    jobs.length > 0 && t('count.jobs', { count: jobs.length }),
    details.length > 0 && t('count.details', { count: details.length }),
    tasks.length > 0 && t('count.tasks', { count: tasks.length }),
  ].filter(Boolean);
  const otherPageCount = otherPageJobs.length;
  return (
    <span role="status">
      {t(otherPageCount > 0 ? 'selectedElsewhere' : 'selected', { what: words.join(', '), n: number(otherPageCount) })}
    </span>
  );
}

interface SelectionActionsProps {
  selected: SelectedRows;
  bulkJobs: ReturnType<typeof useBulkJobs>;
  onClear: () => void;
}

/** Actions for the selected rows. They are in the page head, so a selection does not move the rows. */
export function SelectionActions({ selected, bulkJobs, onClear }: SelectionActionsProps) {
  const { t } = useTranslation('job');
  const { number } = useFormat();
  const client = useQueryClient();
  const isAssignable = useIsAssignable();
  const assignable = selected.allTasks.filter(isAssignable);
  const toast = useToast();
  const [deleting, setDeleting] = useState<{ kind: 'jobs' | 'tasks'; confirmedJobs: readonly JobSummary[] } | null>(
    null,
  );
  const { jobs, otherPageJobs, details, tasks } = selected;
  const collectTasks = async () => await collectAssignableTasks(client, selected, isAssignable);
  const isComplete = otherPageJobs.length === 0;
  // Tasks of jobs on other pages are counted on request.
  const isMixed = details.length + tasks.length > 0;
  const count = (isComplete ? assignable : jobs).length;

  /** Opens the confirmation for the jobs in their current state. */
  const askToDelete = (kind: 'jobs' | 'tasks') => setDeleting({ kind, confirmedJobs: jobs });
  const deleteTasks = () => {
    // The action is for task records only (spec §5).
    if (jobs.length + details.length > 0 || tasks.length === 0) toast.error(t('chooseTask'));
    else askToDelete('tasks');
  };
  const deleteLabel =
    jobs.length === 0 ? t('deleteDetail') : details.length === 0 ? t('deleteJob') : t('deleteJobsAndDetails');
  return (
    <>
      <AssignButton
        inPalette
        label={t(isComplete ? 'assignSome' : isMixed ? 'assignOfAll' : 'assignOfJobs', { count, n: number(count) })}
        tasks={assignable}
        loadTasks={isComplete ? undefined : collectTasks}
        onDone={onClear}
      />
      <SelectionExport {...selected} />
      <BulkActions jobs={jobs} pending={bulkJobs.pending} onChange={(change) => void bulkJobs.run(change, jobs)} />
      {jobs.length + details.length > 0 && (
        <CallButton call={jobEndpoints.delete} danger onClick={() => askToDelete('jobs')}>
          {deleteLabel}
        </CallButton>
      )}
      <CallButton call={taskEndpoints.delete} moves={tasks.map(({ task }) => task)} danger onClick={deleteTasks}>
        {t('deleteTask')}
      </CallButton>
      <Button type="text" onClick={onClear}>
        {t('clearSelection')}
      </Button>
      {deleting && (
        <DeleteRowsDialog
          kind={deleting.kind}
          selected={selected}
          onDeleteJobs={() => bulkJobs.run({ action: 'delete' }, filterConfirmedJobs(deleting.confirmedJobs, selected))}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            setDeleting(null);
            onClear();
          }}
        />
      )}
    </>
  );
}

/** Export of the selected rows, if they are of one kind. */
function SelectionExport({ jobs, details, tasks }: Pick<SelectedRows, 'jobs' | 'details' | 'tasks'>) {
  const kinds = [jobs, details, tasks].filter(({ length }) => length > 0);
  if (kinds.length !== 1) return null;
  const total = kinds[0]?.length;
  if (jobs.length > 0)
    return <ExportButton endpoint={jobExport} list={{ only: jobs.map(({ job_id }) => job_id) }} total={total} />;
  if (details.length > 0) {
    const only = details.map(({ detail }) => detail.job_detail_id);
    return <ExportButton endpoint={jobDetailExport} list={{ only }} total={total} />;
  }
  return <ExportButton endpoint={taskExport} list={{ only: tasks.map(({ task }) => task.task_id) }} total={total} />;
}
