import { jobEndpoints, type Job } from '@darkroom/contract/job/job';
import { JOB } from '@darkroom/contract/field-tables/job';
import { calculateJobFigures } from '@darkroom/domain/job/figures';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat, type Format } from '../../../lib/i18n/format.ts';
import { useCustomers, useCurrencyLabel, usePriorityLabel } from '../../../lib/session/lookups.ts';
import { DueDateAndRisk } from '../../../entities/due-date/due-date-and-risk.tsx';
import { Ellipsis } from '../../../ui/data-table/data-table-ellipsis.tsx';
import { EditCell } from '../../../ui/data-table/edit/data-table-edit.tsx';
import { useFieldColumns } from '../../../ui/data-table/columns/field-columns.tsx';
import type { TableColumn } from '../../../ui/data-table/data-table-row.tsx';
import { ExternalLink } from '../../../ui/external-link.tsx';
import { Money } from '../../../ui/money.tsx';
import { JobStatusDot } from '../../../entities/status/status-dot.tsx';
import styles from './job.module.css';
import { JobStrip, useTaskFilter, type StripTaskFilter } from './job-strip.tsx';
import type { JobEdits } from './use-job-edits.ts';

/** Returns the columns of the job page (look.md, "The job page"), and the same job as a block on a phone. */
export function useJobColumns(
  edits: JobEdits['job'],
  search: StripTaskFilter,
): {
  columns: readonly TableColumn<Job>[];
  compact: (job: Job) => ReactNode;
} {
  const { t } = useTranslation(['job', 'status', 'field']);
  const format = useFormat();
  const { levels } = useCustomers();
  const inCurrency = useCurrencyLabel();
  const filter = useTaskFilter(search);
  const columnsOf = useFieldColumns(JOB, jobEndpoints.list);
  return useMemo(() => {
    const customer = (job: Job) => <CustomerNames {...levels(job.customer2_id)} id={job.customer2_id} />;
    const columns = columnsOf<Job>({
      job_date: {
        width: 88,
        hideOrder: 3,
        render: (job) => (
          <EditCell id={`j${job.job_id}.job_date`} row={job} name={job.prod_id} edit={edits?.job_date}>
            {format.day(job.job_date)}
          </EditCell>
        ),
      },
      prod_id: {
        width: 88,
        render: (job) => (
          <span className="id user-label" data-ellipsis>
            {job.prod_id}
          </span>
        ),
      },
      customer: { title: t('field:customer'), kind: 'name', min: 158, render: customer },
      job_name: { min: 182, grow: 2, render: (job) => <JobName job={job} edits={edits} /> },
      priority: {
        field: 'job_priority',
        hideOrder: 1,
        ...(edits && { empty: undefined }),
        render: (job) => (
          <EditCell id={`j${job.job_id}.job_priority`} row={job} name={job.prod_id} edit={edits?.job_priority}>
            <span className={styles.fullCell}>
              <JobPriorityLabel job={job} />
            </span>
          </EditCell>
        ),
      },
      tasks: {
        title: t('field.tasks'),
        width: 104,
        hideOrder: 5,
        render: (job) => <JobStrip details={job.job_details} filter={filter} />,
      },
      quantity: {
        title: t('field.doneOrdered'),
        width: 80,
        align: 'end',
        render: (job) => <Quantity job={job} format={format} />,
      },
      // Narrow screens hide this column early, because the contact strip also shows the status.
      job_status: { width: 104, hideOrder: 2, render: (job) => <JobStatusDot status={job.job_status} /> },
      due_at: { width: 108, earliestFirst: true, render: (job) => <JobDue job={job} /> },
      unit_price: {
        title: inCurrency(t('field:unit_price')),
        width: 138,
        align: 'end',
        hideOrder: 4,
        empty: (job) => calculateJobFigures(job).lowest === null && job.job_details.length === 0,
        render: (job) => <Price job={job} format={format} />,
      },
    });
    const compact = (job: Job) => (
      <div className="stack gap-4 min-w-0">
        <div className={styles.blockLine}>
          <span className="id user-label" data-ellipsis>
            {job.prod_id}
          </span>
          <span className={styles.muted}>{format.day(job.job_date)}</span>
          <span className="ms-auto">
            <JobStatusDot status={job.job_status} />
          </span>
        </div>
        <JobName job={job} />
        <div className={styles.blockLine}>
          <Ellipsis>{formatCustomer(levels(job.customer2_id), job.customer2_id)}</Ellipsis>
          <span className="ms-auto">
            <JobPriorityLabel job={job} />
          </span>
        </div>
        {job.due_at && <JobDue job={job} />}
        <div className={styles.blockLine}>
          <JobStrip details={job.job_details} filter={filter} />
          <span className="ms-auto">
            <Quantity job={job} format={format} />
          </span>
          <Price job={job} format={format} />
        </div>
      </div>
    );
    return { columns, compact };
  }, [t, columnsOf, format, levels, edits, inCurrency, filter]);
}

