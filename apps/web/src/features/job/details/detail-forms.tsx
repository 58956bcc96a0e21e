import { jobDetail, jobEndpoints, type Job, type JobDetail } from '@darkroom/contract/job';
import { taskEndpoints } from '@darkroom/contract/task';
import { JOB_DETAIL } from '@darkroom/contract/records/job';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { applyFormErrors } from '../../../lib/errors/form-errors.tsx';
import { useApiMutation } from '../../../lib/call/query.ts';
import { useToast } from '../../../lib/toast.ts';
import {
  CategoryField,
  EMPTY_DETAIL,
  NoteField,
  QuantityField,
  useCat1Of,
  type DetailValues,
} from './detail-fields.tsx';
import { useSayAdded } from '../../../ui/data-table/added.ts';
import { FormDrawer } from '../../../ui/record-form/form-drawer.tsx';
import { addedJob } from '../list/job-search.ts';
import { NumberField } from '../../../ui/number-field/number-field.tsx';
import { useNumberRule } from '../../../ui/number-field/use-number-rule.ts';
import { LinePrice } from '../form/job-add-form.tsx';
import { StaleNotice } from '../../../ui/record-form/stale-notice.tsx';
import { useQuotes } from '../form/use-quotes.ts';
import { useRecordForm } from '../../../ui/record-form/use-record-form.ts';

/** Adds a detail to a job; it gets one task and the customer's price of now. */
export function DetailAddForm({ job, onClose }: { job: Job; onClose: () => void }) {
  const { t } = useTranslation(['job', 'errors']);
  const sayAdded = useSayAdded();
  const cat1Of = useCat1Of();
  const [form] = Form.useForm<DetailValues>();
  const line = Form.useWatch([], form) as DetailValues | undefined;
  const quotes = useQuotes(job.customer2_id, [line?.service_cat2_id]);
  const add = useApiMutation(jobEndpoints.addDetail, {
    invalidates: ['job', 'task'],
    onSuccess: ({ sub_prod_id }) => {
      sayAdded(addedJob(job.job_id, t('added.detail', { detail: sub_prod_id })));
      onClose();
    },
    onError: (error) => applyFormErrors(form, error, t),
  });
  return (
    <FormDrawer
      inAddress
      title={t('addDetailTo', { job: job.prod_id })}
      formId="detail-add"
      saveLabel={t('addDetail')}
      saving={add.isPending}
      isTouched={() => form.isFieldsTouched()}
      onClose={onClose}
      note={<LinePrice line={line} quotes={quotes} />}
    >
      <Form<DetailValues>
        name="detail-add"
        form={form}
        layout="vertical"
        scrollToFirstError={{ block: 'nearest', focus: true }}
        initialValues={EMPTY_DETAIL}
        onFinish={({ service_cat2_id, quantity, note }) =>
          add.mutate({
            job_id: job.job_id,
            service_cat1_id: cat1Of(service_cat2_id),
            service_cat2_id: service_cat2_id ?? 0,
            quantity: quantity ?? 0,
            note,
          })
        }
      >
        <CategoryField name="service_cat2_id" autoFocus />
        <QuantityField name="quantity" />
        <NoteField name="note" />
      </Form>
    </FormDrawer>
  );
}

const ownFields = jobDetail.omit({ tasks: true });
type DetailRow = Omit<JobDetail, 'tasks'>;

const valuesOf = ({ service_cat2_id, quantity, note }: DetailRow): DetailValues => ({
  service_cat2_id,
  quantity,
  note,
});

/** Changes a detail. */
export function DetailEditForm({ detail, onClose }: { detail: JobDetail; onClose: () => void }) {
  const { t } = useTranslation(['job', 'common', 'field']);
  const toast = useToast();
  const cat1Of = useCat1Of();
  const record = useRecordForm<typeof jobEndpoints.updateDetail, DetailRow, DetailValues>({
    endpoint: jobEndpoints.updateDetail,
    record: detail,
    currentSchema: ownFields,
    invalidates: ['job', 'task'],
    valuesOf,
    inputOf: ({ job_detail_id, version }, { service_cat2_id, quantity, note }) => ({
      job_detail_id,
      version,
      ...(service_cat2_id ? { service_cat2_id, service_cat1_id: cat1Of(service_cat2_id) } : {}),
      ...(quantity ? { quantity } : {}),
      ...(note === undefined ? {} : { note }),
    }),
    onDone: ({ sub_prod_id }) => {
      toast.success(t('saved', { name: sub_prod_id }));
      onClose();
    },
  });
  return (
    <FormDrawer
      inAddress
      title={t('editNamed', { name: detail.sub_prod_id })}
      formId="detail-edit"
      saveLabel={t('common:save')}
      saving={record.saving}
      isTouched={() => record.form.isFieldsTouched()}
      onClose={onClose}
    >
      <StaleNotice record={record} fields={JOB_DETAIL} />
      <Form<DetailValues>
        name="detail-edit"
        form={record.form}
        layout="vertical"
        scrollToFirstError={{ block: 'nearest', focus: true }}
        initialValues={record.initial}
        onFinish={record.submit}
      >
        <CategoryField name="service_cat2_id" />
        <QuantityField name="quantity" />
        <NoteField name="note" />
      </Form>
    </FormDrawer>
  );
}

/** Adds tasks to a detail, to share it among several editors. */
export function TasksAddForm({ job, detail, onClose }: { job: Job; detail: JobDetail; onClose: () => void }) {
  const { t } = useTranslation(['job', 'errors']);
  const sayAdded = useSayAdded();
  const [form] = Form.useForm<{ count: number }>();
  const numberRule = useNumberRule();
  const limits = { whole: true, min: 1, max: 100 };
  const add = useApiMutation(taskEndpoints.add, {
    invalidates: ['job', 'task'],
    onSuccess: ({ results }) => {
      sayAdded(addedJob(job.job_id, t('added.tasks', { count: results.length, detail: detail.sub_prod_id })));
      onClose();
    },
    onError: (error) => applyFormErrors(form, error, t),
  });
  return (
    <FormDrawer
      inAddress
      title={t('addTasksTo', { detail: detail.sub_prod_id })}
      formId="tasks-add"
      saveLabel={t('addTasks')}
      saving={add.isPending}
      isTouched={() => form.isFieldsTouched()}
      onClose={onClose}
    >
      <Form<{ count: number }>
        name="tasks-add"
        form={form}
        layout="vertical"
        scrollToFirstError={{ block: 'nearest', focus: true }}
        initialValues={{ count: 1 }}
        onFinish={({ count }) => add.mutate({ job_detail_id: detail.job_detail_id, count })}
      >
        <Form.Item
          name="count"
          label={t('field.count')}
          extra={t('tasksNow', { count: detail.tasks.length })}
          rules={[{ required: true }, numberRule(limits, t('tasksRule'))]}
        >
          <NumberField {...limits} short autoFocus />
        </Form.Item>
      </Form>
    </FormDrawer>
  );
}
