import { anyStaff, anyOf, everyone, signedIn, superuserOnly } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { body, id, instant, requiredText } from './fields.ts';
import { notKept, toldOnce } from './told-once.ts';

/** A password is taken as it is typed: never trimmed. 8–128 characters are asked of a new one. */
const password = () =>
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
  /** Something the person should know, e.g. that a recovery set their password. */
  notice: z.enum(['backdoor']).nullable(),
});

/** Where somebody is signed in. `expires_at` is its end if it is not used again. */
const ownSession = z.object({
  id: z.int(),
  current: z.boolean(),
  created_at: instant(),
  last_used_at: instant(),
  expires_at: instant(),
  address: z.string().nullable(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
});

/** A session's id: over the years there are more of them than an ordinary id can count. */
const sessionId = () => z.int({ error: () => 'invalid' }).min(1, 'invalid');

/** A one-time password, told once. */
export const oneTimePassword = z.object({ username: z.string(), one_time_password: toldOnce(), expires_at: instant() });

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
    summary: 'Sign out: the session ends at once, everywhere',
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
    summary: 'The signed-in account, its rights and its teams',
    access: signedIn,
    lock: null,
    kind: 'read',
    input: body({}),
    output: session.extend({
      teams: z.array(z.object({ id: z.int(), name: z.string() })),
      /** The version of one's picture, as a member's record has it. */
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
    summary: 'Change one’s own password; every other session of the account ends',
    access: signedIn,
    lock: null,
    kind: 'write',
    secret: true,
    input: body({ current_password: password(), new_password: newPassword() }),
    // The session it came by has ended: nobody is left to repeat it.
    output: session.extend({ access_token: notKept(z.string()) }),
    errors: ['wrong_password', 'weak_password', 'too_many'],
    limit: { per: 'user', max: 10, seconds: 600 },
    beforePasswordChange: true,
  }),
  resetPassword: defineEndpoint({
    name: 'user.resetPassword',
    method: 'POST',
    path: '/api/user/reset-password',
    summary: 'Make a one-time password for somebody; their sessions end',
    access: anyOf('npn_reset_password'),
    lock: null,
    kind: 'write',
    secret: true,
    input: body({ user_id: id() }),
    output: oneTimePassword,
    errors: ['not_found', 'beyond_own_rights'],
  }),
  backdoor: defineEndpoint({
    name: 'user.backdoor',
    method: 'POST',
    path: '/api/password/backdoor',
    summary: 'Break-glass recovery; 404 unless it is open',
    access: superuserOnly,
    lock: null,
    kind: 'write',
    secret: true,
    input: body({ username: requiredText(), password: password(), reason: requiredText(2000) }),
    output: oneTimePassword,
    errors: ['not_found', 'wrong_password', 'beyond_own_rights', 'too_many'],
  }),
  sessions: defineEndpoint({
    name: 'user.sessions',
    method: 'GET',
    path: '/api/user/sessions',
    summary: 'One’s own sessions',
    access: anyStaff,
    lock: null,
    kind: 'read',
    person: true,
    input: body({}),
    output: z.object({ results: z.array(ownSession) }),
    errors: [],
    topics: ['session'],
  }),
  endSessions: defineEndpoint({
    name: 'user.endSessions',
    method: 'POST',
    path: '/api/user/sessions/end',
    summary: 'End some of one’s own sessions, or all but this one',
    access: anyStaff,
    lock: null,
    kind: 'write',
    input: body({ session_ids: z.array(sessionId()).min(1, 'required').max(200, 'too_many_items').optional() }),
    output: z.object({ ended: z.int() }),
    errors: [],
  }),
  list: defineEndpoint({
    name: 'user.list',
    method: 'GET',
    path: '/api/user/list',
    summary: 'All staff by id; only active ones carry permissions',
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
        permissions: z.array(z.string()),
      }),
    ),
    errors: [],
    topics: ['user', 'session'],
  }),
};
