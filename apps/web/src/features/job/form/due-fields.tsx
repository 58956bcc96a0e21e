import type { Job } from '@darkroom/contract/job/job';
import { isDay } from '@darkroom/domain/calendar/day';
import { findDueDateError } from '@darkroom/domain/due-date/turnaround';
import { Button, Form } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { MomentField } from '../../../ui/day-picker/moment-field.tsx';
import { toInstant, isEmptyMoment, toMoment, type Moment } from '../../../ui/day-picker/moment.ts';
import { useDayError } from '../../../ui/day-picker/use-day-rule.ts';
import { Field } from '../../../ui/record-form/field.tsx';
import { JobDue } from '../list/job-columns.tsx';
import type { JobValues } from './job-fields.tsx';
import { useCalculatedDueDate } from './use-calculated-due-date.ts';

/** Due date of a job in its form, with the reason for a change. */
export interface DueValues {
  due_at: Moment;
  due_reason: string;
}

/** Due date of a job. A change needs a reason. Below are the first due date and the calculated due date. */
export function DueFields({ job }: { job: Job }) {
  const { t } = useTranslation(['job', 'errors', 'field']);
  const { dayTime } = useFormat();
  const formatDayError = useDayError();
  const form = Form.useFormInstance<JobValues & DueValues>();
  const due_at = Form.useWatch('due_at', form) ?? toMoment(job.due_at);
  // An unreadable day has its own error at its field.
  const job_date = Form.useWatch('job_date', form);
  const customer2_id = Form.useWatch('customer2_id', form);
  const job_priority = Form.useWatch('job_priority', form);
  const calculatedDue = useCalculatedDueDate({
    job_date,
    customer2_id,
    job_priority: job_priority ?? null,
    details: job.job_details,
  });
  const initialDue = toMoment(job.due_at);
  // The result of a completed job, on time or late, is already counted.
  const done = job.job_status === 'COMPLETED';
  const isSelected = (moment: Moment) => due_at.day === moment.day && due_at.time === moment.time;
  const isChanged = !isSelected(initialDue);
  const enteredDue = isChanged ? toInstant(due_at) : job.due_at;
  const applyCalculatedDue = () => {
    if (calculatedDue) form.setFieldValue('due_at', toMoment(calculatedDue));
  };
  return (
    <>
      <Form.Item
        name="due_at"
        label={t('field:due_at')}
        validateTrigger="onBlur"
        dependencies={['job_date']}
        rules={[
          {
            validator: (_rule, moment: Moment) => {
              const instant = toInstant(moment);
              // A due date can be changed but not removed. A job without a due date can stay without one.
              if (instant === null && !(job.due_at === null && isEmptyMoment(moment)))
                return Promise.reject(new Error(formatDayError(moment.day) ?? t('errors:field.not_a_time')));
              // Also checked against a new job date, because a due date must not be before it.
              const error = findDueDateError(job, {
                job_date: job_date && isDay(job_date) ? job_date : undefined,
                due_at: isChanged ? instant : undefined,
              });
              if (error === 'due_before_job_date')
                return Promise.reject(new Error(t('errors:field.dueBeforeJobDateOf', { due: dayTime(job.due_at) })));
              if (error) return Promise.reject(new Error(t(`errors:field.${error}`)));
              return Promise.resolve();
            },
          },
        ]}
        extra={
          <span className="cluster gap-4-12">
            {enteredDue && <JobDue job={{ ...job, due_at: enteredDue }} />}
            {job.first_due_at !== job.due_at && <span>{t('due.first', { at: dayTime(job.first_due_at) })}</span>}
            {calculatedDue && !done && !isSelected(toMoment(calculatedDue)) && (
              <span>
                {t('due.calculated', { at: dayTime(calculatedDue) })}{' '}
                <Button type="link" size="small" onClick={applyCalculatedDue}>
                  {t('due.use')}
                </Button>
              </span>
            )}
          </span>
        }
      >
        <MomentField label={t('field:due_at')} disabled={done} />
      </Form.Item>
      {isChanged && <Field name="due_reason" required rows={1} />}
    </>
  );
}
