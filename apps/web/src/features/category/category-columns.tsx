import { categoryEndpoints } from '@darkroom/contract/category';
import { CAT1, CAT2, SERVICE_TYPE } from '@darkroom/contract/field-tables/setting';
import type { CategoryRow } from '@darkroom/domain/category/tree';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { CallButton } from '../../ui/call-button.tsx';
import { useFieldColumns } from '../../ui/data-table/columns/field-columns.tsx';
import type { TableColumn } from '../../ui/data-table/data-table-row.tsx';
import { OTHER_ACTION } from '../../ui/row-actions.ts';
import { RecordHistory } from '../../entities/history/record-history.tsx';
import { ENTITIES, nameOf, recordOf } from './category-record.ts';
import css from './category.module.css';
import { Switch } from 'antd';
import { useLockReason } from '../../lib/session/locks.ts';
import { useApiMutation } from '../../lib/api/query.ts';
import { useCan } from '../../lib/session/session.ts';
import { useToast } from '../../lib/toast.ts';
import { Dot } from '../../entities/status/status-dot.tsx';

const ENABLED_COLOUR = '#389e0d';
const DISABLED_COLOUR = '#8c8c8c';
const call = categoryEndpoints.update;

/** State of a category 2, enabled or not, with a switch for users who have the permission. The toast has Undo. */
function EnabledSwitch({ row }: { row: Extract<CategoryRow, { type: 'cat2' }> }) {
  const { t } = useTranslation(['category', 'common']);
  const can = useCan();
  const lockReason = useLockReason()(call);
  const toast = useToast();
  const { id, version, enabled } = row.cat2;
  const name = nameOf(row);
  const change = useApiMutation(call, { invalidates: ['category'] });
  const send = (next: boolean, seenVersion: number, isUndo: boolean) =>
    change.mutate(
      { type: 'cat2', id, version: seenVersion, enabled: next },
      {
        onSuccess: ({ cat2 }) => {
          const now = Object.values(cat2).find((item) => item.id === id);
          const words = t(next ? 'enabledNow' : 'disabledNow', { name });
          if (isUndo || !now) toast.success(words);
          else toast.success(words, { label: t('common:undo'), onPress: () => send(!next, now.version, true) });
        },
      },
    );
  const word = t(`enabled.${enabled}`);
  if (!can(call.access)) return <Dot color={enabled ? ENABLED_COLOUR : DISABLED_COLOUR} label={word} />;
  return (
    <label className={css.switch} title={lockReason ?? undefined}>
      <Switch
        size="small"
        checked={enabled}
        aria-label={t('enable', { name })}
        disabled={lockReason !== null}
        loading={change.isPending}
        onChange={(next) => send(next, version, false)}
      />
      <span>{word}</span>
    </label>
  );
}

const FIELDS = { ...SERVICE_TYPE, ...CAT1, ...CAT2 };

export type CategoryAction = 'add' | 'edit' | 'delete';
type OnAct = (act: CategoryAction, row: CategoryRow) => void;

/** Returns the columns of the tree. The indentation of the name shows the parent, and each level has its own values. */
export function useCategoryColumns(onAct: OnAct): readonly TableColumn<CategoryRow>[] {
  const { t } = useTranslation('common');
  const columnsOf = useFieldColumns(FIELDS);
  return useMemo(
    () =>
      columnsOf<CategoryRow>(
        {
          name: { min: 200, render: (row) => <Name row={row} /> },
          workstream: { hideOrder: 2 },
          level: { hideOrder: 1 },
          estimate: { field: 'estimate_minutes', width: 116, hideOrder: 3 },
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
  const isDisabled = row.type === 'cat2' && !row.cat2.enabled;
  return (
    <span className={css.name} data-level={row.type} data-off={isDisabled || undefined}>
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
        <CallButton call={add} {...OTHER_ACTION} aria-label={t('addTo', { name })} onClick={() => onAct('add', row)}>
          {t('addKind')}
        </CallButton>
      )}
      <CallButton call={update} {...OTHER_ACTION} aria-label={t('edit', { name })} onClick={() => onAct('edit', row)}>
        {t('common:edit')}
      </CallButton>
      <CallButton
        call={remove}
        {...OTHER_ACTION}
        aria-label={t('delete.of', { name })}
        onClick={() => onAct('delete', row)}
      >
        {t('common:delete')}
      </CallButton>
      <RecordHistory entity={ENTITIES[row.type]} id={recordOf(row).id} name={name} />
    </div>
  );
}
