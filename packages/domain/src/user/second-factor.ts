import type { Day } from '../calendar/day.ts';
import { can, type Subject } from '../permission/access.ts';
import type { PermissionCode } from '../permission/codes.ts';

/** When a second factor is asked for: never, if the person has one, from people with chosen permissions, or from all staff. */
export const FACTOR_MODES = ['off', 'offered', 'permissions', 'staff'] as const;

/** The bureau's rule for second factors (decision 171). */
export interface FactorPolicy {
  readonly mode: (typeof FACTOR_MODES)[number];
  /** Permissions whose holders need a factor, in the mode `permissions`. */
  readonly permissions: readonly string[];
  /** First day without a grace. Null: at once. */
  readonly required_from: Day | null;
}

export const NO_FACTOR_POLICY: FactorPolicy = { mode: 'off', permissions: [], required_from: null };

/** Step that a session must do before everything else: enter a factor, or set one up. */
export const PENDING_STEPS = ['verify', 'enrol'] as const;
export type PendingStep = (typeof PENDING_STEPS)[number];

/** True if the policy requires a factor of this account. Customers can have one, but need none. */
export function isFactorRequired({ mode, permissions }: FactorPolicy, subject: Subject): boolean {
  if (subject.account !== 'staff' || mode === 'off' || mode === 'offered') return false;
  return mode === 'staff' || permissions.some((code) => can(subject, { kind: 'any', codes: [code as PermissionCode] }));
}

/** Step of a sign-in. `enrol_soon`: the session can do everything, but the grace of the rule still runs. */
export type SignInStep = PendingStep | 'enrol_soon' | null;

/** Returns the step of a new session after the password. Null if it can do everything. */
export function getSignInStep(policy: FactorPolicy, subject: Subject, hasFactor: boolean, today: Day): SignInStep {
  if (policy.mode === 'off') return null;
  if (hasFactor) return 'verify';
  if (!isFactorRequired(policy, subject)) return null;
  return policy.required_from === null || today >= policy.required_from ? 'enrol' : 'enrol_soon';
}

/** Number of recovery codes that a person gets. */
export const RECOVERY_CODES = 10;
