import { Link } from '@tanstack/react-router';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskStatus } from '@darkroom/domain/task/status';
import { dueDateState } from '@darkroom/domain/due-date/state';
import { useFormat } from '../../../lib/words/format.ts';
import { useDueDateWords } from '../../../entities/due-date/use-due-date-words.ts';
import { ContactStrip } from '../../../entities/job/contact-strip.tsx';
import type { FloorJob, FloorLook } from './use-floor-words.ts';
import styles from './floor-job.module.css';
import floor from './floor-board.module.css';

/** A job on the floor: its name in one line, its urgency, and its tasks as a contact strip. */
export const FloorJobCard = memo(function FloorJobCard({ job, look }: { job: FloorJob; look: FloorLook }) {
  const { t } = useTranslation('floor');
  const { far, linked } = look;
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
        {!linked ? (
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
        <Presses job={job} look={look} />
      </div>
    </li>
  );
});

/** Urgency: late in red, at risk, or the working time until the due date. The tooltip has the full text. */
function Presses({ job: { due_at, at_risk }, look: { calendar, now } }: { job: FloorJob; look: FloorLook }) {
  const { t } = useTranslation(['floor', 'status']);
  const { dayTime } = useFormat();
  const words = useDueDateWords();
  if (due_at === null) return null;
  const state = dueDateState(calendar, { due_at, done: false, done_at: null }, new Date(now).toISOString());
  const sentence = `${words(state)}. ${t('status:dueDate.for', { at: dayTime(due_at) })}`;
  const late = state.kind === 'late';
  return (
    <span className={late ? floor.late : at_risk ? styles.risk : styles.due} title={sentence}>
      <span aria-hidden>{!late && at_risk ? t('at_risk') : words(state, true)}</span>
      <span className="visually-hidden">{!late && at_risk ? `${t('at_risk')}. ${sentence}` : sentence}</span>
    </span>
  );
}
