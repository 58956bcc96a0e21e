import type { Month } from '../calendar/day.ts';
import { anyOf, can, holds, type Subject } from '../permission/access.ts';

/** Where a month's allowances stand: filled in, looked through by one person, closed by another (decision below the contract). */
export const MONTH_STATES = ['OPEN', 'PREPARED', 'CLOSED'] as const;
export type MonthState = (typeof MONTH_STATES)[number];

export const MONTH_ACTIONS = ['prepare', 'take_back', 'close', 'reopen'] as const;
export type MonthAction = (typeof MONTH_ACTIONS)[number];

/** The only ways of a month. Entries change while it is open or prepared; a change takes the preparation back. */
export const MONTH_TRANSITIONS = {
  prepare: { from: ['OPEN'], to: 'PREPARED' },
  take_back: { from: ['PREPARED'], to: 'OPEN' },
  close: { from: ['OPEN', 'PREPARED'], to: 'CLOSED' },
  reopen: { from: ['CLOSED'], to: 'OPEN' },
} as const satisfies Record<MonthAction, { from: readonly MonthState[]; to: MonthState }>;

/** Whether a month's last day has passed: before that, nobody prepares or closes it. */
export const isMonthOver = (month: Month, now: Month): boolean => month < now;

/** Who may reopen a closed month. */
const REOPENS = anyOf('npn_change_permission', 'npn_admin');

/** Who asks, and what is known of the month. */
export interface MonthAsk {
  readonly state: MonthState;
  readonly prepared_by: number | null;
  readonly month: Month;
  /** The bureau's month now. */
  readonly now: Month;
  /** Exceptions that nobody has mended or accepted. */
  readonly unsettled: number;
  readonly actor: Subject & { readonly user_id: number };
  readonly reason: string;
}

export type MonthRefusal =
  | 'forbidden'
  | 'month_not_over'
  | 'month_state'
  | 'month_unsettled'
  | 'month_not_prepared'
  | 'month_same_person'
  | 'reason_required';

/**
 * Whether a month may be moved now; null when it may. Two people close a month: one prepares, another closes. A superuser may close
 * alone, with a reason. Reopening has permissions of its own (domain §5) and wants a reason too.
 */
export function decideMonth(action: MonthAction, ask: MonthAsk): MonthRefusal | null {
  const { state, actor, reason } = ask;
  if (!(action === 'reopen' ? can(actor, REOPENS) : holds(actor, 'npn_admin_allowance'))) return 'forbidden';
  if (!(MONTH_TRANSITIONS[action].from as readonly MonthState[]).includes(state)) return 'month_state';
  switch (action) {
    case 'prepare':
      if (!isMonthOver(ask.month, ask.now)) return 'month_not_over';
      return ask.unsettled > 0 ? 'month_unsettled' : null;
    case 'take_back':
      return null;
    case 'close': {
      if (!isMonthOver(ask.month, ask.now)) return 'month_not_over';
      if (ask.unsettled > 0) return 'month_unsettled';
      const alone = state === 'OPEN' || ask.prepared_by === actor.user_id;
      if (!alone) return null;
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
