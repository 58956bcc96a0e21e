import type { RequestRow } from '@darkroom/contract/request/request';
import { useUsers } from '../../lib/session/lookups.ts';

/** Who moved it to where it stands: a colleague, or the customer, who accepted its quote; nothing where nobody has. */
export function useMoverOf(): (row: RequestRow) => string {
  const users = useUsers();
  return ({ moved_by, moved_by_name }) => moved_by_name ?? users.name(moved_by);
}
