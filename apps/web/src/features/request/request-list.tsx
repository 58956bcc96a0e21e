import { REQUEST } from '@darkroom/contract/field-tables/customer';
import { requestEndpoints, type RequestRow } from '@darkroom/contract/request/request';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { useUsers } from '../../lib/session/lookups.ts';
import { Ellipsis } from '../../ui/data-table/data-table-ellipsis.tsx';
import { useFieldColumns } from '../../ui/data-table/columns/field-columns.tsx';
import { TwoLines } from '../../ui/data-table/columns/two-lines.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { List } from '../../ui/data-table/use-list.ts';
import { RequestStatusDot } from '../../entities/request/request-status-dot.tsx';
import {
  CustomerLinks,
  JobLink,
  MoreRequestSteps,
  NextRequestStep,
  QuoteState,
  ReworkState,
  UnreadMark,
  useCustomerName,
  useAssigneeText,
} from './request-parts.tsx';
import type { RequestSearch } from './request-search.ts';
import styles from './request-list.module.css';

const RowSteps = ({ row }: { row: RequestRow }) => (
  <span className={styles.rowActions}>
    <MoreRequestSteps row={row} />
    <NextRequestStep row={row} size="small" />
  </span>
);

function useRequestColumns() {
  const { t } = useTranslation(['request', 'status', 'field']);
  const { dayTime } = useFormat();
  const users = useUsers();
  const getCustomerName = useCustomerName();
  const columnsOf = useFieldColumns(REQUEST, requestEndpoints.list);
  return useMemo(
    () =>
      columnsOf<RequestRow>({
        status: {
          title: t('field.status'),
          width: 132,
          sort: 'status_since',
          render: (row) => (
            <TwoLines first={<RequestStatusDot status={row.status} />} second={dayTime(row.status_since)} />
          ),
        },
        type: {
          width: 136,
          hideOrder: 4,
          render: (row) => (
            <TwoLines first={t(`status:requestType.${row.type}`)} second={t(`status:board.${row.board}`)} />
          ),
        },
        subject: {
          min: 260,
          grow: 2,
          render: (row) => (
            <TwoLines
              first={
                <span className="row min-w-0">
                  <UnreadMark row={row} />
                  <Ellipsis>{row.subject}</Ellipsis>
                </span>
              }
              second={
                <div className={styles.secondLine}>
                  <Ellipsis>{getCustomerName(row)}</Ellipsis>
                  {row.quote && <QuoteState quote={row.quote} />}
                  <ReworkState row={row} />
                </div>
              }
            />
          ),
        },
        description: { min: 160, hideOrder: 1 },
        job: {
          title: t('field:request.prod_id'),
          width: 100,
          hideOrder: 3,
          render: (row) => <TwoLines first={<JobLink row={row} />} second={<CustomerLinks row={row} />} />,
        },
        worker: {
          field: 'processing_by',
          min: 104,
          hideOrder: 2,
          render: (row) => <Ellipsis>{users.name(row.processing_by) || '–'}</Ellipsis>,
        },
        created: { field: 'created_at', hideOrder: 5 },
        steps: { title: t('field.steps'), width: 152, align: 'end', render: (row) => <RowSteps row={row} /> },
      }),
    [t, columnsOf, dayTime, users, getCustomerName],
  );
}

/** Returns a request as a block on a phone. */
function useRequestBlock(): (row: RequestRow) => ReactNode {
  const { t } = useTranslation(['request', 'status']);
  const { dayTime } = useFormat();
  const getCustomerName = useCustomerName();
  const getAssigneeText = useAssigneeText();
  return useMemo(
    () => (row: RequestRow) => (
      <div className="stack gap-2 min-w-0">
        <div className={styles.blockHead}>
          <RequestStatusDot status={row.status} />
          <span className="muted ms-auto tabular">{dayTime(row.created_at)}</span>
        </div>
        <div className="medium break-anywhere">{row.subject}</div>
        <UnreadMark row={row} />
        {row.quote && <QuoteState quote={row.quote} />}
        <ReworkState row={row} />
        <div className="muted">
          {t(`status:requestType.${row.type}`)} · {getCustomerName(row)}
        </div>
        <div className={styles.blockFoot}>
          <span className="ellipsis muted grow min-w-0">{getAssigneeText(row)}</span>
          <RowSteps row={row} />
        </div>
      </div>
    ),
    [t, dayTime, getCustomerName, getAssigneeText],
  );
}

/** Requests as rows of a table, for sorting, export and the search of closed requests. */
export function RequestList({ list }: { list: List<typeof requestEndpoints.list, RequestSearch> }) {
  const { t } = useTranslation('request');
  const columns = useRequestColumns();
  const compact = useRequestBlock();
  return (
    <DataTable<RequestRow>
      {...list.table}
      name={t('title')}
      list="request"
      columns={columns}
      compact={compact}
      rowKey={keyOfRow}
      rowName={nameOfRow}
      empty={{ title: t('empty.title'), hint: t('empty.hint') }}
      onOpen={(row) => list.setSearch({ request: row.id })}
      fillHeight
    />
  );
}

const keyOfRow = (row: RequestRow) => row.id;
const nameOfRow = (row: RequestRow) => row.subject;
