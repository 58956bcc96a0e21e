import type { TaskRow } from '@darkroom/contract';
import { taskQuantity } from '@darkroom/domain/task/decide';
import { createContext, use, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { useCategories, useCustomers, useUsers } from '../../lib/lookups.ts';
import { useActor } from '../../lib/session.ts';
import { Cut } from '../../ui/data-table-cut.tsx';
import type { Column } from '../../ui/data-table-row.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { MoreSteps, NextStep } from '../../ui/task/step-buttons.tsx';
import { Priority, Since } from '../../ui/task/task-brief.tsx';
import { SupportContext, SupportersLine, maySupport } from './supporters-line.tsx';
import { startTaskDrag } from './task-drag.ts';
import type { TaskTab } from './task-search.ts';
import parts from '../../ui/task/task-parts.module.css';
import listCss from '../../ui/task/task-list.module.css';
import styles from './task.module.css';
import { useStepsState, useTaskSteps } from '../../ui/task/use-task-steps.tsx';

/** The task on the Now card: its row sends nobody past what is being counted there. */
export const CardContext = createContext<number | null>(null);

/** The row's own steps: the next one as a button, the rest behind dots. */
function RowSteps({ row }: { row: TaskRow }) {
  const { t } = useTranslation('task');
  const onCard = use(CardContext) === row.task_id;
  const openSupport = use(SupportContext);
  const actor = useActor();
  const { begin } = useTaskSteps();
  const { pending } = useStepsState();
  if (onCard) return <span className={parts.quiet}>{t('onCard')}</span>;
  return (
    <span className={listCss.rowSteps}>
      <NextStep row={row} onStep={begin} busy={pending} size="small" />
      <MoreSteps
        row={row}
        onStep={begin}
        busy={pending}
        all
        extra={
          maySupport(row, actor)
            ? [{ key: 'supporters', label: t('supporter.menu'), onClick: () => openSupport(row) }]
            : undefined
        }
      />
    </span>
  );
}

/**
 * Which columns a list needs: one's own leave out oneself, handing out leaves out what To Do tasks do not have yet, and
 * where there is little room the step to press comes before what the opened task says anyway.
 */
const COLUMNS = {
  all: ['status', 'sub_prod_id', 'job', 'category', 'quantity', 'editor', 'qcs', 'since', 'steps'],
  handingOut: ['status', 'sub_prod_id', 'job', 'category', 'quantity', 'editor'],
  mine: ['status', 'sub_prod_id', 'job', 'customer', 'category', 'quantity', 'since', 'steps'],
  waiting: ['status', 'sub_prod_id', 'job', 'customer', 'category', 'quantity', 'editor', 'since', 'steps'],
  pool: ['status', 'sub_prod_id', 'job', 'customer', 'category', 'quantity', 'editor', 'since', 'steps'],
  tightAll: ['status', 'sub_prod_id', 'job', 'editor', 'steps'],
  tightOwn: ['status', 'sub_prod_id', 'job', 'quantity', 'steps'],
} as const satisfies Record<TaskTab | 'handingOut' | 'tightAll' | 'tightOwn', readonly string[]>;
export type ColumnSet = keyof typeof COLUMNS;
type ColumnKey = (typeof COLUMNS)[ColumnSet][number];

/** The columns of a list of tasks; with `draggable` a task can be dragged by its number. */
export function useTaskColumns(set: ColumnSet, draggable: boolean): readonly Column<TaskRow>[] {
  const { t } = useTranslation('task');
  const { number } = useFormat();
  const { name } = useUsers();
  const customers = useCustomers();
  const categories = useCategories();
  return useMemo(() => {
    const customer = (row: TaskRow) => customerOf(customers.levels(row.customer2_id));
    const apart = (COLUMNS[set] as readonly ColumnKey[]).includes('customer');
    const columns: Record<ColumnKey, Omit<Column<TaskRow>, 'key' | 'title'>> = {
      status: { width: 136, sort: 'status', render: (row) => <StatusDot status={row.status} /> },
      sub_prod_id: {
        width: 112,
        sort: 'job_date',
        render: (row) => (
          <span
            className={parts.id}
            draggable={draggable}
            data-draggable={draggable}
            onDragStart={(event) => startTaskDrag(event, [row.task_id])}
          >
            {row.sub_prod_id}
          </span>
        ),
      },
      job: {
        render: (row) => (
          <span className={styles.jobCell}>
            <Cut>{row.job_name}</Cut>
            <Priority of={row.job_priority} />
            {!apart && (
              <span className={styles.jobCustomer}>
                <Cut>{customer(row)}</Cut>
              </span>
            )}
          </span>
        ),
      },
      customer: { width: 144, render: (row) => <Cut>{customer(row)}</Cut> },
      category: { width: 136, render: (row) => <Cut>{categories.label(row.service_cat2_id)}</Cut> },
      quantity: {
        width: 84,
        align: 'end',
        render: (row) => `${number(taskQuantity(row))} / ${number(row.quantity)}`,
      },
      editor: { width: 96, render: (row) => <Cut>{whoseWork(row, name)}</Cut> },
      qcs: {
        width: 124,
        render: (row) => <Cut>{[row.first_qc, row.second_qc].flatMap((id) => name(id) || []).join(' · ') || '–'}</Cut>,
      },
      since: { width: 80, align: 'end', sort: 'status_since', render: (row) => <Since at={row.status_since} /> },
      steps: { width: 132, align: 'end', render: (row) => <RowSteps row={row} /> },
    };
    return COLUMNS[set].map((key) => ({
      key,
      title: t(`field.${key === 'quantity' ? 'counted' : key}`),
      ...columns[key],
    }));
  }, [categories, customers, draggable, name, number, set, t]);
}

/** A task as one block, for a phone: two lines to read and the next step at the thumb's side. */
export function useTaskBlock(): (row: TaskRow) => React.ReactNode {
  const { number } = useFormat();
  const customers = useCustomers();
  const categories = useCategories();
  return useMemo(
    () => (row: TaskRow) => (
      <div className={listCss.block}>
        <div className={parts.statusLine}>
          <StatusDot status={row.status} />
          <Priority of={row.job_priority} />
          <span className={listCss.blockSince}>
            <Since at={row.status_since} />
          </span>
        </div>
        <div className={listCss.blockName}>{row.job_name}</div>
        <div className={parts.quiet}>
          {row.sub_prod_id} · {customerOf(customers.levels(row.customer2_id))}
        </div>
        <SupportersLine row={row} />
        <div className={listCss.blockFoot}>
          <span className={parts.quiet}>
            {categories.label(row.service_cat2_id)} · {number(taskQuantity(row))} / {number(row.quantity)}
          </span>
          <RowSteps row={row} />
        </div>
      </div>
    ),
    [categories, customers, number],
  );
}

/** The editor, and who helps: `editor.pte + lan.ngo`. */
const whoseWork = (row: TaskRow, name: (id: number | null) => string): string =>
  [name(row.editor) || '–', ...row.supporters.map((one) => name(one.user_id))].join(' + ');

/** Customer 2 under its customer 1: what tells jobs apart; the top level is on the task's own page. */
const customerOf = (levels: ReturnType<ReturnType<typeof useCustomers>['levels']>): string =>
  [levels.cus1?.name, levels.cus2?.name].filter(Boolean).join(' › ');
