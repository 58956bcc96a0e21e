import { completeLink, isWebLink } from '@darkroom/domain/text/link';
import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { usePriorityWord } from '../../../lib/session/lookups.ts';
import { DayField } from '../../../ui/day-picker/day-picker.tsx';
import { useDayRule } from '../../../ui/day-picker/use-day-rule.ts';
import { useCustomerLevels } from '../../../ui/filter-bar/filter-bar-choices.ts';
import { LevelPicker } from '../../../ui/filter-bar/level-picker.tsx';
import { Segmented } from '../../../ui/input/segmented.tsx';
import fields from '../../../ui/record-form/fields.module.css';
import styles from './job-form.module.css';

/** A job's own fields as a form holds them; '' stands for none. */
export interface JobValues {
  job_date: string;
  customer2_id: number | null;
  job_name: string;
  job_link: string;
  job_priority: '' | (typeof JOB_PRIORITIES)[number];
  job_notes: string;
}

interface JobFieldsProps {
  autoFocus?: boolean;
  /** Only customers of this one are offered. */
  cus_id1?: number | undefined;
  /** What choosing this customer brings with it. */
  customerNote?: string | null;
  /** Why the job cannot go to this customer. */
  customerTrouble?: string | null;
}

/** The fields of a job, for adding and changing one. */
export function JobFields({ autoFocus, cus_id1, customerNote, customerTrouble }: JobFieldsProps) {
  const { t } = useTranslation(['job', 'status', 'errors', 'field']);
  const dayRule = useDayRule();
  const priorityWord = usePriorityWord();
  const customers = useCustomerLevels(cus_id1);
  return (
    <>
      <div className={styles.pair}>
        <Form.Item name="job_date" label={t('field:job_date')} rules={[{ required: true }, dayRule()]}>
          <DayField className={styles.whole} allowClear={false} />
        </Form.Item>
        <Form.Item name="job_priority" label={t('field:job_priority')}>
          <Segmented
            aria-label={t('field:job_priority')}
            options={[
              { value: '', label: t('status:priority.none') },
              ...JOB_PRIORITIES.map((value) => ({ value, label: priorityWord(value) })),
            ]}
          />
        </Form.Item>
      </div>
      <Form.Item
        name="customer2_id"
        label={t('field:customer2_id')}
        extra={customerNote && <span role="status">{customerNote}</span>}
        // Said once: what saving would be refused with stands in the same place.
        {...(customerTrouble ? { validateStatus: 'error', help: customerTrouble } : {})}
        rules={[{ required: true }]}
      >
        <LevelPicker levels={customers} placeholder={t('chooseCustomer')} autoFocus={autoFocus} />
      </Form.Item>
      <Form.Item
        name="job_name"
        label={t('field:job_name')}
        rules={[{ required: true, whitespace: true }, { max: 100 }]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="job_link"
        label={t('field:job_link')}
        rules={[
          {
            validator: (_, link: string) =>
              !link.trim() || isWebLink(completeLink(link.trim()))
                ? Promise.resolve()
                : Promise.reject(new Error(t('errors:field.not_http'))),
          },
        ]}
      >
        <Input inputMode="url" placeholder="https://" autoComplete="off" />
      </Form.Item>
      <Form.Item name="job_notes" label={t('field:job_notes')} rules={[{ max: 2000 }]}>
        <Input.TextArea rows={2} className={fields.growing} />
      </Form.Item>
    </>
  );
}

/** Field values as the wire takes them: no link and no priority are null, what is not given is left out. */
export const jobOnTheWire = (values: Partial<JobValues>) => ({
  job_date: values.job_date,
  job_name: values.job_name,
  job_notes: values.job_notes,
  customer2_id: values.customer2_id ?? undefined,
  job_link: values.job_link === undefined ? undefined : values.job_link.trim() || null,
  job_priority: values.job_priority === undefined ? undefined : values.job_priority || null,
});
