import { anyOf, anyStaff } from '@darkroom/domain/permission/access';
import { MAX_TOKEN_DAYS } from '@darkroom/domain/permission/token';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { body, uniqueList, instant, pageOf, page, pageSize, requiredText, shownOnce } from '../fields.ts';

/** An API token for a person's own program (decision 138): its permissions, never the token itself. */
export const apiToken = z.object({
  id: z.int().describe('ID of the token.'),
  name: z.string().describe('Name of the token.'),
  hint: z.string().describe('Last letters of the token, to recognize the token: `drk_…` and these letters.'),
  scope: z.array(z.string()).describe('Permission codes of the token.'),
  held: z.array(z.string()).describe('Permission codes of `scope` that the owner holds now.'),
  can_write: z.boolean().describe('True if the token can change data. False: it only reads.'),
  created_at: instant(),
  expires_at: instant().describe('Expiry of the token.'),
  last_used_at: instant().nullable().describe('Last use, updated at most once a minute. Null: never.'),
  last_address: z.string().nullable().describe('IP address of the last use. Null: never.'),
});

const createTokenSchema = apiToken.extend({ user_id: z.int().describe('Account ID of the owner.') });

const codename = () => z.string({ error: () => 'invalid' }).regex(/^npn_[a-z0-9_]{1,60}$/, 'invalid');
/** Returns the schema of a token's id. Over the years it can exceed the range of other ids. */
const tokenId = () => z.int({ error: () => 'invalid' }).min(1, 'invalid');

export const apiTokenEndpoints = {
  list: defineEndpoint({
    name: 'token.list',
    method: 'POST',
    path: '/api/user/token/list',
    summary: 'List the caller’s API tokens',
    access: anyStaff,
    lock: null,
    kind: 'read',
    person: true,
    input: body({}),
    output: z.object({ results: z.array(apiToken) }),
    errors: [],
    topics: ['session'],
  }),
  add: defineEndpoint({
    name: 'token.add',
    method: 'POST',
    path: '/api/user/token/add',
    summary: 'Create an API token with some of the caller’s permissions',
    description: 'The token is returned only once.',
    access: anyStaff,
    lock: null,
    kind: 'write',
    secret: true,
    input: body({
      name: requiredText().describe('Name of the token.'),
      scope: uniqueList(codename(), 200)
        .min(1, 'permission_required')
        .describe('Permission codes of the caller that the token gets.'),
      can_write: z
        .boolean({ error: () => 'invalid' })
        .default(false)
        .describe(
          'True if the token can change data. It can then also do what its owner can do without a permission, such as steps of their own tasks.',
        ),
      days: z
        .int({ error: (issue) => (issue.input === undefined ? 'required' : 'not_a_whole_number') })
        .min(1, 'not_positive')
        .max(MAX_TOKEN_DAYS, 'too_big')
        .describe('Lifetime in days.'),
    }),
    output: apiToken.extend({ token: shownOnce() }),
    errors: ['beyond_own_rights', 'exists', 'factor_required', 'limit_reached', 'too_many_attempts'],
    limit: { per: 'user', max: 30, seconds: 3600 },
  }),
  revoke: defineEndpoint({
    name: 'token.revoke',
    method: 'POST',
    path: '/api/user/token/revoke',
    summary: 'Revoke one of the caller’s API tokens',
    description: 'The token ends at once everywhere.',
    access: anyStaff,
    lock: null,
    kind: 'write',
    person: true,
    input: body({ id: tokenId().describe('ID of the token.') }),
    output: z.object({ id: z.int().describe('ID of the token.') }),
    errors: ['not_found'],
  }),
  all: defineEndpoint({
    name: 'token.all',
    method: 'POST',
    path: '/api/user/token/all',
    summary: 'List the API tokens of everyone, newest first',
    access: anyOf('npn_admin'),
    lock: null,
    kind: 'read',
    person: true,
    input: body({ page: page(), page_size: pageSize() }),
    output: pageOf(createTokenSchema),
    errors: [],
    topics: ['session'],
  }),
  revokeAny: defineEndpoint({
    name: 'token.revokeAny',
    method: 'POST',
    path: '/api/user/token/revoke-any',
    summary: 'Revoke anyone’s API token',
    description: 'Only a superuser can revoke the token of a superuser.',
    access: anyOf('npn_admin'),
    lock: null,
    kind: 'write',
    person: true,
    input: body({ id: tokenId().describe('ID of the token.') }),
    output: z.object({ id: z.int().describe('ID of the token.') }),
    errors: ['not_found', 'beyond_own_rights'],
  }),
};

export type ApiToken = z.output<typeof apiToken>;
export type AnyApiToken = z.output<typeof createTokenSchema>;
