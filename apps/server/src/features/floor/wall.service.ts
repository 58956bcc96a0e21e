import type { WallLink } from '@darkroom/contract/floor/wall';
import { recordChange, type RecordedKind } from '../../audit/change.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { deviceOf } from '../../http/session/device.ts';
import { hashOfToken, makeToken } from '../../http/session/session.ts';
import { asWallToken } from '../../http/session/wall.ts';
import { emitWallEnded } from '../../live/emit.ts';
import { deleteWall, insertWall, listWalls, type WallRow } from './wall.queries.ts';

/** Many more than any bureau has walls. */
const MOST_WALLS = 50;

const WALL: RecordedKind<WallRow> = {
  entity: 'wall_link',
  topic: 'wall',
  facts: ({ name, workstream, names, ends_at }) => ({ name, workstream, names, ends_at }),
};

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
  const wall = await insertWall(db, {
    token_hash: hashOfToken(token),
    name,
    workstream,
    names,
    ends_at,
    made_at: now,
    made_by: actor.user_id,
  });
  return { ...shown(await recordChange(ctx, WALL, 'wall.make', undefined, wall)), token };
}

/** Withdraws a wall link: the screen that holds it hears so at once, through whichever process it listens. */
export async function withdrawWallLink(
  ctx: Ctx,
  { id }: InputFor<'wall.withdraw'>,
): Promise<AnswerOf<'wall.withdraw'>> {
  const wall = await deleteWall(ctx.db, id);
  if (!wall) throw fail('not_found', { field: 'id' });
  await emitWallEnded(ctx, id);
  await recordChange(ctx, WALL, 'wall.withdraw', wall, undefined);
  return {};
}
