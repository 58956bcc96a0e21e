import type { OutputOf } from '@darkroom/contract/endpoint';
import { settingEndpoints } from '@darkroom/contract/setting';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { listSearch } from '../../../lib/list-search.ts';
import { useActor, useCan } from '../../../lib/session/session.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import type { TableColumn } from '../../../ui/data-table/data-table-row.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useList } from '../../../ui/data-table/use-list.ts';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { RecordHistory } from '../../../entities/history/record-history.tsx';
import { Dot } from '../../../entities/status/status-dot.tsx';
import { LockDialog } from './lock-dialog.tsx';
import { toLockRows, type LockRow } from './lock-rows.ts';
import css from '../setting.module.css';
import { MAIN_ACTION } from '../../../ui/row-actions.ts';
import { useChangeLock, useLockName } from './use-change-lock.ts';

// A lock has the amber of waiting work, an open screen is grey.
const LOCKED_COLOR = '#b38600';
const OPEN_COLOR = '#8c8c8c';

/** System locks (/setting/lock): each screen with state, reason, person and time (domain §5). */
export default function LockPage() {
  const { t } = useTranslation('setting');
  const can = useCan();
  const nameOf = useLockName();
  const list = useList(lockList, settingEndpoints.locks, { rows: toRows, added: 'lock' });
  const [rowToLock, setRowToLock] = useState<LockRow | null>(null);
  const locks = list.data?.results;
  const columns = useLockColumns(setRowToLock);
  const lockedCount = locks?.filter((lock) => lock.locked).length;
  return (
    <div className={css.page}>
      <PageHead
        title={t('lock.title')}
        note={
          lockedCount === undefined
            ? null
            : lockedCount === 0
              ? t('lock.none')
              : t('lock.count', { count: lockedCount })
        }
      />
      <p className="mb-12 ink-muted">
        {t('lock.note')} {!can(settingEndpoints.changeLock.access) && t('lock.readOnly')}
      </p>
      <DataTable<LockRow>
        {...list.table}
        name={t('lock.title')}
        columns={columns}
        rowKey={(row) => row.key}
        rowName={nameOf}
        empty={{ title: t('lock.none') }}
      />
      {rowToLock && <LockDialog row={rowToLock} locks={locks ?? []} onClose={() => setRowToLock(null)} />}
    </div>
  );
}

const lockList = listSearch({});
const toRows = ({ results }: OutputOf<typeof settingEndpoints.locks>) => toLockRows(results);

function useLockColumns(onLock: (row: LockRow) => void): readonly TableColumn<LockRow>[] {
  const { t } = useTranslation(['setting', 'common']);
  const { dayTime } = useFormat();
  const { name } = useUsers();
  return useMemo(
    () => [
      {
        key: 'screen',
        title: t('lock.column.screen'),
        width: 200,
        phone: 'title',
        render: (row) => <LockName row={row} />,
      },
      {
        key: 'state',
        title: t('lock.column.state'),
        width: 104,
        phone: 'state',
        render: (row) => <LockState row={row} />,
      },
      {
        key: 'reason',
        title: t('lock.column.reason'),
        kind: 'text',
        min: 160,
        empty: ({ lock }) => !lock?.locked,
        render: ({ lock }) => <span className={css.reason}>{lock?.locked ? lock.reason : ''}</span>,
      },
      {
        key: 'by',
        title: t('lock.column.by'),
        width: 130,
        hideOrder: 1,
        empty: ({ lock }) => !lock,
        render: ({ lock }) => name(lock?.changed_by),
      },
      {
        key: 'since',
        title: t('lock.column.since'),
        width: 132,
        hideOrder: 2,
        empty: ({ lock }) => !lock,
        render: ({ lock }) => (lock ? dayTime(lock.changed_at) : ''),
      },
      {
        key: 'change',
        title: t('common:actions'),
        width: 190,
        align: 'end',
        phone: 'acts',
        render: (row) => <RowActions row={row} onLock={onLock} />,
      },
    ],
    [t, dayTime, name, onLock],
  );
}

function LockState({ row: { lock } }: { row: LockRow }) {
  const { t } = useTranslation('setting');
  return lock?.locked ? (
    <Dot color={LOCKED_COLOR} label={t('lock.state.locked')} />
  ) : (
    <Dot color={OPEN_COLOR} label={t('lock.state.open')} />
  );
}

function LockName({ row }: { row: LockRow }) {
  const nameOf = useLockName();
  return <span className={row.month === null ? 'semibold' : css.screenMonth}>{nameOf(row)}</span>;
}

function RowActions({ row, onLock }: { row: LockRow; onLock: (row: LockRow) => void }) {
  const nameOf = useLockName();
  const id = [row.screen_name, row.month].filter(Boolean).join(' ');
  return (
    <div className="row justify-end gap-4">
      <RecordHistory entity="system_lock" id={id} name={nameOf(row)} />
      <ChangeButton row={row} onLock={onLock} />
    </div>
  );
}

function ChangeButton({ row, onLock }: { row: LockRow; onLock: (row: LockRow) => void }) {
  const { t } = useTranslation('setting');
  const nameOf = useLockName();
  const { is_superuser } = useActor();
  const change = useChangeLock();
  const call = settingEndpoints.changeLock;
  // A superuser reopens a closed month on the allowance page, with a reason (decision 107).
  if (row.lock?.locked && row.month !== null) {
    return (
      <Link
        to="/account/allowance"
        search={{ by: 'all', month: row.month, closing: 1 }}
        aria-label={t(is_superuser ? 'lock.openOf' : 'lock.seeClosingOf', { screen: nameOf(row) })}
      >
        {t(is_superuser ? 'lock.unlock' : 'lock.seeClosing')}
      </Link>
    );
  }
  return row.lock?.locked ? (
    <CallButton
      call={call}
      {...MAIN_ACTION}
      loading={change.pending}
      aria-label={t('lock.openOf', { screen: nameOf(row) })}
      onClick={() => change.send(row, row.lock, null)}
    >
      {t('lock.unlock')}
    </CallButton>
  ) : (
    <CallButton
      call={call}
      {...MAIN_ACTION}
      aria-label={t('lock.lockOf', { screen: nameOf(row) })}
      onClick={() => onLock(row)}
    >
      {t('lock.lock')}
    </CallButton>
  );
}
