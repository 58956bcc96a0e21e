import { getMoveLock, type TaskMove } from '@darkroom/domain/lock/screens';
import type { Ctx } from '../../http/context.ts';
import type { Failure } from '../../http/response/fail.ts';
import { createLockedFailure } from '../../http/gates.ts';

/**
 * Finds the lock that stops a move of a task (domain §8), for all endpoints. Returns null if there is none. The
 * visibility is checked before.
 */
export function findLockFailure({ actor, locks }: Pick<Ctx, 'actor' | 'locks'>, move: TaskMove): Failure | null {
  const reason = locks[getMoveLock(move)];
  return reason === undefined ? null : createLockedFailure(actor, reason);
}

/** Refuses (423) when a lock stops any of these moves. */
export function rejectSystemLocked(ctx: Ctx, moves: readonly TaskMove[]): void {
  for (const move of moves) {
    const refusal = findLockFailure(ctx, move);
    if (refusal) throw refusal;
  }
}
