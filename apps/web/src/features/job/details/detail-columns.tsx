import { jobDetailEndpoints, type JobDetailRow } from '@darkroom/contract/job/bulk';
import { JOB, JOB_DETAIL } from '@darkroom/contract/field-tables/job';
import { calculateAmount } from '@darkroom/domain/money/money';
import { TaskStatus } from '@darkroom/domain/task/status';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat, type Format } from '../../../lib/i18n/format.ts';
import { useCategories, useCustomers, useCurrencyLabel, useJobTaskSetting } from '../../../lib/session/lookups.ts';
import { DueDateAndRisk } from '../../../entities/due-date/due-date-and-risk.tsx';
import { Ellipsis } from '../../../ui/data-table/data-table-ellipsis.tsx';
import { EditCell } from '../../../ui/data-table/edit/data-table-edit.tsx';
import { useFieldColumns } from '../../../ui/data-table/columns/field-columns.tsx';
import type { TableColumn } from '../../../ui/data-table/data-table-row.tsx';
import { ExternalLink } from '../../../ui/external-link.tsx';
import { Money } from '../../../ui/money.tsx';
import { StatusDot } from '../../../entities/status/status-dot.tsx';
import { CustomerNames, formatCustomer, getLinkHost, JobPriorityLabel } from '../list/job-columns.tsx';
import { detailKey } from '../list/job-selection.ts';
import styles from '../list/job.module.css';
import { JobStrip, useTaskFilter, type StripTaskFilter } from '../list/job-strip.tsx';
import type { JobEdits } from '../list/use-job-edits.ts';

const FIELDS = { ...JOB, ...JOB_DETAIL };
const withJobFields = (row: JobDetailRow) => ({ ...row.job, ...row });

