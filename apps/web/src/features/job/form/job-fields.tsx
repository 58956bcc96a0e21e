import { jobEndpoints } from '@darkroom/contract/job/job';
import { JOB } from '@darkroom/contract/field-tables/job';
import { useTranslation } from 'react-i18next';
import { useCustomerLevels } from '../../../ui/filter-bar/filter-bar-choices.ts';
import { LevelPicker } from '../../../ui/filter-bar/level-picker.tsx';
import { Field } from '../../../ui/record-form/field.tsx';
import { heldOf } from '../../../ui/record-form/held.ts';
import styles from './job-form.module.css';

/** A job's own fields as its form begins with them. When it is promised for has fields of its own (`DueFields`). */
export function jobValues(job?: object) {
  const { due_at: _due, ...values } = heldOf(JOB, jobEndpoints.update.input.shape, job);
  return values;
}
export type JobValues = ReturnType<typeof jobValues>;

interface JobFieldsProps {
  /** Only customers of this one are offered. */
  cus_id1?: number | undefined;
  autoFocus?: boolean;
  /** What choosing this customer brings with it. */
  customerNote?: string | null;
  /** Why the job cannot go to this customer. */
  customerTrouble?: string | null;
}

/** The fields of a job, for adding and changing one. */
export function JobFields({ autoFocus, cus_id1, customerNote, customerTrouble }: JobFieldsProps) {
  const { t } = useTranslation('job');
  const customers = useCustomerLevels(cus_id1);
  return (
    <>
      <div className={styles.pair}>
        <Field name="job_date" allowClear={false} />
        <Field name="job_priority" />
      </div>
      <Field
        name="customer2_id"
        extra={customerNote && <span role="status">{customerNote}</span>}
        // Said once: what saving would be refused with stands in the same place.
        {...(customerTrouble ? { validateStatus: 'error', help: customerTrouble } : {})}
      >
        <LevelPicker levels={customers} placeholder={t('chooseCustomer')} autoFocus={autoFocus} />
      </Field>
      <Field name="job_name" />
      <Field name="job_link" />
      <Field name="job_notes" />
    </>
  );
}
