import { groupEndpoints, type GroupRow } from '@darkroom/contract/group';
import { permissionEndpoints, type PermissionRow } from '@darkroom/contract/permission';
import type { QueryClient } from '@tanstack/react-query';
import { query } from '../../lib/call/query.ts';

const replace = <Row extends { id: number }>(rows: readonly Row[], changed: Partial<Row> & { id: number }): Row[] =>
  rows.map((row) => (row.id === changed.id ? { ...row, ...changed } : row));

/** Puts a saved group where the list is read from: opened again at once, its form begins with what was saved. */
export function putGroup(client: QueryClient, group: GroupRow): void {
  client.setQueryData(query(groupEndpoints.list, {}).queryKey, (list) =>
    list ? { ...list, results: replace(list.results, group) } : list,
  );
}

/** The same for a permission; the groups that hold it are as they were. */
export function putPermission(client: QueryClient, permission: PermissionRow): void {
  client.setQueryData(query(permissionEndpoints.list, {}).queryKey, (list) =>
    list ? { ...list, results: replace(list.results, permission) } : list,
  );
}
