import { groupEndpoints, type GroupRow } from '@darkroom/contract/user/group';
import { GROUP } from '@darkroom/contract/field-tables/staff';
import { findUngrantableCodes } from '@darkroom/domain/permission/grant';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { groupByArea, useCodeTexts } from '../../../lib/i18n/permission-words.ts';
import { useActor } from '../../../lib/session/session.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { Ellipsis } from '../../../ui/data-table/data-table-ellipsis.tsx';
import { useFieldColumns } from '../../../ui/data-table/columns/field-columns.tsx';
import type { TableColumn } from '../../../ui/data-table/data-table-row.tsx';
import { MAIN_ACTION, OTHER_ACTION } from '../../../ui/row-actions.ts';
import { DeleteAction } from '../../../ui/tooltip/delete-action.tsx';
import css from '../access.module.css';
import { useCanChangeGroup } from '../use-can-change-group.ts';
import { MembersCell } from './members.tsx';

export interface GroupActions {
  onOpen: (group: GroupRow) => void;
  onCopy: (group: GroupRow) => void;
  onDelete: (group: GroupRow) => void;
}

/** Returns a function that summarises a group's permissions by area: `Tasks 12 · Jobs 6`. */
function useAreaSummary(): (group: GroupRow) => string {
  const words = useCodeTexts();
  return useMemo(
    () => (group) =>
      groupByArea(group.permissions, (code) => code)
        .map(({ area, things }) => `${words.area(area)} ${things.length}`)
        .join(' · '),
    [words],
  );
}

function RowActions({ group, onOpen, onCopy, onDelete }: { group: GroupRow } & GroupActions) {
  const { t } = useTranslation(['group', 'common']);
  const canChange = useCanChangeGroup()(group);
  const exceedsMyPermissions = findUngrantableCodes(useActor(), group.permissions).length > 0;
  const name = group.group_name;
  const members = group.members.length;
  const why = exceedsMyPermissions ? t('lacksPermissions') : members > 0 ? t('hasMembers', { count: members }) : null;
  return (
    <span className={css.actions}>
      <CallButton
        call={groupEndpoints.create}
        {...OTHER_ACTION}
        aria-label={t('copy', { name })}
        onClick={() => onCopy(group)}
      >
        {t('copyShort')}
      </CallButton>
      <DeleteAction
        call={groupEndpoints.delete}
        name={t('delete', { name })}
        reason={why}
        onDelete={() => onDelete(group)}
      />
      <Button {...MAIN_ACTION} aria-label={t(canChange ? 'edit' : 'view', { name })} onClick={() => onOpen(group)}>
        {t(canChange ? 'open' : 'see')}
      </Button>
    </span>
  );
}

export function useGroupColumns(actions: GroupActions): readonly TableColumn<GroupRow>[] {
  const { t } = useTranslation(['group', 'common']);
  const areaSummary = useAreaSummary();
  const columnsOf = useFieldColumns(GROUP);
  return useMemo(
    () =>
      columnsOf<GroupRow>({
        group_name: {
          min: 140,
          sort: 'group_name',
          render: (group) => (
            <span className="block semibold">
              <Ellipsis>{group.group_name}</Ellipsis>
            </span>
          ),
        },
        members: {
          kind: 'text',
          min: 180,
          grow: 2,
          sort: 'members',
          render: (group) => <MembersCell members={group.members} />,
        },
        count: {
          field: 'permissions',
          width: 104,
          align: 'end',
          sort: 'permissions',
          render: (group) => group.permissions.length,
        },
        areas: {
          title: t('field.areas'),
          kind: 'text',
          min: 180,
          hideOrder: 1,
          render: (group) => <Ellipsis lines={2}>{areaSummary(group)}</Ellipsis>,
        },
        actions: {
          title: t('common:actions'),
          width: 184,
          align: 'end',
          phone: 'acts',
          render: (group) => <RowActions group={group} {...actions} />,
        },
      }),
    [t, columnsOf, areaSummary, actions],
  );
}
