import { taskEndpoints, type TaskRow } from '@darkroom/contract/task/task';
import { TaskStatus } from '@darkroom/domain/task/status';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Selection } from '../../../ui/data-table/data-table-select.ts';
import { useShares } from '../../../entities/task/list/use-shares.ts';
import { PromisesOf } from '../../../entities/due-date/due-date-of.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useList } from '../../../ui/data-table/use-list.ts';
import { useTaskBlock } from './task-block.tsx';
import { useTaskColumns } from './task-columns.tsx';
import { listInput, narrows, taskList, type TaskTab } from './task-search.ts';

/** Rows for the URL. The previous rows stay while new ones load. */
export const useTaskRows = (tab: TaskTab) =>
  useList(taskList, taskEndpoints.list, { input: (search) => listInput(search, tab) });

interface TaskListProps {
  tab: TaskTab;
  list: ReturnType<typeof useTaskRows>;
  selection?: Selection;
  /** Hint for this user when the list is empty. By default a text about the list. */
  emptyHint?: string | undefined;
  emptyAction?: ReactNode;
  /** The assign panel is open next to the list. */
  handingOut?: boolean;
  fillHeight?: boolean;
}

/** One of the four task lists. */
export function TaskList({ tab, list, selection, emptyHint, emptyAction, handingOut, fillHeight }: TaskListProps) {
  const { t } = useTranslation('task');
  const { search, setSearch, input } = list;
  const set = handingOut ? 'handingOut' : tab;
  const shares = useShares(list.rows?.map(keyOfRow) ?? [], handingOut === true);
  const columns = useTaskColumns(set, {
    draggable: selection !== undefined,
    shares,
    toDoOnly: search.status?.length === 1 && search.status[0] === TaskStatus.TO_DO,
    ofPromises: search.due !== undefined || search.sort?.endsWith('due_at') === true,
  });
  const compact = useTaskBlock(set);
  const { sort, page_size } = input;
  return (
    <PromisesOf rows={list.rows}>
      <DataTable<TaskRow>
        {...list.table}
        name={t(`tab.${tab}`)}
        list="task"
        columns={columns}
        compact={compact}
        rowKey={keyOfRow}
        rowName={nameOfRow}
        empty={{ title: t(`empty.${tab}.title`), hint: emptyHint ?? t(`empty.${tab}.hint`), action: emptyAction }}
        filtered={narrows(tab) && taskList.isFiltered(search)}
        selection={selection}
        onOpen={(row) => setSearch({ task: row.task_id })}
        pageSize={page_size}
        {...(tab === 'all' && fillHeight ? {} : { longPages: [] })}
        sort={sort === 'blocking' ? undefined : sort}
        ownOrder={t(tab === 'waiting' ? 'waitingOrder' : 'ownOrder')}
        fillHeight={fillHeight}
      />
    </PromisesOf>
  );
}

const keyOfRow = (row: TaskRow) => row.task_id;
const nameOfRow = (row: TaskRow) => row.sub_prod_id;
