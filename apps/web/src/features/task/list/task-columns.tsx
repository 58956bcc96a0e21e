import type { TaskRow } from '@darkroom/contract/task/task';
import type { SiblingQuantities } from '@darkroom/contract/task/bulk';
import { taskQuantity } from '@darkroom/domain/task/quantities';
import { TaskStatus } from '@darkroom/domain/task/status';
import { needsNewEditor } from '@darkroom/domain/task/roles';
import { createContext, use, useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useDurationFormat } from '../../../lib/i18n/use-duration-format.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useCategories, useCustomers, useUsers } from '../../../lib/session/lookups.ts';
import { useActor } from '../../../lib/session/session.ts';
import { Ellipsis } from '../../../ui/data-table/data-table-ellipsis.tsx';
import { useIsDesktop } from '../../../ui/data-table/columns/window-width.ts';
import { TwoLines } from '../../../ui/data-table/columns/two-lines.tsx';
import type { TableColumn } from '../../../ui/data-table/data-table-row.tsx';
import { StatusDot } from '../../../entities/status/status-dot.tsx';
import { hasSteps } from '../../../entities/task/steps/offered-steps.ts';
import { TaskDueDate } from '../../../entities/due-date/task-due-date.tsx';
import { Priority, TimeSince } from '../../../entities/task/history/task-instructions.tsx';
import { useMoreTaskColumns } from '../../../entities/task/list/more-task-columns.tsx';
import { OpenSupportersContext, canChangeSupporters } from '../record/supporters-line.tsx';
import { RowNextStep } from '../../../entities/assign/row-next-step.tsx';
import { startTaskDrag } from '../../../entities/assign/task-drag.ts';
import type { TaskTab } from './task-search.ts';
import parts from '../../../entities/task/history/task-parts.module.css';
import listCss from '../../../entities/task/list/task-list.module.css';
import { useStepsState, useTaskSteps } from '../../../entities/task/steps/use-task-steps.tsx';

/** Task on the Now card. Its row has no step that would skip the typed quantities. */
export const CardTaskContext = createContext<number | null>(null);

/** Steps of the row: the next one as a button, the others in a menu. */
export function RowSteps({ row }: { row: TaskRow }) {
  const { t } = useTranslation('task');
  const isOnCard = use(CardTaskContext) === row.task_id;
  const openSupporters = use(OpenSupportersContext);
  const actor = useActor();
  const { pressStep } = useTaskSteps();
  const { pending } = useStepsState();
  if (isOnCard) return <span className={parts.muted}>{t('onCard')}</span>;
  return (
    <span className={listCss.rowActions}>
      <RowNextStep
        row={row}
        onStep={pressStep}
        busy={pending}
        extra={
          canChangeSupporters(row, actor)
            ? [{ key: 'supporters', label: t('supporter.menu'), onClick: () => openSupporters(row) }]
            : undefined
        }
      />
    </span>
  );
}

/**
 * Columns of each list. The user's own lists leave out the user. The list next to the assign panel has only columns that help to assign.
 */
export const COLUMNS = {
  all: ['status', 'sub_prod_id', 'job', 'customer', 'category', 'quantity', 'due', 'editor', 'qcs', 'since', 'steps'],
  assign: ['status', 'sub_prod_id', 'job', 'customer', 'category', 'quantity', 'due', 'estimate', 'editor'],
  mine: ['status', 'sub_prod_id', 'job', 'customer', 'category', 'quantity', 'due', 'since', 'steps'],
  waiting: ['status', 'sub_prod_id', 'job', 'customer', 'category', 'quantity', 'due', 'editor', 'since', 'steps'],
  pool: ['status', 'sub_prod_id', 'job', 'customer', 'category', 'quantity', 'due', 'editor', 'since', 'steps'],
} as const satisfies Record<TaskTab | 'assign', readonly string[]>;
export type ColumnSet = keyof typeof COLUMNS;

/** True for a task that was just taken and is still in the pool list. It does not cause an editor column. */
const isJustTaken = (columnSet: ColumnSet, { status }: TaskRow): boolean =>
  columnSet === 'pool' && (status === TaskStatus.EDITOR_ASSIGNED || status === TaskStatus.PROCESSING);

type ColumnKey = (typeof COLUMNS)[ColumnSet][number];

