import { isSeen, type Job, type JobDetail } from '@darkroom/contract/job';
import type { Task } from '@darkroom/contract/task';
import { useState } from 'react';
import { DetailAddForm, DetailEditForm, TasksAddForm } from '../details/detail-forms.tsx';
import { JobAddForm } from './job-add-form.tsx';
import { JobEditForm } from './job-edit-form.tsx';
import type { OpenForm } from '../list/job-search.ts';
import { TaskForm } from '../../../records/task/form/task-form.tsx';

interface JobFormsProps {
  open: OpenForm;
  jobs: readonly Job[];
  onClose: () => void;
  /** A job was made. */
  onAdded: (job_id: number) => void;
}

/**
 * The form the address names, over the record it names; nothing when that record is not on this page of the list. The record
 * is kept as it was found: a refresh that moves it off the page takes nothing from what is being typed.
 */
export default function JobForms({ open, jobs, onClose, onAdded }: JobFormsProps) {
  const [kept, setKept] = useState<Found>({});
  const found = find(open, jobs);
  if (!kept.job && found.job) setKept(found);
  const { job, detail, task } = kept.job ? kept : found;
  switch (open.kind) {
    case 'new':
      return <JobAddForm onClose={onClose} onDone={onAdded} />;
    case 'job':
      return job ? <JobEditForm job={job} onClose={onClose} /> : null;
    case 'add-detail':
      return job ? <DetailAddForm job={job} onClose={onClose} /> : null;
    case 'detail':
      return detail ? <DetailEditForm detail={detail} onClose={onClose} /> : null;
    case 'add-tasks':
      return job && detail ? <TasksAddForm job={job} detail={detail} onClose={onClose} /> : null;
    case 'task':
      return detail && task ? (
        <TaskForm inAddress task={task} sub_prod_id={detail.sub_prod_id} onClose={onClose} />
      ) : null;
    default: {
      const never: never = open;
      return never;
    }
  }
}

interface Found {
  job?: Job | undefined;
  detail?: JobDetail | undefined;
  task?: Task | undefined;
}

function find(open: OpenForm, jobs: readonly Job[]): Found {
  if (open.kind === 'new') return {};
  if (open.kind === 'job' || open.kind === 'add-detail') return { job: jobs.find((job) => job.job_id === open.job_id) };
  const wanted = (detail: JobDetail) =>
    open.kind === 'task'
      ? detail.tasks.some((task) => isSeen(task) && task.task_id === open.task_id)
      : detail.job_detail_id === open.job_detail_id;
  const job = jobs.find((one) => one.job_details.some(wanted));
  const detail = job?.job_details.find(wanted);
  return {
    job,
    detail,
    task: open.kind === 'task' ? detail?.tasks.filter(isSeen).find((task) => task.task_id === open.task_id) : undefined,
  };
}
