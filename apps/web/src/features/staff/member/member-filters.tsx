import { staffEndpoints } from '@darkroom/contract/staff/staff';
import { teamEndpoints } from '@darkroom/contract/staff/team';
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
  const { t } = useTranslation('staff');
  const choices = useQuery(query(staffEndpoints.choices, {})).data;
  const teams = useQuery(query(teamEndpoints.list, {})).data?.results ?? [];
  const { text, one, some, flag } = useFilters(memberList, search, setSearch);
  return (
    <FilterBar
      before={<SavedViews screen="staff" list={memberList} search={search} />}
      search={text(t('search'))}
      filters={[
        some('team_id', { of: teams.map(({ id }) => id) }, IN_ROW),
        some('group_id', { of: choices?.groups.map(({ id }) => id) ?? [] }, IN_ROW),
        some('working_status', { of: WORKING_STATUSES }, IN_ROW),
        flag('active'),
        some('department', { of: choices?.departments ?? [] }),
        some('workplace', { of: choices?.workplaces ?? [] }),
        one('gender', { of: GENDERS }),
      ]}
      onClear={() => setSearch(memberList.cleared)}
    />
  );
}
