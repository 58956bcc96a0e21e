import { DENSITIES, type Density } from '@darkroom/contract/setting';
import { Segmented } from '../../../ui/input/segmented.tsx';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { Field } from '../../../ui/record-form/field.tsx';
import css from './metadata.module.css';
import { MetadataForm, type MetadataRow } from './metadata-form.tsx';
import { CURRENCIES } from '@darkroom/domain/money/currencies';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { Form, Input, Select } from 'antd';
import { useMemo } from 'react';
import { byLabel } from '../../../lib/i18n/by-label.ts';
import { groupByArea, useCodeTexts } from '../../../lib/i18n/permission-words.ts';
import { parseValue, type PriorityLabel } from './metadata-values.ts';
import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { PERMISSION_CODES } from '@darkroom/domain/permission/codes';
import { isPortalCode } from '@darkroom/domain/permission/grant';
import { FACTOR_MODES, NO_FACTOR_POLICY } from '@darkroom/domain/user/second-factor';
import type { quoteGuard, blindCheckSetting, MailSender, factorPolicy } from '@darkroom/contract/setting';
import type { z } from 'zod';
import { useCurrencyLabel, useJobTaskSetting } from '../../../lib/session/lookups.ts';
import { BLIND_CHECK_DAYS, DEFAULT_SHARE } from '@darkroom/domain/blind-check/blind-check';

/** Lookups of allowances with their keys. Without keys, it is a single amount (spec §9). */
export const AMOUNTS = {
  transport: ['A', 'B', 'C', 'AB', 'BC', 'ABC'],
  meal: ['1', '2', '3'],
  internet: null,
  electricity: null,
} as const satisfies Record<string, readonly string[] | null>;
export type AmountKey = keyof typeof AMOUNTS;

type Amounts = Record<string, number | null> | number | null;
const readAmounts = (value: unknown) => value as Amounts;

