import { auditEndpoints } from '@darkroom/contract/audit';
import { ids } from '@darkroom/contract/fields';
import { listSearch, type SearchOf } from '../../lib/list-search.ts';
import type { SetSearch } from '../../lib/use-screen-search.ts';

export const auditList = listSearch(auditEndpoints.list.input.shape, {
  screenState: { open: ids().default([]) },
});

export type AuditSearch = SearchOf<typeof auditList>;
export type SetAuditSearch = SetSearch<AuditSearch>;
