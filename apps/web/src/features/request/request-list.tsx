import { type RequestRow, type OutputOf, type requestEndpoints } from '@darkroom/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { useUsers } from '../../lib/lookups.ts';
import { Cut } from '../../ui/data-table-cut.tsx';
import type { Column } from '../../ui/data-table-row.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { listed } from '../../ui/listed.ts';
import { RequestStatusDot } from '../../ui/request-status-dot.tsx';
import { CustomerLinks, JobLink, MoreSteps, NextStep, useCustomerOf, useWhoOf } from './request-parts.tsx';
import { isFiltered, NO_FILTERS, type RequestSearch, type SetRequestSearch } from './request-search.ts';
import styles from './request.module.css';

function Two({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className={styles.two}>
      <span className={styles.line}>{first}</span>
      <span className={styles.under}>{second}</span>
    </span>
  );
}

const RowSteps = ({ row }: { row: RequestRow }) => (
  <span className={styles.steps}>
    <NextStep row={row} size="small" />
    <MoreSteps row={row} />
  </span>
);

/** What is left where there is little room; the rest is in the drawer. */
const TIGHT = ['status', 'type', 'subject', 'created', 'steps'];

function useColumns() {
  const { t } = useTranslation(['request', 'status']);
  const { dayTime } = useFormat();
  const users = useUsers();
  const customer = useCustomerOf();
  const columns = useMemo(
    (): readonly Column<RequestRow>[] => [
      {
        key: 'status',
        title: t('field.status'),
        width: 132,
        sort: 'status_since',
        render: (row) => <Two first={<RequestStatusDot status={row.status} />} second={dayTime(row.status_since)} />,
      },
      {
        key: 'type',
        title: t('field.type'),
        width: 136,
        render: (row) => <Two first={t(`status:requestType.${row.type}`)} second={t(`status:board.${row.board}`)} />,
      },
      {
        key: 'subject',
        title: t('field.subject'),
        min: 170,
        sort: 'subject',
        render: (row) => <Two first={<Cut>{row.subject}</Cut>} second={<Cut>{customer(row)}</Cut>} />,
      },
      {
        key: 'description',
        title: t('field.description'),
        min: 160,
        render: (row) => <Cut lines={2}>{row.description}</Cut>,
      },
      {
        key: 'job',
        title: t('field.job'),
        width: 112,
        render: (row) => <Two first={<JobLink row={row} />} second={<CustomerLinks row={row} />} />,
      },
      {
        key: 'worker',
        title: t('field.processing_by'),
        width: 104,
        render: (row) => <Cut>{users.name(row.processing_by) || '–'}</Cut>,
      },
      {
        key: 'created',
        title: t('field.created_at'),
        width: 128,
        sort: 'created_at',
        render: (row) => dayTime(row.created_at),
      },
      { key: 'steps', title: t('field.steps'), width: 120, align: 'end', render: (row) => <RowSteps row={row} /> },
    ],
    [t, dayTime, users, customer],
  );
  const tightColumns = useMemo(() => columns.filter(({ key }) => TIGHT.includes(key)), [columns]);
  return { columns, tightColumns };
}

/** A request as one block, for a phone. */
function useBlock(): (row: RequestRow) => ReactNode {
  const { t } = useTranslation(['request', 'status']);
  const { dayTime } = useFormat();
  const customer = useCustomerOf();
  const who = useWhoOf();
  return useMemo(
    () => (row: RequestRow) => (
      <div className={styles.block}>
        <div className={styles.blockHead}>
          <RequestStatusDot status={row.status} />
          <span className={styles.age}>{dayTime(row.created_at)}</span>
        </div>
        <div className={styles.blockName}>{row.subject}</div>
        <div className={styles.quiet}>
          {t(`status:requestType.${row.type}`)} · {customer(row)}
        </div>
        <div className={styles.cardFoot}>
          <span className={styles.who}>{who(row)}</span>
          <RowSteps row={row} />
        </div>
      </div>
    ),
    [t, dayTime, customer, who],
  );
}

interface RequestListProps {
  search: RequestSearch;
  setSearch: SetRequestSearch;
  list: UseQueryResult<OutputOf<typeof requestEndpoints.list>>;
}

/** The same requests as rows of the one table: to sort, to look for what is long done, to take away. */
export function RequestList({ search, setSearch, list }: RequestListProps) {
  const { t } = useTranslation('request');
  const { columns, tightColumns } = useColumns();
  const compact = useBlock();
  return (
    <DataTable<RequestRow>
      {...listed(list, search, setSearch)}
      name={t('title')}
      list="request"
      columns={columns}
      tightColumns={tightColumns}
      compact={compact}
      rowKey={keyOfRow}
      rowName={nameOfRow}
      empty={{ title: t('empty.title'), hint: t('empty.hint') }}
      filtered={isFiltered(search)}
      onClearFilters={() => setSearch({ ...NO_FILTERS, board: undefined, status: undefined, page: 1 })}
      onOpen={(row) => setSearch({ request: row.id })}
      fillHeight
    />
  );
}

const keyOfRow = (row: RequestRow) => row.id;
const nameOfRow = (row: RequestRow) => row.subject;
