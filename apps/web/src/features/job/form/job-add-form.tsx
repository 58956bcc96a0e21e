import type { Endpoint, InputOf, OutputOf, Topic } from '@darkroom/contract/endpoint';
import { jobEndpoints, type Job, type NewJob } from '@darkroom/contract/job/job';
import { JOB, JOB_DETAIL } from '@darkroom/contract/field-tables/job';
import { calculateAmount, fromThousandths, toThousandths } from '@darkroom/domain/money/money';
import { Link } from '@tanstack/react-router';
import { Alert, Button, Form } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import type { ApiError } from '../../../lib/api/api.ts';
import { useToday } from '../../../lib/clock/use-today.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { createDetailValues, useCat1Lookup, type JobDetailValues } from '../details/detail-fields.ts';
import { useAnnounceAdded } from '../../../ui/data-table/added.ts';
import { Field } from '../../../ui/record-form/field.tsx';
import { RecordDrawer } from '../../../ui/record-form/record-drawer.tsx';
import { useNewRecord } from '../../../ui/record-form/use-new-record.ts';
import { JobFields, getJobValues, type JobValues } from './job-fields.tsx';
import { createAddedToast } from '../list/job-search.ts';
import styles from './job-form.module.css';
import { useCalculatedDueDate } from './use-calculated-due-date.ts';
import { useDetailPrices } from './use-detail-prices.ts';

const FIELDS = { ...JOB_DETAIL, ...JOB };

interface AddValues extends JobValues {
  prod_id: string;
  job_details: JobDetailValues[];
}

interface JobAddFormProps {
  onClose: () => void;
  onDone: (job_id: number) => void;
}

interface AddJobCall<E extends Endpoint> {
  endpoint: E;
  invalidates: readonly Topic[];
  inputOf: (job: NewJob) => InputOf<E>;
  getJob: (output: OutputOf<E>) => Job | undefined;
  /** Handles an error without a field. True if it was shown. */
  onRefused?: (error: ApiError) => boolean;
}

const ADD_JOB_CALL: AddJobCall<typeof jobEndpoints.bulkAdd> = {
  endpoint: jobEndpoints.bulkAdd,
  invalidates: ['job', 'task'],
  inputOf: (job) => ({ jobs: [job] }),
  getJob: ({ results: [job] }) => job,
};

export const JobAddForm = (props: JobAddFormProps) => <NewJobForm {...props} by={ADD_JOB_CALL} />;

interface NewJobFormProps<E extends Endpoint> extends JobAddFormProps {
  by: AddJobCall<E>;
  /** Initial values from the request for a new job. */
  initialValues?: Partial<JobValues & Pick<AddValues, 'job_details'>>;
  /** The request for a new job, as text. */
  askingRequest?: {
    requestText: string;
    /** Message about a change of the request while the form is open. */
    changeNotice: string | null;
    /** The job to which the request was linked while the form was open. */
    otherJobId: number | null;
    /** Customer 1 of the request. */
    cus_id1: number;
  };
}

