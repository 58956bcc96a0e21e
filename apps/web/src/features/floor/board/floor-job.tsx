import { Link } from '@tanstack/react-router';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskStatus } from '@darkroom/domain/task/status';
import { ContactStrip } from '../../../records/job/contact-strip.tsx';
import { useFloorWords, type FloorJob, type FloorLook } from './use-floor-words.ts';
import styles from './board.module.css';

/** A job on the floor: its name in one line, what presses, and its tasks as a strip. */
export const FloorJobCard = memo(function FloorJobCard({ job, look }: { job: FloorJob; look: FloorLook }) {
  const { t } = useTranslation('floor');
  const { since } = useFloorWords();
  const { far, now } = look;
  const cells = useMemo(
    () =>
      job.strip.map(({ task_id, sub_prod_id, status }) => ({
        key: task_id,
        label: sub_prod_id,
        status: status as TaskStatus,
      })),
    [job.strip],
  );
  const urgent = job.job_priority === 'Urgent';
  return (
    <li className={styles.job} data-late={job.late || undefined}>
      <div className={styles.jobLine}>
        {far ? (
          <span className={styles.jobName}>{job.job_name}</span>
        ) : (
          <Link
            className={styles.jobName}
            to="/job"
            search={{ text: job.prod_id, open: [job.job_id] }}
            title={`${job.prod_id} · ${job.job_name}`}
            aria-label={t('open_job', { name: job.job_name })}
          >
            {job.job_name}
          </Link>
        )}
        {urgent && <strong className={styles.urgent}>{t('urgent')}</strong>}
      </div>
      <div className={styles.jobLine}>
        <ContactStrip cells={cells} far={far} />
        <Presses job={job} now={now} since={since} />
      </div>
    </li>
  );
});

interface PressesProps {
  job: FloorJob;
  now: number;
  since: (instant: string, now: number) => string;
}

/** Late in red words, else at risk, else how long there is until the promise. */
function Presses({ job: { due_at, late, at_risk }, now, since }: PressesProps) {
  const { t } = useTranslation('floor');
  const { time } = useFloorWords();
  if (due_at === null) return null;
  const past = late || Date.parse(due_at) < now;
  if (past) return <strong className={styles.late}>{t('late_by', { time: since(due_at, now) })}</strong>;
  if (at_risk) return <strong className={styles.risk}>{t('at_risk')}</strong>;
  return <span className={styles.due}>{t('due_in', { time: time(Date.parse(due_at) - now) })}</span>;
}
