import { staffEndpoints } from '@darkroom/contract/staff';
import { teamEndpoints } from '@darkroom/contract/team';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query } from '../../../lib/call/query.ts';

/** What groups and teams are called. */
export function useMemberWords() {
  const { t } = useTranslation(['staff', 'common']);
  const groups = useQuery(query(staffEndpoints.choices, {})).data?.groups ?? [];
  const teams = useQuery(query(teamEndpoints.list, {})).data?.results ?? [];
  return {
    group: (id: number | null | undefined): string =>
      groups.find((group) => group.id === id)?.group_name ?? t('common:unknown'),
    team: (id: number): string => teams.find((team) => team.id === id)?.team_name ?? `#${id}`,
  };
}
