import { staffEndpoints, type Member } from '@darkroom/contract/staff/staff';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/query.ts';
import { useActor } from '../../../lib/session/session.ts';

/**
 * True if a member's account has more permissions than the user. Its username, permissions, active state and password are then disabled
 * (domain §5b).
 */
export function useHasMorePermissions({ is_superuser, group_id }: Pick<Member, 'is_superuser' | 'group_id'>): boolean {
  const actor = useActor();
  const groups = useQuery(query(staffEndpoints.choices, {})).data?.groups ?? [];
  return (is_superuser && !actor.is_superuser) || groups.some(({ id, within }) => id === group_id && !within);
}
