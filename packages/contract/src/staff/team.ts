import { anyOf, anyStaff } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineDownload, defineEndpoint } from '../endpoint.ts';
import { EXPORT_ERRORS, exportInput, body, uniqueList, id, requiredText, sortBy, text, version } from '../fields.ts';

/** A team with its people (spec §3). People who left are not counted. */
export const team = z.object({
  id: z.int(),
  version: z.int(),
  team_name: z.string(),
  leader_id: z.int().nullable(),
  leader_name: z.string().nullable(),
  member_count: z.int(),
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
      leader_id: id().nullable().default(null),
      members: members().default([]),
    }),
    output: team,
    errors: ['exists'],
  }),
  update: defineEndpoint({
    name: 'team.update',
    method: 'POST',
    path: '/api/team/update',
    summary: 'Change a team’s name, leader or members',
    access: anyOf('npn_change_team'),
    lock: 'team',
    kind: 'write',
    input: body({
      id: id(),
      version: version(),
      team_name: requiredText().optional(),
      leader_id: id().nullable().optional(),
      members: members().optional(),
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
    input: body({ id: id(), version: version() }),
    output: z.object({ id: z.int() }),
    errors: ['not_found', 'stale', 'team_needed'],
  }),
};

export type Team = z.output<typeof team>;

/** Export of the teams, with their members. */
export const teamExport = defineDownload({
  name: 'export.teams',
  path: '/api/team/export',
  summary: 'Export the teams with their members',
  access: anyOf('npn_view_team'),
  input: exportInput({ text: text().optional(), sort: sortBy(TEAM_SORTS).default('team_name') }),
  errors: EXPORT_ERRORS,
});
