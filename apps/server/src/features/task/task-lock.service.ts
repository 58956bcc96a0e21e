import { lockOfMove, type TaskMove } from '@darkroom/domain/lock/screens';
import type { Ctx } from '../../http/context.ts';
import type { Failure } from '../../http/answer/fail.ts';
import { lockedFor } from '../../http/gates.ts';

/** The lock that stops a move of a task (domain §8), or null, for all calls. Call it after the visibility check. */
export function lockedBy({ actor, locks }: Pick<Ctx, 'actor' | 'locks'>, move: TaskMove): Failure | null {
  const reason = locks[lockOfMove(move)];
  return reason === undefined ? null : lockedFor(actor, reason);
}

/** Refuses (423) when a lock stops any of these moves. */
export function stopLocked(ctx: Ctx, moves: readonly TaskMove[]): void {
  for (const move of moves) {
    const refusal = lockedBy(ctx, move);
    if (refusal) throw refusal;
  }
}
