import type { PermissionCode } from '@darkroom/domain/permission/codes';
import { OFFICE_CODES, USUAL_GROUPS } from '@darkroom/domain/permission/usual-groups';

/** Groups of the demo bureau: the usual groups under its own names. */
export const GROUPS = {
  Superuser: OFFICE_CODES,
  Boss: USUAL_GROUPS.boss,
  'Leader PTE': USUAL_GROUPS.leader_pte,
  'Leader OTS': USUAL_GROUPS.leader_ots,
  'Customer service': USUAL_GROUPS.customer_service,
  'Editor PTE': USUAL_GROUPS.editor_pte,
  'Editor OTS': USUAL_GROUPS.editor_ots,
  'QC PTE': USUAL_GROUPS.qc_pte,
  'QC OTS': USUAL_GROUPS.qc_ots,
  Accountant: USUAL_GROUPS.accountant,
} as const satisfies Record<string, readonly PermissionCode[]>;

export type GroupName = keyof typeof GROUPS;
