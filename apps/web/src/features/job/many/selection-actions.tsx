import { jobEndpoints, jobExport } from '@darkroom/contract/job/job';
import { jobDetailExport } from '@darkroom/contract/job/many';
import { taskEndpoints } from '@darkroom/contract/task/task';
import { taskExport } from '@darkroom/contract/task/many';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { useToast } from '../../../lib/toast.ts';
import { AssignButton } from '../../../entities/assign/assign-button.tsx';
import { useAssignable } from '../../../entities/assign/batches.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { asRequested, type JobInShort, type Selected } from '../list/job-selection.ts';
import { ManyActions } from './many-actions.tsx';
import type { useManyJobs } from './use-many-jobs.ts';
import { gatherTasks } from './tasks-of-jobs.ts';
import { DeleteRows } from './delete-dialog.tsx';

/** Number of selected rows: "1 job, 3 tasks selected". */
export function SelectedWords({ selected: { jobs, elsewhere, details, tasks } }: { selected: Selected }) {
  const { t } = useTranslation('job');
  const { number } = useFormat();
  const words = [
    jobs.length > 0 && t('count.jobs', { count: jobs.length }),
    details.length > 0 && t('count.details', { count: details.length }),
    tasks.length > 0 && t('count.tasks', { count: tasks.length }),
  ].filter(Boolean);
  const away = elsewhere.length;
  return (
    <span role="status">
      {t(away > 0 ? 'selectedElsewhere' : 'selected', { what: words.join(', '), n: number(away) })}
    </span>
  );
}

interface SelectionActionsProps {
  selected: Selected;
  many: ReturnType<typeof useManyJobs>;
  onClear: () => void;
}

/** Actions for the selected rows. They are in the page head, so a selection does not move the rows. */
export function SelectionActions({ selected, many, onClear }: SelectionActionsProps) {
  const { t } = useTranslation('job');
  const { number } = useFormat();
  const client = useQueryClient();
  const isAssignable = useAssignable();
  const assignable = selected.allTasks.filter(isAssignable);
  const toast = useToast();
  const [deleting, setDeleting] = useState<{ what: 'jobs' | 'tasks'; asked: readonly JobInShort[] } | null>(null);
  const { jobs, elsewhere, details, tasks } = selected;
  const gather = async () => await gatherTasks(client, selected, isAssignable);
  const known = elsewhere.length === 0;
  // Tasks of jobs on other pages are counted on request.
  const mixed = details.length + tasks.length > 0;
  const count = (known ? assignable : jobs).length;

  /** Opens the confirmation for the jobs in their current state. */
  const ask = (what: 'jobs' | 'tasks') => setDeleting({ what, asked: jobs });
  const deleteTasks = () => {
    // Spec §5: the action is for task records only.
    if (jobs.length + details.length > 0 || tasks.length === 0) toast.error(t('chooseTask'));
    else ask('tasks');
  };
  const jobsWord =
    jobs.length === 0 ? t('deleteDetail') : details.length === 0 ? t('deleteJob') : t('deleteJobsAndDetails');
  return (
    <>
      <AssignButton
        inPalette
        label={t(known ? 'assignSome' : mixed ? 'assignOfAll' : 'assignOfJobs', { count, n: number(count) })}
        tasks={assignable}
        gather={known ? undefined : gather}
        onDone={onClear}
      />
      <SelectionExport {...selected} />
      <ManyActions jobs={jobs} pending={many.pending} onChange={(change) => void many.run(change, jobs)} />
      {jobs.length + details.length > 0 && (
        <CallButton call={jobEndpoints.delete} danger onClick={() => ask('jobs')}>
          {jobsWord}
        </CallButton>
      )}
      <CallButton call={taskEndpoints.delete} moves={tasks.map(({ task }) => task)} danger onClick={deleteTasks}>
        {t('deleteTask')}
      </CallButton>
      <Button type="text" onClick={onClear}>
        {t('clearSelection')}
      </Button>
      {deleting && (
        <DeleteRows
          what={deleting.what}
          selected={selected}
          onDeleteJobs={() => many.run({ action: 'delete' }, asRequested(deleting.asked, selected))}
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
function SelectionExport({ jobs, details, tasks }: Pick<Selected, 'jobs' | 'details' | 'tasks'>) {
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
