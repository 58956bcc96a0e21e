import { staffEndpoints } from '@darkroom/contract/staff';
import { teamEndpoints } from '@darkroom/contract/team';
import { GENDERS, WORKING_STATUSES } from '@darkroom/domain/staff/staff';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { query } from '../../../lib/call/query.ts';
import { FilterBar, type Filter } from '../../../ui/filter-bar/filter-bar.tsx';
import { SavedViews } from '../../../ui/saved-views/saved-views.tsx';
import { NO_FILTERS, viewSearch, type MemberSearch, type SetMemberSearch } from './member-search.ts';

interface Option<V> {
  value: V;
  label: string;
}

/** The filters of the member list, each as it stands in the address. */
export function MemberFilters({ search, setSearch }: { search: MemberSearch; setSearch: SetMemberSearch }) {
  const { t } = useTranslation(['staff', 'table']);
  const choices = useQuery(query(staffEndpoints.choices, {})).data;
  const teams = useQuery(query(teamEndpoints.list, {})).data?.results ?? [];
  const set: SetMemberSearch = (patch) => setSearch({ ...patch, page: 1 });

  const many = <V extends string | number>(
    key: 'group_id' | 'team_id' | 'working_status' | 'department' | 'workplace',
    label: string,
    options: readonly Option<V>[],
    inRow = false,
  ): Filter => {
    const chosen = (search[key] ?? []) as V[];
    const wordOf = (value: V) => options.find((option) => option.value === value)?.label ?? String(value);
    return {
      key,
      label,
      inRow,
      control: (
        <Select<V[], Option<V>>
          mode="multiple"
          maxTagCount="responsive"
          allowClear
          aria-label={label}
          placeholder={label}
          value={chosen}
          options={[...options]}
          showSearch={{ filterOption: (typed, option) => foldedMatch(option?.label ?? '', typed) }}
          onChange={(values) => set({ [key]: values.length > 0 ? values : undefined })}
        />
      ),
      chip: chosen.length > 0 ? chosen.map(wordOf).join(', ') : null,
      onRemove: () => set({ [key]: undefined }),
    };
  };
  const one = <V extends string>(
    key: 'active' | 'gender',
    label: string,
    options: readonly Option<V>[],
    value: V | undefined,
    toAddress: (value: V | undefined) => Parameters<SetMemberSearch>[0],
  ): Filter => ({
    key,
    label,
    control: (
      <Select<V, Option<V>>
        allowClear
        aria-label={label}
        placeholder={label}
        value={value ?? null}
        options={[...options]}
        onChange={(next) => set(toAddress(next ?? undefined))}
      />
    ),
    chip: options.find((option) => option.value === value)?.label ?? null,
    onRemove: () => set(toAddress(undefined)),
  });
  const asWords = (words: readonly string[] | undefined) => (words ?? []).map((value) => ({ value, label: value }));

  return (
    <FilterBar
      before={<SavedViews screen="staff" current={viewSearch(search)} chosen={search.view} />}
      search={{
        value: search.text ?? '',
        onChange: (text) => setSearch({ text: text || undefined, page: 1 }, { replace: true }),
        placeholder: t('search'),
      }}
      filters={[
        many(
          'team_id',
          t('field.teams'),
          teams.map((team) => ({ value: team.id, label: team.team_name })),
          true,
        ),
        many(
          'group_id',
          t('field.group_id'),
          (choices?.groups ?? []).map((group) => ({ value: group.id, label: group.group_name })),
          true,
        ),
        many(
          'working_status',
          t('field.working_status'),
          WORKING_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
          true,
        ),
        one(
          'active',
          t('field.active'),
          [
            { value: 'true', label: t('filter.activeOnly') },
            { value: 'false', label: t('filter.inactiveOnly') },
          ],
          search.active === undefined ? undefined : `${search.active}`,
          (value) => ({ active: value === undefined ? undefined : value === 'true' }),
        ),
        many('department', t('field.department'), asWords(choices?.departments)),
        many('workplace', t('field.workplace'), asWords(choices?.workplaces)),
        one(
          'gender',
          t('field.gender'),
          GENDERS.map((value) => ({ value, label: t(`gender.${value}`) })),
          search.gender,
          (gender) => ({ gender }),
        ),
      ]}
      onClear={() => set(NO_FILTERS)}
    />
  );
}
