import { BANDS } from '@darkroom/domain/floor/bands';
import { PIPELINE, statusName } from '@darkroom/domain/task/status';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../../lib/clock/use-today.ts';
import listCss from '../../../entities/task/list/task-list.module.css';
import { useWorkFilters } from '../../../entities/task/list/work-filters.tsx';
import { FilterBar } from '../../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../../ui/filter-bar/use-filters.tsx';
import { SavedViews } from '../../../ui/saved-views/saved-views.tsx';
import { taskList, type SetTaskSearch, type TaskSearch, type TaskTab } from './task-search.ts';
import { readyTaskViews } from './task-views.ts';

interface TaskFiltersProps {
  /** Which of the lists they narrow. */
  tab: TaskTab;
  search: TaskSearch;
  setSearch: SetTaskSearch;
}

/** The filters of the task list, each as it stands in the address. */
export function TaskFilters({ tab, search, setSearch }: TaskFiltersProps) {
  const { t } = useTranslation(['task', 'status', 'field']);
  const today = useToday();
  const { text, some, one } = useFilters(taskList, search, setSearch);
  const work = useWorkFilters(taskList, search, setSearch);
  return (
    <div className={listCss.filters}>
      <FilterBar
        before={<SavedViews screen="task" list={taskList} search={search} ready={readyTaskViews(today, tab)} />}
        search={text(t('searchTasks'))}
        filters={[
          some('status', {
            of: PIPELINE,
            label: t('field:status'),
            word: (status) => t(`status:task.${statusName(status)}`),
          }),
          one('band', { of: BANDS }),
          ...work,
        ]}
        onClear={() => setSearch(taskList.cleared)}
      />
    </div>
  );
}
