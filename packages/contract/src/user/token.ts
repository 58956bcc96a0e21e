import { anyOf, anyStaff } from '@darkroom/domain/permission/access';
import { TOKEN_DAYS } from '@darkroom/domain/permission/token';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { body, eachOnce, instant, listOf, page, pageSize, requiredText, shownOnce } from '../fields.ts';

/** A token by which a person's own program calls (decision 138): what it may do, never the token itself. */
export const apiToken = z.object({
  id: z.int(),
  name: z.string(),
  /** How it ends: `drk_…` and these letters. */
  hint: z.string(),
  /** What it was given, and what of that its owner holds now. */
  scope: z.array(z.string()),
  held: z.array(z.string()),
  /** Whether it may change things; otherwise it reads, and nothing else. */
  may_write: z.boolean(),
  created_at: instant(),
  expires_at: instant(),
  /** Written down once a minute at most, as is from where. */
  last_used_at: instant().nullable(),
  last_address: z.string().nullable(),
});

const tokenOf = apiToken.extend({ user_id: z.int() });

const codename = () => z.string({ error: () => 'invalid' }).regex(/^npn_[a-z0-9_]{1,60}$/, 'invalid');
/** Over the years there are more of them than an ordinary id can count. */
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
    summary: 'Create an API token with some of the caller’s permissions. It is returned only once.',
    access: anyStaff,
    lock: null,
    kind: 'write',
    secret: true,
    input: body({
      name: requiredText(),
      scope: eachOnce(codename(), 200).min(1, 'permission_required'),
      /** Whether it may change things: what its permissions open, and what is its owner's own, such as the steps of their tasks. */
      may_write: z.boolean({ error: () => 'invalid' }).default(false),
      /** How long it lasts. */
      days: z
        .int({ error: (issue) => (issue.input === undefined ? 'required' : 'not_a_whole_number') })
        .min(1, 'not_positive')
        .max(TOKEN_DAYS, 'too_big'),
    }),
    output: apiToken.extend({ token: shownOnce() }),
    errors: ['beyond_own_rights', 'exists', 'too_many_kept', 'too_many'],
    limit: { per: 'user', max: 30, seconds: 3600 },
  }),
  revoke: defineEndpoint({
    name: 'token.revoke',
    method: 'POST',
    path: '/api/user/token/revoke',
    summary: 'Revoke one of the caller’s API tokens. It ends at once everywhere.',
    access: anyStaff,
    lock: null,
    kind: 'write',
    person: true,
    input: body({ id: tokenId() }),
    output: z.object({ id: z.int() }),
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
    output: listOf(tokenOf),
    errors: [],
    topics: ['session'],
  }),
  revokeAny: defineEndpoint({
    name: 'token.revokeAny',
    method: 'POST',
    path: '/api/user/token/revoke-any',
    summary: 'Revoke anyone’s API token. Only a superuser can revoke a superuser’s.',
    access: anyOf('npn_admin'),
    lock: null,
    kind: 'write',
    person: true,
    input: body({ id: tokenId() }),
    output: z.object({ id: z.int() }),
    errors: ['not_found', 'beyond_own_rights'],
  }),
};

export type ApiToken = z.output<typeof apiToken>;
export type AnyApiToken = z.output<typeof tokenOf>;
