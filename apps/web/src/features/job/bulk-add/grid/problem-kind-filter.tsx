import { Select } from 'antd';
import { useTranslation } from '../../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../../lib/i18n/format.ts';
import styles from '../bulk-add.module.css';
import { formatShortError } from './order-columns.ts';
import type { CellError } from '../draft.ts';
import type { OrderGridRow } from '../validation/validation.ts';

/** A kind of problem and its number of rows. */
export interface ProblemKind {
  readonly key: string;
  readonly error: CellError;
  readonly count: number;
}

const keyOf = ({ field, code }: CellError): string => `${field}.${code}`;

/** Counts the kinds of problems, the most frequent first. */
export function countProblemKinds(rows: readonly OrderGridRow[]): ProblemKind[] {
  const kinds = new Map<string, { key: string; error: CellError; count: number }>();
  for (const row of rows) {
    if (!row.hasProblem) continue;
    for (const error of [...row.problems, ...row.refused]) {
      const key = keyOf(error);
      const kind = kinds.get(key);
      if (kind) kind.count++;
      else kinds.set(key, { key, error, count: 1 });
    }
  }
  return [...kinds.values()].sort((a, b) => b.count - a.count);
}

export const hasProblemOfKind = (row: OrderGridRow, key: string): boolean =>
  [...row.problems, ...row.refused].some((error) => keyOf(error) === key);

interface ProblemKindFilterProps {
  kinds: readonly ProblemKind[];
  value: string | null;
  onChange: (key: string | null) => void;
}

/** Filters rows by kind of problem, because equal problems often need the same fix. */
export function ProblemKindFilter({ kinds, value, onChange }: ProblemKindFilterProps) {
  const { t } = useTranslation('bulk');
  const { number } = useFormat();
  const options = kinds.map(({ key, error, count }) => ({
    value: key,
    label: `${t(`field.${error.field}`)}: ${formatShortError(error, t)} (${number(count)})`,
  }));
  // A kind without remaining rows stays selected until the user selects another.
  const selectedKey = options.some((option) => option.value === value) ? value : null;
  return (
    <Select<string | null>
      className={styles.problemFilter}
      allowClear
      value={selectedKey}
      options={options}
      aria-label={t('reason.label')}
      placeholder={t('reason.any')}
      popupMatchSelectWidth={false}
      onChange={(key) => onChange(key ?? null)}
    />
  );
}
