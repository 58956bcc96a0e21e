import type { AnyApiToken, ApiToken } from '@darkroom/contract/user/token';
import type { Instant } from '@darkroom/domain/calendar/day';
import { findCodesBeyondOwner, getTokenCodes, MAX_TOKENS } from '@darkroom/domain/permission/token';
import { sql } from 'kysely';
import { writeAudit } from '../../audit/audit.ts';
import type { Database } from '../../db/connect.ts';
import { toListResponse, readPage, type PageQuery } from '../../db/list/page.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { hashToken, addMs, createApiToken } from '../../http/session/session.ts';
import { emit } from '../../live/emit.ts';
import { rejectUnknownCodes } from '../access/access.service.ts';
import { findSignInStep } from '../factor/factor.service.ts';
import {
  countTokensLocked,
  deleteToken,
  deleteTokensBefore,
  findTokens,
  insertToken,
  listTokensOf,
  type TokenRow,
} from './token.queries.ts';

const DAY_MS = 24 * 3_600_000;

const toApiToken = ({ user_id: _owner, is_superuser, permissions, ...token }: TokenRow): ApiToken => ({
  ...token,
  held: getTokenCodes({ is_superuser, permissions: new Set(permissions) }, token.scope),
});

export async function listOwnTokens(ctx: Ctx): Promise<ResponseOf<'token.list'>> {
  return { results: (await listTokensOf(ctx.db, ctx.actor.user_id, ctx.now)).map(toApiToken) };
}

/** Creates a token with some of the caller's permissions. Only this response has the token (decision 138). */
export async function addToken(ctx: Ctx, input: InputFor<'token.add'>): Promise<ResponseOf<'token.add'>> {
  const { actor, now } = ctx;
  const { name, scope, can_write, days } = input;
  // A superuser has all existing codes, so unknown ones are checked here.
  await rejectUnknownCodes(ctx.db, 'scope', scope);
  const ungrantable = findCodesBeyondOwner(actor, scope);
  if (ungrantable.length) throw fail('beyond_own_rights', { field: 'scope', detail: ungrantable.join(', ') });
  // A token does what a session can do, so it needs the factor that the rule requires.
  if ((await findSignInStep(ctx, actor.user_id, actor)) === 'enrol') throw fail('factor_required');
  if ((await countTokensLocked(ctx.db, actor.user_id, now)) >= MAX_TOKENS) throw fail('limit_reached');
  const token = createApiToken();
  const id = await insertToken(ctx.db, {
    user_id: actor.user_id,
    name,
    token_hash: hashToken(token),
    hint: token.slice(-4),
    scope,
    can_write,
    created_at: now,
    expires_at: addMs(now, days * DAY_MS),
  });
  const [row] = (await findTokens(ctx.db, [id])) as [TokenRow];
  await recordTokenChange(ctx, 'token.add', row, { after: toHistoryFields(row) });
  return { ...toApiToken(row), token };
}

/** Revokes one of the caller's own tokens. Other tokens count as missing. */
export async function revokeOwnToken(ctx: Ctx, { id }: InputFor<'token.revoke'>): Promise<ResponseOf<'token.revoke'>> {
  const [row] = await findTokens(ctx.db, [id]);
  if (row?.user_id !== ctx.actor.user_id) throw fail('not_found');
  return revoke(ctx, 'token.revoke', row);
}

const ALL_TOKENS: PageQuery = { from: sql`api_token t`, key: sql`t.id`, where: [], order: [[sql`t.id`, true]] };

export async function listAllTokens(
  ctx: Ctx,
  { page, page_size }: InputFor<'token.all'>,
): Promise<ResponseOf<'token.all'>> {
  const { ids, total } = await readPage(
    ctx.db,
    { query: ALL_TOKENS, total: [{ rows: ALL_TOKENS }] },
    { page, page_size },
  );
  const rows = await findTokens(ctx.db, ids);
  const results = rows.map((row): AnyApiToken => ({ ...toApiToken(row), user_id: row.user_id }));
  return toListResponse(results, total, page_size);
}

/** Revokes a token of any user. That of a superuser needs a superuser (decision 075). */
export async function revokeAnyToken(
  ctx: Ctx,
  { id }: InputFor<'token.revokeAny'>,
): Promise<ResponseOf<'token.revokeAny'>> {
  const [row] = await findTokens(ctx.db, [id]);
  if (!row) throw fail('not_found');
  if (row.is_superuser && !ctx.actor.is_superuser) throw fail('beyond_own_rights');
  return revoke(ctx, 'token.revokeAny', row);
}

async function revoke(ctx: Ctx, action: string, row: TokenRow): Promise<{ id: number }> {
  await deleteToken(ctx.db, row.id);
  await recordTokenChange(ctx, action, row, { before: toHistoryFields(row) });
  return { id: row.id };
}

const toHistoryFields = ({ name, scope, can_write, expires_at }: TokenRow) => ({ name, scope, can_write, expires_at });

async function recordTokenChange(
  ctx: Ctx,
  action: string,
  { id, user_id }: TokenRow,
  change: { before?: object; after?: object },
): Promise<void> {
  await emit(ctx, 'session', [user_id], [user_id]);
  await writeAudit(ctx, { action, entity: 'api_token', entity_id: id, subject_id: user_id, ...change });
}

export const sweepTokens = (db: Database, now: Instant) => deleteTokensBefore(db, now);
