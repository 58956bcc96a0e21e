import type { Endpoint, InputOf, OutputOf, Topic } from '@darkroom/contract/endpoint';
import { jobEndpoints, type Job, type NewJob } from '@darkroom/contract/job/job';
import { JOB, JOB_DETAIL } from '@darkroom/contract/field-tables/job';
import { amountOf, fromThousandths, toThousandths } from '@darkroom/domain/money/money';
import { Link } from '@tanstack/react-router';
import { Alert, Button, Form } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/call/api.ts';
import { useToday } from '../../../lib/clock/use-today.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { newDetail, useCat1Of, type DetailValues } from '../details/detail-fields.ts';
import { useAnnounceAdded } from '../../../ui/data-table/added.ts';
import { Field } from '../../../ui/record-form/field.tsx';
import { RecordDrawer } from '../../../ui/record-form/record-drawer.tsx';
import { useNewRecord } from '../../../ui/record-form/use-new-record.ts';
import { JobFields, jobValues, type JobValues } from './job-fields.tsx';
import { addedJob } from '../list/job-search.ts';
import styles from './job-form.module.css';
import { useWouldBeDue } from './use-would-be-due.ts';
import { useQuotes } from './use-quotes.ts';

const FIELDS = { ...JOB_DETAIL, ...JOB };

interface AddValues extends JobValues {
  prod_id: string;
  job_details: DetailValues[];
}

interface JobAddFormProps {
  onClose: () => void;
  onDone: (job_id: number) => void;
}

/** The call that adds the job. */
interface AddedBy<E extends Endpoint> {
  endpoint: E;
  invalidates: readonly Topic[];
  inputOf: (job: NewJob) => InputOf<E>;
  /** The added job. */
  jobOf: (output: OutputOf<E>) => Job | undefined;
  /** Handles an error without a field. True if it was shown. */
  onRefused?: (error: ApiError) => boolean;
}

const BY_ITSELF: AddedBy<typeof jobEndpoints.bulkAdd> = {
  endpoint: jobEndpoints.bulkAdd,
  invalidates: ['job', 'task'],
  inputOf: (job) => ({ jobs: [job] }),
  jobOf: ({ results: [job] }) => job,
};

export const JobAddForm = (props: JobAddFormProps) => <NewJobForm {...props} by={BY_ITSELF} />;

interface NewJobFormProps<E extends Endpoint> extends JobAddFormProps {
  by: AddedBy<E>;
  /** Initial values, from the request that asks for the job. */
  begin?: Partial<JobValues & Pick<AddValues, 'job_details'>>;
  /** The request that asks for the job, as text. */
  asker?: {
    words: string;
    /** Message about a change of the request while the form is open. */
    trouble: string | null;
    /** The job to which the request was linked while the form was open. */
    names: number | null;
    /** Its customer 1. */
    cus_id1: number;
  };
}

