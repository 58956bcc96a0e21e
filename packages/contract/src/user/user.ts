import { anyStaff, everyone, signedIn } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { body, instant, secretOnce, requiredText } from '../fields.ts';

/** Returns the schema of a password, which is used as typed and never trimmed. A new password needs 8–128 characters. */
export const password = () =>
  z
    .string({ error: () => 'required' })
    .min(1, 'required')
    .max(1000, 'too_long');
const newPassword = () =>
  z
    .string({ error: () => 'required' })
    .min(8, 'too_short')
    .max(128, 'too_long');

/** The signed-in account as the web stores it (spec §3, local storage `user`). */
export const sessionUser = z.object({
  id: z.int(),
  username: z.string(),
  full_name: z.string(),
  account: z.enum(['staff', 'customer']),
  is_superuser: z.boolean(),
  must_change_password: z.boolean(),
});

const session = z.object({
  user: sessionUser,
  staff_id: z.int().nullable(),
  permissions: z.array(z.string()),
  expires_at: instant(),
  /** A warning for the person, for example that a recovery set their password. */
  notice: z.enum(['backdoor']).nullable(),
});

export const userEndpoints = {
  login: defineEndpoint({
    name: 'user.login',
    method: 'POST',
    path: '/api/user/login',
    summary: 'Sign in',
    access: everyone,
    lock: null,
    kind: 'write',
    bodyLimit: 4096,
    input: body({ username: requiredText(), password: password() }),
    output: session.extend({ access_token: z.string() }),
    errors: ['sign_in_failed', 'too_many'],
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
      teams: z.array(z.object({ id: z.int(), name: z.string() })),
      /** Version of the user's picture, as in the member record. */
      avatar: z.string().nullable(),
    }),
    errors: [],
    topics: ['session'],
    beforePasswordChange: true,
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
    input: body({ current_password: password(), new_password: newPassword() }),
    // The previous session has ended, so no one can repeat the request.
    output: session.extend({ access_token: secretOnce(z.string()) }),
    errors: ['wrong_password', 'weak_password', 'too_many'],
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
        id: z.int(),
        username: z.string(),
        full_name: z.string(),
        active: z.boolean(),
        is_superuser: z.boolean(),
        /** On leave, or outside the first and last working day: cannot receive work today. */
        is_away: z.boolean(),
        permissions: z.array(z.string()),
      }),
    ),
    errors: [],
    topics: ['user', 'session'],
  }),
};
