import { everyone } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { body, requiredText, secretOnce } from '../fields.ts';
import { newPassword, session } from './user.ts';

/** Returns the schema of a link's token, as the mail has it. */
const linkToken = () => z.string({ error: () => 'required' }).regex(/^[A-Za-z0-9_-]{43}$/, 'invalid');

/** Endpoints for a person without a password: an invited person, or one who forgot it (decision 170). */
export const linkEndpoints = {
  forgotPassword: defineEndpoint({
    name: 'user.forgotPassword',
    method: 'POST',
    path: '/api/user/forgot-password',
    summary: 'Send a link for a new password to the address of an account',
    description: 'The response does not tell whether the account exists or has an address.',
    access: everyone,
    lock: null,
    kind: 'write',
    bodyLimit: 4096,
    input: body({ username: requiredText().describe('Username or email address of the account.') }),
    output: z.object({}),
    errors: ['too_many_attempts'],
  }),
  passwordByLink: defineEndpoint({
    name: 'user.passwordByLink',
    method: 'POST',
    path: '/api/user/password-by-link',
    summary: 'Set a password with the link of a mail, and sign in',
    description: 'The link ends with its use. All sessions of the account end.',
    access: everyone,
    lock: null,
    kind: 'write',
    secret: true,
    bodyLimit: 4096,
    input: body({
      token: linkToken().describe('Token in the link.'),
      new_password: newPassword().describe('New password, 8 to 128 characters.'),
    }),
    output: session.extend({ access_token: secretOnce(z.string()) }),
    errors: ['link_ended', 'weak_password', 'too_many_attempts'],
  }),
};
