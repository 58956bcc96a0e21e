import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../lib/words/format.ts';
import styles from '../bulk-add.module.css';
import { shortError } from './order-columns.ts';
import type { CellError } from '../draft.ts';
import type { ShownRow } from '../validation/validation.ts';

/** A kind of problem and its number of rows. */
export interface Reason {
  readonly key: string;
  readonly trouble: CellError;
  readonly count: number;
}

const keyOf = ({ field, code }: CellError): string => `${field}.${code}`;

/** Kinds of problems, the most frequent first. */
export function reasonsOf(rows: readonly ShownRow[]): Reason[] {
  const reasons = new Map<string, { key: string; trouble: CellError; count: number }>();
  for (const row of rows) {
    if (!row.bad) continue;
    for (const trouble of [...row.problems, ...row.refused]) {
      const key = keyOf(trouble);
      const reason = reasons.get(key);
      if (reason) reason.count++;
      else reasons.set(key, { key, trouble, count: 1 });
    }
  }
  return [...reasons.values()].sort((a, b) => b.count - a.count);
}

export const showsReason = (row: ShownRow, key: string): boolean =>
  [...row.problems, ...row.refused].some((trouble) => keyOf(trouble) === key);

interface ReasonChoiceProps {
  reasons: readonly Reason[];
  value: string | null;
  onChange: (key: string | null) => void;
}

/** Filters rows by kind of problem, because equal problems often need the same fix. */
export function ReasonChoice({ reasons, value, onChange }: ReasonChoiceProps) {
  const { t } = useTranslation('bulk');
  const { number } = useFormat();
  const options = reasons.map(({ key, trouble, count }) => ({
    value: key,
    label: `${t(`field.${trouble.field}`)}: ${shortError(trouble, t)} (${number(count)})`,
  }));
  // A kind without remaining rows stays selected until the user selects another.
  const shown = options.some((option) => option.value === value) ? value : null;
  return (
    <Select<string | null>
      className={styles.reasons}
      allowClear
      value={shown}
      options={options}
      aria-label={t('reason.label')}
      placeholder={t('reason.any')}
      popupMatchSelectWidth={false}
      onChange={(key) => onChange(key ?? null)}
    />
  );
}
