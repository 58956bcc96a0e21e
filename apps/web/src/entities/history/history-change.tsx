import type { HistoryEntity, HistoryEntry } from '@darkroom/contract/history';
import { useTranslation } from 'react-i18next';
import { isNothing } from '../../lib/words/fields.ts';
import { useHistoryWords } from './history-words.ts';
import css from './record-history.module.css';

type Change = HistoryEntry['changes'][number];

interface HistoryChangeProps {
  entity: HistoryEntity;
  change: Change;
  /** Names of customer accounts by id. Staff names are known already. */
  named: HistoryEntry['named'];
}

/** One changed field: its name, and before → after. For a list: added and removed entries. */
export function HistoryChange(props: HistoryChangeProps) {
  const { entity, change } = props;
  const { label } = useHistoryWords(entity);
  return (
    <div className={css.change}>
      <dt>{label(change.field)}</dt>
      <dd>
        <Values {...props} />
      </dd>
    </div>
  );
}

function Values({ entity, change: { field, before, after }, named }: HistoryChangeProps) {
  const { t } = useTranslation('history');
  const { value, isPerson } = useHistoryWords(entity);
  const say = (of: unknown) => (isPerson(field) ? named[String(of)] : undefined) ?? value(field, of);
  const isList = Array.isArray(before) || Array.isArray(after);
  if (isList) {
    const { added, removed } = membersBetween(before, after);
    if (added.length + removed.length > 0) {
      return (
        <ul className={css.members}>
          {removed.map((member) => (
            <li key={`-${JSON.stringify(member)}`}>
              <del className={css.removed} aria-label={t('removed', { what: say(member) })}>
                {say(member)}
              </del>
            </li>
          ))}
          {added.map((member) => (
            <li key={`+${JSON.stringify(member)}`}>
              <ins className={css.added} aria-label={t('added', { what: say(member) })}>
                {say(member)}
              </ins>
            </li>
          ))}
        </ul>
      );
    }
  }
  const all = (of: unknown) => (Array.isArray(of) ? of.map(say).join(', ') : say(of));
  if (isNothing(before)) return <span className={css.after}>{all(after)}</span>;
  return (
    <>
      <span className={css.before}>{all(before)}</span>
      <span className={css.arrow}>
        <span aria-hidden>→</span>
        <span className="visually-hidden">{t('became')}</span>
      </span>
      <span className={css.after}>{isNothing(after) ? t('nothing') : all(after)}</span>
    </>
  );
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Added and removed entries of a list. Both are empty for a new order only. */
export function membersBetween(before: unknown, after: unknown): { added: unknown[]; removed: unknown[] } {
  const [was, is] = [listOf(before), listOf(after)];
  const without = (list: readonly unknown[], others: readonly unknown[]) => {
    const known = new Set(others.map((member) => JSON.stringify(member)));
    return list.filter((member) => !known.has(JSON.stringify(member)));
  };
  return { added: without(is, was), removed: without(was, is) };
}
