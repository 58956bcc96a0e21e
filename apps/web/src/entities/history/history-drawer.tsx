import { historyEndpoints, type HistoryEntity } from '@darkroom/contract/history';
import { useQueries } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { query } from '../../lib/api/query.ts';
import { LoadErrorMessage, Empty } from '../../ui/data-table/data-table-states.tsx';
import { HistoryItem } from './history-entry.tsx';
import { useBackCloses } from '../../ui/overlay/back-closes.ts';
import css from './record-history.module.css';
import { Drawer } from '../../ui/overlay/drawer.tsx';

interface HistoryDrawerProps {
  open: boolean;
  entity: HistoryEntity;
  id: number | string;
  name: string;
  onClose: () => void;
}

/** History of a record, newest first. It follows other users' changes while it is open. */
export function HistoryDrawer({ open, entity, id, name, onClose }: HistoryDrawerProps) {
  const { t } = useTranslation('common');
  useBackCloses(onClose, open);
  return (
    <Drawer open={open} width="record" title={t('history.of', { name })} onClose={onClose} destroyOnHidden>
      <HistoryList entity={entity} id={id} />
    </Drawer>
  );
}

function HistoryList({ entity, id }: Pick<HistoryDrawerProps, 'entity' | 'id'>) {
  const { t } = useTranslation('history');
  const { number } = useFormat();
  const [pageCount, setPageCount] = useState(1);
  const pages = useQueries({
    queries: Array.from({ length: pageCount }, (_, index) =>
      query(historyEndpoints.list, { entity, entity_id: id, page: index + 1 }),
    ),
  });
  const loading = pages.some((page) => page.isPending);
  const failedPage = pages.find((page) => page.isError && !page.data);
  const total = pages.find((page) => page.data)?.data?.total_items ?? 0;
  // An entry can move to the next page between two responses, so duplicates are removed.
  const entries = [...new Map(pages.flatMap((page) => page.data?.results ?? []).map((e) => [e.id, e])).values()];
  if (failedPage) return <LoadErrorMessage error={failedPage.error} onRetry={() => void failedPage.refetch()} />;
  if (loading && entries.length === 0) return <Skeleton active paragraph={{ rows: 6 }} />;
  if (entries.length === 0) return <Empty title={t('empty.title')} hint={t('empty.hint')} />;
  return (
    <>
      <ol className="items gap-16">
        {entries.map((entry) => (
          <HistoryItem key={entry.id} entity={entity} entry={entry} />
        ))}
      </ol>
      <div className={css.foot}>
        {entries.length < total && (
          <Button loading={loading} onClick={() => setPageCount(pageCount + 1)}>
            {t('older')}
          </Button>
        )}
        <span className="muted" role="status">
          {t('count', { count: total, n: number(entries.length), total: number(total) })}
        </span>
      </div>
    </>
  );
}
