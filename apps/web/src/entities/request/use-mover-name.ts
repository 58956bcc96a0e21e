import type { RequestRow } from '@darkroom/contract/request/request';
import { useUsers } from '../../lib/session/lookups.ts';

/**
 * Returns a function that finds the name of the account that set a request's status: a colleague, or the customer who accepted its quote.
 */
export function useMoverName(): (row: RequestRow) => string {
  const users = useUsers();
  return ({ moved_by, moved_by_name }) => moved_by_name ?? users.name(moved_by);
}
