import { staffEndpoints } from '@darkroom/contract/staff';
import { teamEndpoints } from '@darkroom/contract/team';
import { GENDERS, WORKING_STATUSES } from '@darkroom/domain/staff/staff';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query } from '../../../lib/call/query.ts';
import { FilterBar } from '../../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../../ui/filter-bar/use-filters.tsx';
import { SavedViews } from '../../../ui/saved-views/saved-views.tsx';
import { memberList, type MemberSearch, type SetMemberSearch } from './member-search.ts';

const IN_ROW = { inRow: true };

/** The filters of the member list, each as it stands in the address. */
export function MemberFilters({ search, setSearch }: { search: MemberSearch; setSearch: SetMemberSearch }) {
  const { t } = useTranslation(['staff', 'field']);
  const choices = useQuery(query(staffEndpoints.choices, {})).data;
  const teams = useQuery(query(teamEndpoints.list, {})).data?.results;
  const { text, one, some, flag } = useFilters(search, setSearch);
  const asWritten = (word: string) => word;
  return (
    <FilterBar
      before={<SavedViews screen="staff" list={memberList} search={search} />}
      search={text(t('search'))}
      filters={[
        some('team_id', t('field:teams'), named(teams?.map(({ id, team_name }) => [id, team_name])), IN_ROW),
        some(
          'group_id',
          t('field:group_id'),
          named(choices?.groups.map(({ id, group_name }) => [id, group_name])),
          IN_ROW,
        ),
        some(
          'working_status',
          t('field:working_status'),
          { of: WORKING_STATUSES, word: (status) => t(`status.${status}`) },
          IN_ROW,
        ),
        flag('active', t('field:active'), (active) => t(active ? 'filter.activeOnly' : 'filter.inactiveOnly')),
        some('department', t('field:department'), { of: choices?.departments ?? [], word: asWritten }),
        some('workplace', t('field:workplace'), { of: choices?.workplaces ?? [], word: asWritten }),
        one('gender', t('field:gender'), { of: GENDERS, word: (gender) => t(`gender.${gender}`) }),
      ]}
      onClear={() => setSearch(memberList.cleared)}
    />
  );
}

/** Records to choose, by their names. */
function named(records: readonly (readonly [id: number, name: string])[] = []) {
  const names = new Map(records);
  return { of: [...names.keys()], word: (id: number) => names.get(id) ?? `#${id}` };
}
