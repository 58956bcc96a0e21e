import { DUE_FILTERS, type DueFilter } from '@darkroom/contract/due-date/due-date';
import { WORKSTREAMS, type Workstream } from '@darkroom/domain/customer/enums';
import { JOB_PRIORITIES, type JobPriority } from '@darkroom/domain/job/status';
import type { PermissionCode } from '@darkroom/domain/permission/codes';
import { EDITOR_CODE, QC_CODE } from '@darkroom/domain/task/decide';
import { compareText } from '@darkroom/domain/text/order';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useUsers } from '../../../lib/session/lookups.ts';
import type { ListSearch } from '../../../lib/list-search.ts';
import type { SetSearch } from '../../../lib/use-screen-search.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import {
  useCategoryLevels,
  useCustomerLevels,
  type CategoryField,
  type CustomerField,
} from '../../../ui/filter-bar/filter-bar-choices.ts';
import { useFilters } from '../../../ui/filter-bar/use-filters.tsx';

/** Hours of waiting that can be selected. */
const WAIT_HOURS = [1, 2, 4, 8, 24, 48];
const IN_ROW = { inRow: true };

/** Filters of every list of tasks, named as in the endpoints. */
export type TaskListSearch = {
  [K in 'editor' | 'first_qc' | 'second_qc' | CustomerField | CategoryField]?: number[] | undefined;
} & {
  job_date_from?: string | undefined;
  job_date_to?: string | undefined;
  workstream?: Workstream | undefined;
  job_priority?: JobPriority | undefined;
  due?: DueFilter | undefined;
  has_support?: boolean | undefined;
  waits_hours?: number | undefined;
  job_id?: number | undefined;
};

/** Returns the shared filters of all lists of tasks, the most used first. */
export function useTaskListFilters(
  list: ListSearch<TaskListSearch>,
  search: TaskListSearch,
  setSearch: SetSearch<TaskListSearch>,
) {
  const { t } = useTranslation(['task', 'field']);
  const { number } = useFormat();
  const users = useUsers();
  const customers = useCustomerLevels();
  const categories = useCategoryLevels({ forNew: false });
  const { days, levels, one, many: some, flag, linked } = useFilters(list, search, setSearch);
  /** Finds active people with one of the permissions. */
  const people = (codes: readonly PermissionCode[]) => {
    const holders = users.active.filter((user) => codes.some((code) => user.permissions.includes(code)));
    const fullNames = new Map(holders.map((user) => [user.id, user.full_name]));
    return {
      of: holders.toSorted((a, b) => compareText(a.username, b.username)).map(({ id }) => id),
      also: (id: number) => fullNames.get(id) ?? '',
    };
  };
  return [
    days('job_date_from', 'job_date_to', IN_ROW),
    levels('customer', t('field:customer'), customers, IN_ROW),
    levels('category', t('field:category'), categories),
    one('workstream', { of: WORKSTREAMS }),
    some('editor', people(Object.values(EDITOR_CODE)), IN_ROW),
    some('first_qc', people(Object.values(QC_CODE))),
    some('second_qc', people(Object.values(QC_CODE))),
    one('job_priority', { of: JOB_PRIORITIES }),
    one('due', { of: DUE_FILTERS }),
    flag('has_support'),
    one('waits_hours', {
      of: WAIT_HOURS,
      label: t('field.waits_hours'),
      word: (hours) => t('waitsHours', { n: number(hours) }),
    }),
    linked('job_id', `#${search.job_id}`, t('field.job')),
  ];
}
