import { jobEndpoints } from '@darkroom/contract/job/job';
import type { TaskRow } from '@darkroom/contract/task/task';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useDurationFormat } from '../../../lib/i18n/use-duration-format.ts';
import { useCategories, useCustomers, usePriorityLabel } from '../../../lib/session/lookups.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useNow } from '../../../lib/clock/use-now.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ExternalLink } from '../../../ui/external-link.tsx';
import styles from './task-parts.module.css';

const DAY_MS = 86_400_000;

/** Time of work in progress, in seconds. After a day the seconds are left out. */
export function RunningTime({ since }: { since: string }) {
  const { duration } = useFormat();
  const { since: formatSpan } = useDurationFormat();
  const ms = Math.max(0, useNow(1000) - Date.parse(since));
  return (
    <time className={styles.elapsedTime} dateTime={since}>
      {ms < DAY_MS ? duration(ms) : formatSpan(ms)}
    </time>
  );
}

/** Time since an instant, in words that change once a minute. */
export function TimeSince({ at }: { at: string }) {
  const { since: formatSpan } = useDurationFormat();
  const { dayTime } = useFormat();
  return (
    <time dateTime={at} title={dayTime(at)}>
      {formatSpan(Math.max(0, useNow(30_000) - Date.parse(at)))}
    </time>
  );
}

export const Priority = ({ priority }: { priority: TaskRow['job_priority'] }) =>
  priority && <PriorityLabel priority={priority} />;

/** Separate component, because most jobs have no priority and need no lookup. */
function PriorityLabel({ priority }: { priority: NonNullable<TaskRow['job_priority']> }) {
  const getPriorityLabel = usePriorityLabel();
  return <span className={priority === 'Urgent' ? styles.urgent : styles.carefully}>{getPriorityLabel(priority)}</span>;
}

type HeadingFields = Pick<TaskRow, 'job_name' | 'sub_prod_id' | 'customer2_id' | 'service_cat2_id'>;

/** The job: its name, customer and category. */
export function TaskHeading({
  row,
  isLinked,
}: {
  row: HeadingFields & Partial<Pick<TaskRow, 'task_id' | 'job_id' | 'job_date'>>;
  /** True if the task's name links to its job. Only for users who can open jobs. */
  isLinked?: boolean;
}) {
  const canOpen = useCan()(jobEndpoints.list.access) && isLinked;
  const { day } = useFormat();
  const categories = useCategories();
  const customers = useCustomers();
  return (
    <div>
      <h2 className="title">
        {canOpen && row.job_id ? (
          <Link to="/job" search={{ job_id: row.job_id, open: [row.job_id] }}>
            {row.job_name}
          </Link>
        ) : (
          row.job_name
        )}
      </h2>
      <p className={styles.muted}>
        <span className={styles.id}>{row.sub_prod_id}</span>
        {row.task_id && ` #${row.task_id}`} · {customers.path(row.customer2_id)} ·{' '}
        {categories.label(row.service_cat2_id)}
        {row.job_date && <> · {day(row.job_date)}</>}
      </p>
    </div>
  );
}

type InstructionFields = Partial<
  Pick<TaskRow, 'job_link' | 'job_notes' | 'detail_note' | 'notes' | 'rework_quantity' | 'rework_notes'>
>;

/** Instructions for a task: notes of job, detail, task and rework, and the link to the pictures. */
export function Instructions({ row }: { row: InstructionFields }) {
  const { t } = useTranslation(['task', 'status', 'field']);
  const notes = [
    { key: 'job_notes', text: row.job_notes },
    { key: 'detail_note', text: row.detail_note },
    { key: 'notes', text: row.notes },
    { key: 'rework_quantity', text: row.rework_quantity?.toString() },
    { key: 'rework_notes', text: row.rework_notes },
  ] as const;
  const filledNotes = notes.filter((part) => part.text?.trim());
  return (
    <div className={styles.instructions}>
      {row.job_link && (
        <p className={styles.link}>
          <ExternalLink href={row.job_link} className="ellipsis">
            {row.job_link}
          </ExternalLink>
          <CopyButton text={row.job_link} what={t('jobLink')} />
        </p>
      )}
      {filledNotes.length === 0 && <p className={styles.muted}>{t('noInstructions')}</p>}
      <dl className={styles.message}>
        {filledNotes.map(({ key, text }) => (
          <div key={key}>
            <dt>{t(`field:${key}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
