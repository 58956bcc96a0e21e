import { FILTERS } from '@darkroom/contract/field-tables/filters';
import { staffEndpoints } from '@darkroom/contract/staff/staff';
import { teamEndpoints } from '@darkroom/contract/staff/team';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { query } from '../../../lib/api/query.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useStaffNames } from '../../../lib/i18n/staff-names.ts';
import { FilterBar } from '../../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../../ui/filter-bar/use-filters.tsx';
import { allowanceList, type AllowanceSearch, type SetAllowanceSearch } from '../allowance-search.ts';

const IN_ROW = { inRow: true };

export function StaffFilters({ search, setSearch }: { search: AllowanceSearch; setSearch: SetAllowanceSearch }) {
  const { t } = useTranslation('allowance');
  const can = useCan();
  const choices = useQuery({
    ...query(staffEndpoints.choices, {}),
    enabled: can(staffEndpoints.choices.access),
  }).data;
  const teams = useQuery(query(teamEndpoints.list, {})).data?.results ?? [];
  const names = useStaffNames(FILTERS);
  const { text, many: some } = useFilters(allowanceList, search, setSearch);
  return (
    <FilterBar
      search={text(t('search'))}
      filters={[
        some('team_id', { of: teams.map(({ id }) => id), word: names.team }, IN_ROW),
        some('group_id', { of: choices?.groups.map(({ id }) => id) ?? [], word: names.group }, IN_ROW),
        some('workplace', { of: choices?.workplaces ?? [] }, IN_ROW),
      ]}
      onClear={() => setSearch(allowanceList.cleared)}
    />
  );
}
