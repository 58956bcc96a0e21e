import { categoryEndpoints } from '@darkroom/contract/category';
import { CAT1, CAT2, SERVICE_TYPE } from '@darkroom/contract/field-tables/category';
import type { CategoryRow } from '@darkroom/domain/category/tree';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CallButton } from '../../ui/call-button.tsx';
import { useColumnsOf } from '../../ui/data-table/columns/columns-of.tsx';
import type { Column } from '../../ui/data-table/data-table-row.tsx';
import { OTHER_ACT } from '../../ui/row-acts.ts';
import { RecordHistory } from '../../entities/history/record-history.tsx';
import { ENTITIES, nameOf, recordOf } from './category-record.ts';
import { EnabledSwitch } from './enabled-switch.tsx';
import css from './category.module.css';

const FIELDS = { ...SERVICE_TYPE, ...CAT1, ...CAT2 };

export type CategoryAct = 'add' | 'edit' | 'delete';
type OnAct = (act: CategoryAct, row: CategoryRow) => void;

/** The tree's columns: the name says by its place what it belongs to, and each level shows what it has. */
export function useCategoryColumns(onAct: OnAct): readonly Column<CategoryRow>[] {
  const { t } = useTranslation('common');
  const columnsOf = useColumnsOf(FIELDS);
  return useMemo(
    () =>
      columnsOf<CategoryRow>(
        {
          name: { min: 200, render: (row) => <Name row={row} /> },
          workstream: { leaves: 2 },
          level: { leaves: 1 },
          estimate: { field: 'estimate_minutes', width: 116, leaves: 3 },
          enabled: {
            width: 112,
            phone: 'state',
            render: (row) => (row.type === 'cat2' ? <EnabledSwitch row={row} /> : null),
          },
          actions: {
            title: t('actions'),
            width: 224,
            align: 'end',
            phone: 'acts',
            render: (row) => <RowActions row={row} onAct={onAct} />,
          },
        },
        recordOf,
      ),
    [t, columnsOf, onAct],
  );
}

function Name({ row }: { row: CategoryRow }) {
  const off = row.type === 'cat2' && !row.cat2.enabled;
  return (
    <span className={css.name} data-level={row.type} data-off={off || undefined}>
      {recordOf(row).name}
    </span>
  );
}

function RowActions({ row, onAct }: { row: CategoryRow; onAct: OnAct }) {
  const { t } = useTranslation(['category', 'common']);
  const { add, update, delete: remove } = categoryEndpoints;
  const name = nameOf(row);
  return (
    <div className={css.actions}>
      {row.type !== 'cat2' && (
        <CallButton call={add} {...OTHER_ACT} aria-label={t('addTo', { name })} onClick={() => onAct('add', row)}>
          {t('addKind')}
        </CallButton>
      )}
      <CallButton call={update} {...OTHER_ACT} aria-label={t('edit', { name })} onClick={() => onAct('edit', row)}>
        {t('common:edit')}
      </CallButton>
      <CallButton
        call={remove}
        {...OTHER_ACT}
        aria-label={t('delete.of', { name })}
        onClick={() => onAct('delete', row)}
      >
        {t('common:delete')}
      </CallButton>
      <RecordHistory entity={ENTITIES[row.type]} id={recordOf(row).id} name={name} />
    </div>
  );
}
