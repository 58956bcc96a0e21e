import { apiTokenEndpoints } from '@darkroom/contract/user/token';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { query } from '../../lib/api/query.ts';
import { useUsers } from '../../lib/session/lookups.ts';
import { useActor } from '../../lib/session/session.ts';
import { LoadErrorMessage, SkeletonLines } from '../../ui/data-table/data-table-states.tsx';
import css from './account-page.module.css';
import { TokenLine } from './token-line.tsx';
import { useRevoke } from './use-revoke.tsx';
import { Pagination } from '../../ui/pagination.tsx';

const PAGE_SIZE = 10;

/** API tokens of all users. Administrators see and revoke them. */
export function AllTokens() {
  const { t } = useTranslation('account');
  const { name } = useUsers();
  const { user_id } = useActor();
  const [page, setPage] = useState(1);
  const list = useQuery({
    ...query(apiTokenEndpoints.all, { page, page_size: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const revoke = useRevoke(apiTokenEndpoints.revokeAny);
  const total = list.data?.total_items ?? 0;
  const rows = list.data?.results.filter((row) => row.user_id !== user_id);
  return (
    <>
      <h3>{t('tokens.everybody')}</h3>
      {list.isLoading && <SkeletonLines count={2} />}
      {list.isError && !rows && <LoadErrorMessage error={list.error} onRetry={() => void list.refetch()} />}
      {rows?.length === 0 && <p className="muted">{t('tokens.noOtherTokens')}</p>}
      {rows && rows.length > 0 && (
        <ul className={css.sessions}>
          {rows.map((row) => (
            <TokenLine
              key={row.id}
              token={row}
              owner={name(row.user_id)}
              busy={revoke.pending}
              onRevoke={() => revoke.ask(row)}
            />
          ))}
        </ul>
      )}
      {total > PAGE_SIZE && (
        <Pagination
          size="small"
          current={page}
          pageSize={PAGE_SIZE}
          total={total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
      {revoke.holder}
    </>
  );
}
