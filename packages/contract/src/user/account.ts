import { anyOf, anyStaff, superuserOnly } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { body, id, instant, requiredText, shownOnce } from '../fields.ts';
import { password } from './user.ts';

/** A session of the account. `expires_at` is its end if it is not used again. */
const mySession = z.object({
  id: z.int(),
  current: z.boolean(),
  created_at: instant(),
  last_used_at: instant(),
  expires_at: instant(),
  address: z.string().nullable(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
});

/** Returns the schema of a session's id. Over the years it can exceed the range of other ids. */
const sessionId = () => z.int({ error: () => 'invalid' }).min(1, 'invalid');

/** A one-time password, shown once. */
export const oneTimePassword = z.object({
  username: z.string(),
  one_time_password: shownOnce(),
  expires_at: instant(),
});

/** Endpoints for account and session after sign-in. No page needs them before. */
export const accountEndpoints = {
  resetPassword: defineEndpoint({
    name: 'user.resetPassword',
    method: 'POST',
    path: '/api/user/reset-password',
    summary: 'Create a one-time password for an account and end its sessions',
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
    summary: 'Recover access in an emergency',
    description: 'Returns 404 unless break-glass recovery is open.',
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
    summary: 'List the caller’s sessions',
    access: anyStaff,
    lock: null,
    kind: 'read',
    person: true,
    input: body({}),
    output: z.object({ results: z.array(mySession) }),
    errors: [],
    topics: ['session'],
  }),
  endSessions: defineEndpoint({
    name: 'user.endSessions',
    method: 'POST',
    path: '/api/user/sessions/end',
    summary: 'End some of the caller’s sessions, or all except this one',
    access: anyStaff,
    lock: null,
    kind: 'write',
    input: body({ session_ids: z.array(sessionId()).min(1, 'required').max(200, 'too_many_items').optional() }),
    output: z.object({ ended: z.int() }),
    errors: [],
  }),
};