/** Form of a new job with its details, with or without a request. It shows the prices while the user types. */
export function NewJobForm<E extends Endpoint>({
  onClose,
  onDone,
  initialValues,
  askingRequest,
  by,
}: NewJobFormProps<E>) {
  const { t } = useTranslation(['job', 'errors']);
  const announceAdded = useAnnounceAdded();
  const format = useFormat();
  const getCat1Id = useCat1Lookup();
  const today = useToday();
  const record = useNewRecord<E, AddValues>({
    endpoint: by.endpoint,
    initial: {
      ...getJobValues(),
      job_date: today,
      job_details: [createDetailValues()],
      ...initialValues,
      prod_id: '',
    },
    inputOf: ({ job_details, prod_id, ...job }) =>
      by.inputOf({
        ...job,
        job_date: job.job_date ?? today,
        customer2_id: job.customer2_id ?? 0,
        ...(prod_id.trim() ? { prod_id } : {}),
        job_details: job_details.map(({ service_cat2_id, quantity, ...line }) => ({
          service_cat1_id: getCat1Id(service_cat2_id),
          service_cat2_id: service_cat2_id ?? 0,
          quantity: quantity ?? 0,
          ...line,
        })),
      }),
    invalidates: by.invalidates,
    ...(by.onRefused ? { onRefused: by.onRefused } : {}),
    onDone: (output) => {
      const job = by.getJob(output);
      if (!job) return;
      announceAdded(createAddedToast(job.job_id, t('added.job', { job: job.prod_id })));
      onDone(job.job_id);
    },
  });
  // At midnight, an untouched form changes to the new day. A touched form does not change its day.
  useEffect(() => {
    if (!record.form.isFieldsTouched()) record.form.setFieldValue('job_date', today);
  }, [record.form, today]);
  const customer2_id = Form.useWatch('customer2_id', record.form);
  const lines = Form.useWatch('job_details', record.form) ?? [];
  const detailPrices = useDetailPrices(
    customer2_id,
    lines.map((line) => line?.service_cat2_id),
  );
  const job_date = Form.useWatch('job_date', record.form);
  const job_priority = Form.useWatch('job_priority', record.form);
  const calculatedDue = useCalculatedDueDate({
    job_date,
    customer2_id,
    job_priority: job_priority ?? null,
    details: lines.map((line) => ({ service_cat1_id: line?.service_cat2_id ? getCat1Id(line.service_cat2_id) : null })),
  });
  const amount = lines.reduce(
    (sum, line) =>
      sum + toThousandths(calculateAmount(line?.quantity ?? 0, detailPrices.price(line?.service_cat2_id) ?? 0)),
    0,
  );
  return (
    <RecordDrawer
      inAddress
      wide
      name="job-add"
      draft={askingRequest ? undefined : 'job-add'}
      record={record}
      fields={FIELDS}
      title={t('addJob')}
      saveLabel={t('addJob')}
      onClose={onClose}
      note={
        amount > 0 && t('total', { amount: format.money(fromThousandths(amount)), currency: detailPrices.currency })
      }
    >
      {askingRequest && (
        <Form.Item className="muted">
          {askingRequest.changeNotice ? (
            <Alert
              type="warning"
              role="status"
              title={askingRequest.changeNotice}
              action={
                askingRequest.otherJobId !== null && (
                  <Link to="/job" search={{ job_id: askingRequest.otherJobId }} target="_blank">
                    {t('errors:openIt')}
                  </Link>
                )
              }
            />
          ) : (
            askingRequest.requestText
          )}
        </Form.Item>
      )}
      <JobFields autoFocus cus_id1={askingRequest?.cus_id1} />
      <Field name="prod_id" required={false} extra={t('prodIdHint')} />
      <Form.List name="job_details">
        {(fields, { add: addLine, remove }) => (
          <section className={styles.lines} aria-label={t('details')}>
            <h2 className={styles.linesHead}>{t('details')}</h2>
            {fields.map(({ key, name }) => (
              <div key={key} className="framed">
                <div className={styles.lineMain}>
                  <Field name={[name, 'service_cat2_id']} placeholder={t('chooseCategory')} />
                  <Field name={[name, 'quantity']} rangeMessage={t('quantityRule')} />
                </div>
                <Field name={[name, 'note']} rows={1} />
                <div className="row muted justify-between gap-12 tabular">
                  <LinePrice line={lines[name]} detailPrices={detailPrices} />
                  {fields.length > 1 && (
                    <Button size="small" type="text" onClick={() => remove(name)}>
                      {t('removeLine')}
                    </Button>
                  )}
                </div>
              </div>
            ))}
            <Button onClick={() => addLine(createDetailValues())}>{t('addLine')}</Button>
          </section>
        )}
      </Form.List>
      {calculatedDue && <p className="muted">{t('due.will', { at: format.dayTime(calculatedDue) })}</p>}
    </RecordDrawer>
  );
}

/** Price of one line, or a note that the customer has none. */
export function LinePrice({
  line,
  detailPrices,
}: {
  line: JobDetailValues | undefined;
  detailPrices: ReturnType<typeof useDetailPrices>;
}) {
  const { t } = useTranslation('job');
  const format = useFormat();
  const price = detailPrices.price(line?.service_cat2_id);
  if (price === undefined) return <span />;
  if (price === null) return <span>{t('noPriceYet')}</span>;
  return (
    <span>
      {t('priceOfLine', {
        price: format.money(price),
        amount: format.money(calculateAmount(line?.quantity ?? 0, price)),
        currency: detailPrices.currency,
      })}
    </span>
  );
}
