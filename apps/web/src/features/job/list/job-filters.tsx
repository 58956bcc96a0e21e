import type { SavedView } from '@darkroom/contract/view';
import { JOB_PRIORITIES, JOB_STATUSES } from '@darkroom/domain/job/status';
import { PIPELINE, statusName } from '@darkroom/domain/task/status';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { Select } from 'antd';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { usePriorityWord } from '../../../lib/session/lookups.ts';
import { useToday } from '../../../lib/use-today.ts';
import { useCategoryLevels, useCustomerLevels } from '../../../ui/filter-bar/filter-bar-choices.ts';
import { DayRange } from '../../../ui/filter-bar/filter-bar-days.tsx';
import { levelWords, type LevelValue } from '../../../ui/filter-bar/filter-bar-level-tree.ts';
import { LevelFilter } from '../../../ui/filter-bar/filter-bar-levels.tsx';
import { FilterBar, type Filter } from '../../../ui/filter-bar/filter-bar.tsx';
import { SavedViews } from '../../../ui/saved-views/saved-views.tsx';
import { idsIn, inAddress, NO_FILTERS, type FilterPatch, type FilterSearch } from './job-search.ts';
import { readyJobViews } from './job-views.ts';

type Patch = FilterPatch & { status?: string | number | undefined; page?: number };

interface JobFiltersProps {
  search: FilterSearch & { status?: string | number | undefined; view?: number | undefined };
  setSearch: (patch: Patch, options?: { replace?: boolean }) => void;
  /** What a saved view of this page keeps. */
  current: SavedView['search'];
  /** The rows are details: they have a status of their own. */
  ofDetails?: boolean;
}

