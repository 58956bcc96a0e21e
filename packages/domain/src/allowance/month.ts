import type { Month } from '../calendar/day.ts';
import { anyOf, can, hasPermission, type Subject } from '../permission/access.ts';

/** State of a month's allowances: open, prepared by one person, closed by another. */
export const MONTH_STATES = ['OPEN', 'PREPARED', 'CLOSED'] as const;
export type MonthState = (typeof MONTH_STATES)[number];

export const MONTH_ACTIONS = ['prepare', 'undo_preparation', 'close', 'reopen'] as const;
export type MonthAction = (typeof MONTH_ACTIONS)[number];

/** Allowed changes of the state. Entries change while the month is open or prepared, and a change of them ends the preparation. */
export const MONTH_TRANSITIONS = {
  prepare: { from: ['OPEN'], to: 'PREPARED' },
  undo_preparation: { from: ['PREPARED'], to: 'OPEN' },
  close: { from: ['OPEN', 'PREPARED'], to: 'CLOSED' },
  reopen: { from: ['CLOSED'], to: 'OPEN' },
} as const satisfies Record<MonthAction, { from: readonly MonthState[]; to: MonthState }>;

/** True if the month is over, so that it can be prepared or closed. */
export const isMonthOver = (month: Month, now: Month): boolean => month < now;

/** Permission to reopen a closed month. */
const CAN_REOPEN = anyOf('npn_change_permission', 'npn_admin');

/** Facts of the user and of the month. */
export interface MonthFacts {
  readonly state: MonthState;
  readonly prepared_by: number | null;
  readonly month: Month;
  /** Current month of the bureau. */
  readonly now: Month;
  /** Exceptions that are neither corrected nor accepted. */
  readonly unsettled: number;
  readonly actor: Subject & { readonly user_id: number };
  readonly reason: string;
}

export type MonthRefusal =
  | 'forbidden'
  | 'month_not_over'
  | 'month_wrong_state'
  | 'month_unsettled'
  | 'month_not_prepared'
  | 'month_same_person'
  | 'reason_required';

/**
 * Returns the reason why the state of a month cannot change now, or null if it can. Two people prepare and close a month, or a superuser
 * alone with a reason. Reopening needs a reason and its own permissions (domain §5).
 */
export function findMonthRefusal(action: MonthAction, facts: MonthFacts): MonthRefusal | null {
  const { state, actor, reason } = facts;
  if (!(action === 'reopen' ? can(actor, CAN_REOPEN) : hasPermission(actor, 'npn_admin_allowance'))) return 'forbidden';
  if (!(MONTH_TRANSITIONS[action].from as readonly MonthState[]).includes(state)) return 'month_wrong_state';
  switch (action) {
    case 'prepare':
      if (!isMonthOver(facts.month, facts.now)) return 'month_not_over';
      return facts.unsettled > 0 ? 'month_unsettled' : null;
    case 'undo_preparation':
      return null;
    case 'close': {
      if (!isMonthOver(facts.month, facts.now)) return 'month_not_over';
      if (facts.unsettled > 0) return 'month_unsettled';
      const isAlone = state === 'OPEN' || facts.prepared_by === actor.user_id;
      if (!isAlone) return null;
      if (actor.is_superuser) return reason === '' ? 'reason_required' : null;
      return state === 'OPEN' ? 'month_not_prepared' : 'month_same_person';
    }
    case 'reopen':
      return reason === '' ? 'reason_required' : null;
    default: {
      const never: never = action;
      return never;
    }
  }
}