/** Returns the columns of the page of details, and the same detail as a block on a phone. */
export function useDetailColumns(
  edits: JobEdits['detail'],
  search: StripTaskFilter,
): {
  columns: readonly TableColumn<JobDetailRow>[];
  compact: (row: JobDetailRow) => ReactNode;
} {
  const { t } = useTranslation(['job', 'status', 'field']);
  const format = useFormat();
  const { levels } = useCustomers();
  const { cat2ById, label } = useCategories();
  const inCurrency = useCurrencyLabel();
  const currency = useJobTaskSetting('currency');
  const filter = useTaskFilter(search);
  const columnsOf = useFieldColumns(FIELDS, jobDetailEndpoints.details);
  return useMemo(() => {
    const customer = ({ job: { customer2_id } }: JobDetailRow) => formatCustomer(levels(customer2_id), customer2_id);
    const category = (row: JobDetailRow) => {
      const { level } = cat2ById.get(row.service_cat2_id) ?? {};
      return { name: label(row.service_cat2_id), level: level ? t('level', { level }) : '' };
    };
    const quantity = (row: JobDetailRow) => (
      <span className={styles.figures}>
        <span className={styles.muted}>{t('done', { n: format.number(row.done_quantity) })}</span>
        <EditCell id={`${detailKey(row)}.quantity`} row={row} name={row.sub_prod_id} edit={edits?.quantity}>
          {format.number(row.quantity)}
        </EditCell>
      </span>
    );
    const columns = columnsOf<JobDetailRow>(
      {
        sub_prod_id: {
          width: 106,
          render: (row) => (
            <span className="id user-label" data-ellipsis>
              {row.sub_prod_id}
            </span>
          ),
        },
        job_date: { hideOrder: 3 },
        customer: {
          title: t('field:customer'),
          kind: 'name',
          min: 140,
          hideOrder: 5,
          render: ({ job }) => <CustomerNames {...levels(job.customer2_id)} id={job.customer2_id} />,
        },
        job_name: { min: 150, grow: 2, render: ({ job }) => <JobName job={job} /> },
        category: {
          title: t('field:category'),
          kind: 'name',
          min: 130,
          render: (row) => <Category {...category(row)} />,
        },
        tasks: {
          title: t('field.tasks'),
          width: 84,
          hideOrder: 4,
          render: (row) => <JobStrip details={[row]} filter={filter} />,
        },
        quantity: { title: t('field.doneOrdered'), width: 92, align: 'end', render: quantity },
        status: { title: t('field:job_status'), render: (row) => <StatusDot status={row.status} /> },
        due_at: { width: 108, earliestFirst: true, render: (row) => <DetailDue row={row} /> },
        unit_price: {
          title: inCurrency(t('field:unit_price')),
          hideOrder: 2,
          render: (row) => <Price row={row} format={format} />,
        },
        note: {
          min: 90,
          hideOrder: 1,
          ...(edits && { empty: undefined }),
          render: (row) => (
            <EditCell id={`${detailKey(row)}.note`} row={row} name={row.sub_prod_id} edit={edits?.note}>
              <span className={styles.fullCell}>
                <Ellipsis>{row.note}</Ellipsis>
              </span>
            </EditCell>
          ),
        },
      },
      withJobFields,
    );
    const compact = (row: JobDetailRow) => (
      <div className="stack gap-4 min-w-0">
        <div className={styles.blockLine}>
          <span className="id user-label" data-ellipsis>
            {row.sub_prod_id}
          </span>
          <span className={styles.muted}>{format.day(row.job.job_date)}</span>
          <span className="ms-auto">
            <StatusDot status={row.status} />
          </span>
        </div>
        <JobName job={row.job} />
        <Ellipsis>{customer(row)}</Ellipsis>
        <div className={styles.blockLine}>
          <Ellipsis>{category(row).name}</Ellipsis>
          <span className={`ms-auto ${styles.muted}`}>{category(row).level}</span>
        </div>
        <div className={styles.blockLine}>
          <JobStrip details={[row]} filter={filter} />
          <span className="ms-auto">{quantity(row)}</span>
          <Price row={row} format={format} />
          {row.unit_price !== null && <span className={styles.muted}>{currency}</span>}
        </div>
        {row.job.due_at && <DetailDue row={row} />}
        {row.note && <span className={styles.muted}>{row.note}</span>}
      </div>
    );
    return { columns, compact };
  }, [t, columnsOf, format, levels, cat2ById, label, edits, inCurrency, currency, filter]);
}

/** Name, priority and link. They are edited on the job page. */
function JobName({ job }: { job: JobDetailRow['job'] }) {
  return (
    <>
      <Ellipsis>{job.job_name}</Ellipsis>
      {(job.job_priority || job.job_link) && (
        <span className={styles.secondLine}>
          <JobPriorityLabel job={job} />
          {job.job_link && <ExternalLink href={job.job_link}>{getLinkHost(job.job_link)} ↗</ExternalLink>}
        </span>
      )}
    </>
  );
}

/** State of the job's due date, until the detail is completed. */
function DetailDue({ row: { job, status } }: { row: JobDetailRow }) {
  const done = status === TaskStatus.COMPLETED;
  return (
    <DueDateAndRisk
      dueDate={{ due_at: job.due_at, done, done_at: done ? job.completed_at : null }}
      job_id={done ? null : job.job_id}
    />
  );
}

function Category({ name, level }: { name: string; level: string }) {
  return (
    <>
      <Ellipsis>{name}</Ellipsis>
      {level && <span className={styles.secondLine}>{level}</span>}
    </>
  );
}

function Price({ row: { quantity, unit_price }, format }: { row: JobDetailRow; format: Format }) {
  const { t } = useTranslation('job');
  if (unit_price === null) return <span className={styles.muted}>{t('noPrice')}</span>;
  const amount = calculateAmount(quantity, unit_price);
  return (
    <span className={styles.figures}>
      <Money value={unit_price}>{format.money(unit_price)}</Money>
      <span className={styles.muted} title={t('field.amount')}>
        <Money value={amount}>= {format.money(amount)}</Money>
      </span>
    </span>
  );
}
