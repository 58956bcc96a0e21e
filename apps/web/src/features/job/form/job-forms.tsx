import { isVisible, type Job, type JobDetail } from '@darkroom/contract/job/job';
import type { Task } from '@darkroom/contract/task/task';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useToast } from '../../../lib/toast.ts';
import { useOpenedRecord } from '../../../ui/record-form/use-opened-record.ts';
import { DetailAddForm, DetailEditForm, TasksAddForm } from '../details/detail-forms.tsx';
import { JobAddForm } from './job-add-form.tsx';
import { JobEditForm } from './job-edit-form.tsx';
import { JobFromRequest } from './job-from-request.tsx';
import type { OpenJobForm } from '../list/job-search.ts';
import { TaskForm } from '../../../entities/task/form/task-form.tsx';

interface JobFormsProps {
  open: OpenJobForm;
  jobs: readonly Job[];
  /** True if these are the current jobs of the list. */
  isComplete: boolean;
  onClose: () => void;
  onAdded: (job_id: number) => void;
}

/**
 * The form of the URL parameters with its record, or a message if the record is not on this page of the list. Each form has its own key.
 */
export default function JobForms({ open, jobs, isComplete, onClose, onAdded }: JobFormsProps) {
  const { t } = useTranslation('job');
  const toast = useToast();
  const records = findRecords(open, jobs);
  const { job, detail, task } = useOpenedRecord(records.job && records, open.kind) ?? records;
  const isMissing = isComplete && open.kind !== 'new' && job === undefined;
  const closeWithMessage = useEffectEvent(() => {
    toast.info(t('gone.form'));
    onClose();
  });
  useEffect(() => {
    if (isMissing) closeWithMessage();
  }, [isMissing]);
  switch (open.kind) {
    case 'new':
      return open.request_id === undefined ? (
        <JobAddForm onClose={onClose} onDone={onAdded} />
      ) : (
        <JobFromRequest request_id={open.request_id} onClose={onClose} />
      );
    case 'job':
      return job ? <JobEditForm job={job} onClose={onClose} /> : null;
    case 'add-detail':
      return job ? <DetailAddForm job={job} onClose={onClose} /> : null;
    case 'detail':
      return detail ? <DetailEditForm job={job} detail={detail} onClose={onClose} /> : null;
    case 'add-tasks':
      return job && detail ? <TasksAddForm job={job} detail={detail} onClose={onClose} /> : null;
    case 'task':
      return detail && task ? <TaskForm inUrl task={task} sub_prod_id={detail.sub_prod_id} onClose={onClose} /> : null;
    default: {
      const never: never = open;
      return never;
    }
  }
}

interface FormRecords {
  job?: Job | undefined;
  detail?: JobDetail | undefined;
  task?: Task | undefined;
}

function findRecords(open: OpenJobForm, jobs: readonly Job[]): FormRecords {
  if (open.kind === 'new') return {};
  if (open.kind === 'job' || open.kind === 'add-detail') return { job: jobs.find((job) => job.job_id === open.job_id) };
  const isWanted = (detail: JobDetail) =>
    open.kind === 'task'
      ? detail.tasks.some((task) => isVisible(task) && task.task_id === open.task_id)
      : detail.job_detail_id === open.job_detail_id;
  const job = jobs.find((item) => item.job_details.some(isWanted));
  const detail = job?.job_details.find(isWanted);
  return {
    job,
    detail,
    task:
      open.kind === 'task' ? detail?.tasks.filter(isVisible).find((task) => task.task_id === open.task_id) : undefined,
  };
}
