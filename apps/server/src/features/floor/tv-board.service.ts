import type { TvBoardLink } from '@darkroom/contract/floor/tv-board';
import { recordChange, type RecordedKind } from '../../audit/change.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { parseDevice } from '../../http/session/device.ts';
import { hashToken, makeToken } from '../../http/session/session.ts';
import { asTvBoardToken } from '../../http/session/tv-board.ts';
import { emitTvBoardEnded } from '../../live/emit.ts';
import { deleteTvBoard, insertTvBoard, listTvBoards, type TvBoardRow } from './tv-board.queries.ts';

/** Maximum of TV boards, far above the number in any bureau. */
const MAX_TV_BOARDS = 50;

const TV_BOARD: RecordedKind<TvBoardRow> = {
  entity: 'tv_board_link',
  topic: 'tv_board',
  facts: ({ name, workstream, names, ends_at }) => ({ name, workstream, names, ends_at }),
};

const toTvBoardLink = ({ user_agent, ...tvBoard }: TvBoardRow): TvBoardLink => ({
  ...tvBoard,
  ...(user_agent === null ? { browser: null, system: null } : parseDevice(user_agent)),
});

export async function listTvBoardLinks({ db, now }: Ctx): Promise<ResponseOf<'tvBoard.list'>> {
  return { results: (await listTvBoards(db, now)).map(toTvBoardLink) };
}

/** Creates a link of a TV board. Its token is returned only here, because only a hash is stored (decision 129). */
export async function createTvBoardLink(
  ctx: Ctx,
  input: InputFor<'tvBoard.create'>,
): Promise<ResponseOf<'tvBoard.create'>> {
  const { db, now, actor } = ctx;
  const ends_at = input.ends_at === null ? null : new Date(input.ends_at).toISOString();
  if (ends_at !== null && ends_at <= now)
    throw fail('validation', { errors: [{ field: 'ends_at', code: 'already_past' }] });
  if ((await listTvBoards(db, now)).length >= MAX_TV_BOARDS) throw fail('too_many_tv_boards');
  const token = asTvBoardToken(makeToken());
  const { name, workstream, names } = input;
  const tvBoard = await insertTvBoard(db, {
    token_hash: hashToken(token),
    name,
    workstream,
    names,
    ends_at,
    created_at: now,
    created_by: actor.user_id,
  });
  return { ...toTvBoardLink(await recordChange(ctx, TV_BOARD, 'tvBoard.create', undefined, tvBoard)), token };
}

/** Revokes a link. Its TV board is informed at once, through any server process. */
export async function revokeTvBoardLink(
  ctx: Ctx,
  { id }: InputFor<'tvBoard.revoke'>,
): Promise<ResponseOf<'tvBoard.revoke'>> {
  const tvBoard = await deleteTvBoard(ctx.db, id);
  if (!tvBoard) throw fail('not_found', { field: 'id' });
  await emitTvBoardEnded(ctx, id);
  await recordChange(ctx, TV_BOARD, 'tvBoard.revoke', tvBoard, undefined);
  return {};
}
