import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { Field } from '../../../ui/record-form/field.tsx';
import css from './metadata.module.css';
import { MetadataForm, type MetadataRow } from './metadata-form.tsx';

/** The lookups of allowances and the keys each holds; one without keys is a single amount (spec §9). */
export const AMOUNTS = {
  transport: ['A', 'B', 'C', 'AB', 'BC', 'ABC'],
  meal: ['1', '2', '3'],
  internet: null,
  electricity: null,
} as const satisfies Record<string, readonly string[] | null>;
export type AmountKey = keyof typeof AMOUNTS;

type Amounts = Record<string, number | null> | number | null;
const read = (value: unknown) => value as Amounts;

/** One lookup of the allowances, in VND. */
export function AmountsForm({ of, row }: { of: AmountKey; row: MetadataRow }) {
  const { t } = useTranslation('setting');
  const { number } = useFormat();
  const tiers: readonly string[] | null = AMOUNTS[of];
  return (
    <MetadataForm<Amounts>
      data_type="ALLOWANCE"
      row={row}
      title={t(`allowance.${of}`)}
      read={read}
      lines={(amounts) =>
        typeof amounts === 'object' && amounts !== null
          ? Object.entries(amounts).map(([tier, amount]) => `${tier}: ${number(amount)}`)
          : [number(amounts)]
      }
    >
      <div className={css.amounts}>
        {tiers ? (
          tiers.map((tier) => <Amount key={tier} name={['value', tier]} label={t('allowance.tier', { key: tier })} />)
        ) : (
          <Amount name={['value']} label={t('allowance.amount')} />
        )}
      </div>
    </MetadataForm>
  );
}

function Amount({ name, label }: { name: string[]; label: string }) {
  const { t } = useTranslation('errors');
  return (
    <Field
      name={name}
      label={label}
      missing={t('field.not_a_number')}
      inputClass={css.amount}
      inThousands
      step={1000}
      suffix="VND"
    />
  );
}
