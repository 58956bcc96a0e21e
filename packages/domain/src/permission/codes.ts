/** Areas by which permissions are grouped on screens. */
export type PermissionArea =
  | 'work'
  | 'task'
  | 'redo'
  | 'category'
  | 'customer'
  | 'request'
  | 'member'
  | 'access'
  | 'allowance'
  | 'portal';

/** All built-in permission codes (spec §6) with their area. They are seeded as rows and never deleted or renamed. */
export const PERMISSIONS = [
  { code: 'npn_view_job', area: 'work' },
  { code: 'npn_add_job', area: 'work' },
  { code: 'npn_change_job', area: 'work' },
  { code: 'npn_delete_job', area: 'work' },
  { code: 'npn_add_job_detail', area: 'work' },
  { code: 'npn_change_job_detail', area: 'work' },
  { code: 'npn_change_x_toggle', area: 'work' },
  { code: 'npn_view_task', area: 'task' },
  { code: 'npn_view_all_tasks', area: 'task' },
  { code: 'npn_view_all_ots_tasks', area: 'task' },
  { code: 'npn_view_all_pte_tasks', area: 'task' },
  { code: 'npn_add_task', area: 'task' },
  { code: 'npn_change_task', area: 'task' },
  { code: 'npn_delete_task', area: 'task' },
  { code: 'npn_assign_task', area: 'task' },
  { code: 'npn_start_task', area: 'task' },
  { code: 'npn_done_task', area: 'task' },
  { code: 'npn_review_task', area: 'task' },
  { code: 'npn_completed_task', area: 'task' },
  { code: 'npn_rework_task', area: 'task' },
  { code: 'npn_do_any_task', area: 'task' },
  { code: 'npn_change_task_note', area: 'task' },
  { code: 'npn_editor_ots', area: 'task' },
  { code: 'npn_editor_pte', area: 'task' },
  { code: 'npn_qc_ots', area: 'task' },
  { code: 'npn_qc_pte', area: 'task' },
  { code: 'npn_view_redo', area: 'redo' },
  { code: 'npn_change_redo_task', area: 'redo' },
  { code: 'npn_delete_redo_task', area: 'redo' },
  { code: 'npn_view_category', area: 'category' },
  { code: 'npn_add_category', area: 'category' },
  { code: 'npn_change_category', area: 'category' },
  { code: 'npn_delete_category', area: 'category' },
  { code: 'npn_view_customer', area: 'customer' },
  { code: 'npn_add_customer', area: 'customer' },
  { code: 'npn_change_customer', area: 'customer' },
  { code: 'npn_delete_customer', area: 'customer' },
  { code: 'npn_change_customer_price', area: 'customer' },
  { code: 'npn_view_all_customer_request', area: 'request' },
  { code: 'npn_cs_customer_request', area: 'request' },
  { code: 'npn_admin_customer_request', area: 'request' },
  { code: 'npn_review_customer_request', area: 'request' },
  { code: 'npn_view_member', area: 'member' },
  { code: 'npn_add_member', area: 'member' },
  { code: 'npn_change_member', area: 'member' },
  { code: 'npn_delete_member', area: 'member' },
  { code: 'npn_view_staff_info', area: 'member' },
  { code: 'npn_view_team', area: 'member' },
  { code: 'npn_add_team', area: 'member' },
  { code: 'npn_change_team', area: 'member' },
  { code: 'npn_delete_team', area: 'member' },
  { code: 'npn_view_permission', area: 'access' },
  { code: 'npn_add_permission', area: 'access' },
  { code: 'npn_change_permission', area: 'access' },
  { code: 'npn_delete_permission', area: 'access' },
  { code: 'npn_view_group', area: 'access' },
  { code: 'npn_add_group', area: 'access' },
  { code: 'npn_change_group', area: 'access' },
  { code: 'npn_delete_group', area: 'access' },
  { code: 'npn_reset_password', area: 'access' },
  { code: 'npn_admin', area: 'access' },
  { code: 'npn_view_allowance', area: 'allowance' },
  { code: 'npn_admin_allowance', area: 'allowance' },
  { code: 'npn_customer', area: 'portal' },
  { code: 'npn_customer_0', area: 'portal' },
] as const satisfies readonly { code: `npn_${string}`; area: PermissionArea }[];

/** A built-in code as saved, with the prefix `npn_`. */
export type PermissionCode = (typeof PERMISSIONS)[number]['code'];

export const PERMISSION_CODES: readonly PermissionCode[] = PERMISSIONS.map((p) => p.code);

/** Any of these opens the task screens (spec §2). */
export const TASK_VIEW_CODES = [
  'npn_view_task',
  'npn_view_all_tasks',
  'npn_view_all_ots_tasks',
  'npn_view_all_pte_tasks',
] as const satisfies readonly PermissionCode[];

/** Codes of customer accounts (domain §1, §7). They can use no others, and staff cannot use these. */
export const PORTAL_CODES = ['npn_customer', 'npn_customer_0'] as const satisfies readonly PermissionCode[];
