import { PORTAL_CODES, TASK_VIEWING, type PermissionCode } from './codes.ts';

/** Who is asking: what the guards, buttons and gates on both sides know of a signed-in account (spec §6). */
export interface Subject {
  /** A `wall` is nobody's account: a screen on the wall that holds a link (decision 129). */
  readonly account: 'staff' | 'customer' | 'wall';
  readonly is_superuser: boolean;
  /** Codes as stored, `npn_…`; may hold codes of the bureau's own beside the built-in ones. */
  readonly permissions: ReadonlySet<string>;
}

/**
 * What a call or a screen needs. One vocabulary for endpoints, screens, menus and buttons.
 * `public` needs nobody; `session` any signed-in account; `staff` any staff account; `any`/`all` codes (spec §2:
 * any-of is the default, all-of on request); `superuser` only a superuser. `walls` lets a wall link in besides: nothing else does.
 */
export type Access = { readonly walls?: true } & (
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
/** The same, and wall links. */
export const andWalls = (access: Access): Access => ({ ...access, walls: true });

/** Any one task-viewing code (spec §2, /job/task). */
export const viewsTasks: Access = anyOf(...TASK_VIEWING);

/** Whoever edits, checks or hands out work has figures of quality of their own, or of those they lead (decision 132). */
export const hasQuality: Access = anyOf(
  'npn_editor_ots',
  'npn_editor_pte',
  'npn_qc_ots',
  'npn_qc_pte',
  'npn_do_any_task',
  'npn_assign_task',
);

/** Writing a task's notes: its editor and QCs, who view tasks, and whoever may change task notes (domain §7). */
export const notesTasks: Access = anyOf('npn_change_task_note', ...TASK_VIEWING);

/** A customer account can never act on another code (domain §7: a customer gets 403 on every staff call, whatever its codes say). */
const isPortals = (code: PermissionCode) => PORTAL_CODES.some((portal) => portal === code);

/**
 * The only permission check there is: guard, menu, button and server all ask here.
 * A superuser passes every check (spec §1), portal included. A customer account passes only portal codes, a wall only what names walls.
 */
export function can(subject: Subject | null, access: Access): boolean {
  if (access.kind === 'public') return true;
  if (!subject) return false;
  if (subject.account === 'wall') return access.walls === true;
  if (access.kind === 'session') return true;
  const staff = subject.account === 'staff';
  if (access.kind === 'staff') return staff;
  if (staff && subject.is_superuser) return true;
  if (access.kind === 'superuser') return false;
  const holds = (code: PermissionCode) => subject.permissions.has(code) && staff !== isPortals(code);
  return access.kind === 'any' ? access.codes.some(holds) : access.codes.every(holds);
}

/** Holds one code (or is a superuser): `can` for the single-code question. */
export const holds = (subject: Subject, code: PermissionCode): boolean => can(subject, anyOf(code));

/** A boss is anyone holding the add-job permission (spec §1). */
export const isBoss = (subject: Subject): boolean => holds(subject, 'npn_add_job');
