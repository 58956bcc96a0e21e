import { permissionEndpoints, type HeldPermission } from '@darkroom/contract/user/group';
import { PERMISSION } from '@darkroom/contract/field-tables/staff';
import { useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { getCodeArea, useCodeTexts } from '../../../lib/i18n/permission-words.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { Ellipsis } from '../../../ui/data-table/data-table-ellipsis.tsx';
import { useFieldColumns } from '../../../ui/data-table/columns/field-columns.tsx';
import type { TableColumn } from '../../../ui/data-table/data-table-row.tsx';
import { MAIN_ACTION } from '../../../ui/row-actions.ts';
import { DeleteAction } from '../../../ui/tooltip/delete-action.tsx';
import css from '../access.module.css';
import permission from './permission.module.css';

export interface PermissionActions {
  onEdit: (row: HeldPermission) => void;
  onDelete: (row: HeldPermission) => void;
}

const formatGroupNames = (row: HeldPermission): string => row.groups.map((group) => group.group_name).join(', ');

function RowActions({ row, onEdit, onDelete }: { row: HeldPermission } & PermissionActions) {
  const { t } = useTranslation(['permission', 'common']);
  const name = row.codename;
  return (
    <span className={css.actions}>
      {!row.built_in && (
        <DeleteAction
          call={permissionEndpoints.delete}
          name={t('deleteNamed', { name })}
          reason={row.groups.length > 0 ? t('heldBy', { groups: formatGroupNames(row) }) : null}
          onDelete={() => onDelete(row)}
        />
      )}
      <CallButton
        call={permissionEndpoints.update}
        {...MAIN_ACTION}
        aria-label={t(row.built_in ? 'describe' : 'edit', { name })}
        onClick={() => onEdit(row)}
      >
        {t(row.built_in ? 'describeShort' : 'common:edit')}
      </CallButton>
    </span>
  );
}

/** The bureau's description, with the product's description below it when they differ. */
function Description({ row }: { row: HeldPermission }) {
  const { t } = useTranslation('permission');
  const words = useCodeTexts();
  return (
    <span className={permission.description}>
      <span>{words.of(row)}</span>
      {row.built_in && row.described && (
        <span className="muted">{t('productWords', { words: words.product(row.codename) })}</span>
      )}
    </span>
  );
}

export function usePermissionColumns(actions: PermissionActions): readonly TableColumn<HeldPermission>[] {
  const { t } = useTranslation(['permission', 'common']);
  const words = useCodeTexts();
  const columnsOf = useFieldColumns(PERMISSION);
  return useMemo(
    () =>
      columnsOf<HeldPermission>({
        codename: {
          width: 216,
          sort: 'codename',
          render: (row) => (
            <span className={permission.codename}>
              <Ellipsis>{row.codename}</Ellipsis>
            </span>
          ),
        },
        description: { min: 200, grow: 2, phone: 'title', render: (row) => <Description row={row} /> },
        area: {
          title: t('field.area'),
          width: 180,
          hideOrder: 1,
          sort: 'area',
          render: (row) => <Ellipsis>{words.area(getCodeArea(row.codename))}</Ellipsis>,
        },
        groups: {
          kind: 'text',
          min: 140,
          sort: 'groups',
          render: (row) =>
            row.groups.length === 0 ? (
              <span className="muted">{t('noGroup')}</span>
            ) : (
              <Ellipsis lines={2}>{formatGroupNames(row)}</Ellipsis>
            ),
        },
        actions: {
          title: t('common:actions'),
          width: 136,
          align: 'end',
          phone: 'acts',
          render: (row) => <RowActions row={row} {...actions} />,
        },
      }),
    [t, columnsOf, words, actions],
  );
}
