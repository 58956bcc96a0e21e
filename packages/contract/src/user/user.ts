import { anyStaff, everyone, signedIn } from '@darkroom/domain/permission/access';
import { PENDING_STEPS } from '@darkroom/domain/user/second-factor';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { body, instant, secretOnce, requiredText } from '../fields.ts';

/** Returns the schema of a password, which is used as typed and never trimmed. A new password needs 8–128 characters. */
export const password = () =>
  z
    .string({ error: () => 'required' })
    .min(1, 'required')
    .max(1000, 'too_long');
export const newPassword = () =>
  z
    .string({ error: () => 'required' })
    .min(8, 'too_short')
    .max(128, 'too_long');

/** The signed-in account as the web stores it (spec §3, local storage `user`). */
export const sessionUser = z.object({
  id: z.int().describe('Account ID.'),
  username: z.string(),
  full_name: z.string(),
  account: z.enum(['staff', 'customer']).describe('Type of the account.'),
  is_superuser: z.boolean(),
  must_change_password: z
    .boolean()
    .describe(
      'True until the account has set its own password. Other calls are then refused (`password_change_required`).',
    ),
});

export const session = z.object({
  user: sessionUser.describe('The signed-in account.'),
  staff_id: z.int().nullable().describe('Account ID of the member record. Null for a customer.'),
  permissions: z.array(z.string()).describe('Permission codes.'),
  expires_at: instant().describe('End of the session if the session is not used again.'),
  pending: z
    .enum(PENDING_STEPS)
    .nullable()
    .describe('Step before all other calls: enter a second factor, or set one up. Null if there is none.'),
  notice: z
    .enum(['backdoor', 'enrol_soon'])
    .nullable()
    .describe(
      'Warning for the user. `backdoor`: emergency recovery set the password. `enrol_soon`: a second factor will be required. Null if there is none.',
    ),
});

export const userEndpoints = {
  login: defineEndpoint({
    name: 'user.login',
    method: 'POST',
    path: '/api/user/login',
    summary: 'Sign in',
    description:
      'Returns the access token of a new session. After repeated failures, further attempts are refused for some time (`too_many_attempts`).',
    access: everyone,
    lock: null,
    kind: 'write',
    bodyLimit: 4096,
    input: body({ username: requiredText(), password: password().describe('Password, as typed.') }),
    output: session.extend({ access_token: z.string().describe('Token for the header `Authorization: Bearer`.') }),
    errors: ['sign_in_failed', 'too_many_attempts'],
  }),
  logout: defineEndpoint({
    name: 'user.logout',
    method: 'POST',
    path: '/api/user/logout',
    summary: 'Sign out',
    description: 'The session ends at once everywhere.',
    access: signedIn,
    lock: null,
    kind: 'write',
    person: true,
    input: body({}),
    output: z.object({}),
    errors: [],
    beforePasswordChange: true,
    beforeFactor: 'both',
  }),
  me: defineEndpoint({
    name: 'user.me',
    method: 'GET',
    path: '/api/user/me',
    summary: 'Get the signed-in account with its permissions and teams',
    access: signedIn,
    lock: null,
    kind: 'read',
    input: body({}),
    output: session.extend({
      teams: z.array(z.object({ id: z.int(), name: z.string() })).describe('Teams of the account.'),
      avatar: z
        .string()
        .nullable()
        .describe('Version of the picture, as in the member record. Null if there is no picture.'),
    }),
    errors: [],
    topics: ['session'],
    beforePasswordChange: true,
    beforeFactor: 'both',
  }),
  changePassword: defineEndpoint({
    name: 'user.changePassword',
    method: 'POST',
    path: '/api/user/change-password',
    summary: 'Change the caller’s password and end all other sessions of the account',
    access: signedIn,
    lock: null,
    kind: 'write',
    secret: true,
    input: body({
      current_password: password().describe('Current password.'),
      new_password: newPassword().describe('New password, 8 to 128 characters.'),
    }),
    // The previous session has ended, so nobody can repeat the call.
    output: session.extend({ access_token: secretOnce(z.string()) }),
    errors: ['wrong_password', 'weak_password', 'too_many_attempts'],
    limit: { per: 'user', max: 10, seconds: 600 },
    beforePasswordChange: true,
  }),
  list: defineEndpoint({
    name: 'user.list',
    method: 'GET',
    path: '/api/user/list',
    summary: 'List all staff by id',
    description: 'Permissions are listed only for active staff.',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.record(
      z.string(),
      z.object({
        id: z.int().describe('Account ID.'),
        username: z.string(),
        full_name: z.string(),
        active: z.boolean().describe('False if the account is deactivated.'),
        is_superuser: z.boolean(),
        is_away: z.boolean().describe('True on leave now, or outside the first and last working day.'),
        permissions: z.array(z.string()).describe('Permission codes. Empty if the account is not active.'),
      }),
    ),
    errors: [],
    topics: ['user', 'session', 'leave'],
  }),
};
