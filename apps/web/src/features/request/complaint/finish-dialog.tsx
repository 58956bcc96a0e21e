import { requestEndpoints, requestRow, type RequestRow } from '@darkroom/contract/request';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invalidateTopics, useApiMutation } from '../../../lib/call/query.ts';
import { messageOf } from '../../../lib/errors/error-message.ts';
import { applyFormErrors } from '../../../lib/errors/form-errors.tsx';
import { useShortcuts } from '../../../lib/keyboard.ts';
import { useToast } from '../../../lib/toast.ts';
import { notTooLong } from '../../../ui/record-form/long-text.tsx';
import { useLeaveGuard } from '../../../ui/page/leave-guard.tsx';
import { ReplyField } from '../thread/reply-field.tsx';
import { putRequest } from '../request-cache.ts';
import styles from '../review/review.module.css';
import { Modal } from '../../../ui/overlay/modal.tsx';

/** Closes a complaint whose tasks are redone, with the reply its customer reads (decision 106). */
export function FinishDialog({ row, onClose }: { row: RequestRow; onClose: () => void }) {
  const { t } = useTranslation(['request', 'errors', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  // Whoever still means it after somebody else's change presses once more, and means the request as it is then.
  const [now, setNow] = useState(row);
  const [form] = Form.useForm<{ reply: string }>();
  const finish = useApiMutation(requestEndpoints.changeStatus, {
    onSuccess: (after) => {
      putRequest(client, after);
      void invalidateTopics(client, ['request']);
      toast.success(t('complaint.closed', { subject: after.subject }));
      onClose();
    },
    onError: (error) => {
      if (applyFormErrors(form, error, t)) return true;
      const current = requestRow.safeParse(error.problem.current).data;
      if (current) {
        putRequest(client, current);
        setNow(current);
      }
      // What was written stays.
      toast.error(`${t('failed.move', { subject: row.subject })} ${messageOf(error, t)}`);
      return true;
    },
  });
  const guard = useLeaveGuard({
    isTouched: () => form.isFieldsTouched(),
    saving: finish.isPending,
    back: onClose,
  });
  useShortcuts({ send: () => form.submit() });
  return (
    <Modal
      open
      title={t('complaint.close')}
      okText={t('complaint.closeNow')}
      cancelText={t('common:cancel')}
      confirmLoading={finish.isPending}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={() => guard.leave(onClose)}
      afterOpenChange={(shown) => shown && document.getElementById('request-finish_reply')?.focus()}
    >
      <p className={styles.reviewed}>
        <strong>{row.subject}</strong>
        <span className={styles.said}>{row.description}</span>
      </p>
      <Form<{ reply: string }>
        name="request-finish"
        form={form}
        layout="vertical"
        scrollToFirstError={{ block: 'nearest', focus: true }}
        initialValues={{ reply: '' }}
        onFinish={({ reply }) =>
          finish.mutate({ id: row.id, version: now.version, status: 'DONE', reply: reply.trim() })
        }
      >
        <Form.Item
          name="reply"
          label={t('review.reply')}
          extra={t('review.replyHint')}
          rules={[
            { required: true, whitespace: true, message: t('errors:reply_required') },
            notTooLong(t('errors:field.too_long')),
          ]}
        >
          <ReplyField asked={row.description} />
        </Form.Item>
      </Form>
      {guard.dialog}
    </Modal>
  );
}
