import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { EDITOR_CODE, QC_CODE } from '@darkroom/domain/task/decide';
import { PIPELINE, statusName } from '@darkroom/domain/task/status';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { usePriorityWord } from '../../../lib/session/lookups.ts';
import { useToday } from '../../../lib/use-today.ts';
import { FilterBar, type Filter } from '../../../ui/filter-bar/filter-bar.tsx';
import { FilterSelect } from '../../../ui/filter-bar/filter-bar-select.tsx';
import { SavedViews } from '../../../ui/saved-views/saved-views.tsx';
import { useWorkFilters } from '../../../records/task/list/work-filters.tsx';
import listCss from '../../../records/task/list/task-list.module.css';
import { NO_FILTERS, viewSearch, type SetTaskSearch, type TaskSearch, type TaskTab } from './task-search.ts';
import { readyTaskViews } from './task-views.ts';

/** Hours after which something can be looked for. */
const WAITS = [1, 2, 4, 8, 24, 48];

interface TaskFiltersProps {
  /** Which of the lists they narrow. */
  tab: TaskTab;
  search: TaskSearch;
  setSearch: SetTaskSearch;
}

/** The filters of the task list, each as it stands in the address. */
export function TaskFilters({ tab, search, setSearch }: TaskFiltersProps) {
  const { t } = useTranslation(['task', 'status']);
  const priorityWord = usePriorityWord();
  const today = useToday();
  const { number } = useFormat();
  const set: SetTaskSearch = (patch) => setSearch({ ...patch, page: 1 });

  const work = useWorkFilters(search, set);

  const filters: Filter[] = [
    {
      key: 'status',
      label: t('field.status'),
      control: (
        <FilterSelect<TaskSearch['status']>
          mode="multiple"
          maxTagCount="responsive"
          allowClear
          aria-label={t('field.status')}
          placeholder={t('field.status')}
          value={search.status ?? []}
          options={PIPELINE.map((status) => ({ value: status, label: t(`status:task.${statusName(status)}`) }))}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(status) => set({ status: status && status.length > 0 ? status : undefined })}
        />
      ),
      chip: search.status?.map((status) => t(`status:task.${statusName(status)}`)).join(', ') ?? null,
      onRemove: () => set({ status: undefined }),
    },
    work.days,
    work.customer,
    work.category,
    work.workstream,
    work.person('editor', Object.values(EDITOR_CODE)),
    work.person('first_qc', Object.values(QC_CODE)),
    work.person('second_qc', Object.values(QC_CODE)),
    {
      key: 'job_priority',
      label: t('field.job_priority'),
      control: (
        <FilterSelect
          allowClear
          aria-label={t('field.job_priority')}
          placeholder={t('field.job_priority')}
          value={search.job_priority}
          options={JOB_PRIORITIES.map((value) => ({ value, label: priorityWord(value) }))}
          onChange={(job_priority) => set({ job_priority })}
        />
      ),
      chip: search.job_priority ? priorityWord(search.job_priority) : null,
      onRemove: () => set({ job_priority: undefined }),
    },
    {
      key: 'has_support',
      label: t('field.has_support'),
      control: (
        <FilterSelect
          allowClear
          aria-label={t('field.has_support')}
          placeholder={t('field.has_support')}
          value={search.has_support}
          options={[true, false].map((value) => ({ value, label: t(`hasSupport.${value}`) }))}
          onChange={(has_support) => set({ has_support })}
        />
      ),
      chip: search.has_support === undefined ? null : t(`hasSupport.${search.has_support}`),
      onRemove: () => set({ has_support: undefined }),
    },
    {
      key: 'waits_hours',
      label: t('field.waits_hours'),
      control: (
        <FilterSelect
          allowClear
          aria-label={t('field.waits_hours')}
          placeholder={t('field.waits_hours')}
          value={search.waits_hours}
          options={WAITS.map((hours) => ({ value: hours, label: t('waitsHours', { n: number(hours) }) }))}
          onChange={(waits_hours) => set({ waits_hours })}
        />
      ),
      chip: search.waits_hours === undefined ? null : t('waitsHours', { n: number(search.waits_hours) }),
      onRemove: () => set({ waits_hours: undefined }),
    },
  ];

  return (
    <div className={listCss.filters}>
      <FilterBar
        before={
          <SavedViews
            screen="task"
            current={viewSearch(search)}
            chosen={search.view}
            ready={readyTaskViews(today, tab)}
          />
        }
        search={{
          value: search.text ?? '',
          onChange: (text) => set({ text: text || undefined }),
          placeholder: t('searchTasks'),
        }}
        filters={filters}
        onClear={() => set(NO_FILTERS)}
      />
    </div>
  );
}
