import { InputNumber } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { countsOf, useCountFields, type Counts, type CountsDraft } from './counts.ts';
import styles from './task-parts.module.css';

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
