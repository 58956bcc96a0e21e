import { REQUEST } from '@darkroom/contract/field-tables/customer';
import { jobEndpoints } from '@darkroom/contract/job/job';
import { requestEndpoints } from '@darkroom/contract/request/request';
import { getVisibleBoards } from '@darkroom/domain/request/access';
import type { REQUEST_CHANNELS, RequestType } from '@darkroom/domain/request/status';
import { Form, Select } from 'antd';
import { CustomerPicker } from '../../entities/customer/customer-picker.tsx';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useCategories } from '../../lib/session/lookups.ts';
import { useActor, useCan } from '../../lib/session/session.ts';
import { useToast } from '../../lib/toast.ts';
import { Field } from '../../ui/record-form/field.tsx';
import { RecordDrawer } from '../../ui/record-form/record-drawer.tsx';
import { useNewRecord } from '../../ui/record-form/use-new-record.ts';
import { JobPicker } from './job-picker.tsx';

interface Values {
  channel: (typeof REQUEST_CHANNELS)[number];
  type: RequestType;
  cus_id1?: number | undefined;
  job_id?: number | null;
  job_name: string;
  subject: string;
  full_name: string;
  service_type_id?: number | undefined;
  shared_link: string;
  image_link: string;
  description: string;
}

const INITIAL: Values = {
  channel: 'phone',
  type: 'ADDITIONAL_REQUESTS',
  job_name: '',
  subject: '',
  full_name: '',
  shared_link: '',
  image_link: '',
  description: '',
};

interface RecordRequestProps {
  onClose: () => void;
  /** Opens the new request. */
  onDone: (id: number) => void;
}

/** Records what a customer asked by phone, in a chat or by email, as a request in the customer's name (decision 175). */
export default function RecordRequest({ onClose, onDone }: RecordRequestProps) {
  const { t } = useTranslation(['request', 'field', 'common']);
  const toast = useToast();
  const actor = useActor();
  const { serviceTypes } = useCategories();
  const record = useNewRecord<typeof requestEndpoints.record, Values>({
    endpoint: requestEndpoints.record,
    initial: INITIAL,
    inputOf: ({ cus_id1, service_type_id, job_id, job_name, shared_link, image_link, ...values }) => ({
      ...values,
      // The form requires both.
      cus_id1: cus_id1!,
      service_type_id: service_type_id!,
      ...(job_id ? { job_id } : { job_name }),
      ...(shared_link ? { shared_link } : {}),
      ...(image_link ? { image_link } : {}),
    }),
    invalidates: ['request'],
    onDone: ({ id, board }) => {
      toast.success(t('record.done', { id }));
      // A quote request is on the admin board, which its author may not see.
      if (getVisibleBoards(actor).includes(board)) onDone(id);
      else onClose();
    },
  });
  const cus_id1 = Form.useWatch('cus_id1', record.form);
  const canViewJobs = useCan()(jobEndpoints.list.access);
  const hasJob = Boolean(Form.useWatch('job_id', record.form));
  return (
    <RecordDrawer<Values>
      title={t('record.title')}
      name="record-request"
      draft="record-request"
      record={record}
      fields={REQUEST}
      saveLabel={t('record.save')}
      lead={<p className="muted mb-12">{t('record.lead')}</p>}
      onValuesChange={(changed) => {
        if ('cus_id1' in changed) record.form.setFieldValue('job_id', undefined);
      }}
      onClose={onClose}
    >
      <Field name="cus_id1">
        <ChosenCustomer label={t('field:customer')} />
      </Field>
      <Field name="channel" />
      <Field name="type" />
      {cus_id1 && canViewJobs && (
        <Form.Item name="job_id" label={t('record.job')}>
          <JobPicker row={{ cus_id1, job_id: null, prod_id: null, job_name: '' }} />
        </Form.Item>
      )}
      {!hasJob && <Field name="job_name" />}
      <Field name="subject" />
      <Field name="description" rows={4} />
      <Field name="service_type_id">
        <Select options={serviceTypes.map(({ id, name }) => ({ value: id, label: name }))} />
      </Field>
      <Field name="full_name" label={t('record.person')} />
      <Field name="shared_link" />
      <Field name="image_link" />
    </RecordDrawer>
  );
}

interface ChosenCustomerProps {
  label: string;
  value?: number;
  onChange?: (cus_id1: number) => void;
}

/** The customer's picker as the input of a form's field. */
const ChosenCustomer = ({ value, onChange, ...rest }: ChosenCustomerProps) => (
  <CustomerPicker {...rest} autoFocus value={value} onChange={(id) => onChange?.(id)} />
);
