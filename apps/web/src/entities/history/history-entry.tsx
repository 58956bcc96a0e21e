import type { HistoryEntity, HistoryEntry } from '@darkroom/contract/history';
import { useTranslation } from 'react-i18next';
import { useUsers } from '../../lib/session/lookups.ts';
import { useFormat } from '../../lib/words/format.ts';
import { useMaker } from '../person/use-maker.ts';
import { HistoryChange } from './history-change.tsx';
import { useHistoryWords } from './history-words.ts';
import css from './record-history.module.css';

interface EntryProps {
  entity: HistoryEntity;
  entry: HistoryEntry;
  /** Only action, person and time. */
  brief?: boolean;
}

/** One action on a record: person, time, reason, and each field before → after. */
export function Entry({ entity, entry, brief = false }: EntryProps) {
  const { t } = useTranslation('history');
  const { dayTime } = useFormat();
  const { done } = useHistoryWords(entity);
  return (
    <li className={css.entry}>
      <div className={css.head}>
        <strong>{done(entry.action)}</strong>
        <span className="break-anywhere">
          <Actor id={entry.actor} named={entry.named} />{' '}
          {entry.through !== null && t('through', { name: entry.through })}
        </span>
        <time className="muted ms-auto tabular" dateTime={entry.at}>
          {dayTime(entry.at)}
        </time>
      </div>
      {!brief && entry.note && <p className={css.note}>{entry.note}</p>}
      {!brief && entry.changes.length > 0 && (
        <dl className={css.changes}>
          {entry.changes.map((change) => (
            <HistoryChange key={change.field} entity={entity} change={change} named={entry.named} />
          ))}
        </dl>
      )}
    </li>
  );
}

function Actor({ id, named }: { id: number | null; named: HistoryEntry['named'] }) {
  const { t } = useTranslation('history');
  const { byId } = useUsers();
  const maker = useMaker();
  return id === null ? t('nobody') : <span title={byId.get(id)?.full_name}>{named[id] ?? maker(id)}</span>;
}
