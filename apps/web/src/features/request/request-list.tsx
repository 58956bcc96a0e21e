import type { OutputOf } from '@darkroom/contract/endpoint';
import type { RequestRow, requestEndpoints } from '@darkroom/contract/request';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/words/format.ts';
import { useUsers } from '../../lib/session/lookups.ts';
import { Ellipsis } from '../../ui/data-table/data-table-ellipsis.tsx';
import type { Column } from '../../ui/data-table/data-table-row.tsx';
import { Two } from '../../ui/data-table/columns/data-table-two.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { listed } from '../../ui/data-table/listed.ts';
import { RequestStatusDot } from '../../records/request/request-status-dot.tsx';
import {
  CustomerLinks,
  JobLink,
  MoreSteps,
  NextStep,
  QuoteState,
  ReworkState,
  UnreadMark,
  useCustomerOf,
  useWhoOf,
} from './request-parts.tsx';
import { requestList, type RequestSearch, type SetRequestSearch } from './request-search.ts';
import styles from './request-list.module.css';

const RowSteps = ({ row }: { row: RequestRow }) => (
  <span className={styles.steps}>
    <MoreSteps row={row} />
    <NextStep row={row} size="small" />
  </span>
);

function useColumns() {
  const { t } = useTranslation(['request', 'status', 'field']);
  const { dayTime } = useFormat();
  const users = useUsers();
  const customer = useCustomerOf();
  return useMemo(
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
        title: t('field:type'),
        width: 136,
        leaves: 4,
        render: (row) => <Two first={t(`status:requestType.${row.type}`)} second={t(`status:board.${row.board}`)} />,
      },
      {
        key: 'subject',
        title: t('field:subject'),
        min: 260,
        grow: 2,
        sort: 'subject',
        render: (row) => (
          <Two
            first={
              <span className={styles.subjectLine}>
                <UnreadMark row={row} />
                <Ellipsis>{row.subject}</Ellipsis>
              </span>
            }
            second={
              <div className={styles.beneath}>
                <Ellipsis>{customer(row)}</Ellipsis>
                {row.quote && <QuoteState quote={row.quote} />}
                <ReworkState row={row} />
              </div>
            }
          />
        ),
      },
      {
        key: 'description',
        title: t('field:description'),
        kind: 'text',
        min: 160,
        leaves: 1,
        empty: (row) => !row.description,
        render: (row) => <Ellipsis lines={2}>{row.description}</Ellipsis>,
      },
      {
        key: 'job',
        title: t('field:request.prod_id'),
        width: 112,
        leaves: 3,
        render: (row) => <Two first={<JobLink row={row} />} second={<CustomerLinks row={row} />} />,
      },
      {
        key: 'worker',
        title: t('field:processing_by'),
        width: 104,
        leaves: 2,
        empty: (row) => row.processing_by === null,
        render: (row) => <Ellipsis>{users.name(row.processing_by) || '–'}</Ellipsis>,
      },
      {
        key: 'created',
        title: t('field:request.created_at'),
        width: 128,
        leaves: 5,
        sort: 'created_at',
        render: (row) => dayTime(row.created_at),
      },
      { key: 'steps', title: t('field.steps'), width: 120, align: 'end', render: (row) => <RowSteps row={row} /> },
    ],
    [t, dayTime, users, customer],
  );
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
          <span className={styles.blockAge}>{dayTime(row.created_at)}</span>
        </div>
        <div className={styles.blockName}>{row.subject}</div>
        <UnreadMark row={row} />
        {row.quote && <QuoteState quote={row.quote} />}
        <ReworkState row={row} />
        <div className="quiet">
          {t(`status:requestType.${row.type}`)} · {customer(row)}
        </div>
        <div className={styles.blockFoot}>
          <span className={styles.blockWho}>{who(row)}</span>
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
  const columns = useColumns();
  const compact = useBlock();
  return (
    <DataTable<RequestRow>
      {...listed(requestList, list, search, setSearch)}
      name={t('title')}
      list="request"
      columns={columns}
      compact={compact}
      rowKey={keyOfRow}
      rowName={nameOfRow}
      empty={{ title: t('empty.title'), hint: t('empty.hint') }}
      onOpen={(row) => setSearch({ request: row.id })}
      fillHeight
    />
  );
}

const keyOfRow = (row: RequestRow) => row.id;
const nameOfRow = (row: RequestRow) => row.subject;
