import { portalQuoteEndpoints, type OwnQuote } from '@darkroom/contract/portal-quote';
import { useQueryClient } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/call/api.ts';
import { invalidateTopics, useApiMutation } from '../../../lib/call/query.ts';
import { applyFormErrors } from '../../../lib/errors/form-errors.tsx';
import { messageOf } from '../../../lib/errors/error-message.ts';
import { useToast } from '../../../lib/toast.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { Lines } from '../../../ui/data-table/data-table-states.tsx';
import fields from '../../../ui/record-form/fields.module.css';
import { LongText, notTooLong } from '../../../ui/record-form/long-text.tsx';
import { useOwnCustomers } from '../own.ts';
import styles from './quote.module.css';
import { Modal } from '../../../ui/overlay/modal.tsx';

interface AnswerProps {
  quote: OwnQuote;
  onAnswered: () => void;
  /** The quote can no longer be answered: its letter says why, or the one that replaced it. */
  onOver: () => void;
  onClose: () => void;
}

interface AcceptProps extends AnswerProps {
  amount: string;
  /** The job the request is about. */
  named: string | null;
}

/** A refusal that says how the quote stands by now: the letter shows it anew, with why, and there is nothing left to answer. */
function useOver(onOver: () => void) {
  const { t } = useTranslation(['portal', 'errors']);
  const client = useQueryClient();
  const toast = useToast();
  return (error: ApiError): boolean => {
    if (error.status !== 409 && error.status !== 404) return false;
    void invalidateTopics(client, ['portal_request']);
    onOver();
    toast.error(messageOf(error, t));
    return true;
  };
}

/** Asks once whether the quote is accepted, and whose job it will be where the bureau has not said. */
export function AcceptQuote({ quote, named, amount, onAnswered, onOver, onClose }: AcceptProps) {
  const { t } = useTranslation(['portal', 'common', 'errors']);
  const { number } = useFormat();
  const toast = useToast();
  const { customers2, isPending } = useOwnCustomers();
  const [form] = Form.useForm<{ customer2_id?: number }>();
  const over = useOver(onOver);
  const accept = useApiMutation(portalQuoteEndpoints.acceptQuote, {
    invalidates: ['portal_request', 'portal_job'],
    onSuccess: ({ prod_id }) => {
      toast.success(t('quote.accepted', { job: prod_id ?? '' }));
      onAnswered();
    },
    onError: (error) => applyFormErrors(form, error, t) || over(error),
  });
  const mine = customers2.filter(({ cus_id1 }) => cus_id1 === quote.cus_id1);
  return (
    <Modal
      open
      title={t('quote.confirm.title')}
      okText={t('quote.confirm.yes')}
      cancelText={t('common:cancel')}
      // Until the answer is there a second press is none.
      confirmLoading={accept.isPending}
      cancelButtonProps={{ disabled: accept.isPending }}
      closable={!accept.isPending}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p className={styles.asked}>
        <strong>{amount}</strong> {t('quote.pieces', { count: quote.quantity, n: number(quote.quantity) })}
      </p>
      <p>{t('quote.confirm.what')}</p>
      {named && <p className="quiet">{t('quote.confirm.instead', { job: named })}</p>}
      <Form
        name="accept-quote"
        form={form}
        layout="vertical"
        onFinish={({ customer2_id }) => {
          if (!accept.isPending)
            accept.mutate({ id: quote.id, ...(customer2_id === undefined ? {} : { customer2_id }) });
        }}
      >
        {quote.customer2_id === null && isPending && <Lines count={1} />}
        {quote.customer2_id === null && !isPending && (
          <Form.Item
            name="customer2_id"
            // The only one there is, is chosen.
            initialValue={mine.length === 1 ? mine[0]?.id : undefined}
            extra={mine.length === 0 ? t('quote.confirm.none') : undefined}
            label={t('quote.confirm.customer')}
            rules={[{ required: true, message: t('quote.confirm.choose') }]}
          >
            <Select options={mine.map(({ id, name }) => ({ value: id, label: name }))} />
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}

interface DeclineProps extends AnswerProps {
  /** As far as it was typed. */
  reason: string;
  onReason: (reason: string) => void;
}

/** Declines a quote, with why: the bureau reads it. What is typed stays whatever the server says, and if another quote replaces this one. */
export function DeclineQuote({ quote, reason: typed, onReason, onAnswered, onOver, onClose }: DeclineProps) {
  const { t } = useTranslation(['portal', 'common', 'errors']);
  const toast = useToast();
  const [form] = Form.useForm<{ reason: string }>();
  const over = useOver(onOver);
  const decline = useApiMutation(portalQuoteEndpoints.declineQuote, {
    invalidates: ['portal_request'],
    onSuccess: () => {
      toast.success(t('quote.declined'));
      onAnswered();
    },
    onError: (error) => applyFormErrors(form, error, t) || over(error),
  });
  return (
    <Modal
      open
      title={t('quote.refuse.title')}
      okText={t('quote.refuse.yes')}
      cancelText={t('common:cancel')}
      confirmLoading={decline.isPending}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={onClose}
    >
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
        <Form.Item
          name="reason"
          label={t('quote.refuse.reason')}
          extra={t('quote.refuse.hint')}
          rules={[
            { required: true, whitespace: true, message: t('quote.refuse.needed') },
            notTooLong(t('errors:field.too_long')),
          ]}
        >
          <LongText className={fields.growing} rows={3} autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  );
}
