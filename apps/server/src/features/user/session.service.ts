import { audit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { IDLE_MS, later } from '../../http/session/session.ts';
import { emit } from '../../live/emit.ts';
import { deviceOf } from '../../http/session/device.ts';
import { deleteOwnSessions, listSessionsOf } from './user.queries.ts';

/** One's own living sessions, this one first: where one is signed in, since when, and until when. */
export async function listOwnSessions(ctx: Ctx): Promise<AnswerOf<'user.sessions'>> {
  const { user_id, session_id } = ctx.actor;
  const rows = await listSessionsOf(ctx.db, user_id, ctx.now, later(ctx.now, -IDLE_MS));
  const results = rows.map(({ user_agent, expires_at, ...row }) => {
    // Whichever comes first: its end, or four hours without use (domain §6).
    const idle_end = later(row.last_used_at, IDLE_MS);
    return {
      ...row,
      ...deviceOf(user_agent),
      expires_at: idle_end < expires_at ? idle_end : expires_at,
      current: row.id === session_id,
    };
  });
  return { results: results.sort((a, b) => Number(b.current) - Number(a.current)) };
}

/** Ends some of the caller's sessions, or all others, on every process. Unknown ids are ignored; `logout` ends this one. */
export async function endOwnSessions(
  ctx: Ctx,
  input: InputFor<'user.endSessions'>,
): Promise<AnswerOf<'user.endSessions'>> {
  const { user_id, session_id } = ctx.actor;
  const ended = await deleteOwnSessions(ctx.db, user_id, session_id, input.session_ids ?? null);
  if (ended > 0) {
    await emit(ctx, 'session', [user_id], [user_id]);
    await audit(ctx, {
      action: 'user.endSessions',
      entity: 'user_account',
      entity_id: user_id,
      subject_id: user_id,
      note: `${ended} ended`,
    });
  }
  return { ended };
}
