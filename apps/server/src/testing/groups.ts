import type { PermissionCode } from '@darkroom/domain/permission/codes';
import { OFFICE_CODES, DEFAULT_GROUPS } from '@darkroom/domain/permission/default-groups';

/** Groups of the demo bureau: the usual groups under its own names. */
export const GROUPS = {
  Superuser: OFFICE_CODES,
  Boss: DEFAULT_GROUPS.boss,
  'Leader PTE': DEFAULT_GROUPS.leader_pte,
  'Leader OTS': DEFAULT_GROUPS.leader_ots,
  'Customer service': DEFAULT_GROUPS.customer_service,
  'Editor PTE': DEFAULT_GROUPS.editor_pte,
  'Editor OTS': DEFAULT_GROUPS.editor_ots,
  'QC PTE': DEFAULT_GROUPS.qc_pte,
  'QC OTS': DEFAULT_GROUPS.qc_ots,
  Accountant: DEFAULT_GROUPS.accountant,
} as const satisfies Record<string, readonly PermissionCode[]>;

export type GroupName = keyof typeof GROUPS;
