import { InputNumber } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useXToggle } from '../../lib/lookups.ts';
import styles from './task-parts.module.css';

export interface Counts {
  x1: number;
  x2: number;
  x3: number;
}
/** What is being typed: a field may be empty for a moment. */
export type CountsDraft = { [K in keyof Counts]?: number | null };

const FIELDS = ['x1', 'x2', 'x3'] as const;

/** What would be sent: an emptied field is nothing, an untouched one stays as it was. */
export const countsOf = (saved: Counts, draft: CountsDraft): Counts => ({
  x1: draft.x1 === undefined ? saved.x1 : (draft.x1 ?? 0),
  x2: draft.x2 === undefined ? saved.x2 : (draft.x2 ?? 0),
  x3: draft.x3 === undefined ? saved.x3 : (draft.x3 ?? 0),
});

/** Which of x1, x2, x3 the bureau counts in; those that hold something are shown whatever the setting says. */
export function useCountFields(saved: Counts): readonly (keyof Counts)[] {
  const toggle = useXToggle();
  return FIELDS.filter((x) => toggle[x] || saved[x] > 0);
}

interface Props {
  saved: Counts;
  draft: CountsDraft;
  onDraft: (draft: CountsDraft) => void;
  /** The domain's or the server's refusal, already in words. */
  error?: string | null;
  size?: 'large' | 'middle';
  autoFocus?: boolean;
  disabled?: boolean;
  onEnter?: () => void;
}

/** x1–x3 as large number fields that a thumb and a keyboard both reach. Only whole numbers from 0 can be typed. */
export function QuantityFields({ saved, draft, onDraft, error, size = 'large', autoFocus, disabled, onEnter }: Props) {
  const { t } = useTranslation('task');
  const id = useId();
  const fields = useCountFields(saved);
  const counts = countsOf(saved, draft);
  return (
    <div className={styles.quantity} role="group" aria-label={t('quantity')}>
      <div className={styles.quantityFields}>
        {fields.map((x, i) => (
          <label key={x} className={styles.quantityField} htmlFor={`${id}-${x}`}>
            <span>{t(`field.${x}`)}</span>
            <InputNumber<number>
              id={`${id}-${x}`}
              className={styles.wide}
              size={size}
              min={0}
              max={1_000_000}
              precision={0}
              inputMode="numeric"
              // Side by side there is no room for buttons beside the numbers.
              mode={fields.length === 1 ? 'spinner' : 'input'}
              value={draft[x] === undefined ? saved[x] : draft[x]}
              status={error ? 'error' : undefined}
              autoFocus={autoFocus && i === 0}
              disabled={disabled}
              aria-describedby={error ? `${id}-error` : undefined}
              aria-invalid={Boolean(error)}
              onFocus={(event) => event.target.select()}
              onChange={(value) => onDraft({ ...draft, [x]: value })}
              onPressEnter={onEnter}
            />
          </label>
        ))}
      </div>
      {fields.length > 1 && (
        <div className={styles.quiet}>{t('quantityTotal', { total: counts.x1 + counts.x2 + counts.x3 })}</div>
      )}
      {error && (
        <div id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </div>
      )}
    </div>
  );
}
