import { CURRENCIES } from '@darkroom/domain/money/currencies';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { byLabel } from '../../../lib/words/by-label.ts';
import { Field } from '../../../ui/record-form/field.tsx';
import css from './metadata.module.css';
import { MetadataForm, type MetadataRow } from './metadata-form.tsx';
import { valueOf } from './metadata-values.ts';

const read = (value: unknown): string => valueOf('JOB_TASK', 'currency', value) ?? '';

/** What customers' prices are in (domain §3): one of ISO 4217, found by code or name. */
export function CurrencyForm({ row }: { row: MetadataRow }) {
  const { t, i18n } = useTranslation('setting');
  const language = i18n.resolvedLanguage ?? 'en';
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'currency' });
    return CURRENCIES.map((code) => ({ value: code, label: `${code} – ${names.of(code) ?? code}` })).toSorted(byLabel);
  }, [language]);
  return (
    <MetadataForm<string>
      data_type="JOB_TASK"
      row={row}
      title={t('currency.title')}
      hint={t('currency.hint')}
      read={read}
      lines={(currency) => [currency]}
    >
      <Field name="value" label={t('currency.title')}>
        <Select<string, { value: string; label: string }>
          className={css.choice ?? ''}
          options={options}
          showSearch={{ filterOption: (typed, option) => foldedMatch(option?.label ?? '', typed) }}
        />
      </Field>
    </MetadataForm>
  );
}
