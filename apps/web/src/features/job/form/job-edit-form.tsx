import { job as jobSchema, jobEndpoints, type Job } from '@darkroom/contract/job';
import { JOB } from '@darkroom/contract/records/job';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../lib/toast.ts';
import { RecordHistory } from '../../../records/history/record-history.tsx';
import { FormDrawer } from '../../../ui/record-form/form-drawer.tsx';
import { JobFields, jobOnTheWire, type JobValues } from './job-fields.tsx';
import { StaleNotice } from '../../../ui/record-form/stale-notice.tsx';
import { useRecordForm } from '../../../ui/record-form/use-record-form.ts';

const ownFields = jobSchema.omit({ job_details: true });
type JobRow = Omit<Job, 'job_details'>;

const valuesOf = (job: JobRow): JobValues => ({
  job_date: job.job_date,
  customer2_id: job.customer2_id,
  job_name: job.job_name,
  job_link: job.job_link ?? '',
  job_priority: job.job_priority ?? '',
  job_notes: job.job_notes,
});

/** Changes a job's own fields. */
export function JobEditForm({ job, onClose }: { job: Job; onClose: () => void }) {
  const { t } = useTranslation(['job', 'common']);
  const toast = useToast();
  const record = useRecordForm<typeof jobEndpoints.update, JobRow, JobValues>({
    endpoint: jobEndpoints.update,
    record: job,
    currentSchema: ownFields,
    invalidates: ['job', 'task'],
    valuesOf,
    inputOf: ({ job_id, version }, changed) => ({ job_id, version, ...jobOnTheWire(changed) }),
    onDone: ({ prod_id }) => {
      toast.success(t('saved', { name: prod_id }));
      onClose();
    },
  });

  return (
    <FormDrawer
      inAddress
      title={t('editNamed', { name: job.prod_id })}
      formId="job-edit"
      saveLabel={t('common:save')}
      saving={record.saving}
      isTouched={() => record.form.isFieldsTouched()}
      onClose={onClose}
      extra={<RecordHistory entity="job" id={job.job_id} name={job.prod_id} />}
    >
      <StaleNotice record={record} fields={JOB} />
      <Form<JobValues>
        name="job-edit"
        form={record.form}
        layout="vertical"
        scrollToFirstError={{ block: 'nearest', focus: true }}
        initialValues={record.initial}
        onFinish={record.submit}
      >
        <JobFields />
      </Form>
    </FormDrawer>
  );
}
