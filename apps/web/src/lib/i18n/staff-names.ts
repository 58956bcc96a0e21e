import type { Fields, NamedRecord } from '@darkroom/contract/field-tables/field';
import { staffEndpoints } from '@darkroom/contract/staff/staff';
import { teamEndpoints } from '@darkroom/contract/staff/team';
import { useQuery } from '@tanstack/react-query';
import { query } from '../api/query.ts';
import { useCan } from '../session/session.ts';
import type { StaffNames } from './fields.ts';

/** Returns the names of groups and teams by id, fetched only if the fields need them. A missing name reads as `#7`. */
export function useStaffNames(fields: Fields): StaffNames {
  const hasField = (noun: NamedRecord) =>
    Object.values(fields).some((field) => field.kind === 'record' && field.of === noun);
  const can = useCan();
  const { choices } = staffEndpoints;
  const groups = useQuery({ ...query(choices, {}), enabled: hasField('group') && can(choices.access) }).data?.groups;
  const teams = useQuery({ ...query(teamEndpoints.list, {}), enabled: hasField('team') }).data?.results;
  return {
    group: (id) => groups?.find((group) => group.id === id)?.group_name ?? `#${id}`,
    team: (id) => teams?.find((team) => team.id === id)?.team_name ?? `#${id}`,
  };
}
