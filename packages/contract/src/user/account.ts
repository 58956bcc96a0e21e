import { anyOf, anyStaff, superuserOnly } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { body, id, instant, requiredText, shownOnce } from '../fields.ts';
import { password } from './user.ts';

/** A session of the account. `expires_at` is its end if it is not used again. */
const mySession = z.object({
  id: z.int().describe('ID of the session.'),
  current: z.boolean().describe('True for the session of this call.'),
  created_at: instant().describe('Time of the sign-in.'),
  last_used_at: instant(),
  expires_at: instant().describe('End of the session if the session is not used again.'),
  address: z.string().nullable().describe('IP address of the last use. Null if unknown.'),
  browser: z.string().nullable(),
  system: z.string().nullable(),
});

/** Returns the schema of a session's id. Over the years it can exceed the range of other ids. */
const sessionId = () => z.int({ error: () => 'invalid' }).min(1, 'invalid');

/** Returns the schema of the address to which an invitation was sent instead of a one-time password. */
export const sentTo = () =>
  z
    .string()
    .nullable()
    .describe('Address to which an invitation was sent. Then there is no one-time password. Null if none was sent.');

/** A one-time password, shown once, or an invitation by mail. */
export const oneTimePassword = z.object({
  username: z.string(),
  one_time_password: shownOnce(),
  expires_at: instant().describe('Expiry of the one-time password.'),
  sent_to: sentTo(),
});

/** Endpoints for account and session after sign-in. No page needs them before. */
export const accountEndpoints = {
  resetPassword: defineEndpoint({
    name: 'user.resetPassword',
    method: 'POST',
    path: '/api/user/reset-password',
    summary: 'Create a one-time password for an account and end its sessions',
    description: 'The password is returned only once. The account must set its own password at the next sign-in.',
    access: anyOf('npn_reset_password'),
    lock: null,
    kind: 'write',
    secret: true,
    input: body({ user_id: id().describe('Account ID of the member.') }),
    output: oneTimePassword,
    errors: ['not_found', 'beyond_own_rights'],
  }),
  backdoor: defineEndpoint({
    name: 'user.backdoor',
    method: 'POST',
    path: '/api/password/backdoor',
    summary: 'Recover access to an account in an emergency',
    description: 'Emergency recovery. Returns 404 unless it is turned on (`BACKDOOR_UNTIL`).',
    access: superuserOnly,
    lock: null,
    kind: 'write',
    secret: true,
    input: body({
      username: requiredText().describe('Username of the account to recover.'),
      password: password().describe('Password of the caller.'),
      reason: requiredText(2000).describe('Reason, for the history.'),
    }),
    output: oneTimePassword,
    errors: ['not_found', 'wrong_password', 'beyond_own_rights', 'too_many_attempts'],
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
    input: body({
      session_ids: z
        .array(sessionId())
        .min(1, 'required')
        .max(200, 'too_many_items')
        .optional()
        .describe('Sessions to end. Absent: all except this one.'),
    }),
    output: z.object({ ended: z.int().describe('Number of ended sessions.') }),
    errors: [],
  }),
};
