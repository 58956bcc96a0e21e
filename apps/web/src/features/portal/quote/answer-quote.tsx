import { portalQuoteEndpoints, type PortalQuote } from '@darkroom/contract/portal/portal';
import { useQueryClient } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import type { ApiError } from '../../../lib/api/api.ts';
import { invalidateTopics, useApiMutation } from '../../../lib/api/query.ts';
import { getErrorMessage } from '../../../lib/errors/error-message.ts';
import { useToast } from '../../../lib/toast.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { SkeletonLines } from '../../../ui/data-table/data-table-states.tsx';
import fields from '../../../ui/record-form/fields.module.css';
import { Field, FormFields } from '../../../ui/record-form/field.tsx';
import { LongText } from '../../../ui/record-form/long-text.tsx';
import { usePortalCustomers } from '../portal-lookups.ts';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';
import styles from './quote.module.css';
import { Modal } from '../../../ui/overlay/modal.tsx';

interface AnswerProps {
  quote: PortalQuote;
  onAnswered: () => void;
  onClose: () => void;
}

interface AcceptProps extends AnswerProps {
  amount: string;
  requestJobNumber: string | null;
  /** Called if the quote can no longer be answered. Its letter, or the letter of the new quote, shows the reason. */
  onRefused: () => void;
}

/** Handles a refused answer: the letter then shows the quote's new status, without answer buttons. */
function useRefusalHandler(onRefused: (why: string) => void) {
  const { t } = useTranslation(['portal', 'errors']);
  const client = useQueryClient();
  return (error: ApiError): boolean => {
    if (error.status !== 409 && error.status !== 404) return false;
    void invalidateTopics(client, ['portal_request']);
    onRefused(getErrorMessage(error, t));
    return true;
  };
}

/** Asks for confirmation of the acceptance, and for the customer 2 if the bureau has not set it. */
export function AcceptQuote({ quote, requestJobNumber, amount, onAnswered, onRefused, onClose }: AcceptProps) {
  const { t } = useTranslation(['portal', 'common', 'errors']);
  const { number } = useFormat();
  const toast = useToast();
  const { customers2, isPending } = usePortalCustomers();
  const [form] = Form.useForm<{ customer2_id?: number }>();
  const handleRefusal = useRefusalHandler((why) => {
    onRefused();
    toast.error(why);
  });
  const accept = useApiMutation(portalQuoteEndpoints.acceptQuote, {
    invalidates: ['portal_request', 'portal_job'],
    onSuccess: ({ prod_id }) => {
      toast.success(t('quote.accepted', { job: prod_id ?? '' }));
      onAnswered();
    },
    onError: handleRefusal,
    form,
  });
  const customerOptions = customers2.filter(({ cus_id1 }) => cus_id1 === quote.cus_id1);
  return (
    <Modal
      open
      title={t('quote.confirm.title')}
      okText={t('quote.confirm.yes')}
      cancelText={t('common:cancel')}
      // Prevents a second press during the request.
      confirmLoading={accept.isPending}
      cancelButtonProps={{ disabled: accept.isPending }}
      closable={!accept.isPending}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p className={styles.question}>
        <strong>{amount}</strong> {t('quote.pieces', { count: quote.quantity, n: number(quote.quantity) })}
      </p>
      <p>{t('quote.confirm.what')}</p>
      {requestJobNumber && <p className="muted">{t('quote.confirm.instead', { job: requestJobNumber })}</p>}
      <Form
        name="accept-quote"
        form={form}
        layout="vertical"
        onFinish={({ customer2_id }) => {
          if (!accept.isPending)
            accept.mutate({ id: quote.id, ...(customer2_id === undefined ? {} : { customer2_id }) });
        }}
      >
        {quote.customer2_id === null && isPending && <SkeletonLines count={1} />}
        {quote.customer2_id === null && !isPending && (
          <Form.Item
            name="customer2_id"
            // A single customer is preselected.
            initialValue={customerOptions.length === 1 ? customerOptions[0]?.id : undefined}
            extra={customerOptions.length === 0 ? t('quote.confirm.none') : undefined}
            label={t('quote.confirm.customer')}
            rules={[{ required: true, message: t('quote.confirm.choose') }]}
          >
            <Select options={customerOptions.map(({ id, name }) => ({ value: id, label: name }))} />
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}

interface DeclineProps extends AnswerProps {
  /** New status of the quote as text. Null if it can be answered. */
  outcome: string | null;
  reason: string;
  onReason: (reason: string) => void;
}

/**
 * Declines a quote with a reason. An error does not clear the typed reason, and the user can copy it when the quote can no longer be
 * declined (decision 152).
 */
export function DeclineQuote({ quote, outcome, reason: typed, onReason, onAnswered, onClose }: DeclineProps) {
  const { t } = useTranslation(['portal', 'common', 'errors']);
  const toast = useToast();
  const [form] = Form.useForm<{ reason: string }>();
  const [refusal, setRefusal] = useState<string | null>(null);
  const handleRefusal = useRefusalHandler(setRefusal);
  const decline = useApiMutation(portalQuoteEndpoints.declineQuote, {
    invalidates: ['portal_request'],
    onSuccess: () => {
      toast.success(t('quote.declined'));
      onAnswered();
    },
    onError: handleRefusal,
    form,
  });
  // The dialog closes without a note if the user has sent the answer.
  const closedReason = decline.isPending ? null : (outcome ?? refusal);
  return (
    <Modal
      open
      title={t('quote.declineDialog.title')}
      okText={t('quote.declineDialog.yes')}
      cancelText={t(closedReason === null ? 'common:cancel' : 'common:close')}
      okButtonProps={{ disabled: closedReason !== null }}
      confirmLoading={decline.isPending}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={onClose}
    >
      {closedReason !== null && (
        <ConflictNotice title={closedReason} hint={t('quote.declineDialog.kept')} newsId={quote.status} />
      )}
      <Form<{ reason: string }>
        name="decline-quote"
        form={form}
        layout="vertical"
        requiredMark={false}
        scrollToFirstError={{ block: 'nearest', focus: true }}
        initialValues={{ reason: typed }}
        onValuesChange={({ reason = '' }) => onReason(reason)}
        onFinish={({ reason }) => decline.mutate({ id: quote.id, reason: reason.trim() })}
      >
        <FormFields fields={{}} call={portalQuoteEndpoints.declineQuote}>
          <Field
            name="reason"
            label={t('quote.declineDialog.reason')}
            extra={closedReason === null ? t('quote.declineDialog.hint') : undefined}
            required
            missing={t('quote.declineDialog.needed')}
          >
            <LongText className={fields.autoGrow} rows={3} autoFocus readOnly={closedReason !== null} />
          </Field>
        </FormFields>
      </Form>
    </Modal>
  );
}
