import type { Ctx } from '../../http/context.ts';
import { consumeLink, findRecipient, queueMail, queuePasswordLinks, queueSignInMail } from './mail.queries.ts';

/**
 * Invites a new account by mail. Returns the address, or null if mail is off or the account has no address: then a
 * one-time password is shown.
 */
export async function inviteByMail(ctx: Ctx, user_id: number): Promise<string | null> {
  const recipient = ctx.config.smtpUrl === null ? undefined : await findRecipient(ctx.db, user_id);
  if (!recipient) return null;
  await queueMail(ctx.db, user_id, 'invitation', ctx.now);
  return recipient.address;
}

/** Reports to a person that an administrator removed their second factors. */
export const reportFactorReset = (ctx: Ctx, user_id: number) => queueMail(ctx.db, user_id, 'factors_reset', ctx.now);

/** Reports a sign-in from an address that this customer has not used for a month. */
export const reportSignIn = (ctx: Ctx, user_id: number) =>
  queueSignInMail(ctx.db, user_id, ctx.now, {
    time: `${ctx.now.slice(0, 16).replace('T', ' ')} UTC`,
    address: ctx.request.address,
  });

/** Queues a link for a new password for the accounts with a username or address. */
export const sendPasswordLinks = (ctx: Ctx, name: string) => queuePasswordLinks(ctx.db, name, ctx.now);

/** Ends a valid link by its hash, and returns its account. */
export const consumePasswordLink = (ctx: Ctx, token_hash: Buffer) => consumeLink(ctx.db, token_hash, ctx.now);
