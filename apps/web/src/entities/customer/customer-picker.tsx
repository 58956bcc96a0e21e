import { foldedMatch } from '@darkroom/domain/text/fold';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useCustomers } from '../../lib/session/lookups.ts';

interface CustomerPickerProps {
  value: number | undefined;
  onChange: (cus_id1: number) => void;
  /** Id left out of the options. */
  excludedId?: number;
  label: string;
  autoFocus?: boolean;
  className?: string | undefined;
}

/** Select of one customer 1, grouped by customer 0. Typing either name finds it. */
export function CustomerPicker({ value, onChange, excludedId, label, autoFocus, className }: CustomerPickerProps) {
  const { t } = useTranslation('common');
  const { cus0, cus1 } = useCustomers();
  const groups = useMemo(
    () =>
      cus0.map((cus0Item) => ({
        label: cus0Item.name,
        options: cus1
          .filter((cus1Item) => cus1Item.cus_id0 === cus0Item.id && cus1Item.id !== excludedId)
          .map((cus1Item) => ({
            value: cus1Item.id,
            label: cus1Item.name,
            path: `${cus0Item.name} › ${cus1Item.name}`,
          })),
      })),
    [cus0, cus1, excludedId],
  );
  return (
    <Select
      {...(className === undefined ? {} : { className })}
      options={groups}
      // An id in the URL is shown after the customers are loaded.
      value={cus1.some((cus1Item) => cus1Item.id === value) ? value : undefined}
      optionLabelProp="path"
      showSearch={{
        filterOption: (typed, option) =>
          option !== undefined && 'path' in option && foldedMatch(String(option.path), typed),
      }}
      aria-label={label}
      placeholder={t('chooseCustomer')}
      popupMatchSelectWidth={300}
      autoFocus={autoFocus ?? false}
      onChange={(id: number) => onChange(id)}
    />
  );
}
