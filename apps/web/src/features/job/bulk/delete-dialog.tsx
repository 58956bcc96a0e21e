import { jobEndpoints } from '@darkroom/contract/job/job';
import { taskEndpoints } from '@darkroom/contract/task/task';
import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { getErrorMessage } from '../../../lib/errors/error-message.ts';
import { useApiMutation } from '../../../lib/api/query.ts';
import { useToast } from '../../../lib/toast.ts';
import type { JobSummary, SelectedRows } from '../list/job-selection.ts';
import { DeleteDialog } from '../../../ui/overlay/delete-dialog.tsx';

interface DeleteRowsDialogProps {
  kind: 'jobs' | 'tasks';
  /** Current state of the selected rows, with the versions of details and tasks on screen. */
  selected: SelectedRows;
  /** Deletes the selected jobs in their state when the dialog opened, and lists the jobs that were refused. */
  onDeleteJobs: () => Promise<unknown>;
  onClose: () => void;
  onDeleted: () => void;
}

/** Maximum number of jobs named in the warning. */
const MAX_NAMED = 5;

/** Asks before a permanent deletion. After a refusal the dialog stays open and shows the reason. */
export function DeleteRowsDialog({ kind, selected, onDeleteJobs, onClose, onDeleted }: DeleteRowsDialogProps) {
  const { t } = useTranslation(['job', 'errors']);
  const toast = useToast();
  const [refusal, setRefusal] = useState<string | null>(null);
  const question = useDeleteQuestion(kind, selected);
  const jobs = kind === 'jobs' ? selected.jobs : [];
  const options = {
    invalidates: ['job', 'task'],
    onSuccess: () => {
      toast.success(t('deleted'));
      onDeleted();
    },
    onError: (error: unknown) => {
      setRefusal(getErrorMessage(error, t));
      return true;
    },
  } as const;
  const [deletingJobs, setDeletingJobs] = useState(false);
  const deleteDetails = useApiMutation(jobEndpoints.delete, options);
  const deleteTasks = useApiMutation(taskEndpoints.delete, options);

  const confirm = () => {
    setRefusal(null);
    if (kind === 'tasks') {
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
      deleteLabel={t('delete.yes')}
      busy={deletingJobs || deleteDetails.isPending || deleteTasks.isPending}
      rejection={refusal}
      rejectionHint={t('delete.nothingDeleted')}
      onDelete={confirm}
      onClose={onClose}
    >
      <p className="mb-12">{t('delete.forGood')}</p>
      <LinkedRecordsWarning kind="quoted" jobs={jobs.filter(({ quoted }) => quoted)} />
      <LinkedRecordsWarning kind="requested" jobs={jobs.filter(({ requested }) => requested)} />
    </DeleteDialog>
  );
}

/** Quotes or requests of these jobs, and the effect of the deletion on them. */
function LinkedRecordsWarning({ kind, jobs }: { kind: 'quoted' | 'requested'; jobs: readonly JobSummary[] }) {
  const { t } = useTranslation('job');
  if (jobs.length === 0) return null;
  const namedJobs = jobs.slice(0, MAX_NAMED).map(({ prod_id }) => prod_id);
  return (
    <Alert
      className="mb-12"
      type="warning"
      role="alert"
      title={t(`delete.${kind}`, {
        count: jobs.length,
        jobs: namedJobs.join(', ') + (jobs.length > MAX_NAMED ? ' …' : ''),
      })}
      description={t(`delete.${kind}Note`)}
    />
  );
}

/** Returns a function that creates a question such as "Delete job 261118-004 with 3 tasks?" */
function useDeleteQuestion(kind: 'jobs' | 'tasks', { jobs, tasksOfJobs, details, tasks }: SelectedRows): string {
  const { t } = useTranslation('job');
  if (kind === 'tasks') {
    const [onlyTask] = tasks;
    return tasks.length === 1 && onlyTask
      ? t('delete.task', { id: onlyTask.task.task_id, detail: onlyTask.detail.sub_prod_id })
      : t('delete.tasks', { count: tasks.length });
  }
  const detailTaskCount = details.flatMap(({ detail }) => detail.tasks).length;
  const withTasks =
    tasksOfJobs === null ? t('delete.withAll') : t('delete.withTasks', { count: tasksOfJobs + detailTaskCount });
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
