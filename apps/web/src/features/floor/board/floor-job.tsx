import { Link } from '@tanstack/react-router';
import { memo, useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import type { TaskStatus } from '@darkroom/domain/task/status';
import { getDueDateState } from '@darkroom/domain/due-date/state';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useDueDateFormat } from '../../../entities/due-date/use-due-date-format.ts';
import { ContactStrip } from '../../../entities/job/contact-strip.tsx';
import type { FloorJob, FloorDisplay } from './use-wait-format.ts';
import styles from './floor-job.module.css';
import floor from './floor-board.module.css';

/** A job on the floor: its name in one line, its urgency, and its tasks as a contact strip. */
export const FloorJobCard = memo(function FloorJobCard({ job, display }: { job: FloorJob; display: FloorDisplay }) {
  const { t } = useTranslation('floor');
  const { isLarge, hasLinks } = display;
  const cells = useMemo(
    () =>
      job.strip.map(({ task_id, sub_prod_id, status }) => ({
        key: task_id,
        label: sub_prod_id,
        status: status as TaskStatus,
      })),
    [job.strip],
  );
  const isUrgent = job.job_priority === 'Urgent';
  return (
    <li className={styles.job} data-late={job.late || undefined}>
      <div className={styles.jobLine}>
        {!hasLinks ? (
          <span className={styles.jobName}>{job.job_name}</span>
        ) : (
          <Link
            className={styles.jobName}
            to="/job"
            search={{ text: job.prod_id, open: [job.job_id] }}
            title={`${job.prod_id} · ${job.job_name}`}
            aria-label={t('openJob', { name: job.job_name })}
          >
            {job.job_name}
          </Link>
        )}
        {isUrgent && <strong className={styles.urgent}>{t('urgent')}</strong>}
      </div>
      <div className={styles.jobLine}>
        <ContactStrip cells={cells} isOnTv={isLarge} />
        <DueDateLabel job={job} display={display} />
      </div>
    </li>
  );
});

/** Urgency: late in red, at risk, or the working time until the due date. The tooltip has the full text. */
function DueDateLabel({
  job: { due_at, at_risk },
  display: { calendar, now },
}: {
  job: FloorJob;
  display: FloorDisplay;
}) {
  const { t } = useTranslation(['floor', 'status']);
  const { dayTime } = useFormat();
  const formatDueDate = useDueDateFormat();
  if (due_at === null) return null;
  const state = getDueDateState(calendar, { due_at, done: false, done_at: null }, new Date(now).toISOString());
  const sentence = `${formatDueDate(state)}. ${t('status:dueDate.due', { at: dayTime(due_at) })}`;
  const isLate = state.kind === 'late';
  return (
    <span className={isLate ? floor.late : at_risk ? styles.risk : styles.due} title={sentence}>
      <span aria-hidden>{!isLate && at_risk ? t('at_risk') : formatDueDate(state, true)}</span>
      <span className="visually-hidden">{!isLate && at_risk ? `${t('at_risk')}. ${sentence}` : sentence}</span>
    </span>
  );
}
