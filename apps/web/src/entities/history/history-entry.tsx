import type { HistoryEntity, HistoryEntry } from '@darkroom/contract/history';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useUsers } from '../../lib/session/lookups.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useAccountName } from '../person/use-account-name.ts';
import { HistoryChanges } from './history-change.tsx';
import { useHistoryLabels } from './use-history-labels.ts';
import css from './record-history.module.css';

interface HistoryItemProps {
  entity: HistoryEntity;
  entry: HistoryEntry;
  /** True if only action, person and time are shown. */
  isBrief?: boolean;
}

/** One action on a record: person, time, reason, and each field before → after. */
export function HistoryItem({ entity, entry, isBrief = false }: HistoryItemProps) {
  const { t } = useTranslation('history');
  const { dayTime } = useFormat();
  const { formatAction } = useHistoryLabels(entity);
  return (
    <li className={css.entry}>
      <div className={css.head}>
        <strong>{formatAction(entry.action)}</strong>
        <span className="break-anywhere">
          <Actor id={entry.actor} named={entry.named} />{' '}
          {entry.token_name !== null && t('withToken', { name: entry.token_name })}
        </span>
        <time className="muted ms-auto tabular" dateTime={entry.at}>
          {dayTime(entry.at)}
        </time>
      </div>
      {!isBrief && entry.note && <p className={css.note}>{entry.note}</p>}
      {!isBrief && entry.changes.length > 0 && <HistoryChanges entity={entity} entry={entry} />}
    </li>
  );
}

function Actor({ id, named }: { id: number | null; named: HistoryEntry['named'] }) {
  const { t } = useTranslation('history');
  const { byId } = useUsers();
  const accountName = useAccountName();
  return id === null ? t('nobody') : <span title={byId.get(id)?.full_name}>{named[id] ?? accountName(id)}</span>;
}
