import { DUE_FILTERS } from '@darkroom/contract/due-date/due-date';
import { JOB_PRIORITIES, JOB_STATUSES } from '@darkroom/domain/job/status';
import { PIPELINE, statusName, TaskStatus, TASK_STATUSES } from '@darkroom/domain/task/status';
import { memo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import type { ListSearch } from '../../../lib/list-search.ts';
import type { SetSearch } from '../../../lib/use-screen-search.ts';
import { useToday } from '../../../lib/clock/use-today.ts';
import { useCategoryLevels, useCustomerLevels } from '../../../ui/filter-bar/filter-bar-choices.ts';
import { FilterBar } from '../../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../../ui/filter-bar/use-filters.tsx';
import { SavedViews } from '../../../ui/saved-views/saved-views.tsx';
import type { DetailSearch } from '../details/detail-search.ts';
import type { JobSearch } from './job-search.ts';
import type { Day } from '@darkroom/domain/calendar/day';
import { getDayRange } from '@darkroom/domain/calendar/day-range';
import type { BuiltInView } from '../../../ui/saved-views/saved-view-search.ts';

/** Filters of both row kinds. Details also have their own status. */
type JobFilterSearch = Omit<JobSearch, 'sort' | 'bulk' | 'imports'> & Pick<DetailSearch, 'status'>;

interface JobFiltersProps {
  list: ListSearch<JobFilterSearch>;
  search: JobFilterSearch;
  setSearch: SetSearch<JobFilterSearch>;
  /** True if the rows are details, which have their own status. */
  isByDetail?: boolean;
}

const IN_ROW = { inRow: true };

/** Filters of the job page, by job or by detail. A selection of rows does not draw them again. */
export const JobFilters = memo(function JobFilters({ list, search, setSearch, isByDetail = false }: JobFiltersProps) {
  const { t } = useTranslation(['job', 'status', 'field']);
  const customers = useCustomerLevels();
  const categories = useCategoryLevels({ forNew: false });
  const today = useToday();
  const { text, days, levels, one, many: some, flag, linked } = useFilters(list, search, setSearch);
  const getStatusLabel = (status: TaskStatus) => t(`status:task.${statusName(status)}`);
  return (
    <FilterBar
      before={<SavedViews screen="job" list={list} search={search} builtInViews={getBuiltInViews(today, isByDetail)} />}
      search={text(t(isByDetail ? 'byDetail.searchFor' : 'searchFor'))}
      filters={[
        days('job_date_from', 'job_date_to', IN_ROW),
        levels('customer', t('field:customer'), customers, IN_ROW),
        // In the list of details, "status" means the status of the detail.
        ...(isByDetail
          ? [
              some('status', { of: PIPELINE, label: t('byDetail.status'), word: getStatusLabel }, IN_ROW),
              some('job_status', { of: JOB_STATUSES, label: t('byDetail.jobStatus') }),
            ]
          : [some('job_status', { of: JOB_STATUSES }, IN_ROW)]),
        levels('category', t('field:category'), categories),
        some('task_status', { of: PIPELINE }),
        one('job_priority', { of: JOB_PRIORITIES }),
        one('due', { of: DUE_FILTERS }),
        flag('unpriced'),
        linked('job_id', t('linkedJob'), t('field.job')),
        linked('import_id', t('imports.theseOnly'), t('imports.filter')),
      ]}
      onClear={() => setSearch(list.cleared)}
    />
  );
});

const OPEN_STATUSES = TASK_STATUSES.filter((status) => status !== TaskStatus.COMPLETED);

/** Returns the built-in views of the job page on a day, by job or by detail. */
function getBuiltInViews(today: Day, isByDetail: boolean): BuiltInView[] {
  const by: BuiltInView['search'] = isByDetail ? { by: 'detail' } : {};
  const week = getDayRange('this_week', today);
  return [
    { name: 'today', search: { ...by, job_date_from: today, job_date_to: today } },
    { name: 'this_week', search: { ...by, job_date_from: week.from, job_date_to: week.to } },
    { name: 'urgent', search: { ...by, job_priority: 'Urgent', task_status: OPEN_STATUSES } },
    { name: 'late', search: { ...by, due: 'late', sort: 'due_at' } },
    { name: 'unassigned', search: { ...by, task_status: [TaskStatus.TO_DO] } },
    { name: 'unpriced', search: { ...by, unpriced: true } },
  ];
}
