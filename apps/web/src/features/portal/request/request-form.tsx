import { portalRequestEndpoints } from '@darkroom/contract/portal/request';
import { REQUEST } from '@darkroom/contract/field-tables/customer';
import { getNeededFields } from '@darkroom/domain/request/needs';
import { REQUEST_TYPES } from '@darkroom/domain/request/status';
import { useNavigate } from '@tanstack/react-router';
import { Button, Checkbox, Form, Input, Select } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { saveDraft, loadDraft } from '../../../lib/draft-storage.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { ExternalLink } from '../../../ui/external-link.tsx';
import fields from '../../../ui/record-form/fields.module.css';
import { Field, FormFields } from '../../../ui/record-form/field.tsx';
import { FormDrawer } from '../../../ui/record-form/form-drawer.tsx';
import { LongText } from '../../../ui/record-form/long-text.tsx';
import { useNewRecord } from '../../../ui/record-form/use-new-record.ts';
import { hasDeliveries, type PortalJob } from '../job/portal-job.tsx';
import { useCatalogue, usePortalCustomers } from '../portal-lookups.ts';
import {
  draftKeyOf,
  toRequestInput,
  useInitialValues,
  type RequestSubject,
  type RequestFormValues,
} from './request-form-values.ts';
import styles from './request-form.module.css';

interface RequestFormProps {
  about: RequestSubject;
  onClose: () => void;
  /** Shows the new request. Without it, a toast links to the request. */
  onSent?: (id: number) => void;
}

/** Form of a request (spec §5). Its initial values contain catalogue names, so it waits for the catalogue. */
export default function RequestForm(props: RequestFormProps) {
  const isLoading = [usePortalCustomers().isPending, useCatalogue().isPending].includes(true);
  return isLoading ? null : <RequestFormContent {...props} />;
}

/** The tab stores the typed text until it is sent, so closing needs no confirmation. */
function RequestFormContent({ about, onClose, onSent }: RequestFormProps) {
  const { t } = useTranslation(['portal', 'status', 'field']);
  const toast = useToast();
  const navigate = useNavigate();
  const { user_id } = useActor();
  const { customers1 } = usePortalCustomers();
  const { serviceTypes } = useCatalogue();
  const startValues = useInitialValues(about);
  const draftKey = draftKeyOf(about);
  const savedDraft = loadDraft<RequestFormValues>(user_id, draftKey);
  const { call, form, initial, saving, submit } = useNewRecord<
    typeof portalRequestEndpoints.addRequest,
    RequestFormValues
  >({
    endpoint: portalRequestEndpoints.addRequest,
    initial: { ...startValues, ...savedDraft },
    // With only one customer, the form has no customer field.
    inputOf: (values) => toRequestInput(about, { cus_id1: startValues.cus_id1, ...values }),
    invalidates: ['portal_request', 'portal_job'],
    onDone: ({ id }) => {
      saveDraft(user_id, draftKey, null);
      if (onSent) {
        toast.success(t('form.sent'));
        onSent(id);
        return;
      }
      onClose();
      toast.success(t('form.sent'), {
        label: t('form.follow'),
        onPress: () => void navigate({ to: '/customer-portal/contact-us', search: { request: id } }),
      });
    },
  });
  // Before its first render, the form has no watched values. The initial type prevents a change of the labels.
  const type = Form.useWatch('type', form) ?? initial.type;
  const startOver = () => {
    saveDraft(user_id, draftKey, null);
    form.setFieldsValue(startValues);
  };
  const job = 'job' in about ? about.job : null;
  const requiredFields = getNeededFields(type, job !== null);
  const linkProps = (name: 'shared_link' | 'image_link') => {
    const required = requiredFields.includes(name);
    return { name, required, ...(!required && { label: t('form.optional', { field: t(`field:${name}`) }) }) };
  };
  return (
    <FormDrawer
      title={t(`ask.${about.kind}.title`)}
      formId="portal-request"
      saveLabel={t('form.send')}
      access={call.access}
      saving={saving}
      inAddress
      // The draft is stored, so closing needs no confirmation.
      isTouched={() => false}
      onClose={onClose}
      note={<span className="muted">{t('form.textKept')}</span>}
    >
      <Form<RequestFormValues>
        form={form}
        name="portal-request"
        layout="vertical"
        requiredMark={false}
        scrollToFirstError={{ block: 'nearest', focus: true }}
        initialValues={initial}
        onValuesChange={(_, all) => saveDraft(user_id, draftKey, all)}
        onFinish={submit}
      >
        <FormFields fields={REQUEST} call={call}>
          <p className={styles.intro}>{t(`ask.${about.kind}.lead`)}</p>
          {about.kind === 'new' ? (
            <Field name="type" extra={type && t(`typeHint.${type}`)}>
              <Select options={REQUEST_TYPES.map((value) => ({ value, label: t(`status:requestType.${value}`) }))} />
            </Field>
          ) : (
            <Form.Item name="type" hidden>
              <Input />
            </Form.Item>
          )}
          {about.kind === 'new' && customers1.length > 1 && (
            <Field name="cus_id1" label={t('company')}>
              <Select options={customers1.map(({ id, name: label }) => ({ value: id, label }))} />
            </Field>
          )}
          {job && <JobSummary job={job} choosesParts={about.kind === 'wrong'} />}
          <Field name="subject" />
          {about.kind === 'new' && <Field name="job_name" required={requiredFields.includes('job_name')} />}
          <Field name="description">
            <LongText className={`${fields.autoGrow} ${styles.text}`} rows={4} />
          </Field>
          <Field name="service_type_id">
            <Select options={serviceTypes.map(({ id, name: label }) => ({ value: id, label }))} />
          </Field>
          {about.kind !== 'change' && (
            <>
              <Field
                {...linkProps('shared_link')}
                extra={
                  <>
                    {t('form.sharedLinkHint')}
                    {about.kind === 'again' && about.job.job_link && (
                      <span className="block break-anywhere">
                        {t('form.sharedLinkBefore')} <ExternalLink href={about.job.job_link} />
                      </span>
                    )}
                  </>
                }
              />
              <Field {...linkProps('image_link')} extra={t('form.imageLinkHint')} />
            </>
          )}
          <Field name="full_name" autoComplete="name" />
          {savedDraft && (
            <Button type="link" className={styles.startOverButton} onClick={startOver}>
              {t('form.startOver')}
            </Button>
          )}
        </FormFields>
      </Form>
    </FormDrawer>
  );
}

/** The job of the request, and its parts when something is wrong. */
function JobSummary({ job, choosesParts }: { job: PortalJob; choosesParts: boolean }) {
  const { t } = useTranslation('portal');
  const { category } = useCatalogue();
  const { number } = useFormat();
  const parts = job.job_details.map((detail) => {
    const { job_detail_id, service_cat2_id, quantity } = detail;
    const part = t('form.part', { category: category(service_cat2_id), n: number(quantity), count: quantity });
    // An undelivered part cannot be wrong. The endpoint accepts it, because a delivery can be undone while the customer writes.
    const isDelivered = hasDeliveries(detail);
    return { value: job_detail_id, label: isDelivered ? part : t('form.partToCome', { part }), disabled: !isDelivered };
  });
  return (
    <>
      <p className={styles.job}>
        <strong>{job.job_name}</strong> <span className="muted">{job.prod_id}</span>
      </p>
      {choosesParts && parts.length > 1 && (
        <Form.Item name="job_detail_ids" label={t('form.job_details')} extra={t('form.jobDetailsHint')}>
          <Checkbox.Group className={styles.detailChoices} options={parts} />
        </Form.Item>
      )}
    </>
  );
}
