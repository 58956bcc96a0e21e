import { complaintEndpoints } from '@darkroom/contract/request/complaint';
import { REQUEST } from '@darkroom/contract/field-tables/customer';
import { requestEndpoints, requestRow, type RequestRow } from '@darkroom/contract/request/request';
import { countAddedPieces } from '@darkroom/domain/request/complaint';
import { TaskStatus } from '@darkroom/domain/task/status';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { invalidateTopics, query, useApiMutation } from '../../../lib/api/query.ts';
import { useShortcuts } from '../../../lib/keyboard.ts';
import { useToast } from '../../../lib/toast.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { Field, FormFields } from '../../../ui/record-form/field.tsx';
import { useFormDraft } from '../../../ui/record-form/use-form-draft.ts';
import { useLeaveGuard } from '../../../ui/page/leave-guard.tsx';
import { ReplyField } from '../thread/reply-field.tsx';
import { putRequest } from '../request-cache.ts';
import styles from '../review/review.module.css';
import { Modal } from '../../../ui/overlay/modal.tsx';

const EMPTY_VALUES = { reply: '' };

/** Closes a complaint after its rework, with a reply to the customer (decision 106). */
export function CloseComplaintDialog({ row, onClose }: { row: RequestRow; onClose: () => void }) {
  const { t } = useTranslation(['request', 'errors', 'common', 'record']);
  const client = useQueryClient();
  const toast = useToast();
  // After another user's change, a second press closes the request as it is then.
  const [latestRow, setLatestRow] = useState(row);
  const [form] = Form.useForm<{ reply: string }>();
  const isRestored = useFormDraft(`finish.${row.id}`, form, EMPTY_VALUES);
  const finish = useApiMutation(requestEndpoints.changeStatus, {
    onSuccess: (closedRow) => {
      putRequest(client, closedRow);
      void invalidateTopics(client, ['request']);
      toast.success(t('complaint.closed', { subject: closedRow.subject }));
      onClose();
    },
    onError: (error) => {
      const current = requestRow.safeParse(error.problem.current).data;
      if (current) {
        putRequest(client, current);
        setLatestRow(current);
      }
    },
    form,
    failed: t('failed.move', { subject: row.subject }),
  });
  const guard = useLeaveGuard({
    isTouched: () => isRestored || form.isFieldsTouched(),
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
      <p className={styles.requestSummary}>
        <strong>{row.subject}</strong>
        <span className={styles.message}>{row.description}</span>
      </p>
      <ClosingNotices row={latestRow} />
      {isRestored && <Alert type="info" showIcon role="status" className="mb-12" title={t('record:restored')} />}
      <Form<{ reply: string }>
        name="request-finish"
        form={form}
        layout="vertical"
        scrollToFirstError={{ block: 'nearest', focus: true }}
        initialValues={EMPTY_VALUES}
        onFinish={({ reply }) =>
          finish.mutate({ id: row.id, version: latestRow.version, status: 'DONE', reply: reply.trim() })
        }
      >
        <FormFields fields={REQUEST} call={requestEndpoints.changeStatus}>
          <Field
            name="reply"
            label={t('review.reply')}
            extra={t('review.replyHint')}
            required
            missing={t('errors:reply_required')}
          >
            <ReplyField customerText={row.description} />
          </Field>
        </FormFields>
      </Form>
      {guard.dialog}
    </Modal>
  );
}

/** Information before closing: named parts still in rework, and the amount that the rework added. */
function ClosingNotices({ row }: { row: RequestRow }) {
  const { t } = useTranslation('request');
  const { number } = useFormat();
  const { data } = useQuery(query(complaintEndpoints.complaint, { id: row.id }));
  const parts = data?.sub_prod_ids_in_rework ?? row.sub_prod_ids_in_rework;
  const addedPieces = (data?.tasks ?? []).flatMap(({ task_id: id, status, task, counted_before }) => {
    const n = task ? countAddedPieces(status === TaskStatus.COMPLETED, task.quantity, counted_before) : 0;
    return task && n > 0 ? [{ id, part: task.sub_prod_id, now: task.quantity, before: counted_before, n }] : [];
  });
  return (
    <>
      {parts.length > 0 && (
        <Alert
          type="warning"
          role="alert"
          className="mb-12"
          title={t('complaint.partsOpen', { parts: parts.join(', '), count: parts.length })}
          description={t('complaint.partsOpenHint')}
        />
      )}
      {addedPieces.length > 0 && (
        <Alert
          type="info"
          className="mb-12"
          title={addedPieces.map(({ id, part, now, before, n }) => (
            <p key={id}>
              {t('complaint.addedOf', { part, id, now: number(now), before: number(before), count: n, n: number(n) })}
            </p>
          ))}
        />
      )}
    </>
  );
}
