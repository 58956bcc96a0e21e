import { permissionEndpoints } from '@darkroom/contract/user/group';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/query.ts';
import { useCan } from '../../lib/session/session.ts';
import { useCodeTexts } from '../../lib/i18n/permission-words.ts';

/**
 * Returns a function that finds the name of a permission: the bureau's description for permissions that the user has, otherwise the
 * product's.
 */
export function usePermissionName(): (code: string) => string {
  const words = useCodeTexts();
  const { own } = permissionEndpoints;
  const can = useCan();
  const { data, isLoading } = useQuery({ ...query(own, {}), enabled: can(own.access) });
  const permissionByCode = new Map(data?.results.map((permission) => [permission.codename, permission]));
  return (code) => {
    const permission = permissionByCode.get(code);
    // Permissions of the bureau have no name until the bureau's descriptions are loaded.
    return permission ? words.of(permission) : words.product(code) || (isLoading ? '\u00a0' : code);
  };
}
