import { useTranslation } from 'react-i18next';
import { Button } from 'antd';
import { ListTimes } from './list-times.tsx';
import { TaskFilters } from './task-filters.tsx';
import { TaskList, type useTaskRows } from './task-list.tsx';
import type { SetTaskSearch, TaskSearch, TaskTab } from './task-search.ts';

interface OwnTasksProps {
  tab: Exclude<TaskTab, 'all'>;
  search: TaskSearch;
  setSearch: SetTaskSearch;
  list: ReturnType<typeof useTaskRows>;
  couldTake: number;
}

/** One of one's own three lists. They are short; only the pool, which everybody fills, can be narrowed. */
export function OwnTasks({ tab, search, setSearch, list, couldTake }: OwnTasksProps) {
  const { t } = useTranslation('task');
  return (
    <>
      {tab === 'pool' && <TaskFilters tab={tab} search={search} setSearch={setSearch} />}
      <TaskList
        tab={tab}
        search={search}
        setSearch={setSearch}
        list={list}
        emptyAction={
          tab !== 'pool' && couldTake > 0 ? (
            <Button onClick={() => setSearch({ tab: 'pool', page: 1 })}>{t('rest.see', { count: couldTake })}</Button>
          ) : undefined
        }
      />
      <ListTimes rows={list.data?.results} />
    </>
  );
}
