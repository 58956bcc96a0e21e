import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { anyOf } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { body, id, instant, oneOf, requiredText, time, shownOnce } from '../fields.ts';

/** Permission to create and revoke TV board links (decision 129). */
export const CAN_MANAGE_TV_BOARDS = anyOf('npn_admin');

/** A link that opens only the floor on a TV board. Its token is shown once, at creation. */
const tvBoardLink = z.object({
  id: z.int().describe('ID of the link.'),
  name: z.string().describe('Name of the link.'),
  workstream: z.enum(WORKSTREAMS).nullable().describe('Workstream shown. Null: all.'),
  names: z.boolean().describe('True if the TV board shows names of people.'),
  created_at: instant(),
  created_by: z.int().nullable(),
  ends_at: instant().nullable().describe('Expiry. Null: none.'),
  last_used_at: instant().nullable(),
  address: z.string().nullable().describe('IP address of the last use. Null: never.'),
  browser: z.string().nullable(),
  system: z.string().nullable(),
});
export type TvBoardLink = z.output<typeof tvBoardLink>;

export const tvBoardEndpoints = {
  list: defineEndpoint({
    name: 'tvBoard.list',
    method: 'POST',
    path: '/api/floor/tv-board/list',
    summary: 'List the TV board links',
    description: 'Each link has its content, its expiry, and the time and address of its last use.',
    access: CAN_MANAGE_TV_BOARDS,
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({ results: z.array(tvBoardLink) }),
    errors: [],
    topics: ['tv_board'],
  }),
  create: defineEndpoint({
    name: 'tvBoard.create',
    method: 'POST',
    path: '/api/floor/tv-board/create',
    summary: 'Create a TV board link',
    description: 'The token is returned only once.',
    access: CAN_MANAGE_TV_BOARDS,
    lock: null,
    kind: 'write',
    secret: true,
    input: body({
      name: requiredText().describe('Name of the link.'),
      workstream: oneOf(WORKSTREAMS).nullable().default(null).describe('Workstream to show. Null: all.'),
      names: z.boolean({ error: 'invalid' }).default(false).describe('True to show names of people.'),
      ends_at: time().nullable().default(null).describe('Expiry, ISO 8601 with its offset. Null: none.'),
    }),
    output: tvBoardLink.extend({ token: shownOnce() }),
    errors: ['too_many_tv_boards'],
  }),
  revoke: defineEndpoint({
    name: 'tvBoard.revoke',
    method: 'POST',
    path: '/api/floor/tv-board/revoke',
    summary: 'Revoke a TV board link',
    description: 'The link ends at once on every server process.',
    access: CAN_MANAGE_TV_BOARDS,
    lock: null,
    kind: 'write',
    input: body({ id: id() }),
    output: z.object({}),
    errors: ['not_found'],
  }),
};
