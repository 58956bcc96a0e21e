import { anyOf } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineDownload, defineEndpoint, figure } from '../endpoint.ts';
import { EXPORT_ERRORS, exportOf, exportedRows } from '../export.ts';
import { body, id, requiredText, text, version } from '../fields.ts';
import { permissionRow } from './permission.ts';

/** A group with what it lets its members do, and who they are. */
export const groupRow = z.object({
  id: z.int(),
  group_name: z.string(),
  version: z.int(),
  /** Codes, as the members' own permission lists hold them. */
  permissions: z.array(z.string()),
  members: z.array(z.object({ id: z.int(), username: z.string(), full_name: z.string(), active: z.boolean() })),
});
export type GroupRow = z.output<typeof groupRow>;

const codes = () => z.array(text(64)).min(1, 'permission_required').max(500, 'too_many_items');

export const groupEndpoints = {
  list: defineEndpoint({
    name: 'group.list',
    method: 'GET',
    path: '/api/group/list',
    summary: 'Every group with its permissions and members, and every permission there is to choose from',
    access: anyOf('npn_view_group'),
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({ results: z.array(groupRow), permissions: z.array(permissionRow) }),
    errors: [],
    topics: ['group', 'permission', 'user'],
  }),
  create: defineEndpoint({
    name: 'group.create',
    method: 'POST',
    path: '/api/group/create',
    summary: 'Add a group with permissions that one holds oneself',
    access: anyOf('npn_add_group'),
    lock: null,
    kind: 'write',
    person: true,
    input: body({ group_name: requiredText(), permissions: codes() }),
    output: groupRow,
    errors: ['group_name_exists', 'beyond_own_rights'],
  }),
  update: defineEndpoint({
    name: 'group.update',
    method: 'POST',
    path: '/api/group/update',
    summary: 'Rename a group, take permissions away, add such as one holds oneself; its members feel it at once',
    access: anyOf('npn_change_group'),
    lock: null,
    kind: 'write',
    person: true,
    input: body({
      group_id: id(),
      version: version(),
      group_name: requiredText().optional(),
      permissions: codes().optional(),
    }),
    output: groupRow,
    errors: ['not_found', 'stale', 'nothing_chosen', 'group_name_exists', 'beyond_own_rights'],
  }),
  losing: defineEndpoint({
    name: 'group.losing',
    method: 'POST',
    path: '/api/group/losing',
    summary: 'How many members of a group could not go on with how many tasks in their hands, if it lost these codes',
    access: anyOf('npn_change_group'),
    lock: null,
    kind: 'read',
    input: body({ group_id: id(), codes: codes() }),
    output: z.object({ people: z.int(), tasks: z.int() }),
    errors: ['not_found'],
    topics: ['task', 'group', 'user'],
    shows: { task: figure },
  }),
  delete: defineEndpoint({
    name: 'group.delete',
    method: 'POST',
    path: '/api/group/delete',
    summary: 'Delete a group that has no members',
    access: anyOf('npn_delete_group'),
    lock: null,
    kind: 'write',
    person: true,
    input: body({ group_id: id() }),
    output: z.object({ group_id: z.int() }),
    errors: ['not_found', 'in_use', 'beyond_own_rights'],
  }),
};

/** The groups as a file. */
export const groupExport = defineDownload({
  name: 'export.groups',
  path: '/api/group/export',
  summary: 'The groups as a file: Excel with a row per permission of each, PDF with a row per group',
  access: anyOf('npn_view_group'),
  input: exportOf({ group_ids: exportedRows() }),
  errors: EXPORT_ERRORS,
});
