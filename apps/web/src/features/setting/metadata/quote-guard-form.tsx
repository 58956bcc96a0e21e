import type { quoteGuard } from '@darkroom/contract/setting';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useInCurrency, useJobTaskSetting } from '../../../lib/session/lookups.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { Field } from '../../../ui/record-form/field.tsx';
import css from './metadata.module.css';
import { MetadataForm, type MetadataRow } from './metadata-form.tsx';
import { valueOf } from './metadata-values.ts';

type Guard = z.output<typeof quoteGuard>;

const read = (value: unknown): Guard =>
  valueOf('JOB_TASK', 'quote_guard', value) ?? { below_percent: 0, cost_per_minute: 0 };

/** What the price guard of quotes goes by (decision 105): how far below the list a price may be, what a minute of work costs. */
export function QuoteGuardForm({ row }: { row: MetadataRow }) {
  const { t } = useTranslation(['setting', 'errors']);
  const { money, number } = useFormat();
  const inCurrency = useInCurrency();
  const currency = useJobTaskSetting('currency');
  const missing = t('errors:field.not_a_number');
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
        <Field
          name={['value', 'below_percent']}
          label={t('guard.below')}
          missing={missing}
          inputClass={css.amount}
          suffix="%"
        />
        <Field
          name={['value', 'cost_per_minute']}
          label={t('guard.cost')}
          extra={t('guard.costHint')}
          missing={missing}
          inputClass={css.amount}
          step={0.1}
          suffix={currency ?? ''}
        />
      </div>
    </MetadataForm>
  );
}
