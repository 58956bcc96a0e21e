import { categoryEndpoints } from '@darkroom/contract/category';
import { CAT1, CAT2, SERVICE_TYPE } from '@darkroom/contract/field-tables/category';
import type { CategoryRow } from '@darkroom/domain/category/tree';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/words/format.ts';
import { CallButton } from '../../ui/call-button.tsx';
import { useColumnsOf } from '../../ui/data-table/columns/columns-of.tsx';
import type { Column } from '../../ui/data-table/data-table-row.tsx';
import { OTHER_ACT } from '../../ui/row-acts.ts';
import { RecordHistory } from '../../entities/history/record-history.tsx';
import { ENTITIES, nameOf, recordOf } from './category-record.ts';
import { EnabledSwitch } from './enabled-switch.tsx';
import css from './category.module.css';

const FIELDS = { ...SERVICE_TYPE, ...CAT1, ...CAT2 };

/** What can be done to a line of the tree. */
export interface CategoryActions {
  onAdd: (under: CategoryRow) => void;
  onEdit: (row: CategoryRow) => void;
  onDelete: (row: CategoryRow) => void;
}

/** The tree's columns: the name says by its place what it belongs to, and each level shows what it has. */
export function useCategoryColumns(actions: CategoryActions): readonly Column<CategoryRow>[] {
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
          enabled: { width: 112, render: (row) => (row.type === 'cat2' ? <EnabledSwitch row={row} /> : null) },
          actions: {
            title: t('actions'),
            width: 224,
            align: 'end',
            render: (row) => <RowActions row={row} actions={actions} />,
          },
        },
        recordOf,
      ),
    [t, columnsOf, actions],
  );
}

/** A line of the tree as one block, on a phone. */
export function useCategoryBlock(actions: CategoryActions): (row: CategoryRow) => React.ReactNode {
  const { t } = useTranslation(['category', 'status', 'field']);
  const { number } = useFormat();
  return useCallback(
    (row: CategoryRow) => (
      <div className={css.block} data-level={row.type}>
        <Name row={row} />
        {row.type === 'service_type' && (
          <span className="quiet">{t(`status:workstream.${row.service_type.workstream}`)}</span>
        )}
        {row.type === 'cat2' && (
          <>
            <span className="quiet">
              {t('field:level')} {number(row.cat2.level)} · {t('minutes', { n: number(row.cat2.estimate_minutes) })}
            </span>
            <EnabledSwitch row={row} />
          </>
        )}
        <RowActions row={row} actions={actions} />
      </div>
    ),
    [t, number, actions],
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

function RowActions({ row, actions }: { row: CategoryRow; actions: CategoryActions }) {
  const { t } = useTranslation(['category', 'common']);
  const { add, update, delete: remove } = categoryEndpoints;
  const name = nameOf(row);
  return (
    <div className={css.actions}>
      {row.type !== 'cat2' && (
        <CallButton call={add} {...OTHER_ACT} aria-label={t('addTo', { name })} onClick={() => actions.onAdd(row)}>
          {t('addKind')}
        </CallButton>
      )}
      <CallButton call={update} {...OTHER_ACT} aria-label={t('edit', { name })} onClick={() => actions.onEdit(row)}>
        {t('common:edit')}
      </CallButton>
      <CallButton
        call={remove}
        {...OTHER_ACT}
        aria-label={t('delete.of', { name })}
        onClick={() => actions.onDelete(row)}
      >
        {t('common:delete')}
      </CallButton>
      <RecordHistory entity={ENTITIES[row.type]} id={recordOf(row).id} name={name} />
    </div>
  );
}
