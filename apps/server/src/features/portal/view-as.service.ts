import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { audit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { findViewed, later, VIEW_MS } from '../../http/session/session.ts';

/**
 * Opens the portal as a customer's login sees it (decision 104): an opening of this session, for an hour, to read only. It is put on
 * record once, here; what is read through it needs no record of its own.
 */
export async function openView(ctx: Ctx, { user_id }: InputFor<'portal.viewAs'>): Promise<AnswerOf<'portal.viewAs'>> {
  const view_as = randomUUID();
  await sql`
    insert into portal_view (id, session_id, user_id, opened_at)
    select ${view_as}::uuid, ${ctx.actor.session_id}, u.id, ${ctx.now}
      from user_account u join customer_account a on a.user_id = u.id where u.id = ${user_id} and u.active`.execute(
    ctx.db,
  );
  const viewed = await findViewed(ctx.db, ctx.actor, view_as, ctx.now);
  if (!viewed) throw fail('not_found', { field: 'user_id' });
  const { cus_id0, cus_id1 } = viewed.customer ?? {};
  await audit(ctx, {
    action: 'portal.viewAs',
    ...(cus_id1 ? { entity: 'cus1', entity_id: cus_id1 } : { entity: 'cus0', entity_id: cus_id0 ?? 0 }),
    subject_id: user_id,
    note: viewed.username,
  });
  const { username, full_name, permissions } = viewed;
  const expires_at = later(ctx.now, VIEW_MS);
  return { view_as, expires_at, user_id, username, full_name, permissions: [...permissions] };
}
