import type { HistoryEntity, HistoryEntry } from '@darkroom/contract/history';
import { useTranslation } from 'react-i18next';
import { isNothing } from '../../lib/words/fields.ts';
import { useHistoryWords } from './history-words.ts';
import css from './record-history.module.css';

type Change = HistoryEntry['changes'][number];

interface HistoryChangeProps {
  entity: HistoryEntity;
  change: Change;
  /** Customers' accounts by id: everybody else is known by name. */
  named: HistoryEntry['named'];
}

/** One field of a change: its name, and before → after; of a list, what came and what went. */
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

/** What a list got and what it lost; nothing of either where it only changed its order. */
export function membersBetween(before: unknown, after: unknown): { added: unknown[]; removed: unknown[] } {
  const [was, is] = [listOf(before), listOf(after)];
  const without = (list: readonly unknown[], others: readonly unknown[]) => {
    const known = new Set(others.map((member) => JSON.stringify(member)));
    return list.filter((member) => !known.has(JSON.stringify(member)));
  };
  return { added: without(is, was), removed: without(was, is) };
}
