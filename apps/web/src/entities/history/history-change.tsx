import type { AuditEntity } from '@darkroom/contract/audit';
import type { HistoryEntry } from '@darkroom/contract/history';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { isEmptyValue } from '../../lib/i18n/fields.ts';
import { useHistoryLabels } from './use-history-labels.ts';
import css from './record-history.module.css';

type Change = HistoryEntry['changes'][number];

interface HistoryChangeProps {
  entity: AuditEntity;
  change: Change;
  /** Names of customer accounts by id. Staff names are known already. */
  named: HistoryEntry['named'];
}

/** The changed fields of an entry. */
export function HistoryChanges({ entity, entry }: { entity: AuditEntity; entry: HistoryEntry }) {
  return (
    <dl className={css.changes}>
      {entry.changes.map((change) => (
        <HistoryChange key={change.field} entity={entity} change={change} named={entry.named} />
      ))}
    </dl>
  );
}

/** One changed field: its name, and before → after. For a list: added and removed entries. */
function HistoryChange(props: HistoryChangeProps) {
  const { entity, change } = props;
  const { label } = useHistoryLabels(entity);
  return (
    <div className={css.change}>
      <dt>{label(change.field)}</dt>
      <dd>
        <ChangedValues {...props} />
      </dd>
    </div>
  );
}

function ChangedValues({ entity, change: { field, before, after }, named }: HistoryChangeProps) {
  const { t } = useTranslation('history');
  const { value: formatFieldValue, isPerson } = useHistoryLabels(entity);
  const formatValue = (of: unknown) => (isPerson(field) ? named[String(of)] : undefined) ?? formatFieldValue(field, of);
  const isList = Array.isArray(before) || Array.isArray(after);
  if (isList) {
    const { added, removed } = diffMembers(before, after);
    if (added.length + removed.length > 0) {
      return (
        <ul className={css.members}>
          {removed.map((member) => (
            <li key={`-${JSON.stringify(member)}`}>
              <del className={css.removed} aria-label={t('removed', { what: formatValue(member) })}>
                {formatValue(member)}
              </del>
            </li>
          ))}
          {added.map((member) => (
            <li key={`+${JSON.stringify(member)}`}>
              <ins className={css.added} aria-label={t('added', { what: formatValue(member) })}>
                {formatValue(member)}
              </ins>
            </li>
          ))}
        </ul>
      );
    }
  }
  const formatAll = (of: unknown) => (Array.isArray(of) ? of.map(formatValue).join(', ') : formatValue(of));
  if (isEmptyValue(before)) return <span className={css.after}>{formatAll(after)}</span>;
  return (
    <>
      <span className={css.before}>{formatAll(before)}</span>
      <span className={css.arrow}>
        <span aria-hidden>→</span>
        <span className="visually-hidden">{t('became')}</span>
      </span>
      <span className={css.after}>{isEmptyValue(after) ? t('nothing') : formatAll(after)}</span>
    </>
  );
}

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Finds the added and removed entries of a list. Both are empty if only the order changed. */
export function diffMembers(before: unknown, after: unknown): { added: unknown[]; removed: unknown[] } {
  const [beforeList, afterList] = [toList(before), toList(after)];
  const subtract = (list: readonly unknown[], others: readonly unknown[]) => {
    const otherKeys = new Set(others.map((member) => JSON.stringify(member)));
    return list.filter((member) => !otherKeys.has(JSON.stringify(member)));
  };
  return { added: subtract(afterList, beforeList), removed: subtract(beforeList, afterList) };
}
