import type { GroupRow } from '@darkroom/contract/group';
import type { HeldPermission } from '@darkroom/contract/permission';
import { GROUP, PERMISSION } from '@darkroom/contract/records/group';
import { PERMISSIONS } from '@darkroom/domain/permission/codes';
import { column, layoutOf, type Look } from '../files/cells.ts';
import { columnsOf, fieldColumns } from './field-columns.ts';

const AREA_OF = new Map<string, string>(PERMISSIONS.map(({ code, area }) => [code, area]));
const area = (code: string, { words }: Look) => code && words(`permission:area.${AREA_OF.get(code) ?? 'own'}`);

/** What the product calls a code in the file's language; a code of the bureau's own stands for itself. */
const meaning = (code: string, { words }: Look) => (AREA_OF.has(code) ? words(`permission:code.${code}`) : code);

const permission = columnsOf(PERMISSION);

/** Permissions: a row each, in Excel and on paper. */
export const permissionLayout = layoutOf<HeldPermission>(
  [
    permission('codename', 28),
    column('field:description', 'text', 48, (row, look) =>
      row.described ? row.description : meaning(row.codename, look),
    ),
    column('permission:field.area', 'text', 20, (row, look) => area(row.codename, look)),
    permission('groups', 48),
  ],
  (row) => [row],
);

interface Holding {
  group: GroupRow;
  code: string;
}

const holding = fieldColumns(GROUP, ({ group }: Holding) => group);

/** Excel: a row for each permission of each group, so that it can be filtered by either. */
export const groupSheet = layoutOf<GroupRow, Holding>(
  [
    holding('group_name', 24),
    column('export:field.members', 'count', 10, ({ group }) => group.members.length),
    column('permission:field.area', 'text', 20, ({ code }, look) => area(code, look)),
    column('field:codename', 'text', 28, ({ code }) => code),
    column('field:description', 'text', 48, ({ code }, look) => meaning(code, look)),
    holding('members', 48),
  ],
  // A group that holds nothing is a group all the same.
  (group) => (group.permissions.length > 0 ? group.permissions : ['']).map((code) => ({ group, code })),
);

const group = columnsOf(GROUP);

/** Paper: a row for each group. */
export const groupPrint = layoutOf<GroupRow>(
  [
    group('group_name', 18),
    group('members', 40),
    column('field:permissions', 'text', 72, ({ permissions }, look) =>
      permissions.map((code) => meaning(code, look)).join('; '),
    ),
  ],
  (row) => [row],
);
