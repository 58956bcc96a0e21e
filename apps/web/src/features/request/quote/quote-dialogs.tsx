import { quoteEndpoints, type QuoteRow } from '@darkroom/contract/request/quote';
import { QUOTE_WARNINGS, type QuoteWarning } from '@darkroom/domain/quote/guard';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useApiMutation } from '../../../lib/api/query.ts';
import { useCategories } from '../../../lib/session/lookups.ts';
import { useToast } from '../../../lib/toast.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import fields from '../../../ui/record-form/fields.module.css';
import { QuoteConflict, useQuoteConflict } from './quote-conflict.tsx';
import styles from './quote.module.css';
import { useLeaveGuard } from '../../../ui/page/leave-guard.tsx';
import { Modal } from '../../../ui/overlay/modal.tsx';

/** A line with a warning of the price guard. */
interface PriceWarning {
  line: number;
  code: QuoteWarning;
}

interface SendQuoteProps {
  quote: QuoteRow;
  currency: string;
  onClose: () => void;
}

/** Sends a draft after a confirmation, because a sent quote never changes. Prices with a warning are listed line by line. */
export function SendQuote({ quote, currency, onClose }: SendQuoteProps) {
  const { t } = useTranslation(['request', 'common', 'errors']);
  const { day, money } = useFormat();
  const { label } = useCategories();
  const toast = useToast();
  const conflict = useQuoteConflict(quote);
  // Warnings found when sending, because the price list may have changed.
  const [priceWarnings, setPriceWarnings] = useState<readonly PriceWarning[]>(() =>
    quote.lines.flatMap(({ warnings }, line) => warnings.map((code) => ({ line, code }))),
  );
  const [hasWarnings, setHasWarnings] = useState(priceWarnings.length > 0);
  const send = useApiMutation(quoteEndpoints.send, {
    invalidates: ['request'],
    onSuccess: () => {
      toast.success(t('quote.wasSent'));
      onClose();
    },
    onError: (error) => {
      if (error.problem.code !== 'quote_below_list_price') return conflict.handleError(error);
      setPriceWarnings(
        (error.problem.errors ?? []).flatMap(({ field, code }) =>
          QUOTE_WARNINGS.filter((warning) => warning === code).map((warning) => ({
            line: Number(field.split('.')[1]),
            code: warning,
          })),
        ),
      );
      setHasWarnings(true);
      return true;
    },
  });
  return (
    <Modal
      open
      title={t('quote.sendTitle')}
      okText={t(hasWarnings ? 'quote.sendAnyway' : 'quote.send')}
      cancelText={t('common:cancel')}
      okButtonProps={{ disabled: conflict.reason !== null }}
      confirmLoading={send.isPending}
      mask={{ closable: false }}
      onOk={() => send.mutate({ id: quote.id, version: quote.version, low_price_confirmed: hasWarnings })}
      onCancel={onClose}
    >
      {conflict.reason !== null && (
        <QuoteConflict title={t('quote.lost.send')} reason={conflict.reason} hasUnsentText={false} />
      )}
      <p>
        {t('quote.sendHint', {
          amount: money(quote.amount),
          currency,
          day: day(quote.valid_until),
        })}
      </p>
      {hasWarnings && (
        <div className={styles.priceWarnings} role="alert">
          <p>{t('quote.guardAsks')}</p>
          <ul>
            {priceWarnings.map(({ line, code }) => (
              <li key={`${line} ${code}`}>
                {label(quote.lines[line]?.service_cat2_id)}: {money(quote.lines[line]?.unit_price)}.{' '}
                {t(`errors:field.${code}`)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Modal>
  );
}

/** Withdraws a quote. Only a sent quote needs a reason, which the customer reads. */
export function WithdrawQuote({ quote, onClose }: { quote: QuoteRow; onClose: () => void }) {
  const { t } = useTranslation(['request', 'common', 'errors']);
  const toast = useToast();
  const [form] = Form.useForm<{ reason: string }>();
  const conflict = useQuoteConflict(quote);
  const isSent = quote.sent_at !== null;
  const withdraw = useApiMutation(quoteEndpoints.withdraw, {
    invalidates: ['request'],
    onSuccess: () => {
      toast.success(t(isSent ? 'quote.wasWithdrawn' : 'quote.wasDiscarded'));
      onClose();
    },
    onError: conflict.handleError,
    form,
  });
  const guard = useLeaveGuard({ isTouched: () => form.isFieldsTouched(), saving: withdraw.isPending, back: onClose });
  return (
    <Modal
      open
      title={t(isSent ? 'quote.withdrawTitle' : 'quote.discardTitle')}
      okText={t(isSent ? 'quote.withdraw' : 'quote.discard')}
      cancelText={t('common:cancel')}
      okButtonProps={{ disabled: conflict.reason !== null }}
      confirmLoading={withdraw.isPending}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={() => guard.leave(onClose)}
    >
      {conflict.reason !== null && (
        <QuoteConflict
          title={t(isSent ? 'quote.lost.withdraw' : 'quote.lost.discard')}
          reason={conflict.reason}
          hasUnsentText={isSent}
        />
      )}
      <Form<{ reason: string }>
        name="withdraw-quote"
        form={form}
        layout="vertical"
        initialValues={{ reason: '' }}
        onFinish={({ reason }) =>
          withdraw.mutate({
            id: quote.id,
            version: quote.version,
            ...(reason?.trim() ? { reason: reason.trim() } : {}),
          })
        }
      >
        {isSent ? (
          <Form.Item
            name="reason"
            label={t('quote.withdrawReason')}
            extra={t('quote.withdrawHint')}
            rules={[{ required: true, whitespace: true, message: t('errors:quote_reason_required') }]}
          >
            <Input.TextArea className={fields.autoGrow} rows={3} maxLength={2000} autoFocus />
          </Form.Item>
        ) : (
          <p>{t('quote.discardHint')}</p>
        )}
      </Form>
      {guard.dialog}
    </Modal>
  );
}
