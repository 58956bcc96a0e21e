import { Form } from 'antd';
import { job as jobSchema, jobEndpoints, type Job } from '@darkroom/contract/job/job';
import { JOB, JOB_WIRE_FIELDS } from '@darkroom/contract/field-tables/job';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../lib/toast.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { EditDrawer } from '../../../entities/history/edit-drawer.tsx';
import { instantOf, momentOf } from '../../../ui/day-picker/moment.ts';
import { DueFields, type DueValues } from './due-fields.tsx';
import { onTheWire } from '../../../ui/record-form/held.ts';
import { useMoveQuote } from './use-move-quote.tsx';
import { JobFields, jobValues, type JobValues } from './job-fields.tsx';
import { useRecordForm } from '../../../ui/record-form/use-record-form.ts';

const ownFields = jobSchema.omit({ job_details: true });
type JobRow = Omit<Job, 'job_details'>;

type EditValues = JobValues & DueValues;
/** Fields of the form: those of the job, and the reason for a changed due date. */
const FIELDS = { ...JOB, ...JOB_WIRE_FIELDS };

const valuesOf = (job: JobRow): EditValues => ({
  ...jobValues(job),
  due_at: momentOf(job.due_at),
  due_reason: '',
});

export function JobEditForm({ job, onClose }: { job: Job; onClose: () => void }) {
  const { t } = useTranslation('job');
  const toast = useToast();
  const { dayTime } = useFormat();
  const record = useRecordForm<typeof jobEndpoints.update, JobRow, EditValues>({
    endpoint: jobEndpoints.update,
    record: job,
    currentSchema: ownFields,
    invalidates: ['job', 'task'],
    valuesOf,
    beside: ['due_reason'],
    inputOf: ({ job_id, version }, { due_at, ...changed }, { due_reason }) => ({
      job_id,
      version,
      ...onTheWire<typeof jobEndpoints.update>(changed),
      ...move.pricesSeen(),
      ...(due_at ? { due_at: instantOf(due_at) ?? undefined, due_reason } : {}),
    }),
    ask: (_from, changed) => move.meant(changed),
    onDone: ({ prod_id }) => {
      toast.success(t('saved', { name: prod_id }));
      onClose();
    },
  });
  const customer2_id = Form.useWatch('customer2_id', record.form);
  const move = useMoveQuote(job, customer2_id);

  return (
    <EditDrawer
      inAddress
      name="job-edit"
      record={record}
      fields={FIELDS}
      show={{ due_at: (moment) => dayTime(instantOf(moment)) }}
      title={t('editNamed', { name: job.prod_id })}
      onClose={onClose}
      lead={move.holder}
      of={{ entity: 'job', id: job.job_id, name: job.prod_id }}
    >
      <JobFields customerNote={move.words} customerTrouble={move.trouble} />
      <DueFields job={job} />
    </EditDrawer>
  );
}
