import type { Instant } from '@darkroom/domain/calendar/day';
import type { Locks, SessionActor } from '../context.ts';

/** A living session, with what the gates need to know. */
export interface Session {
  readonly actor: SessionActor;
  readonly expires_at: Instant;
  /** Moves on while it is used, as far as this process knows. */
  last_used_at: Instant;
}

/** Sessions, the locks that stand, and the epoch both are of: read at one instant. */
export interface Found {
  readonly sessions: Map<string, Session>;
  readonly locks: Locks;
  readonly epoch: number;
}
