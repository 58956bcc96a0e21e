import { HIGHEST_LEVEL } from '@darkroom/contract/category';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { Form } from 'antd';
import type { Rule } from 'antd/es/form';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../ui/input/segmented.tsx';
import { NumberField } from '../../ui/number-field/number-field.tsx';
import { useNumberRule } from '../../ui/number-field/use-number-rule.ts';
import css from './category.module.css';

const LONGEST_NAME = 100;
const LEVEL = { whole: true, min: 1, max: HIGHEST_LEVEL };
const MINUTES = { whole: true, min: 0, max: 100_000 };

/** A name that must be there; where one may choose or write a new one, spec §5 has a sentence for it. */
export function useNameRules(): (choice?: 'cat1' | 'cat2') => Rule[] {
  const { t } = useTranslation('category');
  return (choice) => [
    { required: true, whitespace: true, ...(choice && { message: t(`required.${choice}`) }) },
    { max: LONGEST_NAME },
  ];
}

/** Which editors and checkers the work of a service type belongs to. */
export function WorkstreamField({ autoFocus, hint = true }: { autoFocus?: boolean; hint?: boolean }) {
  const { t } = useTranslation(['category', 'status', 'field']);
  return (
    <Form.Item
      name="workstream"
      label={t('field:workstream')}
      extra={hint && t('streamHint')}
      rules={[{ required: true }]}
    >
      <Segmented
        aria-label={t('field:workstream')}
        autoFocus={autoFocus ?? false}
        options={WORKSTREAMS.map((value) => ({ value, label: t(`status:workstream.${value}`) }))}
      />
    </Form.Item>
  );
}

/** What a category 2 has of its own: its level and what a new price's estimate starts from. */
export function LevelFields() {
  const { t } = useTranslation(['category', 'errors', 'field']);
  const numberRule = useNumberRule();
  return (
    <div className={css.pair}>
      <Form.Item
        name="level"
        label={t('field:level')}
        rules={[{ required: true }, numberRule(LEVEL, t('levelRule', { n: HIGHEST_LEVEL }))]}
      >
        <NumberField {...LEVEL} />
      </Form.Item>
      <Form.Item
        name="estimate_minutes"
        label={t('field:estimate_minutes')}
        extra={t('estimateHint')}
        rules={[{ required: true, message: t('errors:field.not_a_number') }, numberRule(MINUTES, t('minutesRule'))]}
      >
        <NumberField {...MINUTES} />
      </Form.Item>
    </div>
  );
}
