import { jobDetail, jobEndpoints, type Job, type JobDetail } from '@darkroom/contract/job/job';
import { taskEndpoints } from '@darkroom/contract/task/task';
import { JOB_DETAIL } from '@darkroom/contract/field-tables/job';
import { Alert, Form } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useToast } from '../../../lib/toast.ts';
import { getDetailValues, createDetailValues, useCat1Lookup, type JobDetailValues } from './detail-fields.ts';
import { useAnnounceAdded } from '../../../ui/data-table/added.ts';
import { useConfirmQuantity } from '../../../entities/task/form/use-confirm-quantity.ts';
import { EditDrawer } from '../../../entities/history/edit-drawer.tsx';
import { Field } from '../../../ui/record-form/field.tsx';
import { RecordDrawer } from '../../../ui/record-form/record-drawer.tsx';
import { useNewRecord } from '../../../ui/record-form/use-new-record.ts';
import { createAddedToast } from '../list/job-search.ts';
import { LinePrice } from '../form/job-add-form.tsx';
import { useDetailPrices } from '../form/use-detail-prices.ts';
import { useRecordForm } from '../../../ui/record-form/use-record-form.ts';

/** Adds a detail to a job. The detail has one task and the customer's current price. */
export function DetailAddForm({ job, onClose }: { job: Job; onClose: () => void }) {
  const { t } = useTranslation('job');
  const announceAdded = useAnnounceAdded();
  const getCat1Id = useCat1Lookup();
  const record = useNewRecord<typeof jobEndpoints.addDetail, JobDetailValues>({
    endpoint: jobEndpoints.addDetail,
    initial: createDetailValues(),
    inputOf: ({ service_cat2_id, quantity, ...rest }) => ({
      job_id: job.job_id,
      service_cat1_id: getCat1Id(service_cat2_id),
      service_cat2_id: service_cat2_id ?? 0,
      quantity: quantity ?? 0,
      ...rest,
    }),
    invalidates: ['job', 'task'],
    onDone: ({ sub_prod_id }) => {
      announceAdded(createAddedToast(job.job_id, t('added.detail', { detail: sub_prod_id })));
      onClose();
    },
  });
  const line = Form.useWatch([], record.form) as JobDetailValues | undefined;
  const detailPrices = useDetailPrices(job.customer2_id, [line?.service_cat2_id]);
  return (
    <RecordDrawer
      inAddress
      name="detail-add"
      record={record}
      fields={JOB_DETAIL}
      title={t('addDetailTo', { job: job.prod_id })}
      saveLabel={t('addDetail')}
      onClose={onClose}
      note={<LinePrice line={line} detailPrices={detailPrices} />}
    >
      <Field name="service_cat2_id" placeholder={t('chooseCategory')} autoFocus />
      <Field name="quantity" rangeMessage={t('quantityRule')} />
      <Field name="note" rows={1} />
    </RecordDrawer>
  );
}

const detailRowSchema = jobDetail.omit({ tasks: true });
type DetailRow = Omit<JobDetail, 'tasks'>;

interface DetailEditFormProps {
  job: Pick<Job, 'quoted'> | undefined;
  detail: JobDetail;
  onClose: () => void;
}

export function DetailEditForm({ job, detail, onClose }: DetailEditFormProps) {
  const { t } = useTranslation('job');
  const toast = useToast();
  const getCat1Id = useCat1Lookup();
  const { number } = useFormat();
  const { askBack, holder } = useConfirmQuantity(detail.sub_prod_id, ({ counted, ordered }) => ({
    title: t('ask.title', { name: detail.sub_prod_id }),
    lines: [t('ask.belowCounted', { counted: number(counted), ordered: number(ordered) })],
    no: t('ask.no'),
  }));
  const record = useRecordForm<typeof jobEndpoints.updateDetail, DetailRow, JobDetailValues>({
    endpoint: jobEndpoints.updateDetail,
    record: detail,
    currentSchema: detailRowSchema,
    invalidates: ['job', 'task'],
    valuesOf: getDetailValues,
    inputOf: ({ job_detail_id, version }, { service_cat2_id, quantity, ...changed }) => ({
      job_detail_id,
      version,
      ...(service_cat2_id ? { service_cat2_id, service_cat1_id: getCat1Id(service_cat2_id) } : {}),
      ...(quantity ? { quantity } : {}),
      ...changed,
    }),
    askAfterError: askBack,
    onDone: ({ sub_prod_id }) => {
      toast.success(t('saved', { name: sub_prod_id }));
      onClose();
    },
  });
  const category = Form.useWatch('service_cat2_id', record.form) ?? detail.service_cat2_id;
  return (
    <EditDrawer
      inAddress
      name="detail-edit"
      record={record}
      fields={JOB_DETAIL}
      title={t('editNamed', { name: detail.sub_prod_id })}
      onClose={onClose}
      lead={holder}
      historyRecord={{ entity: 'job_detail', id: detail.job_detail_id, name: detail.sub_prod_id }}
    >
      <Field name="service_cat2_id" placeholder={t('chooseCategory')} />
      {job?.quoted && category !== detail.service_cat2_id && (
        <Alert className="mb-12" type="warning" role="status" title={t('agreedPrice')} />
      )}
      <Field name="quantity" rangeMessage={t('quantityRule')} />
      <Field name="note" rows={1} />
    </EditDrawer>
  );
}

const TASK_COUNT_FIELD = { count: { kind: 'count' } } as const;

/** Adds tasks to a detail, so that several editors share it. */
export function TasksAddForm({ job, detail, onClose }: { job: Job; detail: JobDetail; onClose: () => void }) {
  const { t } = useTranslation('job');
  const announceAdded = useAnnounceAdded();
  const record = useNewRecord<typeof taskEndpoints.add, { count: number }>({
    endpoint: taskEndpoints.add,
    initial: { count: 1 },
    inputOf: ({ count }) => ({ job_detail_id: detail.job_detail_id, count }),
    invalidates: ['job', 'task'],
    onDone: ({ results }) => {
      announceAdded(
        createAddedToast(job.job_id, t('added.tasks', { count: results.length, detail: detail.sub_prod_id })),
      );
      onClose();
    },
  });
  return (
    <RecordDrawer
      inAddress
      name="tasks-add"
      record={record}
      fields={TASK_COUNT_FIELD}
      title={t('addTasksTo', { detail: detail.sub_prod_id })}
      saveLabel={t('addTasks')}
      onClose={onClose}
    >
      <Field
        name="count"
        label={t('field.count')}
        extra={t('tasksNow', { count: detail.tasks.length })}
        rangeMessage={t('tasksRule')}
        short
        autoFocus
      />
    </RecordDrawer>
  );
}
