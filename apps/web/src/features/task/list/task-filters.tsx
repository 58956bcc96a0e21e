import { BANDS } from '@darkroom/domain/floor/bands';
import { PIPELINE, statusName, TASK_STATUSES, TaskStatus } from '@darkroom/domain/task/status';
import { memo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useToday } from '../../../lib/clock/use-today.ts';
import { useTaskListFilters } from '../../../entities/task/list/task-list-filters.tsx';
import { FilterBar } from '../../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../../ui/filter-bar/use-filters.tsx';
import { SavedViews } from '../../../ui/saved-views/saved-views.tsx';
import { taskList, type SetTaskSearch, type TaskSearch, type TaskTab } from './task-search.ts';
import type { Day } from '@darkroom/domain/calendar/day';
import { getDayRange } from '@darkroom/domain/calendar/day-range';
import type { BuiltInView } from '../../../ui/saved-views/saved-view-search.ts';

/** Hours in or before a check after which a task is late. */
const LATE_IN_QC_HOURS = 4;
const IN_QC_STATUSES = [TaskStatus.WAITING_TO_QC, TaskStatus.QC1_START, TaskStatus.QC1_DONE, TaskStatus.QC2_START];
const OPEN_STATUSES = TASK_STATUSES.filter((status) => status !== TaskStatus.COMPLETED);

/** Creates the built-in views for a day: of all tasks, or of the pool. */
function createTaskViews(today: Day, tab: TaskTab): BuiltInView[] {
  const week = getDayRange('this_week', today);
  const days: BuiltInView[] = [
    { name: 'today', search: { tab, job_date_from: today, job_date_to: today } },
    { name: 'this_week', search: { tab, job_date_from: week.from, job_date_to: week.to } },
  ];
  if (tab !== 'all') return [...days, { name: 'urgent', search: { tab, job_priority: 'Urgent' } }];
  return [
    ...days,
    { name: 'urgent', search: { tab, job_priority: 'Urgent', status: OPEN_STATUSES } },
    { name: 'late', search: { tab, due: 'late', sort: 'due_at' } },
    { name: 'unassigned', search: { tab, status: [TaskStatus.TO_DO] } },
    {
      name: 'lateInQc',
      search: { tab, status: IN_QC_STATUSES, waits_hours: LATE_IN_QC_HOURS, sort: 'status_since' },
    },
  ];
}

interface TaskFiltersProps {
  tab: TaskTab;
  search: TaskSearch;
  setSearch: SetTaskSearch;
}

/** The filters of a task list. They do not render again when rows arrive. */
export const TaskFilters = memo(function TaskFilters({ tab, search, setSearch }: TaskFiltersProps) {
  const { t } = useTranslation(['task', 'status', 'field']);
  const today = useToday();
  const { text, many: some, one } = useFilters(taskList, search, setSearch);
  const taskFilters = useTaskListFilters(taskList, search, setSearch);
  return (
    <div className="mb-8">
      <FilterBar
        before={<SavedViews screen="task" list={taskList} search={search} builtInViews={createTaskViews(today, tab)} />}
        search={text(t('searchTasks'))}
        filters={[
          some('status', {
            of: PIPELINE,
            label: t('field:status'),
            word: (status) => t(`status:task.${statusName(status)}`),
          }),
          one('band', { of: BANDS }),
          ...taskFilters,
        ]}
        onClear={() => setSearch(taskList.cleared)}
      />
    </div>
  );
});
