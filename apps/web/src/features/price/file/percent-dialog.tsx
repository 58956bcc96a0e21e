import { changePricesByPercent, ROUNDING_STEPS, findRoundingMisses } from '@darkroom/domain/price/change';
import { fromThousandths } from '@darkroom/domain/money/money';
import { Checkbox, Radio, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useLeaveGuard } from '../../../ui/page/leave-guard.tsx';
import { NumberField, type NumberValue } from '../../../ui/number-field/number-field.tsx';
import { useNumberError } from '../../../ui/number-field/use-number-rule.ts';
import { ChangePreview, toPriceLines } from './change-preview.tsx';
import type { BulkPriceProps } from './copy-dialog.tsx';
import type { ShownPrice } from '../grid/shown-price.ts';
import styles from '../price.module.css';
import { Modal } from '../../../ui/overlay/modal.tsx';

type Field = 'retail_price' | 'wholesale_price';
const FIELDS: readonly Field[] = ['retail_price', 'wholesale_price'];
const PERCENT = { min: -100, max: 1000 };

/** Changes prices by a percentage, rounded to a step, with a preview of each change. */
export default function PercentDialog({
  shown,
  selectedPrices,
  onTake,
  onClose,
}: BulkPriceProps & { selectedPrices: readonly ShownPrice[] }) {
  const { t } = useTranslation('price');
  const format = useFormat();
  const [typed, setTyped] = useState<NumberValue>(null);
  const percentError = useNumberError()(typed, PERCENT);
  const percent = typeof typed === 'number' && percentError === null ? typed : null;
  const [fields, setFields] = useState<Field[]>(['retail_price']);
  const [step, setStep] = useState<number>(ROUNDING_STEPS[0]);
  // A range of several rows was selected on purpose. A single cell is always active.
  const [onlySelected, setOnlySelected] = useState(selectedPrices.length > 1);
  const { changes, misses } = useMemo(() => {
    if (percent === null) return { changes: [], misses: [] };
    const lines = toPriceLines(onlySelected ? selectedPrices : shown);
    const change = { fields, percent, step };
    return { changes: changePricesByPercent(lines, change), misses: findRoundingMisses(lines, change) };
  }, [percent, fields, step, onlySelected, selectedPrices, shown]);
  const guard = useLeaveGuard({ isTouched: () => typed !== null, back: onClose });
  return (
    <Modal
      open
      width={720}
      title={t('percent.title')}
      okText={t('take', { count: changes.length })}
      okButtonProps={{ disabled: changes.length === 0 }}
      onOk={() => {
        onTake(changes);
        onClose();
      }}
      onCancel={() => guard.leave(onClose)}
    >
      <div className="stack gap-12 mt-12">
        <div className={styles.pair}>
          <label className={styles.field}>
            <span>{t('percent.percent')}</span>
            <NumberField
              {...PERCENT}
              autoFocus
              value={typed}
              status={percentError ? 'error' : ''}
              suffix="%"
              placeholder={t('percent.hint')}
              onChange={setTyped}
            />
            {percentError && (
              <span role="alert" className="ink-danger">
                {percentError}
              </span>
            )}
          </label>
          <label className={styles.field}>
            <span>{t('percent.step')}</span>
            <Select
              value={step}
              options={ROUNDING_STEPS.map((value) => ({ value, label: format.money(fromThousandths(value)) }))}
              onChange={setStep}
            />
          </label>
        </div>
        <fieldset className={styles.field}>
          <legend>{t('percent.prices')}</legend>
          <Checkbox.Group
            value={fields}
            options={FIELDS.map((value) => ({ value, label: t(`column.${value}`) }))}
            onChange={setFields}
          />
        </fieldset>
        {selectedPrices.length > 0 && (
          <Radio.Group
            value={onlySelected}
            options={[
              { value: false, label: t('percent.all') },
              { value: true, label: t('percent.chosen', { count: selectedPrices.length }) },
            ]}
            onChange={(event) => setOnlySelected(event.target.value === true)}
          />
        )}
        {misses.length > 0 && (
          <p role="status" className="ink-danger">
            {t('percent.misses', { count: misses.length, n: format.number(misses.length) })}
          </p>
        )}
        <ChangePreview
          shown={shown}
          changes={changes}
          misses={misses}
          nothing={percent === null ? t('percent.ask') : t('percent.nothing')}
        />
        {guard.dialog}
      </div>
    </Modal>
  );
}
