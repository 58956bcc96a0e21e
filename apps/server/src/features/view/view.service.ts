import { MAX_VIEWS, type SavedView } from '@darkroom/contract/view';
import { hasPermission } from '@darkroom/domain/permission/access';
import { writeAudit } from '../../audit/audit.ts';
import type { Database } from '../../db/connect.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import {
  countViews,
  deleteView,
  findView,
  insertView,
  isInTeam,
  listViews,
  endSharing,
  updateView,
  type Viewer,
} from './view.queries.ts';

const getViewer = ({ actor }: Ctx): Viewer => ({
  user_id: actor.user_id,
  managesAllTeams: hasPermission(actor, 'npn_change_team'),
});

/** The views of a screen that the caller can open. */
export const readViews = async (ctx: Ctx, { screen }: InputFor<'view.list'>): Promise<ResponseOf<'view.list'>> => ({
  results: await listViews(ctx.db, getViewer(ctx), screen),
});

/** Saves a filter under a name. Only its owner can change it, and members of a shared team can open it. */
export async function saveView(ctx: Ctx, input: InputFor<'view.save'>): Promise<SavedView> {
  const { id, version, ...view } = input;
  if (view.team_id !== null && !(await isInTeam(ctx.db, view.team_id, ctx.actor.user_id))) {
    throw fail('validation', { errors: [{ field: 'team_id', code: 'unknown' }] });
  }
  const before = id === undefined ? undefined : await findView(ctx.db, id, ctx.actor.user_id);
  if (id !== undefined && !before) throw fail('not_found', { field: 'id' });
  if (before && version !== before.version) throw fail('stale', { current: before });
  // A view belongs to its screen, because its filters have no meaning on another.
  if (before && view.screen !== before.screen) {
    throw fail('validation', { errors: [{ field: 'screen', code: 'invalid' }] });
  }
  await rejectTooMany(ctx, before, view.team_id);
  const after = before ? await updateView(ctx.db, before.id, view) : await insertView(ctx.db, ctx.actor.user_id, view);
  await writeAudit(ctx, { action: 'view.save', entity: 'saved_view', entity_id: after.id, before, after });
  await emit(ctx, 'setting', []);
  return after;
}

/** Limits the lists of a user and of a team. */
async function rejectTooMany(ctx: Ctx, before: SavedView | undefined, team_id: number | null): Promise<void> {
  const { own, shared } = await countViews(ctx.db, ctx.actor.user_id, team_id);
  const isNewlyShared = team_id !== null && team_id !== before?.team_id;
  if ((!before && own >= MAX_VIEWS) || (isNewlyShared && shared >= MAX_VIEWS)) throw fail('limit_reached');
}

/** Ends the sharing with a team that is deleted. */
export const unshareViews = (db: Database, team_id: number) => endSharing(db, team_id);

/** Deletes a view of the user, or of a team that they manage. */
export async function removeView(ctx: Ctx, { id }: InputFor<'view.delete'>): Promise<Record<string, never>> {
  const before = await deleteView(ctx.db, id, getViewer(ctx));
  if (!before) throw fail('not_found', { field: 'id' });
  await writeAudit(ctx, {
    action: 'view.delete',
    entity: 'saved_view',
    entity_id: id,
    subject_id: before.owner_id,
    before,
  });
  await emit(ctx, 'setting', []);
  return {};
}