/** Returns the columns of a task list. With `draggable`, the user can drag a task by its number. */
export function useTaskColumns(
  columnSet: ColumnSet,
  {
    draggable,
    keepsDueDate,
    toDoOnly,
    shares,
  }: { draggable: boolean; keepsDueDate: boolean; toDoOnly: boolean; shares: ReadonlyMap<number, SiblingQuantities> },
): readonly TableColumn<TaskRow>[] {
  const { t } = useTranslation(['task', 'field']);
  const { number } = useFormat();
  const { name, worker } = useUsers();
  const { since: formatSpan } = useDurationFormat();
  const actor = useActor();
  const customers = useCustomers();
  const categories = useCategories();
  const moreColumns = useMoreTaskColumns();
  // When the due date column has no space, the state of the due date is under the status.
  const isDesk = useIsDesktop();
  // Tasks without an editor need no editor column.
  const isUnassignedList = columnSet === 'assign' && toDoOnly;
  return useMemo(() => {
    const columns: Record<ColumnKey, Omit<TableColumn<TaskRow>, 'key'>> = {
      // Next to the assign panel, the status is hidden before other columns, because the editor column shows nearly the same.
      status: {
        title: t('field:status'),
        width: 136,
        ...(columnSet === 'assign' && { hideOrder: 3 }),
        sort: 'status',
        render: (row) =>
          isDesk && row.due_at !== null ? (
            <TwoLines
              isOptional
              first={<StatusDot status={row.status} />}
              second={
                <span className={listCss.inlineDueDate}>
                  <TaskDueDate row={row} showsRisk={false} />
                </span>
              }
            />
          ) : (
            <StatusDot status={row.status} />
          ),
      },
      sub_prod_id: {
        title: t('field:sub_prod_id'),
        width: 104,
        sort: 'job_date',
        // Tasks of one detail share its number, so each also shows its own number.
        render: (row) => (
          <TwoLines
            first={
              <span
                className={`${parts.id} user-label`}
                data-ellipsis
                draggable={draggable}
                data-draggable={draggable}
                onDragStart={(event) => startTaskDrag(event, [row.task_id])}
              >
                {row.sub_prod_id}
              </span>
            }
            second={`#${row.task_id}`}
          />
        ),
      },
      job: {
        title: t('field.job'),
        min: 180,
        grow: 2,
        render: (row) => (
          <TwoLines
            isOptional
            first={<Ellipsis>{row.job_name}</Ellipsis>}
            second={
              <>
                <Priority priority={row.job_priority} />
                <span className={listCss.inlineCategory}>
                  <Ellipsis>{categories.cat2ById.get(row.service_cat2_id)?.name ?? ''}</Ellipsis>
                </span>
              </>
            }
          />
        ),
      },
      customer: {
        title: t('field:customer'),
        min: 150,
        hideOrder: columnSet === 'assign' ? 2 : 3,
        render: (row) => {
          const { cus1, cus2 } = customers.levels(row.customer2_id);
          return (
            <TwoLines
              isMainSecond
              first={<Ellipsis>{cus1?.name ?? ''}</Ellipsis>}
              second={<Ellipsis>{cus2?.name ?? ''}</Ellipsis>}
            />
          );
        },
      },
      // Without space, the category is under the job's name. For unassigned tasks the column stays, because leaders compare by it.
      category: {
        title: t('field:category'),
        min: 120,
        ...(isUnassignedList ? {} : { hideOrder: 4 }),
        render: (row) => {
          const cat2 = categories.cat2ById.get(row.service_cat2_id);
          return (
            <TwoLines
              isMainSecond
              first={<Ellipsis>{cat2?.cat1.name ?? ''}</Ellipsis>}
              second={<Ellipsis>{cat2?.name ?? ''}</Ellipsis>}
            />
          );
        },
      },
      quantity: {
        title: t('field.counted'),
        width: 72,
        align: 'end',
        // Hidden early, because the estimate of the assign list includes the quantity.
        ...(columnSet === 'assign' && !isUnassignedList && { hideOrder: 1 }),
        render: (row) => `${number(taskQuantity(row))} / ${number(row.quantity)}`,
      },
      due: {
        title: t('field:due_at'),
        width: 92,
        // Hidden early, because the list is sorted by due date, and names and editors need the space more.
        ...(keepsDueDate ? {} : { hideOrder: columnSet === 'assign' ? 0.5 : 2.5 }),
        sort: 'due_at',
        earliestFirst: true,
        empty: (row) => row.due_at === null,
        render: (row) => <TaskDueDate row={row} />,
      },
      estimate: {
        title: t('field.estimate'),
        width: 92,
        align: 'end',
        empty: (row) => row.estimate_minutes === null,
        // Estimate for this task's share of the detail, as in the editors' workload.
        render: (row) =>
          row.estimate_minutes === null
            ? '–'
            : formatSpan((row.estimate_minutes * row.quantity * 60_000) / (shares.get(row.task_id)?.tasks ?? 1)),
      },
      editor: {
        title: t('field:editor'),
        min: 110,
        // In the list of all tasks the column stays when empty, so that new names do not move the others.
        ...(columnSet !== 'all' &&
          (columnSet !== 'assign' || isUnassignedList) && {
            empty: (row: TaskRow) => isJustTaken(columnSet, row) || formatWorkers(row, name) === EMPTY,
          }),
        render: (row) => (
          <TwoLines
            isOptional
            first={<Ellipsis>{formatWorkers(row, name)}</Ellipsis>}
            second={needsNewEditor(row, worker) && <span className={parts.urgent}>{t('editorCannotContinue')}</span>}
          />
        ),
      },
      qcs: {
        title: t('field.qcs'),
        min: 90,
        hideOrder: 1,
        empty: (row) => row.first_qc === null && row.second_qc === null,
        render: (row) => (
          <TwoLines
            isOptional
            first={<Ellipsis>{name(row.first_qc) || EMPTY}</Ellipsis>}
            second={row.second_qc !== null && <Ellipsis>{name(row.second_qc)}</Ellipsis>}
          />
        ),
      },
      since: {
        title: t('field.since'),
        width: 98,
        hideOrder: 2,
        align: 'end',
        sort: 'status_since',
        render: (row) => <TimeSince at={row.status_since} />,
      },
      steps: {
        title: t('field.steps'),
        width: 160,
        align: 'end',
        empty: (row) => !hasSteps(row, actor) && !canChangeSupporters(row, actor),
        render: (row) => <RowSteps row={row} />,
      },
    };
    const shownColumns = COLUMNS[columnSet].map((key) => ({ key, ...columns[key] }));
    return [...shownColumns, ...moreColumns];
  }, [
    actor,
    categories,
    customers,
    draggable,
    isUnassignedList,
    moreColumns,
    name,
    number,
    keepsDueDate,
    columnSet,
    isDesk,
    formatSpan,
    t,
    shares,
    worker,
  ]);
}

const EMPTY = '–';

/** Formats editor and supporters: `editor.pte + lan.ngo`. */
const formatWorkers = (row: TaskRow, name: (id: number | null) => string): string =>
  [name(row.editor) || EMPTY, ...row.supporters.map((supporter) => name(supporter.user_id))].join(' + ');
