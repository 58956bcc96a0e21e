import { anyOf, anyStaff } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineDownload, defineEndpoint, showFigure } from '../endpoint.ts';
import { EXPORT_ERRORS, exportInput, exportedRows, body, id, requiredText, version, text } from '../fields.ts';

/** Returns the schema of a permission code: its prefix, then small letters, digits and underscores. */
const codename = () => requiredText(64).regex(/^npn_[a-z0-9_]{1,60}$/, 'not_a_codename');

/** A permission as its screen shows it. */
export const permissionRow = z.object({
  id: z.int().describe('ID of the permission.'),
  codename: z.string(),
  description: z.string(),
  built_in: z
    .boolean()
    .describe('True for a permission of the product. Such a permission cannot be renamed or deleted.'),
  described: z.boolean().describe('True if the bureau changed the description.'),
  version: z.int(),
});
export type PermissionRow = z.output<typeof permissionRow>;

/** Permission with the groups that contain it. */
const heldPermission = permissionRow.extend({
  groups: z.array(z.object({ id: z.int(), group_name: z.string() })),
});
export type HeldPermission = z.output<typeof heldPermission>;

export const permissionEndpoints = {
  list: defineEndpoint({
    name: 'permission.list',
    method: 'GET',
    path: '/api/permission/list',
    summary: 'List built-in and custom permissions, with the groups that hold them',
    access: anyOf('npn_view_permission'),
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({ results: z.array(heldPermission) }),
    errors: [],
    topics: ['permission', 'group'],
  }),
  own: defineEndpoint({
    name: 'permission.own',
    method: 'GET',
    path: '/api/permission/own',
    summary: 'List the caller’s permissions with their descriptions',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({ results: z.array(permissionRow.pick({ codename: true, description: true, described: true })) }),
    errors: [],
    topics: ['permission', 'session'],
  }),
  create: defineEndpoint({
    name: 'permission.create',
    method: 'POST',
    path: '/api/permission/create',
    summary: 'Add a custom permission',
    access: anyOf('npn_add_permission'),
    lock: null,
    kind: 'write',
    person: true,
    input: body({
      codename: codename().describe('Code of the permission: `npn_` and lowercase letters, digits and `_`.'),
      description: requiredText(2000).describe('Meaning of the permission.'),
    }),
    output: permissionRow,
    errors: ['codename_exists'],
  }),
  update: defineEndpoint({
    name: 'permission.update',
    method: 'POST',
    path: '/api/permission/update',
    summary: 'Change the description of a permission',
    description: 'A custom permission can also be renamed.',
    access: anyOf('npn_change_permission'),
    lock: null,
    kind: 'write',
    person: true,
    input: body({
      id: id().describe('ID of the permission.'),
      version: version(),
      codename: codename().optional().describe('New code, for a custom permission only.'),
      description: requiredText(2000).optional().describe('New meaning of the permission.'),
    }),
    output: permissionRow,
    errors: ['not_found', 'stale', 'no_fields_to_change', 'built_in', 'codename_exists'],
  }),
  delete: defineEndpoint({
    name: 'permission.delete',
    method: 'POST',
    path: '/api/permission/delete',
    summary: 'Delete custom permissions that no group holds, all or nothing',
    access: anyOf('npn_delete_permission'),
    lock: null,
    kind: 'write',
    person: true,
    input: body({
      permission_ids: z.array(id()).min(1, 'required').max(200, 'too_many_items').describe('IDs of the permissions.'),
    }),
    output: z.object({ permission_ids: z.array(z.int()).describe('IDs of the permissions.') }),
    errors: ['not_found', 'built_in', 'in_use'],
  }),
};

export const permissionExport = defineDownload({
  name: 'export.permissions',
  path: '/api/permission/export',
  summary: 'Export the permissions with their descriptions and the groups that hold them',
  access: anyOf('npn_view_permission'),
  input: exportInput({ permission_ids: exportedRows() }),
  errors: EXPORT_ERRORS,
});

/** A group with its permissions and members. */
export const groupRow = z.object({
  id: z.int().describe('ID of the group.'),
  group_name: z.string(),
  version: z.int(),
  permissions: z.array(z.string()).describe('Permission codes.'),
  members: z.array(
    z.object({ id: z.int().describe('Account ID.'), username: z.string(), full_name: z.string(), active: z.boolean() }),
  ),
});
export type GroupRow = z.output<typeof groupRow>;

const codes = () => z.array(text(64)).min(1, 'permission_required').max(500, 'too_many_items');

export const groupEndpoints = {
  list: defineEndpoint({
    name: 'group.list',
    method: 'GET',
    path: '/api/group/list',
    summary: 'List groups with their permissions and members',
    description: 'Includes every permission that a group can have.',
    access: anyOf('npn_view_group'),
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({
      results: z.array(groupRow),
      permissions: z.array(permissionRow).describe('Every permission that a group can have.'),
    }),
    errors: [],
    topics: ['group', 'permission', 'user'],
  }),
  create: defineEndpoint({
    name: 'group.create',
    method: 'POST',
    path: '/api/group/create',
    summary: 'Add a group with permissions that the caller holds',
    access: anyOf('npn_add_group'),
    lock: null,
    kind: 'write',
    person: true,
    input: body({ group_name: requiredText(), permissions: codes().describe('Permission codes.') }),
    output: groupRow,
    errors: ['group_name_exists', 'beyond_own_rights'],
  }),
  update: defineEndpoint({
    name: 'group.update',
    method: 'POST',
    path: '/api/group/update',
    summary: 'Rename a group, or change its permissions',
    description:
      'Any permission can be removed. Only permissions that the caller holds can be added. The change applies to the members at once.',
    access: anyOf('npn_change_group'),
    lock: null,
    kind: 'write',
    person: true,
    input: body({
      group_id: id(),
      version: version(),
      group_name: requiredText().optional(),
      permissions: codes().optional().describe('All permission codes of the group. They replace the current ones.'),
    }),
    output: groupRow,
    errors: ['not_found', 'stale', 'no_fields_to_change', 'group_name_exists', 'beyond_own_rights'],
  }),
  impact: defineEndpoint({
    name: 'group.impact',
    method: 'POST',
    path: '/api/group/impact',
    summary: 'Preview the removal of permissions from a group',
    description: 'Counts the affected members and their tasks in progress.',
    access: anyOf('npn_change_group'),
    lock: null,
    kind: 'read',
    input: body({ group_id: id(), codes: codes().describe('Permission codes to remove.') }),
    output: z.object({
      people: z.int().describe('Number of members who would lose permissions.'),
      tasks: z.int().describe('Number of their tasks in progress that they could no longer do.'),
    }),
    errors: ['not_found'],
    topics: ['task', 'group', 'user'],
    shows: { task: showFigure },
  }),
  delete: defineEndpoint({
    name: 'group.delete',
    method: 'POST',
    path: '/api/group/delete',
    summary: 'Delete a group without members',
    access: anyOf('npn_delete_group'),
    lock: null,
    kind: 'write',
    person: true,
    input: body({ group_id: id() }),
    output: z.object({ group_id: z.int() }),
    errors: ['not_found', 'in_use', 'beyond_own_rights'],
  }),
};

export const groupExport = defineDownload({
  name: 'export.groups',
  path: '/api/group/export',
  summary: 'Export the groups',
  description: 'Excel has one row for each permission. PDF has one row for each group.',
  access: anyOf('npn_view_group'),
  input: exportInput({ group_ids: exportedRows() }),
  errors: EXPORT_ERRORS,
});
