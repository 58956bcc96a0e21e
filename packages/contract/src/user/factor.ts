import { FACTOR_MODES, PENDING_STEPS, RECOVERY_CODES } from '@darkroom/domain/user/second-factor';
import { anyOf, everyone, signedIn } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { body, id, instant, requiredText, secretOnce, shownOnce } from '../fields.ts';
import { password, session } from './user.ts';

/** A second factor of the caller (decision 171). */
const factor = z.object({
  id: z.int().describe('ID of the factor.'),
  kind: z.enum(['totp', 'passkey']).describe('`totp`: codes of an app. `passkey`: a device or a security key.'),
  name: z.string(),
  created_at: instant().describe('Time of creation, ISO 8601 in UTC.'),
  last_used_at: instant().nullable().describe('Time of the last use. Null if it was not used.'),
});

/** Returns the schema of the recovery codes, which only the first factor or an explicit request returns. */
const recoveryCodes = () => secretOnce(z.array(z.string()).length(RECOVERY_CODES).nullable());

/** Options and answers of the browser's passkeys (Web Authentication, level 3). The library checks them. */
const passkeyOptions = z.record(z.string(), z.json()).describe('Options for the browser’s passkeys.');
const passkeyAnswer = () => z.record(z.string(), z.json()).describe('Answer of the browser’s passkey.');

/** Returns the schema of a code: six digits of an app, or a recovery code. */
const code = () => requiredText(20).describe('Six digits of the app, or a recovery code.');
const name = () => requiredText().describe('Name of the factor, for example of the device.');

const own = { access: signedIn, lock: null, kind: 'write', method: 'POST' } as const;
const open = { access: everyone, lock: null, kind: 'write', method: 'POST', secret: true, bodyLimit: 4096 } as const;
const attempts = { per: 'user', max: 10, seconds: 900 } as const;

