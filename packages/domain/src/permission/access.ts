import { PORTAL_CODES, TASK_VIEW_CODES, type PermissionCode } from './codes.ts';

/** The caller, as guards, buttons and endpoints see a signed-in account (spec §6). */
export interface Subject {
  /** A `tv_board` is not a person but a TV board with a link (decision 129). */
  readonly account: 'staff' | 'customer' | 'tv_board';
  readonly is_superuser: boolean;
  /** Saved codes, `npn_…`. A bureau can add its own codes. */
  readonly permissions: ReadonlySet<string>;
}

/**
 * Access that an endpoint, screen, menu or button needs. `public` needs no account, `session` any signed-in account, `staff` any staff
 * account, `superuser` a superuser. `any` and `all` need codes (spec §2: any-of is the default, all-of on request). `tvBoards` also admits
 * TV board links.
 */
export type Access = { readonly tvBoards?: true } & (
  | { readonly kind: 'public' }
  | { readonly kind: 'session' }
  | { readonly kind: 'staff' }
  | { readonly kind: 'any'; readonly codes: readonly [PermissionCode, ...PermissionCode[]] }
  | { readonly kind: 'all'; readonly codes: readonly [PermissionCode, ...PermissionCode[]] }
  | { readonly kind: 'superuser' }
);

export const everyone: Access = { kind: 'public' };
export const signedIn: Access = { kind: 'session' };
export const anyStaff: Access = { kind: 'staff' };
export const superuserOnly: Access = { kind: 'superuser' };
export const anyOf = (...codes: [PermissionCode, ...PermissionCode[]]): Access => ({ kind: 'any', codes });
export const allOf = (...codes: [PermissionCode, ...PermissionCode[]]): Access => ({ kind: 'all', codes });
/** Adds TV board links to the access. */
export const withTvBoards = (access: Access): Access => ({ ...access, tvBoards: true });

/** Any task-viewing code (spec §2, /job/task). */
export const canViewTasks: Access = anyOf(...TASK_VIEW_CODES);

/** Permission for figures of quality: people who edit, check or assign work have their own or those of their workstream (decision 132). */
export const canViewQuality: Access = anyOf(
  'npn_editor_ots',
  'npn_editor_pte',
  'npn_qc_ots',
  'npn_qc_pte',
  'npn_do_any_task',
  'npn_assign_task',
);

/** Permission to write a task's notes: its editor and QCs, who view tasks, and users who can change task notes (domain §7). */
export const canEditTaskNotes: Access = anyOf('npn_change_task_note', ...TASK_VIEW_CODES);

/**
 * True if a code is for customer accounts. They can use no other code (domain §7: a customer gets 403 on every staff endpoint, with any
 * codes).
 */
const isForPortal = (code: PermissionCode) => PORTAL_CODES.some((portal) => portal === code);

/**
 * Checks permission for guards, menus, buttons and the server. There is no other permission check. A superuser passes each check (spec §1),
 * a customer account only portal codes, and a TV board only access that allows TV boards.
 */
export function can(subject: Subject | null, access: Access): boolean {
  if (access.kind === 'public') return true;
  if (!subject) return false;
  if (subject.account === 'tv_board') return access.tvBoards === true;
  if (access.kind === 'session') return true;
  const staff = subject.account === 'staff';
  if (access.kind === 'staff') return staff;
  if (staff && subject.is_superuser) return true;
  if (access.kind === 'superuser') return false;
  const hasCode = (code: PermissionCode) => subject.permissions.has(code) && staff !== isForPortal(code);
  return access.kind === 'any' ? access.codes.some(hasCode) : access.codes.every(hasCode);
}

/** True if the account has this code or is a superuser. */
export const hasPermission = (subject: Subject, code: PermissionCode): boolean => can(subject, anyOf(code));

/** True if the account is a boss: it has the permission to add jobs (spec §1). */
export const isBoss = (subject: Subject): boolean => hasPermission(subject, 'npn_add_job');
