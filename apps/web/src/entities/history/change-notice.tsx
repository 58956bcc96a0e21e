import type { HistoryEntity } from '@darkroom/contract/history';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { ConflictNotice } from '../../ui/conflict/conflict-notice.tsx';
import { HistoryItem } from './history-entry.tsx';
import css from './record-history.module.css';
import type { RecordChanges } from './use-record-changes.ts';

interface ChangeNoticeProps {
  entity: HistoryEntity;
  recordChanges: RecordChanges;
  /** Place that embeds the changes without a frame. With `versions`, both versions show the changes, so person and time are enough. */
  embeddedIn: 'versions' | 'nothing' | null;
}

/** Changes of other users to the record of an open form, and their effect on saving. */
export function ChangeNotice({ entity, recordChanges, embeddedIn }: ChangeNoticeProps) {
  const { t } = useTranslation('record');
  const { entries, state } = recordChanges;
  const list = entries.length > 0 && (
    <ol className={css.recentChanges}>
      {entries.map((entry) => (
        <HistoryItem
          key={entry.id}
          entity={entity}
          entry={entry}
          isBrief={embeddedIn === 'versions' || state === 'deleted'}
        />
      ))}
    </ol>
  );
  if (embeddedIn) return list;
  return (
    <ConflictNotice
      title={t(`conflict.${state}`)}
      hint={t(state === 'changed' ? 'conflict.saving' : 'conflict.lost')}
      newsId={entries[0]?.id}
    >
      {list}
    </ConflictNotice>
  );
}
