import type { TaskRow } from '@darkroom/contract';
import { taskQuantity } from '@darkroom/domain/task/decide';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { useCategories, useCustomers, useUsers } from '../../lib/lookups.ts';
import { Cut } from '../../ui/data-table-cut.tsx';
import type { Column } from '../../ui/data-table-row.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { MoreSteps, NextStep } from './step-buttons.tsx';
import { Priority, Since } from './task-brief.tsx';
import { startTaskDrag } from './task-drag.ts';
import type { TaskTab } from './task-search.ts';
import styles from './task.module.css';
import { useStepsState, useTaskSteps } from './use-task-steps.tsx';

/** The row's own steps: the next one as a button, the rest behind dots. */
function RowSteps({ row }: { row: TaskRow }) {
  const { begin } = useTaskSteps();
  const { pending } = useStepsState();
  return (
    <span className={styles.rowSteps}>
      <NextStep row={row} onStep={begin} busy={pending} size="small" />
      <MoreSteps row={row} onStep={begin} busy={pending} all />
    </span>
  );
}

/** The columns of a list of tasks. One's own lists leave out who has them: oneself. */
export function useTaskColumns(tab: TaskTab, draggable: boolean): readonly Column<TaskRow>[] {
  const { t } = useTranslation('task');
  const { day, number } = useFormat();
  const { name } = useUsers();
  const customers = useCustomers();
  const categories = useCategories();
  return useMemo(() => {
    const people: Column<TaskRow>[] = (['editor', 'first_qc', 'second_qc'] as const).map((field) => ({
      key: field,
      title: t(`field.${field}`),
      width: 100,
      render: (row) => <Cut>{name(row[field]) || '–'}</Cut>,
    }));
    const columns: Column<TaskRow>[] = [
      {
        key: 'status',
        title: t('field.status'),
        width: 142,
        sort: 'status',
        render: (row) => <StatusDot status={row.status} />,
      },
      {
        key: 'sub_prod_id',
        title: t('field.sub_prod_id'),
        width: 118,
        sort: 'task_id',
        render: (row) => (
          <span
            className={styles.id}
            draggable={draggable}
            data-draggable={draggable}
            onDragStart={(event) => startTaskDrag(event, [row.task_id])}
          >
            {row.sub_prod_id}
          </span>
        ),
      },
      {
        key: 'job',
        title: t('field.job'),
        render: (row) => (
          <span className={styles.jobCell}>
            <Cut>{row.job_name}</Cut>
            <Priority of={row.job_priority} />
          </span>
        ),
      },
      {
        key: 'customer',
        title: t('field.customer'),
        width: 168,
        render: (row) => <Cut>{customerOf(customers.levels(row.customer2_id))}</Cut>,
      },
      {
        key: 'category',
        title: t('field.category'),
        width: 168,
        render: (row) => <Cut>{categories.label(row.service_cat2_id)}</Cut>,
      },
      { key: 'job_date', title: t('field.job_date'), width: 96, sort: 'job_date', render: (row) => day(row.job_date) },
      {
        key: 'quantity',
        title: t('field.counted'),
        width: 84,
        align: 'end',
        render: (row) => `${number(taskQuantity(row))} / ${number(row.quantity)}`,
      },
      ...(tab === 'all' ? people : people.filter((column) => column.key === 'editor' && tab !== 'mine')),
      {
        key: 'since',
        title: t('field.since'),
        width: 84,
        align: 'end',
        sort: 'status_since',
        render: (row) => <Since at={row.status_since} />,
      },
      { key: 'steps', title: t('field.steps'), width: 148, align: 'end', render: (row) => <RowSteps row={row} /> },
    ];
    return columns;
  }, [categories, customers, day, draggable, name, number, t, tab]);
}

/** A task as one block, for a phone: two lines to read and the next step at the thumb's side. */
export function useTaskBlock(): (row: TaskRow) => React.ReactNode {
  const { number } = useFormat();
  const customers = useCustomers();
  const categories = useCategories();
  return useMemo(
    () => (row: TaskRow) => (
      <div className={styles.block}>
        <div className={styles.statusLine}>
          <StatusDot status={row.status} />
          <Priority of={row.job_priority} />
          <span className={styles.blockSince}>
            <Since at={row.status_since} />
          </span>
        </div>
        <div className={styles.blockName}>{row.job_name}</div>
        <div className={styles.quiet}>
          {row.sub_prod_id} · {customerOf(customers.levels(row.customer2_id))}
        </div>
        <div className={styles.blockFoot}>
          <span className={styles.quiet}>
            {categories.label(row.service_cat2_id)} · {number(taskQuantity(row))} / {number(row.quantity)}
          </span>
          <RowSteps row={row} />
        </div>
      </div>
    ),
    [categories, customers, number],
  );
}

/** Customer 2 under its customer 1: what tells jobs apart; the top level is on the task's own page. */
const customerOf = (levels: ReturnType<ReturnType<typeof useCustomers>['levels']>): string =>
  [levels.cus1?.name, levels.cus2?.name].filter(Boolean).join(' › ');