/** One lookup of the allowances, in VND. */
export function AmountsForm({ amountKey, row }: { amountKey: AmountKey; row: MetadataRow }) {
  const { t } = useTranslation('setting');
  const { number } = useFormat();
  const tiers: readonly string[] | null = AMOUNTS[amountKey];
  return (
    <MetadataForm<Amounts>
      data_type="ALLOWANCE"
      row={row}
      title={t(`allowance.${amountKey}`)}
      read={readAmounts}
      formatLines={(amounts) =>
        typeof amounts === 'object' && amounts !== null
          ? Object.entries(amounts).map(([tier, amount]) => `${tier}: ${number(amount)}`)
          : [number(amounts)]
      }
    >
      <div className={css.amountFields}>
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

const readCurrency = (value: unknown): string => parseValue('JOB_TASK', 'currency', value) ?? '';

/** Currency of customers' prices (domain §3): an ISO 4217 code, found by code or name. */
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
      read={readCurrency}
      formatLines={(currency) => [currency]}
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

const readPriorities = (value: unknown): PriorityLabel[] =>
  parseValue('JOB_TASK', 'priorities', value) ?? JOB_PRIORITIES.map((key) => ({ key, en: key, vi: key }));

/** Names of the job priorities. The specification sets the priorities themselves. */
export function PrioritiesForm({ row }: { row: MetadataRow }) {
  const { t } = useTranslation(['setting', 'errors']);
  const keys = readPriorities(row.value).map((priority) => priority.key);
  return (
    <MetadataForm<PriorityLabel[]>
      data_type="JOB_TASK"
      row={row}
      title={t('priorities.title')}
      hint={t('priorities.hint')}
      read={readPriorities}
      formatLines={(priorities) => priorities.map(({ key, en, vi }) => `${key}: ${en} · ${vi}`)}
    >
      <ul className={css.rowList}>
        {keys.map((key, index) => (
          <li key={key} className={css.priority} aria-label={key}>
            <span className={css.priorityKey}>{key}</span>
            {(['en', 'vi'] as const).map((language) => (
              <Field key={language} name={['value', index, language]} label={t(`faults.${language}`)} lang={language} />
            ))}
          </li>
        ))}
      </ul>
    </MetadataForm>
  );
}

type QuoteGuardSetting = z.output<typeof quoteGuard>;

const readQuoteGuard = (value: unknown): QuoteGuardSetting =>
  parseValue('JOB_TASK', 'quote_guard', value) ?? { below_percent: 0, cost_per_minute: 0 };

/** Settings of the price guard for quotes (decision 105): maximum discount from the list price, and the cost of a work minute. */
export function QuoteGuardForm({ row }: { row: MetadataRow }) {
  const { t } = useTranslation(['setting', 'errors']);
  const { money, number } = useFormat();
  const inCurrency = useCurrencyLabel();
  const currency = useJobTaskSetting('currency');
  const missing = t('errors:field.not_a_number');
  return (
    <MetadataForm<QuoteGuardSetting>
      data_type="JOB_TASK"
      row={row}
      title={t('quoteGuard.title')}
      hint={t('quoteGuard.hint')}
      read={readQuoteGuard}
      formatLines={({ below_percent, cost_per_minute }) => [
        `${t('quoteGuard.below')}: ${number(below_percent)}%`,
        `${inCurrency(t('quoteGuard.cost'))}: ${money(cost_per_minute)}`,
      ]}
    >
      <div className={css.amountFields}>
        <Field
          name={['value', 'below_percent']}
          label={t('quoteGuard.below')}
          missing={missing}
          inputClass={css.amount}
          suffix="%"
        />
        <Field
          name={['value', 'cost_per_minute']}
          label={t('quoteGuard.cost')}
          extra={t('quoteGuard.costHint')}
          missing={missing}
          inputClass={css.amount}
          step={0.1}
          suffix={currency ?? ''}
        />
      </div>
    </MetadataForm>
  );
}

const readMailSender = (value: unknown): MailSender =>
  parseValue('JOB_TASK', 'mail', value) ?? { bureau_name: '', reply_to: null };

/** Sender of emails: name of the bureau, and the address for replies (decision 170). */
export function MailSenderForm({ row }: { row: MetadataRow }) {
  const { t } = useTranslation(['setting', 'errors']);
  return (
    <MetadataForm<MailSender>
      data_type="JOB_TASK"
      row={row}
      title={t('mailSender.title')}
      hint={t('mailSender.hint')}
      read={readMailSender}
      formatLines={({ bureau_name, reply_to }) => [
        `${t('mailSender.name')}: ${bureau_name}`,
        `${t('mailSender.replyTo')}: ${reply_to ?? ''}`,
      ]}
    >
      <Field name={['value', 'bureau_name']} label={t('mailSender.name')} missing={t('errors:field.required')}>
        <Input maxLength={100} />
      </Field>
      <Field name={['value', 'reply_to']} label={t('mailSender.replyTo')} extra={t('mailSender.replyToHint')}>
        <Input type="email" maxLength={100} />
      </Field>
    </MetadataForm>
  );
}

type FactorPolicy = z.output<typeof factorPolicy>;

const readFactorPolicy = (value: unknown): FactorPolicy =>
  parseValue('JOB_TASK', 'second_factor', value) ?? { ...NO_FACTOR_POLICY, permissions: [] };

/** Rule for second factors (decision 171): off, offered, or required from a day on. */
export function SecondFactorForm({ row }: { row: MetadataRow }) {
  const { t } = useTranslation('setting');
  const { product } = useCodeTexts();
  const { day } = useFormat();
  return (
    <MetadataForm<FactorPolicy>
      data_type="JOB_TASK"
      row={row}
      title={t('secondFactor.title')}
      hint={t('secondFactor.hint')}
      read={readFactorPolicy}
      formatLines={({ mode, permissions, required_from }) => [
        t(`secondFactor.modes.${mode}`),
        `${t('secondFactor.permissions')}: ${permissions.map((code) => product(code) || code).join(', ')}`,
        `${t('secondFactor.from')}: ${day(required_from)}`,
      ]}
    >
      <FactorPolicyFields />
    </MetadataForm>
  );
}

function FactorPolicyFields() {
  const { t } = useTranslation('setting');
  const words = useCodeTexts();
  const mode = Form.useWatch<FactorPolicy['mode'] | undefined>(['value', 'mode']);
  const options = groupByArea(
    PERMISSION_CODES.filter((code) => !isPortalCode(code)),
    (code) => code,
  ).map(({ area, things }) => ({
    label: words.area(area),
    options: things.map((value) => ({ value, label: words.product(value) })),
  }));
  return (
    <>
      <Field name={['value', 'mode']} label={t('secondFactor.mode')}>
        <Select
          className={css.choice ?? ''}
          options={FACTOR_MODES.map((value) => ({ value, label: t(`secondFactor.modes.${value}`) }))}
        />
      </Field>
      {mode === 'permissions' && (
        <Form.Item name={['value', 'permissions']} label={t('secondFactor.permissions')} rules={[{ required: true }]}>
          <Select<string[], { value: string; label: string }>
            mode="multiple"
            options={options as never}
            showSearch={{ filterOption: (typed, option) => foldedMatch(option?.label ?? '', typed) }}
          />
        </Form.Item>
      )}
      {(mode === 'permissions' || mode === 'staff') && (
        <Field
          name={['value', 'required_from']}
          label={t('secondFactor.from')}
          extra={t('secondFactor.fromHint')}
          className={css.choice}
        />
      )}
    </>
  );
}

type BlindCheckSetting = z.output<typeof blindCheckSetting>;

const readBlindCheck = (value: unknown): BlindCheckSetting =>
  parseValue('JOB_TASK', 'blind_check', value) ?? { share: DEFAULT_SHARE };

/** Share of the tasks passed by QC 2 that are checked blind (decision 134). */
export function BlindCheckForm({ row }: { row: MetadataRow }) {
  const { t } = useTranslation(['setting', 'errors']);
  const { number } = useFormat();
  return (
    <MetadataForm<BlindCheckSetting>
      data_type="JOB_TASK"
      row={row}
      title={t('blindCheck.title')}
      hint={t('blindCheck.hint', { days: number(BLIND_CHECK_DAYS) })}
      read={readBlindCheck}
      formatLines={({ share }) => [`${t('blindCheck.share')}: ${number(share)}%`]}
    >
      <div className={css.amountFields}>
        <Field
          name={['value', 'share']}
          label={t('blindCheck.share')}
          missing={t('errors:field.not_a_number')}
          inputClass={css.amount}
          step={0.5}
          suffix="%"
        />
      </div>
    </MetadataForm>
  );
}

interface DisplaySetting {
  density: Density;
}
const readDisplay = (value: unknown): DisplaySetting =>
  parseValue('JOB_TASK', 'display', value) ?? { density: 'compact' };

/** Default display of lists for users without their own settings (domain §5, display settings). */
export function DisplayForm({ row }: { row: MetadataRow }) {
  const { t } = useTranslation(['setting', 'table']);
  return (
    <MetadataForm<DisplaySetting>
      data_type="JOB_TASK"
      row={row}
      title={t('display.title')}
      hint={t('display.hint')}
      read={readDisplay}
      formatLines={({ density }) => [t(`table:appearance.${density}`)]}
    >
      <Form.Item name={['value', 'density']} label={t('table:appearance.density')}>
        <Segmented
          aria-label={t('table:appearance.density')}
          options={DENSITIES.map((value) => ({ value, label: t(`table:appearance.${value}`) }))}
        />
      </Form.Item>
    </MetadataForm>
  );
}
