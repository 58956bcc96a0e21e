import { anyOf, anyStaff } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineDownload, defineEndpoint } from '../endpoint.ts';
import { EXPORT_ERRORS, exportOf, exportedRows } from '../export.ts';
import { body, id, requiredText, version } from '../fields.ts';

/** A code as rows hold it: its prefix, then small letters, digits and underscores. */
const codename = () => requiredText(64).regex(/^npn_[a-z0-9_]{1,60}$/, 'not_a_codename');

/** A permission as its screen shows it. */
export const permissionRow = z.object({
  id: z.int(),
  codename: z.string(),
  description: z.string(),
  /** The product's own: its meaning is in the code, so it is neither renamed nor deleted. */
  built_in: z.boolean(),
  /** Whether the description is the bureau's own words rather than those the product came with. */
  described: z.boolean(),
  version: z.int(),
});
export type PermissionRow = z.output<typeof permissionRow>;

/** The same with the groups that hold it. */
const heldPermission = permissionRow.extend({
  groups: z.array(z.object({ id: z.int(), group_name: z.string() })),
});
export type HeldPermission = z.output<typeof heldPermission>;

export const permissionEndpoints = {
  list: defineEndpoint({
    name: 'permission.list',
    method: 'GET',
    path: '/api/permission/list',
    summary: 'Every permission, built-in or the bureau’s own, with the groups that hold it',
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
    summary: 'The permissions one holds oneself, with what the bureau calls them',
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
    summary: 'Add a permission of the bureau’s own',
    access: anyOf('npn_add_permission'),
    lock: null,
    kind: 'write',
    person: true,
    input: body({ codename: codename(), description: requiredText(2000) }),
    output: permissionRow,
    errors: ['codename_exists'],
  }),
  update: defineEndpoint({
    name: 'permission.update',
    method: 'POST',
    path: '/api/permission/update',
    summary: 'Describe a permission anew; rename one of the bureau’s own',
    access: anyOf('npn_change_permission'),
    lock: null,
    kind: 'write',
    person: true,
    input: body({
      id: id(),
      version: version(),
      codename: codename().optional(),
      description: requiredText(2000).optional(),
    }),
    output: permissionRow,
    errors: ['not_found', 'stale', 'nothing_chosen', 'built_in', 'codename_exists'],
  }),
  delete: defineEndpoint({
    name: 'permission.delete',
    method: 'POST',
    path: '/api/permission/delete',
    summary: 'Delete permissions of the bureau’s own that no group holds; all or none',
    access: anyOf('npn_delete_permission'),
    lock: null,
    kind: 'write',
    person: true,
    input: body({ permission_ids: z.array(id()).min(1, 'required').max(200, 'too_many_items') }),
    output: z.object({ permission_ids: z.array(z.int()) }),
    errors: ['not_found', 'built_in', 'in_use'],
  }),
};

/** The permissions as a file. */
export const permissionExport = defineDownload({
  name: 'export.permissions',
  path: '/api/permission/export',
  summary: 'The permissions as a file: what each lets one do and which groups hold it',
  access: anyOf('npn_view_permission'),
  input: exportOf({ permission_ids: exportedRows() }),
  errors: EXPORT_ERRORS,
});
