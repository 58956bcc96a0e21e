import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { RowCheckbox, type RowKey } from '../../../ui/data-table/data-table-row.tsx';
import styles from './expanded-job.module.css';

interface NestedRowProps {
  rowKey: string;
  className: string | undefined;
  name: string;
  selected: boolean | undefined;
  onSelect: (key: RowKey) => void;
  onEnter: (() => void) | undefined;
  actions: ReactNode;
  children: ReactNode;
}

/** Row of a detail or task. The table's keys (J/K, X, Enter) work as on a job. */
export function NestedRow({ rowKey, className, name, selected, onSelect, onEnter, actions, children }: NestedRowProps) {
  const { t } = useTranslation('table');
  return (
    <div
      data-row={rowKey}
      data-selected={selected}
      tabIndex={-1}
      className={className}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget || !onEnter) return;
        event.preventDefault();
        onEnter();
      }}
    >
      {selected === undefined ? (
        <span />
      ) : (
        <RowCheckbox checked={selected} label={`${t('select')} ${name}`} onChange={() => onSelect(rowKey)} />
      )}
      <div className={styles.fields}>{children}</div>
      <div className={styles.rowActions}>{actions}</div>
    </div>
  );
}

/** A value below its label. A card leaves empty values out. */
export function LabelledValue({
  label,
  isEmpty = false,
  children,
}: {
  label: string;
  isEmpty?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={styles.labelledValue} data-empty={isEmpty}>
      <span className="muted">{label}</span>
      <span className="ellipsis">{children}</span>
    </span>
  );
}
