import type { HistoryEntity } from '@darkroom/contract/history';
import { useTranslation } from 'react-i18next';
import { ConflictNotice } from '../../ui/conflict/conflict-notice.tsx';
import { Entry } from './history-entry.tsx';
import css from './record-history.module.css';
import type { Meanwhile } from './use-meanwhile.ts';

interface ChangeNoticeProps {
  entity: HistoryEntity;
  news: Meanwhile;
  /**
   * Place without a frame of its own. `versions`: both versions show the changes, so person and time are enough. `nothing`: no changes
   * are shown there.
   */
  beside: 'versions' | 'nothing' | null;
}

/** Changes of other users to the record of an open form: person, time, each field before → after, and the effect on saving. */
export function ChangeNotice({ entity, news, beside }: ChangeNoticeProps) {
  const { t } = useTranslation('record');
  const { entries, state } = news;
  const list = entries.length > 0 && (
    <ol className={css.news}>
      {entries.map((entry) => (
        <Entry key={entry.id} entity={entity} entry={entry} brief={beside === 'versions' || state === 'deleted'} />
      ))}
    </ol>
  );
  if (beside) return list;
  return (
    <ConflictNotice
      title={t(`conflict.${state}`)}
      hint={t(state === 'changed' ? 'conflict.saving' : 'conflict.lost')}
      newest={entries[0]?.id}
    >
      {list}
    </ConflictNotice>
  );
}
