import type { Job, JobDetail } from '@darkroom/contract/job/job';
import { taskEndpoints, type Task, type TaskRow } from '@darkroom/contract/task/task';
import { getTaskMove } from '@darkroom/domain/lock/screens';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useLockReason } from '../../../lib/session/locks.ts';
import { useActor } from '../../../lib/session/session.ts';
import { isPossible } from '../../../entities/task/steps/offered-steps.ts';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

// Loaded on first use, so the list does not wait for it (quality 15).
const ReworkDialog = lazyOverlay(() => import('./rework-dialog.tsx'));

interface SendToReworkButtonProps {
  job: Omit<Job, 'job_details'>;
  detail: JobDetail;
  task: Task;
  name: string;
}

/** Sends completed work to rework. The button is shown only with the permission and for a completed task. */
export function SendToReworkButton({ job, detail, task, name }: SendToReworkButtonProps) {
  const { t } = useTranslation(['job', 'status']);
  const stopReason = useLockReason()(taskEndpoints.act, [getTaskMove(task, 'rework')]);
  const actor = useActor();
  const [dialogRow, setDialogRow] = useState<TaskRow | null>(null);
  return (
    <>
      {isPossible(task, 'rework', actor) && (
        <Button
          type="text"
          size="small"
          aria-label={t('job:reworkNamed', { name })}
          disabled={stopReason !== null}
          title={stopReason ?? undefined}
          onClick={() => setDialogRow(toTaskRow(job, detail, task))}
        >
          {t('status:action.rework')}
        </Button>
      )}
      {dialogRow && <ReworkDialog row={dialogRow} onClose={() => setDialogRow(null)} />}
    </>
  );
}

/** Converts the task to a row of the task list, with its job and detail. */
const toTaskRow = (job: SendToReworkButtonProps['job'], detail: JobDetail, task: Task): TaskRow => ({
  ...task,
  job_date: job.job_date,
  prod_id: job.prod_id,
  sub_prod_id: detail.sub_prod_id,
  job_name: job.job_name,
  job_link: job.job_link,
  job_notes: job.job_notes,
  job_priority: job.job_priority,
  due_at: job.due_at,
  customer2_id: job.customer2_id,
  service_cat1_id: detail.service_cat1_id,
  service_cat2_id: detail.service_cat2_id,
  quantity: detail.quantity,
  detail_note: detail.note,
  estimate_minutes: detail.estimate_minutes,
});
