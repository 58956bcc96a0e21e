import type { TaskRow } from '@darkroom/contract/task/task';
import { getDeliveredBefore } from '@darkroom/domain/task/quantities';
import type { InputRef } from 'antd';
import { useId, type KeyboardEvent, type Ref } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useXToggle } from '../../../lib/session/lookups.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import {
  QUANTITY_LIMITS,
  applyDraft,
  useQuantityFields,
  type Quantities,
  type QuantitiesDraft,
} from '../list/quantities.ts';
import { NumberField } from '../../../ui/number-field/number-field.tsx';
import styles from '../history/task-parts.module.css';

interface QuantityFieldsProps {
  ref?: Ref<InputRef>;
  saved: Quantities & Pick<TaskRow, 'status' | 'quantity_before_rework' | 'rework_quantity'>;
  draft: QuantitiesDraft;
  onDraft: (draft: QuantitiesDraft) => void;
  /** Refusal of the domain or of the server. */
  error?: string | null;
  size?: 'large' | 'middle';
  autoFocus?: boolean;
  disabled?: boolean;
  /** True if no quantity is typed yet. The first field is then empty, because even a grey number would look typed. */
  startsEmpty?: boolean | undefined;
  onEnter?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** Fields x1 to x3 as large number fields. Only whole numbers from 0 are accepted. */
export function QuantityFields({
  ref,
  saved,
  draft,
  onDraft,
  error,
  size = 'large',
  autoFocus,
  disabled,
  startsEmpty,
  onEnter,
}: QuantityFieldsProps) {
  const { t } = useTranslation(['task', 'field', 'errors']);
  const id = useId();
  const fields = useQuantityFields(saved);
  const toggle = useXToggle();
  const { number } = useFormat();
  const quantities = applyDraft(saved, draft);
  const quantityBefore = getDeliveredBefore(saved);
  const describedBy =
    [quantityBefore === null ? [] : `${id}-whole`, error ? `${id}-error` : []].flat().join(' ') || undefined;
  return (
    <div className={styles.quantity} role="group" aria-label={t('quantity')}>
      {quantityBefore !== null && (
        // An editor who redoes 3 of 10 pieces enters 10.
        <div id={`${id}-whole`} className={styles.muted}>
          {t('wholeTask', { n: number(quantityBefore) })}
          {saved.rework_quantity !== null && ` · ${t('field:rework_quantity')} ${number(saved.rework_quantity)}`}
        </div>
      )}
      <div className={styles.quantityFields}>
        {fields.map((x, i) => (
          <div key={x} className={styles.quantityField}>
            <label htmlFor={`${id}-${x}`}>
              {t(`field:${x}`)}
              {!toggle[x] && <span className={styles.muted}> · {t('countOff')}</span>}
            </label>
            <NumberField
              {...QUANTITY_LIMITS}
              digits
              ref={i === 0 ? ref : undefined}
              id={`${id}-${x}`}
              size={size}
              // A quantity that is switched off cannot be raised.
              max={toggle[x] ? QUANTITY_LIMITS.max : saved[x]}
              // Fields side by side have no room for buttons.
              buttons={fields.length === 1}
              value={draft[x] === undefined ? (startsEmpty && i === 0 ? null : saved[x]) : draft[x]}
              status={error ? 'error' : ''}
              autoFocus={(autoFocus ?? false) && i === 0}
              disabled={disabled ?? false}
              aria-describedby={describedBy}
              aria-invalid={Boolean(error)}
              onFocus={(event) => event.target.select()}
              onChange={(value) => onDraft({ ...draft, [x]: value })}
              {...(onEnter ? { onPressEnter: onEnter } : {})}
            />
          </div>
        ))}
      </div>
      {fields.length > 1 && (
        <div className={styles.muted}>
          {t('quantityTotal', { total: quantities.x1 + quantities.x2 + quantities.x3 })}
        </div>
      )}
      {error && (
        <div id={`${id}-error`} role="alert" className={styles.error}>
          {error}
          {/* The specification's words do not name a remedy. */}
          {error === t('errors:invalid_quantity') && <div>{t('countHint')}</div>}
        </div>
      )}
    </div>
  );
}
