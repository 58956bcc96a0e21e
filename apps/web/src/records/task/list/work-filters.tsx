import { WORKSTREAMS, type Workstream } from '@darkroom/domain/customer/enums';
import type { PermissionCode } from '@darkroom/domain/permission/codes';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { byLabel } from '../../../lib/words/by-label.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import {
  useCategoryLevels,
  useCustomerLevels,
  type CategoryField,
  type CustomerField,
} from '../../../ui/filter-bar/filter-bar-choices.ts';
import { DayRange } from '../../../ui/filter-bar/filter-bar-days.tsx';
import { levelWords } from '../../../ui/filter-bar/filter-bar-level-tree.ts';
import { LevelFilter } from '../../../ui/filter-bar/filter-bar-levels.tsx';
import { FilterSelect } from '../../../ui/filter-bar/filter-bar-select.tsx';
import type { Filter } from '../../../ui/filter-bar/filter-bar.tsx';

type PersonField = 'editor' | 'first_qc' | 'second_qc';

/** What any list of tasks can be narrowed by, named as the calls name it. */
export type WorkSearch = {
  [K in PersonField | CustomerField | CategoryField]?: number[] | undefined;
} & {
  job_date_from?: string | undefined;
  job_date_to?: string | undefined;
  workstream?: Workstream | undefined;
};

/** The filters that all lists of tasks have, to be put into a bar in the list's own order. */
export function useWorkFilters(search: WorkSearch, set: (patch: WorkSearch) => void) {
  const { t } = useTranslation(['task', 'table']);
  const { day } = useFormat();
  const users = useUsers();
  const customers = useCustomerLevels();
  const categories = useCategoryLevels({ forNew: false });
  const more = (name: string, n: number) => t('table:filter.more', { name, n });

  const { job_date_from: from, job_date_to: to } = search;
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

  const dayWords = () => {
    if (from && to) return `${day(from)} – ${day(to)}`;
    if (from) return t('table:filter.since', { day: day(from) });
    return to ? t('table:filter.until', { day: day(to) }) : null;
  };

  return {
    days: {
      key: 'days',
      label: t('field.job_date'),
      inRow: true,
      wide: true,
      control: (
        <DayRange from={from} to={to} onChange={(since, until) => set({ job_date_from: since, job_date_to: until })} />
      ),
      chip: dayWords(),
      onRemove: () => set({ job_date_from: undefined, job_date_to: undefined }),
    },
    customer: {
      key: 'customer',
      label: t('field.customer'),
      inRow: true,
      control: <LevelFilter levels={customers} value={customer} onChange={set} placeholder={t('field.customer')} />,
      chip: levelWords(customers, customer, more),
      onRemove: () => set({ customer0_id: undefined, customer1_id: undefined, customer2_id: undefined }),
    },
    category: {
      key: 'category',
      label: t('field.category'),
      control: <LevelFilter levels={categories} value={category} onChange={set} placeholder={t('field.category')} />,
      chip: levelWords(categories, category, more),
      onRemove: () => set({ service_type_id: undefined, service_cat1_id: undefined, service_cat2_id: undefined }),
    },
    workstream: {
      key: 'workstream',
      label: t('field.workstream'),
      control: (
        <FilterSelect
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
    /** Active people who hold one of the codes. */
    person(field: PersonField, codes: readonly PermissionCode[]): Filter {
      const chosen = search[field] ?? [];
      const people = users.active.filter((user) => codes.some((code) => user.permissions.includes(code)));
      return {
        key: field,
        label: t(`field.${field}`),
        inRow: field === 'editor',
        control: (
          <FilterSelect<number[], { value: number; label: string; title: string }>
            mode="multiple"
            maxTagCount="responsive"
            allowClear
            aria-label={t(`field.${field}`)}
            placeholder={t(`field.${field}`)}
            value={chosen}
            options={people
              .map((user) => ({ value: user.id, label: user.username, title: user.full_name }))
              .toSorted(byLabel)}
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
    },
  } satisfies Record<string, Filter | ((...of: never[]) => Filter)>;
}
