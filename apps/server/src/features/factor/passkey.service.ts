import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Ctx } from '../../http/context.ts';
import type { InputFor, ResponseOf } from '../../http/handlers.ts';
import { fail } from '../../http/response/fail.ts';
import { addMs } from '../../http/session/session.ts';
import { completeEnrolment, completeVerification, isConfirmed, rejectNewFactor } from './factor.service.ts';
import {
  consumeQuestion,
  findPasskey,
  insertFactor,
  insertQuestion,
  listFactors,
  updateFactor,
  type FactorRow,
} from './factor.queries.ts';

const QUESTION_MS = 5 * 60_000;

/** Name of this product for passkeys: the host of `PUBLIC_URL`. A passkey works only there. */
const getSite = ({ config }: Ctx) => ({
  rpID: new URL(config.publicUrl).hostname,
  origin: new URL(config.publicUrl).origin,
});

const ask = async <T extends { challenge: string }>(ctx: Ctx, user_id: number | null, options: T): Promise<T> => {
  await insertQuestion(ctx.db, options.challenge, user_id, addMs(ctx.now, QUESTION_MS));
  return options;
};

/** The options are JSON, and the contract knows no more of them. */
const toJson = (options: object) => ({ options: JSON.parse(JSON.stringify(options)) as never });

/** Returns the options for a new passkey of the caller. */
export async function createPasskeyQuestion(ctx: Ctx): Promise<ResponseOf<'user.passkeyQuestion'>> {
  await rejectNewFactor(ctx);
  const { user_id, username, full_name } = ctx.actor;
  const options = await generateRegistrationOptions({
    rpName: 'Darkroom',
    rpID: getSite(ctx).rpID,
    userName: username,
    userDisplayName: full_name,
    userID: Buffer.from(`darkroom ${user_id}`),
    excludeCredentials: (await listPasskeys(ctx)).map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  return toJson(await ask(ctx, user_id, options));
}

const listPasskeys = async (ctx: Ctx): Promise<FactorRow[]> =>
  (await listFactors(ctx.db, ctx.actor.user_id)).filter(({ kind }) => kind === 'passkey');
const toDescriptor = ({ credential_id }: FactorRow) => ({ id: credential_id ?? '' });

/** Adds a passkey of the caller. */
export async function addPasskey(
  ctx: Ctx,
  { name, answer }: InputFor<'user.addPasskey'>,
): Promise<ResponseOf<'user.addPasskey'>> {
  await rejectNewFactor(ctx);
  const { user_id } = ctx.actor;
  const { rpID, origin } = getSite(ctx);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: answer as unknown as RegistrationResponseJSON,
    expectedChallenge: (challenge) => consumeQuestion(ctx.db, challenge, user_id, ctx.now),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
  }).catch(refuse);
  if (!verified) throw fail('passkey_refused');
  const { id, publicKey, counter } = registrationInfo.credential;
  const hadFactor = (await listFactors(ctx.db, user_id, true)).some(isConfirmed);
  await insertFactor(ctx.db, {
    user_id,
    kind: 'passkey',
    name,
    credential_id: id,
    public_key: Buffer.from(publicKey),
    sign_count: counter,
    created_at: ctx.now,
    confirmed_at: ctx.now,
  });
  return completeEnrolment(ctx, name, hadFactor);
}

/** Returns the options for a passkey after the password. */
export async function createVerifyQuestion(ctx: Ctx): Promise<ResponseOf<'user.verifyPasskeyQuestion'>> {
  const passkeys = await listPasskeys(ctx);
  if (passkeys.length === 0) throw fail('not_found');
  const options = await generateAuthenticationOptions({
    rpID: getSite(ctx).rpID,
    allowCredentials: passkeys.map(toDescriptor),
    userVerification: 'preferred',
  });
  return toJson(await ask(ctx, ctx.actor.user_id, options));
}

/** Checks a passkey after the password, and opens the whole session. */
export async function verifyPasskey(
  ctx: Ctx,
  { answer }: InputFor<'user.verifyPasskey'>,
): Promise<ResponseOf<'user.verifyPasskey'>> {
  const factor = await checkPasskey(ctx, answer, ctx.actor.user_id, false);
  if (factor.user_id !== ctx.actor.user_id) throw fail('passkey_refused');
  return completeVerification(ctx, factor.name);
}

/** Returns the options for a sign-in without a name and a password: the device knows the account. */
export async function createLoginQuestion(ctx: Ctx): Promise<ResponseOf<'user.passkeyLoginQuestion'>> {
  const options = await generateAuthenticationOptions({ rpID: getSite(ctx).rpID, userVerification: 'required' });
  return toJson(await ask(ctx, null, options));
}

/** Checks the passkey of a sign-in. The device has verified its owner, so it replaces password and factor. Returns the account. */
export const checkLoginPasskey = async (ctx: Ctx, answer: object): Promise<number> =>
  (await checkPasskey(ctx, answer, null, true)).user_id;

async function checkPasskey(
  ctx: Ctx,
  answer: object,
  user_id: number | null,
  requireUserVerification: boolean,
): Promise<FactorRow> {
  const response = answer as AuthenticationResponseJSON;
  const factor = typeof response.id === 'string' ? await findPasskey(ctx.db, response.id) : undefined;
  if (!factor?.public_key || factor.credential_id === null) throw fail('passkey_refused');
  const { rpID, origin } = getSite(ctx);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => consumeQuestion(ctx.db, challenge, user_id, ctx.now),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification,
    credential: {
      id: factor.credential_id,
      publicKey: new Uint8Array(factor.public_key),
      counter: factor.sign_count,
    },
  }).catch(refuse);
  if (!verified) throw fail('passkey_refused');
  await updateFactor(ctx.db, factor.id, { sign_count: authenticationInfo.newCounter, last_used_at: ctx.now });
  return factor;
}

/** The library throws for every answer that is not right. The reason is of no use to the person. */
function refuse(): never {
  throw fail('passkey_refused');
}