/** The job page's filters; each change goes to the address and back to the first page. Selecting a row does not draw them anew. */
export const JobFilters = memo(function JobFilters({ search, setSearch, current, ofDetails = false }: JobFiltersProps) {
  const { t } = useTranslation(['job', 'status', 'table']);
  const priorityWord = usePriorityWord();
  const today = useToday();
  const { day } = useFormat();
  const customers = useCustomerLevels();
  const categories = useCategoryLevels({ forNew: false });
  const set = (patch: Patch) => setSearch({ ...patch, page: 1 });
  const more = (name: string, n: number) => t('table:filter.more', { name, n });

  const customer = {
    customer0_id: idsIn(search.customer0_id),
    customer1_id: idsIn(search.customer1_id),
    customer2_id: idsIn(search.customer2_id),
  };
  const category = {
    service_type_id: idsIn(search.service_type_id),
    service_cat1_id: idsIn(search.service_cat1_id),
    service_cat2_id: idsIn(search.service_cat2_id),
  };
  const statusWord = (status: number) => t(`status:task.${statusName(status as (typeof PIPELINE)[number])}`);
  /** A filter by statuses of tasks, or of details, which stand where their tasks do. */
  const statusFilter = (key: 'task_status' | 'status', label: string, inRow = false): Filter => {
    const statuses = idsIn(search[key]);
    const inWords = statusesInWords(statuses, statusWord, more);
    return {
      key,
      label,
      inRow,
      control: (
        <Select
          mode="multiple"
          aria-label={label}
          placeholder={label}
          value={statuses}
          allowClear
          maxTagCount={0}
          maxTagPlaceholder={inWords}
          showSearch={{ filterOption: (query, option) => foldedMatch(String(option?.label), query) }}
          options={PIPELINE.map((value) => ({ value: value as number, label: statusWord(value) }))}
          onChange={(chosen) => set({ [key]: inAddress(chosen) })}
        />
      ),
      chip: inWords,
      onRemove: () => set({ [key]: undefined }),
    };
  };

  // Among details, "status" alone would be the detail's.
  const jobStatus = t(ofDetails ? 'job:byDetail.jobStatus' : 'job:field.job_status');

  const filters: Filter[] = [
    {
      key: 'days',
      label: t('job:field.job_date'),
      inRow: true,
      wide: true,
      control: (
        <DayRange
          from={search.job_date_from}
          to={search.job_date_to}
          onChange={(job_date_from, job_date_to) => set({ job_date_from, job_date_to })}
        />
      ),
      chip: daysInWords(search, day, t),
      onRemove: () => set({ job_date_from: undefined, job_date_to: undefined }),
    },
    {
      key: 'customer',
      label: t('job:field.customer'),
      inRow: true,
      control: (
        <LevelFilter
          levels={customers}
          value={customer}
          placeholder={t('job:field.customer')}
          onChange={(value) => set(addressOf(value))}
        />
      ),
      chip: levelWords(customers, customer, more),
      onRemove: () => set({ customer0_id: undefined, customer1_id: undefined, customer2_id: undefined }),
    },
    ...(ofDetails ? [statusFilter('status', t('job:byDetail.status'), true)] : []),
    {
      key: 'job_status',
      label: jobStatus,
      inRow: !ofDetails,
      control: (
        <Select
          aria-label={jobStatus}
          placeholder={jobStatus}
          value={search.job_status ?? null}
          allowClear
          options={JOB_STATUSES.map((value) => ({ value, label: t(`status:job.${value}`) }))}
          onChange={(job_status) => set({ job_status: job_status ?? undefined })}
        />
      ),
      chip: search.job_status ? t(`status:job.${search.job_status}`) : null,
      onRemove: () => set({ job_status: undefined }),
    },
    {
      key: 'category',
      label: t('job:field.category'),
      control: (
        <LevelFilter
          levels={categories}
          value={category}
          placeholder={t('job:field.category')}
          onChange={(value) => set(addressOf(value))}
        />
      ),
      chip: levelWords(categories, category, more),
      onRemove: () => set({ service_type_id: undefined, service_cat1_id: undefined, service_cat2_id: undefined }),
    },
    statusFilter('task_status', t('job:field.task_status')),
    {
      key: 'job_priority',
      label: t('job:field.job_priority'),
      control: (
        <Select
          aria-label={t('job:field.job_priority')}
          placeholder={t('job:field.job_priority')}
          value={search.job_priority ?? null}
          allowClear
          options={JOB_PRIORITIES.map((value) => ({ value, label: priorityWord(value) }))}
          onChange={(job_priority) => set({ job_priority: job_priority ?? undefined })}
        />
      ),
      chip: search.job_priority ? priorityWord(search.job_priority) : null,
      onRemove: () => set({ job_priority: undefined }),
    },
  ];
  filters.push({
    key: 'unpriced',
    label: t('job:field.unpriced'),
    control: (
      <Select
        aria-label={t('job:field.unpriced')}
        placeholder={t('job:field.unpriced')}
        value={search.unpriced ?? null}
        allowClear
        options={[true, false].map((value) => ({ value, label: t(`job:unpriced.${value}`) }))}
        onChange={(unpriced) => set({ unpriced: unpriced ?? undefined })}
      />
    ),
    chip: search.unpriced === undefined ? null : t(`job:unpriced.${search.unpriced}`),
    onRemove: () => set({ unpriced: undefined }),
  });
  if (search.job_id) {
    filters.push({
      key: 'job_id',
      label: t('job:field.job'),
      control: <span>#{search.job_id}</span>,
      chip: t('job:linkedJob'),
      onRemove: () => set({ job_id: undefined }),
    });
  }
  if (search.import_id) {
    filters.push({
      key: 'import_id',
      label: t('job:imports.filter'),
      control: <span>{t('job:imports.theseOnly')}</span>,
      chip: t('job:imports.theseOnly'),
      onRemove: () => set({ import_id: undefined }),
    });
  }

  return (
    <FilterBar
      search={{
        value: search.text ?? '',
        placeholder: t(ofDetails ? 'job:byDetail.searchFor' : 'job:searchFor'),
        onChange: (text) => setSearch({ text: text || undefined, page: 1 }, { replace: true }),
      }}
      before={
        <SavedViews screen="job" current={current} chosen={search.view} ready={readyJobViews(today, ofDetails)} />
      }
      filters={filters}
      onClear={() => set({ ...NO_FILTERS, status: undefined })}
    />
  );
});

const addressOf = <F extends string>(value: LevelValue<F>) =>
  Object.fromEntries(Object.entries(value).map(([field, ids]) => [field, inAddress(ids as number[] | undefined)]));

function statusesInWords(
  statuses: readonly number[],
  word: (status: number) => string,
  more: (name: string, n: number) => string,
): string | null {
  const [first] = statuses;
  if (first === undefined) return null;
  return statuses.length === 1 ? word(first) : more(word(first), statuses.length - 1);
}

function daysInWords(
  { job_date_from: from, job_date_to: to }: FilterSearch,
  day: (value: string) => string,
  t: (key: 'table:filter.since' | 'table:filter.until', words: { day: string }) => string,
): string | null {
  if (from && to) return from === to ? day(from) : `${day(from)} – ${day(to)}`;
  if (from) return t('table:filter.since', { day: day(from) });
  return to ? t('table:filter.until', { day: day(to) }) : null;
}
