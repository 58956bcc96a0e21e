import type { Instant } from '@darkroom/domain/calendar/day';
import type { Locks, SessionActor } from '../context.ts';

/** A valid session, with the data for the gates. */
export interface FoundSession {
  readonly actor: SessionActor;
  readonly expires_at: Instant;
  /** Time of the last use, as this process has seen it. */
  last_used_at: Instant;
}

/** Sessions, current locks, and the cache version, all read at one instant. */
export interface FoundSessions {
  readonly sessions: Map<string, FoundSession>;
  readonly locks: Locks;
  readonly epoch: number;
}
