import { permissionEndpoints } from '@darkroom/contract/user/group';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/call/query.ts';
import { useMay } from '../../lib/session/session.ts';
import { useCodeWords } from '../../lib/words/permission-words.ts';

/** What a code is called: of those one holds oneself in the bureau's words where it has any, of others in the product's. */
export function useRightWord(): (code: string) => string {
  const words = useCodeWords();
  const { own } = permissionEndpoints;
  const may = useMay();
  const { data, isLoading } = useQuery({ ...query(own, {}), enabled: may(own.access) });
  const named = new Map(data?.results.map((permission) => [permission.codename, permission]));
  return (code) => {
    const permission = named.get(code);
    // What only the bureau has words for has none until they are here.
    return permission ? words.of(permission) : words.product(code) || (isLoading ? '\u00a0' : code);
  };
}
