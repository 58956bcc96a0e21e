import { anyOf, anyStaff } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineDownload, defineEndpoint } from '../endpoint.ts';
import { EXPORT_ERRORS, exportInput, body, uniqueList, id, requiredText, sortBy, text, version } from '../fields.ts';

/** A team with its people (spec §3). People who left are not counted. */
export const team = z.object({
  id: z.int().describe('ID of the team.'),
  version: z.int(),
  team_name: z.string(),
  leader_id: z.int().nullable().describe('Account ID of the leader. Null if there is none.'),
  leader_name: z.string().nullable().describe('Full name of the leader. Null if there is none.'),
  member_count: z.int().describe('Number of members, without people who have left.'),
  members: z.array(z.int()),
});

export const TEAM_SORTS = ['team_name', 'member_count'] as const;

const members = () => uniqueList(id(), 1000);

export const teamEndpoints = {
  list: defineEndpoint({
    name: 'team.list',
    method: 'GET',
    path: '/api/team/list',
    summary: 'List all teams with their leader, members and number of members',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({ results: z.array(team) }),
    errors: [],
    topics: ['team', 'staff', 'user'],
  }),
  add: defineEndpoint({
    name: 'team.add',
    method: 'POST',
    path: '/api/team/add',
    summary: 'Add a team',
    access: anyOf('npn_add_team'),
    lock: 'team',
    kind: 'write',
    input: body({
      team_name: requiredText(),
      leader_id: id().nullable().default(null).describe('Account ID of the leader. Null: none.'),
      members: members().default([]).describe('Account IDs of the members.'),
    }),
    output: team,
    errors: ['exists'],
  }),
  update: defineEndpoint({
    name: 'team.update',
    method: 'POST',
    path: '/api/team/update',
    summary: 'Change a team’s name, leader or members',
    description: '`members` replaces all members. Returns 422 if a member would have no team.',
    access: anyOf('npn_change_team'),
    lock: 'team',
    kind: 'write',
    input: body({
      id: id().describe('ID of the team.'),
      version: version(),
      team_name: requiredText().optional(),
      leader_id: id().nullable().optional().describe('Account ID of the leader. Null removes the leader.'),
      members: members().optional().describe('Account IDs of all members. They replace the current ones.'),
    }),
    output: team,
    errors: ['not_found', 'stale', 'no_fields_to_change', 'exists'],
  }),
  delete: defineEndpoint({
    name: 'team.delete',
    method: 'POST',
    path: '/api/team/delete',
    summary: 'Delete a team',
    description: 'Returns 409 if a member would have no team.',
    access: anyOf('npn_delete_team'),
    lock: 'team',
    kind: 'write',
    input: body({ id: id().describe('ID of the team.'), version: version() }),
    output: z.object({ id: z.int().describe('ID of the team.') }),
    errors: ['not_found', 'stale', 'member_without_team'],
  }),
};

export type Team = z.output<typeof team>;

/** Export of the teams, with their members. */
export const teamExport = defineDownload({
  name: 'export.teams',
  path: '/api/team/export',
  summary: 'Export the teams with their members',
  access: anyOf('npn_view_team'),
  input: exportInput({
    text: text().optional().describe('Text in the name of the team or of its leader.'),
    sort: sortBy(TEAM_SORTS).default('team_name'),
  }),
  errors: EXPORT_ERRORS,
});