export const factorEndpoints = {
  factors: defineEndpoint({
    name: 'user.factors',
    method: 'GET',
    path: '/api/user/factor/list',
    summary: 'List the caller’s second factors and the rule for them',
    access: signedIn,
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({
      factors: z.array(factor).describe('Confirmed factors of the caller, oldest first.'),
      recovery_codes: z.int().describe('Number of unused recovery codes.'),
      mode: z.enum(FACTOR_MODES).describe('Rule of the bureau.'),
      required: z.boolean().describe('True if the rule requires a factor of the caller.'),
      required_from: z.string().nullable().describe('First day on which it is required. Null: at once.'),
      pending: z.enum(PENDING_STEPS).nullable().describe('Step that the session must do first. Null if none.'),
    }),
    errors: [],
    topics: ['session', 'setting'],
    beforeFactor: 'both',
  }),
  addTotp: defineEndpoint({
    ...own,
    secret: true,
    name: 'user.addTotp',
    path: '/api/user/factor/totp/add',
    summary: 'Create a key for an app with codes',
    description: 'The key is asked for after `user/factor/totp/confirm`.',
    input: body({ name: name() }),
    output: z.object({
      id: z.int().describe('ID of the factor.'),
      key: shownOnce(),
      qr: shownOnce(),
    }),
    errors: ['forbidden', 'limit_reached'],
    limit: attempts,
    beforeFactor: 'enrol',
  }),
  confirmTotp: defineEndpoint({
    ...own,
    secret: true,
    name: 'user.confirmTotp',
    path: '/api/user/factor/totp/confirm',
    summary: 'Confirm an app with its first code',
    input: body({ id: id().describe('ID of the factor.'), code: code() }),
    output: z.object({ recovery_codes: recoveryCodes() }),
    errors: ['not_found', 'wrong_code', 'too_many_attempts'],
    limit: attempts,
    beforeFactor: 'enrol',
  }),
  passkeyQuestion: defineEndpoint({
    ...own,
    name: 'user.passkeyQuestion',
    path: '/api/user/factor/passkey/question',
    summary: 'Get the options for a new passkey',
    input: body({}),
    output: z.object({ options: passkeyOptions }),
    errors: ['forbidden', 'limit_reached'],
    limit: attempts,
    beforeFactor: 'enrol',
  }),
  addPasskey: defineEndpoint({
    ...own,
    secret: true,
    name: 'user.addPasskey',
    path: '/api/user/factor/passkey/add',
    summary: 'Add a passkey',
    input: body({ name: name(), answer: passkeyAnswer() }),
    output: z.object({ recovery_codes: recoveryCodes() }),
    errors: ['forbidden', 'passkey_refused', 'limit_reached'],
    limit: attempts,
    beforeFactor: 'enrol',
  }),
  removeFactor: defineEndpoint({
    ...own,
    name: 'user.removeFactor',
    path: '/api/user/factor/remove',
    summary: 'Remove a second factor of the caller',
    input: body({ id: id().describe('ID of the factor.'), password: password().describe('Password of the caller.') }),
    output: z.object({}),
    errors: ['not_found', 'wrong_password', 'factor_required', 'too_many_attempts'],
    limit: attempts,
  }),
  newRecoveryCodes: defineEndpoint({
    ...own,
    secret: true,
    name: 'user.newRecoveryCodes',
    path: '/api/user/factor/recovery-codes',
    summary: 'Create new recovery codes, and end the old ones',
    input: body({ password: password().describe('Password of the caller.') }),
    output: z.object({ recovery_codes: recoveryCodes() }),
    errors: ['not_found', 'wrong_password', 'too_many_attempts'],
    limit: attempts,
  }),
  verifyFactor: defineEndpoint({
    ...own,
    name: 'user.verifyFactor',
    path: '/api/user/factor/verify',
    summary: 'Enter a code after the password',
    description: 'The session can then do everything. A code is valid once.',
    input: body({ code: code() }),
    output: z.object({}),
    errors: ['wrong_code', 'too_many_attempts'],
    limit: attempts,
    beforeFactor: 'verify',
  }),
  verifyPasskeyQuestion: defineEndpoint({
    ...own,
    name: 'user.verifyPasskeyQuestion',
    path: '/api/user/factor/passkey/verify-question',
    summary: 'Get the options for a passkey after the password',
    input: body({}),
    output: z.object({ options: passkeyOptions }),
    errors: ['not_found'],
    limit: attempts,
    beforeFactor: 'verify',
  }),
  verifyPasskey: defineEndpoint({
    ...own,
    name: 'user.verifyPasskey',
    path: '/api/user/factor/passkey/verify',
    summary: 'Use a passkey after the password',
    input: body({ answer: passkeyAnswer() }),
    output: z.object({}),
    errors: ['passkey_refused', 'too_many_attempts'],
    limit: attempts,
    beforeFactor: 'verify',
  }),
  passkeyLoginQuestion: defineEndpoint({
    ...open,
    name: 'user.passkeyLoginQuestion',
    path: '/api/user/passkey/question',
    summary: 'Get the options for a sign-in with a passkey',
    input: body({}),
    output: z.object({ options: passkeyOptions }),
    errors: ['too_many_attempts'],
    limit: { per: 'address', max: 600, seconds: 900 },
  }),
  passkeyLogin: defineEndpoint({
    ...open,
    name: 'user.passkeyLogin',
    path: '/api/user/passkey/login',
    summary: 'Sign in with a passkey, without a password',
    input: body({ answer: passkeyAnswer() }),
    output: session.extend({ access_token: secretOnce(z.string()) }),
    errors: ['passkey_refused', 'too_many_attempts'],
    limit: { per: 'address', max: 600, seconds: 900 },
  }),
  resetFactors: defineEndpoint({
    name: 'user.resetFactors',
    method: 'POST',
    path: '/api/user/factor/reset',
    summary: 'Remove all second factors of an account',
    description: 'For a person who lost them. The sessions of the account end.',
    access: anyOf('npn_reset_password'),
    lock: null,
    kind: 'write',
    person: true,
    input: body({ user_id: id().describe('Account ID.') }),
    output: z.object({}),
    errors: ['not_found', 'beyond_own_rights'],
  }),
};

export type Factor = z.output<typeof factor>;
