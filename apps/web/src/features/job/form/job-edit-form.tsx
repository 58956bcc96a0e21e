import { Form } from 'antd';
import { job as jobSchema, jobEndpoints, type Job } from '@darkroom/contract/job/job';
import { JOB, JOB_WIRE_FIELDS } from '@darkroom/contract/field-tables/job';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useToast } from '../../../lib/toast.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { EditDrawer } from '../../../entities/history/edit-drawer.tsx';
import { toInstant, toMoment } from '../../../ui/day-picker/moment.ts';
import { DueFields, type DueValues } from './due-fields.tsx';
import { toCallInput } from '../../../ui/record-form/form-values.ts';
import { useJobRepricing } from './use-job-repricing.tsx';
import { JobFields, getJobValues, type JobValues } from './job-fields.tsx';
import { useRecordForm } from '../../../ui/record-form/use-record-form.ts';

const jobRowSchema = jobSchema.omit({ job_details: true });
type JobRow = Omit<Job, 'job_details'>;

type EditValues = JobValues & DueValues;
/** Fields of the form: those of the job, and the reason for a changed due date. */
const FIELDS = { ...JOB, ...JOB_WIRE_FIELDS };

const toFormValues = (job: JobRow): EditValues => ({
  ...getJobValues(job),
  due_at: toMoment(job.due_at),
  due_reason: '',
});

export function JobEditForm({ job, onClose }: { job: Job; onClose: () => void }) {
  const { t } = useTranslation('job');
  const toast = useToast();
  const { dayTime } = useFormat();
  const record = useRecordForm<typeof jobEndpoints.update, JobRow, EditValues>({
    endpoint: jobEndpoints.update,
    record: job,
    currentSchema: jobRowSchema,
    invalidates: ['job', 'task'],
    valuesOf: toFormValues,
    extraFields: ['due_reason'],
    inputOf: ({ job_id, version }, { due_at, ...changed }, { due_reason }) => ({
      job_id,
      version,
      ...toCallInput<typeof jobEndpoints.update>(changed),
      ...repricing.getConfirmedPrices(),
      ...(due_at ? { due_at: toInstant(due_at) ?? undefined, due_reason } : {}),
    }),
    ask: (_from, changed) => repricing.confirmChange(changed),
    onDone: ({ prod_id }) => {
      toast.success(t('saved', { name: prod_id }));
      onClose();
    },
  });
  const customer2_id = Form.useWatch('customer2_id', record.form);
  const repricing = useJobRepricing(job, customer2_id);

  return (
    <EditDrawer
      inAddress
      name="job-edit"
      record={record}
      fields={FIELDS}
      show={{ due_at: (moment) => dayTime(toInstant(moment)) }}
      title={t('editNamed', { name: job.prod_id })}
      onClose={onClose}
      lead={repricing.holder}
      historyRecord={{ entity: 'job', id: job.job_id, name: job.prod_id }}
    >
      <JobFields customerNote={repricing.words} customerError={repricing.customerError} />
      <DueFields job={job} />
    </EditDrawer>
  );
}
