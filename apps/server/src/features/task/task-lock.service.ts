import { lockOfMove, type TaskMove } from '@darkroom/domain/lock/screens';
import type { Ctx } from '../../http/context.ts';
import type { Failure } from '../../http/answer/fail.ts';
import { lockedFor } from '../../http/gates.ts';
import { lockReasons } from '../setting/setting.service.ts';

/**
 * The one place that says which lock stops which move of a task (domain §8): answers the refusal for a move, or null. Asked in
 * the move's own transaction, after the task was found to be the actor's to know of. A superuser passes.
 */
export async function readLocks(ctx: Ctx): Promise<(move: TaskMove) => Failure | null> {
  if (ctx.actor.is_superuser) return () => null;
  const reasons = await lockReasons(ctx.db);
  return (move) => {
    const reason = reasons.get(lockOfMove(move));
    return reason === undefined ? null : lockedFor(ctx.actor, reason);
  };
}

/** Refuses (423) when a lock stops any of these moves. */
export async function stopLocked(ctx: Ctx, moves: readonly TaskMove[]): Promise<void> {
  const locked = await readLocks(ctx);
  for (const move of moves) {
    const refusal = locked(move);
    if (refusal) throw refusal;
  }
}
