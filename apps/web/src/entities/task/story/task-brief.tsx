import { jobEndpoints } from '@darkroom/contract/job/job';
import type { TaskRow } from '@darkroom/contract/task/task';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { useSpan } from '../../../lib/words/use-span.ts';
import { useCategories, useCustomers, usePriorityWord } from '../../../lib/session/lookups.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useNow } from '../../../lib/clock/use-now.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { LinkOut } from '../../../ui/link-out.tsx';
import styles from './task-parts.module.css';

const DAY_MS = 86_400_000;

/** Time of work in progress, in seconds. After a day the seconds are left out. */
export function Running({ since }: { since: string }) {
  const { duration } = useFormat();
  const { since: span } = useSpan();
  const ms = Math.max(0, useNow(1000) - Date.parse(since));
  return (
    <time className={styles.running} dateTime={since}>
      {ms < DAY_MS ? duration(ms) : span(ms)}
    </time>
  );
}

/** Time since an instant, in words that change once a minute. */
export function Since({ at }: { at: string }) {
  const { since: span } = useSpan();
  const { dayTime } = useFormat();
  return (
    <time dateTime={at} title={dayTime(at)}>
      {span(Math.max(0, useNow(30_000) - Date.parse(at)))}
    </time>
  );
}

/** A job's priority, if it has one. */
export const Priority = ({ of }: { of: TaskRow['job_priority'] }) => of && <PriorityWord of={of} />;

/** Separate component, because most jobs have no priority and need no lookup. */
function PriorityWord({ of }: { of: NonNullable<TaskRow['job_priority']> }) {
  const word = usePriorityWord();
  return <span className={of === 'Urgent' ? styles.urgent : styles.carefully}>{word(of)}</span>;
}

type Headed = Pick<TaskRow, 'job_name' | 'sub_prod_id' | 'customer2_id' | 'service_cat2_id'>;

/** The job: its name, customer and category. */
export function BriefHead({
  row,
  linked,
}: {
  row: Headed & Partial<Pick<TaskRow, 'task_id' | 'job_id' | 'job_date'>>;
  /** Its name links to its job, for users who can open jobs. */
  linked?: boolean;
}) {
  const mayOpen = useCan()(jobEndpoints.list.access) && linked;
  const { day } = useFormat();
  const categories = useCategories();
  const customers = useCustomers();
  return (
    <div className={styles.briefHead}>
      <h2 className="title">
        {mayOpen && row.job_id ? (
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

type Asked = Partial<
  Pick<TaskRow, 'job_link' | 'job_notes' | 'detail_note' | 'notes' | 'rework_quantity' | 'rework_notes'>
>;

/** Instructions for a task: notes of job, detail, task and rework, and the link to the pictures. */
export function Brief({ row }: { row: Asked }) {
  const { t } = useTranslation(['task', 'status', 'field']);
  const notes = [
    { key: 'job_notes', text: row.job_notes },
    { key: 'detail_note', text: row.detail_note },
    { key: 'notes', text: row.notes },
    { key: 'rework_quantity', text: row.rework_quantity?.toString() },
    { key: 'rework_notes', text: row.rework_notes },
  ] as const;
  const said = notes.filter((part) => part.text?.trim());
  return (
    <div className={styles.brief}>
      {row.job_link && (
        <p className={styles.link}>
          <LinkOut href={row.job_link} className="ellipsis">
            {row.job_link}
          </LinkOut>
          <CopyButton text={row.job_link} what={t('jobLink')} />
        </p>
      )}
      {said.length === 0 && <p className={styles.muted}>{t('noInstructions')}</p>}
      <dl className={styles.message}>
        {said.map(({ key, text }) => (
          <div key={key}>
            <dt>{t(`field:${key}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
