import { PERMISSION_CODES, type PermissionCode } from './codes.ts';

const PORTAL_CODES: readonly PermissionCode[] = ['npn_customer', 'npn_customer_0'];
const WORKER_CODES: readonly PermissionCode[] = ['npn_editor_ots', 'npn_editor_pte', 'npn_qc_ots', 'npn_qc_pte'];

/** Codes of the office. The managers of the bureau have no part in tasks and are not offered as editors. */
export const OFFICE_CODES: readonly PermissionCode[] = PERMISSION_CODES.filter(
  (code) => ![...PORTAL_CODES, ...WORKER_CODES].includes(code),
);

const LEADER: readonly PermissionCode[] = [
  'npn_view_job',
  'npn_view_task',
  'npn_add_task',
  'npn_change_task',
  'npn_delete_task',
  'npn_assign_task',
  'npn_completed_task',
  'npn_rework_task',
  'npn_change_task_note',
  'npn_view_redo',
  'npn_change_redo_task',
  'npn_delete_redo_task',
  'npn_view_category',
  'npn_view_member',
  'npn_view_team',
  'npn_change_team',
  // To send work of a complaint to rework (decision 106).
  'npn_view_all_customer_request',
  'npn_view_allowance',
];
const EDITOR: readonly PermissionCode[] = ['npn_view_task', 'npn_start_task', 'npn_done_task', 'npn_view_allowance'];
const QC: readonly PermissionCode[] = ['npn_view_task', 'npn_review_task', 'npn_view_redo', 'npn_view_allowance'];

/**
 * Usual groups of a bureau with the permissions for their part of the work (domain §7). The demo bureau has them, and
 * a new group can start from one.
 */
export const DEFAULT_GROUPS = {
  boss: OFFICE_CODES.filter((code) => code !== 'npn_do_any_task' && code !== 'npn_admin'),
  customer_service: [
    'npn_view_job',
    'npn_add_job',
    'npn_change_job',
    'npn_delete_job',
    'npn_add_job_detail',
    'npn_change_job_detail',
    // To inform customers about the progress of work.
    'npn_view_all_tasks',
    'npn_add_task',
    'npn_delete_task',
    'npn_view_customer',
    'npn_add_customer',
    'npn_change_customer',
    'npn_view_category',
    'npn_cs_customer_request',
    // To send quotes (decision 105).
    'npn_admin_customer_request',
    'npn_view_all_customer_request',
    'npn_review_customer_request',
    // To send work to rework from a complaint.
    'npn_rework_task',
    'npn_view_allowance',
  ],
  leader_pte: [...LEADER, 'npn_view_all_pte_tasks'],
  leader_ots: [...LEADER, 'npn_view_all_ots_tasks'],
  editor_pte: [...EDITOR, 'npn_editor_pte'],
  editor_ots: [...EDITOR, 'npn_editor_ots'],
  qc_pte: [...QC, 'npn_qc_pte'],
  qc_ots: [...QC, 'npn_qc_ots'],
  accountant: [
    'npn_view_job',
    'npn_view_customer',
    'npn_change_customer_price',
    'npn_view_category',
    'npn_view_member',
    'npn_view_staff_info',
    'npn_view_team',
    'npn_view_allowance',
    'npn_admin_allowance',
  ],
} as const satisfies Record<string, readonly PermissionCode[]>;

export type DefaultGroup = keyof typeof DEFAULT_GROUPS;
export const DEFAULT_GROUP_NAMES = Object.keys(DEFAULT_GROUPS) as DefaultGroup[];
