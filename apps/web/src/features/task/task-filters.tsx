import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { EDITOR_CODE, QC_CODE } from '@darkroom/domain/task/decide';
import { PIPELINE, statusName } from '@darkroom/domain/task/status';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { useUsers } from '../../lib/lookups.ts';
import { useCategoryLevels, useCustomerLevels } from '../../ui/filter-bar-choices.ts';
import { DayRange } from '../../ui/filter-bar-days.tsx';
import { foldedMatch } from '../../ui/filter-bar-fold.ts';
import { levelWords } from '../../ui/filter-bar-level-tree.ts';
import { LevelFilter } from '../../ui/filter-bar-levels.tsx';
import { FilterBar, type Filter } from '../../ui/filter-bar.tsx';
import floorCss from './floor.module.css';
import { NO_FILTERS, type SetTaskSearch, type TaskSearch } from './task-search.ts';

type PersonField = 'editor' | 'first_qc' | 'second_qc';

/** The filters of the task list, each as it stands in the address. */
export function TaskFilters({ search, setSearch }: { search: TaskSearch; setSearch: SetTaskSearch }) {
  const { t } = useTranslation(['task', 'status', 'table']);
  const { day } = useFormat();
  const users = useUsers();
  const customers = useCustomerLevels();
  const categories = useCategoryLevels({ forNew: false });
  const set: SetTaskSearch = (patch) => setSearch({ ...patch, page: 1 });
  const more = (name: string, n: number) => t('table:filter.more', { name, n });

  const days = { from: search.job_date_from, to: search.job_date_to };
  const customer = {
    customer0_id: search.customer0_id,
    customer1_id: search.customer1_id,
    customer2_id: search.customer2_id,
  };
  const category = {
    service_type_id: search.service_type_id,
    service_cat1_id: search.service_cat1_id,
    service_cat2_id: search.service_cat2_id,
  };

  const person = (field: PersonField, codes: readonly string[]): Filter => {
    const chosen = search[field] ?? [];
    const people = users.active.filter((user) => user.permissions.some((code) => codes.includes(code)));
    return {
      key: field,
      label: t(`field.${field}`),
      inRow: field === 'editor',
      control: (
        <Select<number[], { value: number; label: string; title: string }>
          mode="multiple"
          maxTagCount="responsive"
          allowClear
          aria-label={t(`field.${field}`)}
          placeholder={t(`field.${field}`)}
          value={chosen}
          options={people.map((user) => ({ value: user.id, label: user.username, title: user.full_name }))}
          showSearch={{
            filterOption: (typed, option) =>
              option !== undefined && foldedMatch(`${option.label} ${option.title}`, typed),
          }}
          onChange={(ids) => set({ [field]: ids.length > 0 ? ids : undefined })}
        />
      ),
      chip: chosen.length === 0 ? null : chosen.map((id) => users.name(id)).join(', '),
      onRemove: () => set({ [field]: undefined }),
    };
  };

  const filters: Filter[] = [
    {
      key: 'status',
      label: t('field.status'),
      control: (
        <Select<TaskSearch['status']>
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
    {
      key: 'days',
      label: t('field.job_date'),
      inRow: true,
      wide: true,
      control: <DayRange {...days} onChange={(from, to) => set({ job_date_from: from, job_date_to: to })} />,
      chip:
        days.from && days.to
          ? `${day(days.from)} – ${day(days.to)}`
          : days.from
            ? t('table:filter.since', { day: day(days.from) })
            : days.to
              ? t('table:filter.until', { day: day(days.to) })
              : null,
      onRemove: () => set({ job_date_from: undefined, job_date_to: undefined }),
    },
    {
      key: 'customer',
      label: t('field.customer'),
      inRow: true,
      control: (
        <LevelFilter
          levels={customers}
          value={customer}
          onChange={(value) => set(value)}
          placeholder={t('field.customer')}
        />
      ),
      chip: levelWords(customers, customer, more),
      onRemove: () => set({ customer0_id: undefined, customer1_id: undefined, customer2_id: undefined }),
    },
    {
      key: 'category',
      label: t('field.category'),
      control: (
        <LevelFilter
          levels={categories}
          value={category}
          onChange={(value) => set(value)}
          placeholder={t('field.category')}
        />
      ),
      chip: levelWords(categories, category, more),
      onRemove: () => set({ service_type_id: undefined, service_cat1_id: undefined, service_cat2_id: undefined }),
    },
    {
      key: 'workstream',
      label: t('field.workstream'),
      control: (
        <Select
          allowClear
          aria-label={t('field.workstream')}
          placeholder={t('field.workstream')}
          value={search.workstream}
          options={WORKSTREAMS.map((value) => ({ value, label: value }))}
          onChange={(workstream) => set({ workstream })}
        />
      ),
      chip: search.workstream ?? null,
      onRemove: () => set({ workstream: undefined }),
    },
    person('editor', Object.values(EDITOR_CODE)),
    person('first_qc', Object.values(QC_CODE)),
    person('second_qc', Object.values(QC_CODE)),
    {
      key: 'job_priority',
      label: t('field.job_priority'),
      control: (
        <Select
          allowClear
          aria-label={t('field.job_priority')}
          placeholder={t('field.job_priority')}
          value={search.job_priority}
          options={JOB_PRIORITIES.map((value) => ({ value, label: t(`status:priority.${value}`) }))}
          onChange={(job_priority) => set({ job_priority })}
        />
      ),
      chip: search.job_priority ? t(`status:priority.${search.job_priority}`) : null,
      onRemove: () => set({ job_priority: undefined }),
    },
    {
      key: 'has_support',
      label: t('field.has_support'),
      control: (
        <Select
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
  ];

  return (
    <div className={floorCss.filters}>
      <FilterBar
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
