import { dayOf } from '@darkroom/domain/calendar/day';
import type { Handlers } from '../../http/handlers.ts';
import { recoverAccount, resetPassword } from './recovery.service.ts';
import { endOwnSessions, listOwnSessions } from './session.service.ts';
import { listStaffAccounts } from './user.queries.ts';
import { changePassword, signIn, signOut, whoAmI } from './user.service.ts';

export const userRoutes = {
  'user.login': signIn,
  'user.logout': signOut,
  'user.me': whoAmI,
  'user.changePassword': changePassword,
  'user.resetPassword': resetPassword,
  'user.backdoor': recoverAccount,
  'user.sessions': listOwnSessions,
  'user.endSessions': endOwnSessions,
  'user.list': async (ctx) =>
    Object.fromEntries((await listStaffAccounts(ctx.db, dayOf(ctx.now))).map((user) => [user.id, user])),
} satisfies Partial<Handlers>;
