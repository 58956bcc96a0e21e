import { jobEndpoints } from '@darkroom/contract/job';
import { taskEndpoints } from '@darkroom/contract/task';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { useToast } from '../../../lib/toast.ts';
import { AssignButton } from '../../../records/assign/assign-button.tsx';
import { useAssignable } from '../../../records/assign/batches.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { asAsked, type JobInShort, type Selected } from '../list/job-selection.ts';
import { afterRows } from '../../../ui/after-rows.ts';
import { lateOverlay } from '../../../ui/late/late-part.tsx';
import { Wait } from '../../../ui/late/wait.tsx';
import { ManyActions, prefetchManyPanel } from './many-actions.tsx';
import { useTasksOfJobs } from './use-tasks-of-jobs.ts';
import type { useManyJobs } from './use-many-jobs.ts';

const DeleteDialog = lateOverlay(() => import('./delete-dialog.tsx').then((part) => ({ default: part.DeleteDialog })));

/** Fetches what opens from the actions below once the list has had its turn. */
export const prefetchManyParts = afterRows(() => Promise.all([prefetchManyPanel(), DeleteDialog.preload()]));

/** What is selected, in words: "1 job, 3 tasks selected". */
export function SelectedWords({ selected: { jobs, elsewhere, details, tasks } }: { selected: Selected }) {
  const { t } = useTranslation('job');
  const { number } = useFormat();
  const words = [
    jobs.length > 0 && t('count.jobs', { count: jobs.length }),
    details.length > 0 && t('count.details', { count: details.length }),
    tasks.length > 0 && t('count.tasks', { count: tasks.length }),
  ].filter(Boolean);
  const what = words.join(', ');
  const away = elsewhere.length;
  return (
    <span role="status">{away > 0 ? t('selectedElsewhere', { what, n: number(away) }) : t('selected', { what })}</span>
  );
}

interface SelectionActionsProps {
  selected: Selected;
  many: ReturnType<typeof useManyJobs>;
  onClear: () => void;
}

/** What can be done with the selected rows; stands in the page head, so that selecting moves nothing. */
export function SelectionActions({ selected, many, onClear }: SelectionActionsProps) {
  const { t } = useTranslation('job');
  const { number } = useFormat();
  const assignable = selected.allTasks.filter(useAssignable());
  const toast = useToast();
  const [deleting, setDeleting] = useState<{ what: 'jobs' | 'tasks'; asked: readonly JobInShort[] } | null>(null);
  const { jobs, elsewhere, details, tasks } = selected;
  const gather = useTasksOfJobs(selected);
  const onlyJobs = details.length + tasks.length === 0;
  // What is on no row here is counted once it is asked for.
  const assignWord = () => {
    if (elsewhere.length === 0) return t('assignSome', { count: assignable.length, n: number(assignable.length) });
    return onlyJobs ? t('assignOfJobs', { count: jobs.length, n: number(jobs.length) }) : t('assignOfAll');
  };

  /** Opens the question, about the jobs as they are now. */
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
        label={assignWord()}
        tasks={assignable}
        gather={elsewhere.length > 0 ? gather : undefined}
        onDone={onClear}
      />
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
        <Wait>
          <DeleteDialog
            what={deleting.what}
            selected={selected}
            onDeleteJobs={() => many.run({ action: 'delete' }, asAsked(deleting.asked, selected))}
            onClose={() => setDeleting(null)}
            onDeleted={() => {
              setDeleting(null);
              onClear();
            }}
          />
        </Wait>
      )}
    </>
  );
}
