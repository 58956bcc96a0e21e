import { customerEndpoints, detailFields, type CustomerRow } from '@darkroom/contract/customer/customer';
import { CUSTOMER_DETAIL } from '@darkroom/contract/field-tables/customer';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { useQuery } from '@tanstack/react-query';
import { AutoComplete } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { query } from '../../../lib/api/query.ts';
import { useCan } from '../../../lib/session/session.ts';
import { Field } from '../../../ui/record-form/field.tsx';
import { toFormValues } from '../../../ui/record-form/form-values.ts';
import styles from './customer-form.module.css';

export const toDetailValues = (details?: CustomerRow['details']) =>
  toFormValues(CUSTOMER_DETAIL, detailFields, details);
export type CustomerDetailValues = ReturnType<typeof toDetailValues>;
export const EMPTY_DETAILS: CustomerDetailValues = { ...toDetailValues(), contract_status: 'Unsigned', tier: 'Bronze' };

/** Sections of the detail record: company, address, contract and payment. */
export function CustomerDetailFields({ companyHead }: { companyHead?: ReactNode }) {
  const { t } = useTranslation('customer');
  return (
    <>
      <FormSection title={t('section.company')}>
        {companyHead}
        <Field name="company_name" />
        <Field name="billing_email" inputMode="email" />
      </FormSection>
      <FormSection title={t('section.address')}>
        <Field name="street_name" className={styles.wide} />
        <Field name="city" />
        <Field name="state" />
        <Field name="post_code" />
        <SuggestedField name="country" />
      </FormSection>
      <FormSection title={t('section.contract')}>
        <Field name="contract_status" required={false} />
        <Field name="tier" required={false} />
        <Field name="join_date" />
        <SuggestedField name="payment_plan" />
        <SuggestedField name="pay_to" />
      </FormSection>
    </>
  );
}

export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.sectionTitle}>{title}</h2>
      <div className={styles.pair}>{children}</div>
    </section>
  );
}

/** Free text with the values of other customers as suggestions, so that the spelling is the same. */
function SuggestedField({ name }: { name: 'country' | 'payment_plan' | 'pay_to' }) {
  const can = useCan();
  const values = useQuery({
    ...query(customerEndpoints.values, {}),
    enabled: can(customerEndpoints.values.access),
  }).data?.[name];
  return (
    <Field name={name}>
      <AutoComplete
        options={(values ?? []).map((value) => ({ value }))}
        showSearch={{ filterOption: (typed, option) => foldedMatch(String(option?.value), typed) }}
      />
    </Field>
  );
}
