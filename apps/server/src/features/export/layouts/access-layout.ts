import type { GroupRow } from '@darkroom/contract/group';
import type { HeldPermission } from '@darkroom/contract/permission';
import { PERMISSIONS } from '@darkroom/domain/permission/codes';
import { layoutOf, type Cell, type CellKind, type Column, type Look } from '../files/cells.ts';

const column = <Line>(
  title: string,
  kind: CellKind,
  width: number,
  value: (line: Line, look: Look) => Cell,
): Column<Line> => ({ title, kind, width, value });

const AREA_OF = new Map<string, string>(PERMISSIONS.map(({ code, area }) => [code, area]));
const area = (code: string, { words }: Look) => code && words(`permission:area.${AREA_OF.get(code) ?? 'own'}`);

/** What the product calls a code in the file's language; a code of the bureau's own stands for itself. */
const meaning = (code: string, { words }: Look) => (AREA_OF.has(code) ? words(`permission:code.${code}`) : code);

/** Permissions: a row each, in Excel and on paper. */
export const permissionLayout = layoutOf<HeldPermission>(
  [
    column('field:codename', 'text', 28, (row) => row.codename),
    column('field:description', 'text', 48, (row, look) =>
      row.described ? row.description : meaning(row.codename, look),
    ),
    column('permission:field.area', 'text', 20, (row, look) => area(row.codename, look)),
    column('field:groups', 'text', 48, (row) => row.groups.map((group) => group.group_name).join(', ')),
  ],
  (row) => [row],
);

interface Holding {
  group: GroupRow;
  code: string;
}

const members = ({ members: people }: GroupRow) => people.map((member) => member.full_name).join(', ');

/** Excel: a row for each permission of each group, so that it can be filtered by either. */
export const groupSheet = layoutOf<GroupRow, Holding>(
  [
    column('field:group_name', 'text', 24, ({ group }) => group.group_name),
    column('export:field.members', 'count', 10, ({ group }) => group.members.length),
    column('permission:field.area', 'text', 20, ({ code }, look) => area(code, look)),
    column('field:codename', 'text', 28, ({ code }) => code),
    column('field:description', 'text', 48, ({ code }, look) => meaning(code, look)),
    column('field:members', 'text', 48, ({ group }) => members(group)),
  ],
  // A group that holds nothing is a group all the same.
  (group) => (group.permissions.length > 0 ? group.permissions : ['']).map((code) => ({ group, code })),
);

/** Paper: a row for each group. */
export const groupPrint = layoutOf<GroupRow>(
  [
    column('field:group_name', 'text', 18, (group) => group.group_name),
    column('field:members', 'text', 40, members),
    column('field:permissions', 'text', 72, (group, look) =>
      group.permissions.map((code) => meaning(code, look)).join('; '),
    ),
  ],
  (group) => [group],
);
