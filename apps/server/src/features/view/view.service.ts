import type { SavedView } from '@darkroom/contract/view';
import { audit } from '../../audit/audit.ts';
import type { Database } from '../../db/connect.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { deleteView, findView, insertView, isInTeam, unshare, updateView } from './view.queries.ts';

/** Keeps a filter under a name. Only its owner changes it; shared with a team, the team's members see it. */
export async function saveView(ctx: Ctx, input: InputFor<'view.save'>): Promise<SavedView> {
  const { id, version, ...view } = input;
  if (view.team_id !== null && !(await isInTeam(ctx.db, view.team_id, ctx.actor.user_id))) {
    throw fail('validation', { errors: [{ field: 'team_id', code: 'unknown' }] });
  }
  const before = id === undefined ? undefined : await findView(ctx.db, id, ctx.actor.user_id);
  if (id !== undefined && !before) throw fail('not_found', { field: 'id' });
  if (before && version !== before.version) throw fail('stale', { current: before });
  // A view belongs to the screen it was kept on; its filters mean nothing on another.
  if (before && view.screen !== before.screen) {
    throw fail('validation', { errors: [{ field: 'screen', code: 'invalid' }] });
  }
  const after = before ? await updateView(ctx.db, before.id, view) : await insertView(ctx.db, ctx.actor.user_id, view);
  await audit(ctx, { action: 'view.save', entity: 'saved_view', entity_id: after.id, before, after });
  await emit(ctx, 'setting', []);
  return after;
}

/** Takes a team that goes out of the views shared with it. */
export const unshareViews = (db: Database, team_id: number) => unshare(db, team_id);

/** Removes a view of one's own. */
export async function removeView(ctx: Ctx, { id }: InputFor<'view.delete'>): Promise<Record<string, never>> {
  if (!(await deleteView(ctx.db, id, ctx.actor.user_id))) throw fail('not_found', { field: 'id' });
  await audit(ctx, { action: 'view.delete', entity: 'saved_view', entity_id: id });
  await emit(ctx, 'setting', []);
  return {};
}