export const formatCustomer = (levels: ReturnType<ReturnType<typeof useCustomers>['levels']>, id: number) =>
  levels.cus2 ? [levels.cus1?.name, levels.cus2.name].filter(Boolean).join(' › ') : `#${id}`;

export function CustomerNames(props: {
  id: number;
  cus1?: { name: string } | undefined;
  cus2?: { name: string } | undefined;
}) {
  const { id, cus1, cus2 } = props;
  return (
    <>
      <span className={styles.firstLine}>
        <Ellipsis>{cus1?.name ?? ''}</Ellipsis>
      </span>
      <Ellipsis>{cus2?.name ?? `#${id}`}</Ellipsis>
    </>
  );
}

interface JobNameProps {
  job: Job;
  edits?: JobEdits['job'];
}

/** Name and link, with a button to add a missing link on hover, and the priority if it has no column. */
function JobName({ job, edits }: JobNameProps) {
  const { t } = useTranslation('job');
  const hasSecondLine = job.job_link || edits || job.job_priority;
  return (
    <>
      <EditCell id={`j${job.job_id}.job_name`} row={job} name={job.prod_id} edit={edits?.job_name}>
        <Ellipsis>{job.job_name}</Ellipsis>
      </EditCell>
      {hasSecondLine && (
        <span className={styles.secondLine}>
          {job.job_priority && (
            <span className={styles.inlinePriority}>
              <JobPriorityLabel job={job} />
            </span>
          )}
          <EditCell id={`j${job.job_id}.job_link`} row={job} name={job.prod_id} edit={edits?.job_link}>
            {job.job_link ? (
              <ExternalLink href={job.job_link}>{getLinkHost(job.job_link)} ↗</ExternalLink>
            ) : (
              edits && <span className={styles.placeholder}>{t('noLink')}</span>
            )}
          </EditCell>
        </span>
      )}
    </>
  );
}

/** Converts `www.dropbox.com/s/1` to `dropbox.com`: enough to recognise the target. */
export function getLinkHost(link: string): string {
  try {
    return new URL(link).host.replace(/^www\./, '');
  } catch {
    return link;
  }
}

export const JobPriorityLabel = ({ job: { job_priority } }: { job: Pick<Job, 'job_priority'> }) =>
  job_priority && <PriorityLabel priority={job_priority} />;

/** Separate component: most jobs have no priority, so only the others load its name. */
function PriorityLabel({ priority }: { priority: NonNullable<Job['job_priority']> }) {
  const getPriorityLabel = usePriorityLabel();
  return <span className={priority === 'Urgent' ? styles.urgent : styles.carefully}>{getPriorityLabel(priority)}</span>;
}

export const JobDue = ({ job }: { job: Pick<Job, 'job_id' | 'due_at' | 'completed_at' | 'job_status'> }) => (
  <DueDateAndRisk
    dueDate={{ due_at: job.due_at, done: job.job_status === 'COMPLETED', done_at: job.completed_at }}
    job_id={job.job_id}
  />
);

function Quantity({ job, format }: { job: Job; format: Format }) {
  const { t } = useTranslation(['job', 'status']);
  const { ordered, done } = calculateJobFigures(job);
  return (
    <span className={styles.figures}>
      <span className={styles.muted}>{t('done', { n: format.number(done) })}</span>
      <span>{format.number(ordered)}</span>
    </span>
  );
}

function Price({ job, format }: { job: Job; format: Format }) {
  const { t } = useTranslation(['job', 'status']);
  const { lowest, highest, amount, unpriced } = calculateJobFigures(job);
  if (lowest === null) return <span className={styles.muted}>{job.job_details.length > 0 ? t('noPrice') : '–'}</span>;
  return (
    <span className={styles.figures}>
      <Money value={highest}>
        {lowest === highest ? format.money(lowest) : `${format.money(lowest)}–${format.money(highest)}`}
      </Money>
      <span className={styles.muted} title={t('field.amount')}>
        {unpriced > 0 ? (
          `= ${format.money(amount)} ${t('partlyPriced')}`
        ) : (
          <Money value={amount}>= {format.money(amount)}</Money>
        )}
      </span>
    </span>
  );
}
