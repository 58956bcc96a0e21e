import type { HeldPermission, PermissionRow } from '@darkroom/contract/user/group';
import { GROUP, PERMISSION } from '@darkroom/contract/field-tables/staff';
import { PERMISSIONS } from '@darkroom/domain/permission/codes';
import type { ListedGroup } from '../../access/access.service.ts';
import { column, layoutOf, type Look } from '../files/cells.ts';
import { columnsOf, fieldColumns } from './field-columns.ts';

const AREA_OF = new Map<string, string>(PERMISSIONS.map(({ code, area }) => [code, area]));
const area = (code: string, { words }: Look) => words(`permission:area.${AREA_OF.get(code) ?? 'own'}`);

/** What a code is called: in the bureau's own words where it has described it, else in the product's, in the file's language. */
const meaning = ({ codename, description, described }: PermissionRow, { words }: Look) =>
  described || !AREA_OF.has(codename) ? description || codename : words(`permission:code.${codename}`);

const permission = columnsOf(PERMISSION);

/** Permissions: a row each, in Excel and on paper. */
export const permissionLayout = layoutOf<HeldPermission>(
  [
    permission('codename', 28),
    column('field:description', 'text', 48, meaning),
    column('permission:field.area', 'text', 20, (row, look) => area(row.codename, look)),
    permission('groups', 48),
  ],
  (row) => [row],
);

interface Holding {
  group: ListedGroup;
  /** Null of a group that holds nothing. */
  held: PermissionRow | null;
}

const holding = fieldColumns(GROUP, ({ group }: Holding) => group);

/** Excel: a row for each permission of each group, so that it can be filtered by either. */
export const groupSheet = layoutOf<ListedGroup, Holding>(
  [
    holding('group_name', 24),
    column('export:field.members', 'count', 10, ({ group }) => group.members.length),
    column('permission:field.area', 'text', 20, ({ held }, look) => held && area(held.codename, look)),
    column('field:codename', 'text', 28, ({ held }) => held && held.codename),
    column('field:description', 'text', 48, ({ held }, look) => held && meaning(held, look)),
    holding('members', 48),
  ],
  // A group that holds nothing is a group all the same.
  (group) => (group.held.length > 0 ? group.held : [null]).map((held) => ({ group, held })),
);

const group = columnsOf(GROUP);

/** Paper: a row for each group. */
export const groupPrint = layoutOf<ListedGroup>(
  [
    group('group_name', 18),
    group('members', 40),
    column('field:permissions', 'text', 72, ({ held }, look) =>
      held.map((permission) => meaning(permission, look)).join('; '),
    ),
  ],
  (row) => [row],
);
