import type { TaskRow } from '@darkroom/contract/task/task';
import { taskQuantity } from '@darkroom/domain/task/quantities';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useCategories, useCustomers, useUsers } from '../../../lib/session/lookups.ts';
import { TaskDueDate } from '../../../entities/due-date/task-due-date.tsx';
import { StatusDot } from '../../../entities/status/status-dot.tsx';
import { Priority, TimeSince } from '../../../entities/task/history/task-instructions.tsx';
import { SupportersLine } from '../record/supporters-line.tsx';
import { COLUMNS, RowSteps, type ColumnSet } from './task-columns.tsx';
import parts from '../../../entities/task/history/task-parts.module.css';
import listCss from '../../../entities/task/list/task-list.module.css';
import { useEditorName } from '../../../entities/task/list/use-editor-name.ts';

/** Returns a task as a block on a phone: its work, its people, and the next step at the bottom. */
export function useTaskBlock(columnSet: ColumnSet): (row: TaskRow) => ReactNode {
  const { number } = useFormat();
  const customers = useCustomers();
  const categories = useCategories();
  return useMemo(
    () => (row: TaskRow) => (
      <div className={listCss.block}>
        <div className={parts.statusLine}>
          <StatusDot status={row.status} />
          <Priority priority={row.job_priority} />
          <span className="muted ms-auto">
            <TimeSince at={row.status_since} />
          </span>
        </div>
        <div className="medium break-anywhere">{row.job_name}</div>
        <div className={parts.muted}>
          {row.sub_prod_id} #{row.task_id} · {formatCustomer(customers.levels(row.customer2_id))}
        </div>
        {row.due_at && <TaskDueDate row={row} />}
        <PeopleLine row={row} columnSet={columnSet} />
        <SupportersLine row={row} />
        <div className="row justify-between">
          <span className={parts.muted}>
            {categories.label(row.service_cat2_id)} · {number(taskQuantity(row))} / {number(row.quantity)}
          </span>
          <RowSteps row={row} />
        </div>
      </div>
    ),
    [categories, customers, number, columnSet],
  );
}

/** Editor and QCs in one line, if the list has columns for them. The line is left out without people. */
function PeopleLine({ row, columnSet }: { row: TaskRow; columnSet: ColumnSet }) {
  const { t } = useTranslation('field');
  const { name } = useUsers();
  const editorName = useEditorName();
  const people = (['editor', 'first_qc', 'second_qc'] as const)
    .filter((role) => row[role] !== null && hasColumn(columnSet, role === 'editor' ? 'editor' : 'qcs'))
    .map((role) => `${t(role)}: ${role === 'editor' ? editorName(row) : name(row[role])}`);
  return people.length === 0 ? null : <div className={parts.muted}>{people.join(' · ')}</div>;
}

const hasColumn = (columnSet: ColumnSet, column: 'editor' | 'qcs'): boolean =>
  (COLUMNS[columnSet] as readonly string[]).includes(column);

/** Formats customer 1 › customer 2, which distinguish the jobs. Customer 0 is on the task's own page. */
const formatCustomer = (levels: ReturnType<ReturnType<typeof useCustomers>['levels']>): string =>
  [levels.cus1?.name, levels.cus2?.name].filter(Boolean).join(' › ');
