import { jobEndpoints } from '@darkroom/contract/job/job';
import { JOB } from '@darkroom/contract/field-tables/job';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useCustomerLevels } from '../../../ui/filter-bar/filter-bar-choices.ts';
import { LevelPicker } from '../../../ui/filter-bar/level-picker.tsx';
import { Field } from '../../../ui/record-form/field.tsx';
import { toFormValues } from '../../../ui/record-form/form-values.ts';
import styles from './job-form.module.css';

/** Returns the initial form values of a job. The due date has its own fields (`DueFields`). */
export function getJobValues(job?: object) {
  const { due_at: _due, ...values } = toFormValues(JOB, jobEndpoints.update.input.shape, job);
  return values;
}
export type JobValues = ReturnType<typeof getJobValues>;

interface JobFieldsProps {
  /** Limits the customers to those of this customer 1. */
  cus_id1?: number | undefined;
  autoFocus?: boolean;
  customerNote?: string | null;
  /** Reason why the job cannot move to this customer. */
  customerError?: string | null;
}

/** Fields of a job, for adding and changing. */
export function JobFields({ autoFocus, cus_id1, customerNote, customerError }: JobFieldsProps) {
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
        // An error of saving uses the same position, so the reason is shown once.
        {...(customerError ? { validateStatus: 'error', help: customerError } : {})}
      >
        <LevelPicker levels={customers} placeholder={t('chooseCustomer')} autoFocus={autoFocus} />
      </Field>
      <Field name="job_name" />
      <Field name="job_link" />
      <Field name="job_notes" />
    </>
  );
}
