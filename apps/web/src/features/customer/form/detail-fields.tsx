import { customerEndpoints, type CustomerRow } from '@darkroom/contract/customer';
import { CONTRACT_STATUSES, CUSTOMER_TIERS } from '@darkroom/domain/customer/enums';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../lib/call/query.ts';
import { useMay } from '../../../lib/session/session.ts';
import { DayField } from '../../../ui/day-picker/day-picker.tsx';
import { useDayRule } from '../../../ui/day-picker/use-day-rule.ts';
import { Segmented } from '../../../ui/input/segmented.tsx';
import styles from './customer-form.module.css';

type Details = CustomerRow['details'];
type Suggested = 'country' | 'payment_plan' | 'pay_to';
type Text = Exclude<keyof Details, 'contract_status' | 'tier' | 'join_date' | 'billing_email'>;

/** The detail record as a form holds it; '' stands for none. */
export interface DetailValues extends Record<Text, string> {
  billing_email: string;
  join_date: string | null;
  contract_status: Details['contract_status'];
  tier: Details['tier'];
}

export const EMPTY_DETAILS: DetailValues = {
  company_name: '',
  street_name: '',
  city: '',
  state: '',
  post_code: '',
  country: '',
  payment_plan: '',
  join_date: null,
  contract_status: 'Unsigned',
  tier: 'Bronze',
  billing_email: '',
  pay_to: '',
};

/** A record as its form begins with it. */
export const detailValues = (details: Details): DetailValues => {
  const words = Object.entries(details).map(([field, value]) => [field, field === 'join_date' ? value : (value ?? '')]);
  return Object.fromEntries(words) as DetailValues;
};

/** The sections of the detail record: company, address, contract and payment. */
export function DetailFields({ companyHead }: { companyHead?: ReactNode }) {
  const { t } = useTranslation(['customer', 'errors', 'field']);
  const dayRule = useDayRule();
  return (
    <>
      <FormSection title={t('section.company')}>
        {companyHead}
        <TextField name="company_name" />
        <Form.Item
          name="billing_email"
          label={t('field:billing_email')}
          rules={[
            { pattern: /^\s*([^\s@]+@[^\s@.]+(\.[^\s@.]+)+)?\s*$/, message: t('errors:field.not_email') },
            { max: 100 },
          ]}
        >
          <Input inputMode="email" autoComplete="off" />
        </Form.Item>
      </FormSection>
      <FormSection title={t('section.address')}>
        <TextField name="street_name" wide />
        <TextField name="city" />
        <TextField name="state" />
        <TextField name="post_code" max={10} />
        <SuggestedField name="country" />
      </FormSection>
      <FormSection title={t('section.contract')}>
        <Form.Item name="contract_status" label={t('field:contract_status')}>
          <Segmented
            aria-label={t('field:contract_status')}
            options={CONTRACT_STATUSES.map((value) => ({ value, label: t(`contract.${value}`) }))}
          />
        </Form.Item>
        <Form.Item name="tier" label={t('field:tier')}>
          <Segmented aria-label={t('field:tier')} options={[...CUSTOMER_TIERS]} />
        </Form.Item>
        <Form.Item name="join_date" label={t('field:join_date')} rules={[dayRule()]}>
          <DayField className={styles.whole} />
        </Form.Item>
        <SuggestedField name="payment_plan" />
        <SuggestedField name="pay_to" />
      </FormSection>
    </>
  );
}

/** One part of a long form, under its name. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.sectionTitle}>{title}</h2>
      <div className={styles.pair}>{children}</div>
    </section>
  );
}

function TextField({ name, max = 100, wide = false }: { name: Text; max?: number; wide?: boolean }) {
  const { t } = useTranslation(['customer', 'field']);
  return (
    <Form.Item name={name} label={t(`field:${name}`)} rules={[{ max }]} {...(wide ? { className: styles.wide } : {})}>
      <Input autoComplete="off" />
    </Form.Item>
  );
}

/** Free text that other customers have too: written the same way again by choosing it. */
function SuggestedField({ name }: { name: Suggested }) {
  const { t } = useTranslation(['customer', 'field']);
  const may = useMay();
  const values = useQuery({
    ...query(customerEndpoints.values, {}),
    enabled: may(customerEndpoints.values.access),
  }).data?.[name];
  return (
    <Form.Item name={name} label={t(`field:${name}`)} rules={[{ max: 100 }]}>
      <AutoComplete
        options={(values ?? []).map((value) => ({ value }))}
        showSearch={{ filterOption: (typed, option) => foldedMatch(String(option?.value), typed) }}
      />
    </Form.Item>
  );
}