/** Form of a new job with its details, with or without a request. It shows the prices while the user types. */
export function NewJobForm<E extends Endpoint>({ onClose, onDone, begin, asker, by }: NewJobFormProps<E>) {
  const { t } = useTranslation(['job', 'errors']);
  const sayAdded = useAnnounceAdded();
  const format = useFormat();
  const cat1Of = useCat1Of();
  const today = useToday();
  const record = useNewRecord<E, AddValues>({
    endpoint: by.endpoint,
    initial: {
      ...jobValues(),
      job_date: today,
      job_details: [newDetail()],
      ...begin,
      prod_id: '',
    },
    inputOf: ({ job_details, prod_id, ...job }) =>
      by.inputOf({
        ...job,
        job_date: job.job_date ?? today,
        customer2_id: job.customer2_id ?? 0,
        ...(prod_id.trim() ? { prod_id } : {}),
        job_details: job_details.map(({ service_cat2_id, quantity, ...line }) => ({
          service_cat1_id: cat1Of(service_cat2_id),
          service_cat2_id: service_cat2_id ?? 0,
          quantity: quantity ?? 0,
          ...line,
        })),
      }),
    invalidates: by.invalidates,
    ...(by.onRefused ? { onRefused: by.onRefused } : {}),
    onDone: (output) => {
      const job = by.jobOf(output);
      if (!job) return;
      sayAdded(addedJob(job.job_id, t('added.job', { job: job.prod_id })));
      onDone(job.job_id);
    },
  });
  // An untouched form that stays open over midnight takes the new day. A touched form keeps the day that the user sees.
  useEffect(() => {
    if (!record.form.isFieldsTouched()) record.form.setFieldValue('job_date', today);
  }, [record.form, today]);
  const customer2_id = Form.useWatch('customer2_id', record.form);
  const lines = Form.useWatch('job_details', record.form) ?? [];
  const quotes = useQuotes(
    customer2_id,
    lines.map((line) => line?.service_cat2_id),
  );
  const job_date = Form.useWatch('job_date', record.form);
  const job_priority = Form.useWatch('job_priority', record.form);
  const given = useWouldBeDue({
    job_date,
    customer2_id,
    job_priority: job_priority ?? null,
    details: lines.map((line) => ({ service_cat1_id: line?.service_cat2_id ? cat1Of(line.service_cat2_id) : null })),
  });
  const amount = lines.reduce(
    (sum, line) => sum + toThousandths(amountOf(line?.quantity ?? 0, quotes.price(line?.service_cat2_id) ?? 0)),
    0,
  );
  return (
    <RecordDrawer
      inAddress
      wide
      name="job-add"
      draft={asker ? undefined : 'job-add'}
      record={record}
      fields={FIELDS}
      title={t('addJob')}
      saveLabel={t('addJob')}
      onClose={onClose}
      note={amount > 0 && t('total', { amount: format.money(fromThousandths(amount)), currency: quotes.currency })}
    >
      {asker && (
        <Form.Item className="muted">
          {asker.trouble ? (
            <Alert
              type="warning"
              role="status"
              title={asker.trouble}
              action={
                asker.names !== null && (
                  <Link to="/job" search={{ job_id: asker.names }} target="_blank">
                    {t('errors:open_it')}
                  </Link>
                )
              }
            />
          ) : (
            asker.words
          )}
        </Form.Item>
      )}
      <JobFields autoFocus cus_id1={asker?.cus_id1} />
      <Field name="prod_id" required={false} extra={t('prodIdHint')} />
      <Form.List name="job_details">
        {(fields, { add: addLine, remove }) => (
          <section className={styles.lines} aria-label={t('details')}>
            <h2 className={styles.linesHead}>{t('details')}</h2>
            {fields.map(({ key, name }) => (
              <div key={key} className="framed">
                <div className={styles.lineMain}>
                  <Field name={[name, 'service_cat2_id']} placeholder={t('chooseCategory')} />
                  <Field name={[name, 'quantity']} unfit={t('quantityRule')} />
                </div>
                <Field name={[name, 'note']} rows={1} />
                <div className="row muted justify-between gap-12 tabular">
                  <LinePrice line={lines[name]} quotes={quotes} />
                  {fields.length > 1 && (
                    <Button size="small" type="text" onClick={() => remove(name)}>
                      {t('removeLine')}
                    </Button>
                  )}
                </div>
              </div>
            ))}
            <Button onClick={() => addLine(newDetail())}>{t('addLine')}</Button>
          </section>
        )}
      </Form.List>
      {given && <p className="muted">{t('due.will', { at: format.dayTime(given) })}</p>}
    </RecordDrawer>
  );
}

/** Price of one line, or a note that the customer has none. */
export function LinePrice({ line, quotes }: { line: DetailValues | undefined; quotes: ReturnType<typeof useQuotes> }) {
  const { t } = useTranslation('job');
  const format = useFormat();
  const price = quotes.price(line?.service_cat2_id);
  if (price === undefined) return <span />;
  if (price === null) return <span>{t('noPriceYet')}</span>;
  return (
    <span>
      {t('priceOfLine', {
        price: format.money(price),
        amount: format.money(amountOf(line?.quantity ?? 0, price)),
        currency: quotes.currency,
      })}
    </span>
  );
}
