import { jobEndpoints } from '@darkroom/contract/job/job';
import { taskEndpoints } from '@darkroom/contract/task/task';
import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../lib/errors/error-message.ts';
import { useApiMutation } from '../../../lib/call/query.ts';
import { useToast } from '../../../lib/toast.ts';
import type { JobInShort, Selected } from '../list/job-selection.ts';
import { DeleteDialog } from '../../../ui/overlay/delete-dialog.tsx';

interface DeleteRowsProps {
  what: 'jobs' | 'tasks';
  /** Current state of the selected rows, with the versions of details and tasks on screen. */
  selected: Selected;
  /** Deletes the selected jobs in their state when the dialog opened, and lists the jobs that were refused. */
  onDeleteJobs: () => Promise<unknown>;
  onClose: () => void;
  onDeleted: () => void;
}

/** Maximum number of jobs named in the warning. */
const MAX_NAMED = 5;

/** Asks before a permanent deletion. After a refusal the dialog stays open and shows the reason. */
export function DeleteRows({ what, selected, onDeleteJobs, onClose, onDeleted }: DeleteRowsProps) {
  const { t } = useTranslation(['job', 'errors']);
  const toast = useToast();
  const [refusal, setRefusal] = useState<string | null>(null);
  const question = useQuestion(what, selected);
  const jobs = what === 'jobs' ? selected.jobs : [];
  const options = {
    invalidates: ['job', 'task'],
    onSuccess: () => {
      toast.success(t('deleted'));
      onDeleted();
    },
    onError: (error: unknown) => {
      setRefusal(messageOf(error, t));
      return true;
    },
  } as const;
  const [deletingJobs, setDeletingJobs] = useState(false);
  const deleteDetails = useApiMutation(jobEndpoints.delete, options);
  const deleteTasks = useApiMutation(taskEndpoints.delete, options);

  const confirm = () => {
    setRefusal(null);
    if (what === 'tasks') {
      deleteTasks.mutate({ tasks: selected.tasks.map(({ task: { task_id, version } }) => ({ task_id, version })) });
      return;
    }
    if (selected.jobs.length > 0) {
      setDeletingJobs(true);
      void onDeleteJobs().finally(() => (selected.details.length > 0 ? setDeletingJobs(false) : onDeleted()));
    }
    if (selected.details.length === 0) return;
    deleteDetails.mutate({
      job_details: selected.details.map(({ detail: { job_detail_id, version } }) => ({ job_detail_id, version })),
    });
  };
  return (
    <DeleteDialog
      title={question}
      yes={t('delete.yes')}
      busy={deletingJobs || deleteDetails.isPending || deleteTasks.isPending}
      refusal={refusal}
      refusalHint={t('delete.nothingDeleted')}
      onDelete={confirm}
      onClose={onClose}
    >
      <p className="mb-12">{t('delete.forGood')}</p>
      <HangsOn what="quoted" jobs={jobs.filter(({ quoted }) => quoted)} />
      <HangsOn what="requested" jobs={jobs.filter(({ requested }) => requested)} />
    </DeleteDialog>
  );
}

/** Quotes or requests of these jobs, and the effect of the deletion on them. */
function HangsOn({ what, jobs }: { what: 'quoted' | 'requested'; jobs: readonly JobInShort[] }) {
  const { t } = useTranslation('job');
  if (jobs.length === 0) return null;
  const named = jobs.slice(0, MAX_NAMED).map(({ prod_id }) => prod_id);
  return (
    <Alert
      className="mb-12"
      type="warning"
      role="alert"
      title={t(`delete.${what}`, {
        count: jobs.length,
        jobs: named.join(', ') + (jobs.length > MAX_NAMED ? ' …' : ''),
      })}
      description={t(`delete.${what}Then`)}
    />
  );
}

/** Question such as "Delete job 261118-004 with 3 tasks?" */
function useQuestion(what: 'jobs' | 'tasks', { jobs, tasksOfJobs, details, tasks }: Selected): string {
  const { t } = useTranslation('job');
  if (what === 'tasks') {
    const [only] = tasks;
    return tasks.length === 1 && only
      ? t('delete.task', { id: only.task.task_id, detail: only.detail.sub_prod_id })
      : t('delete.tasks', { count: tasks.length });
  }
  const below = details.flatMap(({ detail }) => detail.tasks).length;
  const withTasks = tasksOfJobs === null ? t('delete.withAll') : t('delete.withTasks', { count: tasksOfJobs + below });
  const [job] = jobs;
  const [detail] = details;
  if (jobs.length === 1 && details.length === 0 && job) return t('delete.job', { job: job.prod_id, withTasks });
  if (jobs.length === 0 && details.length === 1 && detail) {
    return t('delete.detail', { detail: detail.detail.sub_prod_id, withTasks });
  }
  const parts = [
    jobs.length > 0 ? t('count.jobs', { count: jobs.length }) : '',
    details.length > 0 ? t('count.details', { count: details.length }) : '',
  ].filter(Boolean);
  return t('delete.several', { what: parts.join(t('and')), withTasks });
}
