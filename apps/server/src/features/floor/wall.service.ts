import type { WallLink } from '@darkroom/contract/floor/wall';
import { audit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { deviceOf } from '../../http/session/device.ts';
import { hashOfToken, makeToken } from '../../http/session/session.ts';
import { asWallToken } from '../../http/session/wall.ts';
import { emit, emitWallEnded } from '../../live/emit.ts';
import { deleteWall, insertWall, listWalls, type WallRow } from './wall.queries.ts';

/** Many more than any bureau has walls. */
const MOST_WALLS = 50;

const shown = ({ user_agent, ...wall }: WallRow): WallLink => ({
  ...wall,
  ...(user_agent === null ? { browser: null, system: null } : deviceOf(user_agent)),
});

export async function listWallLinks({ db, now }: Ctx): Promise<AnswerOf<'wall.list'>> {
  return { results: (await listWalls(db, now)).map(shown) };
}

/** Makes a wall link. Its token is answered this once: what is kept of it opens nothing (decision 129). */
export async function makeWallLink(ctx: Ctx, input: InputFor<'wall.make'>): Promise<AnswerOf<'wall.make'>> {
  const { db, now, actor } = ctx;
  const ends_at = input.ends_at === null ? null : new Date(input.ends_at).toISOString();
  if (ends_at !== null && ends_at <= now)
    throw fail('validation', { errors: [{ field: 'ends_at', code: 'already_past' }] });
  if ((await listWalls(db, now)).length >= MOST_WALLS) throw fail('too_many_walls');
  const token = asWallToken(makeToken());
  const { name, workstream, names } = input;
  const wall = shown(
    await insertWall(db, {
      token_hash: hashOfToken(token),
      name,
      workstream,
      names,
      ends_at,
      made_at: now,
      made_by: actor.user_id,
    }),
  );
  await audit(ctx, {
    action: 'wall.make',
    entity: 'wall_link',
    entity_id: wall.id,
    after: { name, workstream, names, ends_at },
  });
  await emit(ctx, 'wall', [wall.id]);
  return { ...wall, token };
}

/** Withdraws a wall link: the screen that holds it hears so at once, through whichever process it listens. */
export async function withdrawWallLink(
  ctx: Ctx,
  { id }: InputFor<'wall.withdraw'>,
): Promise<AnswerOf<'wall.withdraw'>> {
  const wall = await deleteWall(ctx.db, id);
  if (!wall) throw fail('not_found', { field: 'id' });
  const { name, workstream, names, ends_at } = wall;
  await audit(ctx, {
    action: 'wall.withdraw',
    entity: 'wall_link',
    entity_id: id,
    before: { name, workstream, names, ends_at },
  });
  await emitWallEnded(ctx, id);
  await emit(ctx, 'wall', [id]);
  return {};
}
