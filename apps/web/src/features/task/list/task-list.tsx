import { taskEndpoints, type TaskRow } from '@darkroom/contract/task/task';
import { TaskStatus } from '@darkroom/domain/task/status';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import type { Selection } from '../../../ui/data-table/data-table-select.ts';
import { useSiblingQuantities } from '../../../entities/task/list/use-task-shares.ts';
import { DueDateProvider } from '../../../entities/due-date/due-date-provider.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useList } from '../../../ui/data-table/use-list.ts';
import { useTaskBlock } from './task-block.tsx';
import { useTaskColumns } from './task-columns.tsx';
import { toListInput, hasFilters, taskList, type TaskTab } from './task-search.ts';

/** Returns the rows for the URL. The previous rows stay while new rows load. */
export const useTaskRows = (tab: TaskTab) =>
  useList(taskList, taskEndpoints.list, { input: (search) => toListInput(search, tab) });

interface TaskListProps {
  tab: TaskTab;
  list: ReturnType<typeof useTaskRows>;
  selection?: Selection;
  /** Hint for this user when the list is empty. By default a text about the list. */
  emptyHint?: string | undefined;
  emptyAction?: ReactNode;
  /** True if the assign panel is open next to the list. */
  isAssigning?: boolean;
  fillHeight?: boolean;
}

export function TaskList({ tab, list, selection, emptyHint, emptyAction, isAssigning, fillHeight }: TaskListProps) {
  const { t } = useTranslation('task');
  const { search, setSearch, input } = list;
  const columnSet = isAssigning ? 'assign' : tab;
  const shares = useSiblingQuantities(list.rows?.map(keyOfRow) ?? [], isAssigning === true);
  const columns = useTaskColumns(columnSet, {
    draggable: selection !== undefined,
    shares,
    toDoOnly: search.status?.length === 1 && search.status[0] === TaskStatus.TO_DO,
    keepsDueDate: search.due !== undefined || search.sort?.endsWith('due_at') === true,
  });
  const renderBlock = useTaskBlock(columnSet);
  const { sort, page_size } = input;
  return (
    <DueDateProvider rows={list.rows}>
      <DataTable<TaskRow>
        {...list.table}
        name={t(`tab.${tab}`)}
        list="task"
        columns={columns}
        compact={renderBlock}
        rowKey={keyOfRow}
        rowName={nameOfRow}
        empty={{ title: t(`empty.${tab}.title`), hint: emptyHint ?? t(`empty.${tab}.hint`), action: emptyAction }}
        filtered={hasFilters(tab) && taskList.isFiltered(search)}
        selection={selection}
        onOpen={(row) => setSearch({ task: row.task_id })}
        pageSize={page_size}
        {...(tab === 'all' && fillHeight ? {} : { longPages: [] })}
        sort={sort === 'blocking' ? undefined : sort}
        ownOrder={t(tab === 'waiting' ? 'waitingOrder' : 'ownOrder')}
        fillHeight={fillHeight}
      />
    </DueDateProvider>
  );
}

const keyOfRow = (row: TaskRow) => row.task_id;
const nameOfRow = (row: TaskRow) => row.sub_prod_id;
