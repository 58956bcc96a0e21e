import type { quoteGuard } from '@darkroom/contract/setting';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useInCurrency, useJobTaskSetting } from '../../../lib/session/lookups.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { NumberField } from '../../../ui/number-field/number-field.tsx';
import { useNumberRule } from '../../../ui/number-field/use-number-rule.ts';
import css from './metadata.module.css';
import { MetadataForm, type MetadataRow } from './metadata-form.tsx';
import { valueOf } from './metadata-values.ts';

type Guard = z.output<typeof quoteGuard>;

const PERCENT = { min: 0, max: 100 };
const COST = { min: 0, max: 1_000_000 };
const read = (value: unknown): Guard =>
  valueOf('JOB_TASK', 'quote_guard', value) ?? { below_percent: 0, cost_per_minute: 0 };

/** What the price guard of quotes goes by (decision 105): how far below the list a price may be, what a minute of work costs. */
export function QuoteGuardForm({ row }: { row: MetadataRow }) {
  const { t } = useTranslation(['setting', 'errors']);
  const { money, number } = useFormat();
  const inCurrency = useInCurrency();
  const currency = useJobTaskSetting('currency');
  const numberRule = useNumberRule();
  const rules = (limits: typeof PERCENT) => [
    { required: true, message: t('errors:field.not_a_number') },
    numberRule(limits),
  ];
  return (
    <MetadataForm<Guard>
      data_type="JOB_TASK"
      row={row}
      title={t('guard.title')}
      hint={t('guard.hint')}
      read={read}
      lines={({ below_percent, cost_per_minute }) => [
        `${t('guard.below')}: ${number(below_percent)}%`,
        `${inCurrency(t('guard.cost'))}: ${money(cost_per_minute)}`,
      ]}
    >
      <div className={css.amounts}>
        <Form.Item name={['value', 'below_percent']} label={t('guard.below')} rules={rules(PERCENT)}>
          <NumberField {...PERCENT} className={css.amount ?? ''} suffix="%" />
        </Form.Item>
        <Form.Item
          name={['value', 'cost_per_minute']}
          label={t('guard.cost')}
          extra={t('guard.costHint')}
          rules={rules(COST)}
        >
          <NumberField {...COST} className={css.amount ?? ''} step={0.1} suffix={currency ?? ''} />
        </Form.Item>
      </div>
    </MetadataForm>
  );
}
