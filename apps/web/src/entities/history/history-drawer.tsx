import { historyEndpoints, type HistoryEntity } from '@darkroom/contract/history';
import { useQueries } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/words/format.ts';
import { query } from '../../lib/call/query.ts';
import { CouldNotLoad, Empty } from '../../ui/data-table/data-table-states.tsx';
import { Entry } from './history-entry.tsx';
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
      <Entries entity={entity} id={id} />
    </Drawer>
  );
}

function Entries({ entity, id }: Pick<HistoryDrawerProps, 'entity' | 'id'>) {
  const { t } = useTranslation('history');
  const { number } = useFormat();
  const [shown, setShown] = useState(1);
  const pages = useQueries({
    queries: Array.from({ length: shown }, (_, at) =>
      query(historyEndpoints.list, { entity, entity_id: id, page: at + 1 }),
    ),
  });
  const loading = pages.some((page) => page.isPending);
  const failed = pages.find((page) => page.isError && !page.data);
  const total = pages.find((page) => page.data)?.data?.total_items ?? 0;
  // An entry can move to the next page between two answers, so duplicates are removed.
  const entries = [...new Map(pages.flatMap((page) => page.data?.results ?? []).map((e) => [e.id, e])).values()];
  if (failed) return <CouldNotLoad error={failed.error} onRetry={() => void failed.refetch()} />;
  if (loading && entries.length === 0) return <Skeleton active paragraph={{ rows: 6 }} />;
  if (entries.length === 0) return <Empty title={t('empty.title')} hint={t('empty.hint')} />;
  return (
    <>
      <ol className="items gap-16">
        {entries.map((entry) => (
          <Entry key={entry.id} entity={entity} entry={entry} />
        ))}
      </ol>
      <div className={css.foot}>
        {entries.length < total && (
          <Button loading={loading} onClick={() => setShown(shown + 1)}>
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
