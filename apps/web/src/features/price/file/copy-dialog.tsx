import { priceEndpoints, type PriceListResponse } from '@darkroom/contract/price/price';
import { copyPrices, type LineChange } from '@darkroom/domain/price/change';
import { PRICE_FIELDS, type PriceField } from '@darkroom/domain/price/price';
import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Radio, Spin } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { getReadErrorMessage } from '../../../lib/errors/error-message.ts';
import { query } from '../../../lib/api/query.ts';
import { useLeaveGuard } from '../../../ui/page/leave-guard.tsx';
import { ChangePreview, toPriceLines } from './change-preview.tsx';
import { CustomerPicker } from '../../../entities/customer/customer-picker.tsx';
import type { ShownPrice } from '../grid/shown-price.ts';
import styles from '../price.module.css';
import { Modal } from '../../../ui/overlay/modal.tsx';

/** Props of every dialog that changes many prices at once. */
export interface BulkPriceProps {
  list: PriceListResponse;
  shown: readonly ShownPrice[];
  /** Puts the changes into the grid, where the user checks and saves them. */
  onTake: (changes: readonly LineChange[]) => void;
  onClose: () => void;
}

/** Copies prices of another customer: some columns, only missing prices or all, with a preview of each change. */
export default function CopyDialog({ list, shown, onTake, onClose }: BulkPriceProps) {
  const { t } = useTranslation(['price', 'errors']);
  const [from, setFrom] = useState<number>();
  const [fields, setFields] = useState<PriceField[]>([...PRICE_FIELDS]);
  const [only_missing, setOnlyMissing] = useState(true);
  const source = useQuery({ ...query(priceEndpoints.detail, { id: from ?? 0 }), enabled: from !== undefined });
  const changes = useMemo(
    () => (source.data ? copyPrices(toPriceLines(shown), source.data.results, { fields, only_missing }) : []),
    [source.data, shown, fields, only_missing],
  );
  const guard = useLeaveGuard({ isTouched: () => from !== undefined, back: onClose });
  return (
    <Modal
      open
      width={720}
      title={t('copy.title', { name: list.cus1_name })}
      okText={t('take', { count: changes.length })}
      okButtonProps={{ disabled: changes.length === 0 }}
      onOk={() => {
        onTake(changes);
        onClose();
      }}
      onCancel={() => guard.leave(onClose)}
    >
      <div className="stack gap-12 mt-12">
        <label className={styles.field}>
          <span>{t('copy.from')}</span>
          <CustomerPicker autoFocus label={t('copy.from')} value={from} excludedId={list.cus_id1} onChange={setFrom} />
        </label>
        <fieldset className={styles.field}>
          <legend>{t('copy.columns')}</legend>
          <Checkbox.Group
            value={fields}
            options={PRICE_FIELDS.map((value) => ({ value, label: t(`column.${value}`) }))}
            onChange={setFields}
          />
        </fieldset>
        <Radio.Group
          value={only_missing}
          options={[
            { value: true, label: t('copy.missing') },
            { value: false, label: t('copy.overwrite') },
          ]}
          onChange={(event) => setOnlyMissing(event.target.value === true)}
        />
        {source.error && <Alert type="error" showIcon title={getReadErrorMessage(source.error, t)} />}
        {source.isFetching && !source.data && <Spin />}
        {source.data && <ChangePreview shown={shown} changes={changes} nothing={t('copy.nothing')} />}
        {guard.dialog}
      </div>
    </Modal>
  );
}
