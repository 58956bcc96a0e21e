import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCategories } from '../../../lib/session/lookups.ts';
import { useCategoryLevels } from '../../../ui/filter-bar/filter-bar-choices.ts';
import { LevelPicker } from '../../../ui/filter-bar/level-picker.tsx';
import { NumberField } from '../../../ui/number-field/number-field.tsx';
import { useNumberRule } from '../../../ui/number-field/use-number-rule.ts';
import fields from '../../../ui/record-form/fields.module.css';

/** A detail's fields as a form holds them. */
export interface DetailValues {
  service_cat2_id: number | null;
  quantity: number | null;
  note: string;
}

export const EMPTY_DETAIL: DetailValues = { service_cat2_id: null, quantity: 1, note: '' };

type Name = string | (string | number)[];

/** What is ordered: a category 2, found by any of its three names. */
export function CategoryField({ name, autoFocus }: { name: Name; autoFocus?: boolean }) {
  const { t } = useTranslation(['job', 'field']);
  const levels = useCategoryLevels({ forNew: true });
  return (
    <Form.Item name={name} label={t('field:category')} rules={[{ required: true }]}>
      <LevelPicker levels={levels} placeholder={t('chooseCategory')} autoFocus={autoFocus} />
    </Form.Item>
  );
}

export function QuantityField({ name }: { name: Name }) {
  const { t } = useTranslation(['job', 'common', 'field']);
  const numberRule = useNumberRule();
  const limits = { whole: true, min: 1, max: 1_000_000 };
  return (
    <Form.Item
      name={name}
      label={t('field:quantity')}
      rules={[{ required: true }, numberRule(limits, t('job:quantityRule'))]}
    >
      <NumberField {...limits} />
    </Form.Item>
  );
}

export function NoteField({ name }: { name: Name }) {
  const { t } = useTranslation(['job', 'field']);
  return (
    <Form.Item name={name} label={t('field:note')} rules={[{ max: 2000 }]}>
      <Input.TextArea rows={1} className={fields.growing} />
    </Form.Item>
  );
}

/** The category 1 that a chosen category 2 belongs to: the wire asks for both. */
export function useCat1Of(): (cat2Id: number | null | undefined) => number {
  const { cat2ById } = useCategories();
  return (cat2Id) => cat2ById.get(cat2Id ?? 0)?.cat1.id ?? 0;
}
