import { completeLink, isWebLink } from '@darkroom/domain/text/link';
import { portalRequestEndpoints } from '@darkroom/contract/portal-request';
import { requestNeeds } from '@darkroom/domain/request/needs';
import { REQUEST_TYPES } from '@darkroom/domain/request/status';
import { useNavigate } from '@tanstack/react-router';
import { Button, Checkbox, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { keepDraft, keptDraft } from '../../../lib/kept-draft.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { LinkOut } from '../../../ui/link-out.tsx';
import fields from '../../../ui/record-form/fields.module.css';
import { FormDrawer } from '../../../ui/record-form/form-drawer.tsx';
import { LongText, notTooLong } from '../../../ui/record-form/long-text.tsx';
import { useNewRecord } from '../../../ui/record-form/use-new-record.ts';
import { cameAlready, type OwnJob } from '../job/own-job.tsx';
import { useCatalogue, useOwnCustomers } from '../own.ts';
import { draftOf, inputOf, useBeginning, type About, type Asked } from './beginning.ts';
import styles from './request-form.module.css';

interface RequestFormProps {
  about: About;
  onClose: () => void;
  /** Where the new request is shown; without it a toast leads there. */
  onSent?: (id: number) => void;
}

const LONGEST_NAME = 100;
/** Writes a request (spec §5). It begins with words of the catalogue, so it waits for them. */
export default function RequestForm(props: RequestFormProps) {
  const loading = [useOwnCustomers().isPending, useCatalogue().isPending].includes(true);
  return loading ? null : <Writing {...props} />;
}

/** What is typed is kept in this tab until it is sent, so closing asks nothing. */
function Writing({ about, onClose, onSent }: RequestFormProps) {
  const { t } = useTranslation(['portal', 'status', 'errors', 'field']);
  const toast = useToast();
  const navigate = useNavigate();
  const { user_id } = useActor();
  const { customers1 } = useOwnCustomers();
  const { serviceTypes } = useCatalogue();
  const plain = useBeginning(about);
  const draft = draftOf(about);
  const kept = keptDraft<Asked>(user_id, draft);
  const { access, form, initial, saving, submit } = useNewRecord<typeof portalRequestEndpoints.addRequest, Asked>({
    endpoint: portalRequestEndpoints.addRequest,
    initial: { ...plain, ...kept },
    // Where there is nothing to choose, the customer is no field.
    inputOf: (asked) => inputOf(about, { cus_id1: plain.cus_id1, ...asked }),
    invalidates: ['portal_request', 'portal_job'],
    onDone: ({ id }) => {
      keepDraft(user_id, draft, null);
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
  // Until the form stands nothing is watched: what it begins with holds, so that no label changes under one's eyes.
  const type = Form.useWatch('type', form) ?? initial.type;
  const startOver = () => {
    keepDraft(user_id, draft, null);
    form.setFieldsValue(plain);
  };
  const required = { required: true, whitespace: true };
  const short = { max: LONGEST_NAME };
  const name = [required, short];
  const link = {
    validator: (_: unknown, written: string | undefined) =>
      !written?.trim() || isWebLink(completeLink(written.trim()))
        ? Promise.resolve()
        : Promise.reject(new Error(t('errors:field.not_http'))),
  };
  const job = 'job' in about ? about.job : null;
  const needs = requestNeeds(type, job !== null);
  const linkLabel = (field: 'shared_link' | 'image_link') =>
    needs.includes(field) ? t(`field:${field}`) : t('form.optional', { field: t(`field:${field}`) });
  const linkRules = (field: 'shared_link' | 'image_link') => (needs.includes(field) ? [required, link] : [link]);
  return (
    <FormDrawer
      title={t(`ask.${about.kind}.title`)}
      formId="portal-request"
      saveLabel={t('form.send')}
      access={access}
      saving={saving}
      inAddress
      // It is kept: nothing is lost by closing.
      isTouched={() => false}
      onClose={onClose}
      note={<span className="quiet">{t('form.kept')}</span>}
    >
      <Form<Asked>
        form={form}
        name="portal-request"
        layout="vertical"
        requiredMark={false}
        scrollToFirstError={{ block: 'nearest', focus: true }}
        initialValues={initial}
        onValuesChange={(_, all) => keepDraft(user_id, draft, all)}
        onFinish={submit}
      >
        <p className={styles.lead}>{t(`ask.${about.kind}.lead`)}</p>
        {about.kind === 'new' ? (
          <Form.Item
            name="type"
            label={t('field:type')}
            extra={type && t(`typeHint.${type}`)}
            rules={[{ required: true }]}
          >
            <Select options={REQUEST_TYPES.map((value) => ({ value, label: t(`status:requestType.${value}`) }))} />
          </Form.Item>
        ) : (
          <Form.Item name="type" hidden>
            <Input />
          </Form.Item>
        )}
        {about.kind === 'new' && customers1.length > 1 && (
          <Form.Item name="cus_id1" label={t('field:cus_id1')} rules={[{ required: true }]}>
            <Select options={customers1.map(({ id, name: label }) => ({ value: id, label }))} />
          </Form.Item>
        )}
        {job && <AboutJob job={job} choose={about.kind === 'wrong'} />}
        <Form.Item name="subject" label={t('field:subject')} rules={name}>
          <Input />
        </Form.Item>
        {about.kind === 'new' && (
          <Form.Item
            name="job_name"
            label={t('field:request.job_name')}
            rules={needs.includes('job_name') ? name : [short]}
          >
            <Input />
          </Form.Item>
        )}
        <Form.Item name="description" label={t('field:description')} rules={[required, notTooLong(t)]}>
          <LongText className={`${fields.growing} ${styles.text}`} rows={4} />
        </Form.Item>
        <Form.Item name="service_type_id" label={t('field:request.service_type_id')} rules={[{ required: true }]}>
          <Select options={serviceTypes.map(({ id, name: label }) => ({ value: id, label }))} />
        </Form.Item>
        {about.kind !== 'change' && (
          <>
            <Form.Item
              name="shared_link"
              label={linkLabel('shared_link')}
              extra={
                <>
                  {t('form.shared_link_hint')}
                  {about.kind === 'again' && about.job.job_link && (
                    <span className={styles.before}>
                      {t('form.shared_link_before')} <LinkOut href={about.job.job_link} />
                    </span>
                  )}
                </>
              }
              rules={linkRules('shared_link')}
            >
              <Input inputMode="url" placeholder="https://" />
            </Form.Item>
            <Form.Item
              name="image_link"
              label={linkLabel('image_link')}
              extra={t('form.image_link_hint')}
              rules={linkRules('image_link')}
            >
              <Input inputMode="url" placeholder="https://" />
            </Form.Item>
          </>
        )}
        <Form.Item name="full_name" label={t('field:request.full_name')} rules={name}>
          <Input autoComplete="name" />
        </Form.Item>
        {kept && (
          <Button type="link" className={styles.over} onClick={startOver}>
            {t('form.startOver')}
          </Button>
        )}
      </Form>
    </FormDrawer>
  );
}

/** Which job, and where something is wrong with it, which of its parts. */
function AboutJob({ job, choose }: { job: OwnJob; choose: boolean }) {
  const { t } = useTranslation('portal');
  const { category } = useCatalogue();
  const { number } = useFormat();
  const parts = job.job_details.map((detail) => {
    const { job_detail_id, service_cat2_id, quantity } = detail;
    const part = t('form.part', { category: category(service_cat2_id), n: number(quantity), count: quantity });
    // Nothing can be wrong with what nobody has. The call takes it all the same: what was done may be taken back while one writes.
    const came = cameAlready(detail);
    return { value: job_detail_id, label: came ? part : t('form.partToCome', { part }), disabled: !came };
  });
  return (
    <>
      <p className={styles.job}>
        <strong>{job.job_name}</strong> <span className="quiet">{job.prod_id}</span>
      </p>
      {choose && parts.length > 1 && (
        <Form.Item name="job_detail_ids" label={t('form.job_details')} extra={t('form.job_details_hint')}>
          <Checkbox.Group className={styles.parts} options={parts} />
        </Form.Item>
      )}
    </>
  );
}
