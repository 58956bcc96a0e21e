import { REQUEST } from '@darkroom/contract/field-tables/customer';
import { requestEndpoints, requestRow, type RequestRow } from '@darkroom/contract/request/request';
import { findQuoteRefusal } from '@darkroom/domain/quote/decide';
import { defaultBoard, REQUEST_BOARDS, type RequestBoard } from '@darkroom/domain/request/status';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Form, Radio } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useShortcuts } from '../../../lib/keyboard.ts';
import { useCategories } from '../../../lib/session/lookups.ts';
import { RequestedDetails } from '../../../entities/request/requested-details.tsx';
import { useMoverName } from '../../../entities/request/use-mover-name.ts';
import { invalidateTopics, query, useApiMutation } from '../../../lib/api/query.ts';
import { useToast } from '../../../lib/toast.ts';
import { Field, FormFields } from '../../../ui/record-form/field.tsx';
import { useFormDraft } from '../../../ui/record-form/use-form-draft.ts';
import { useLeaveGuard } from '../../../ui/page/leave-guard.tsx';
import { JobPicker } from '../job-picker.tsx';
import { putRequest } from '../request-cache.ts';
import { ReplyField } from '../thread/reply-field.tsx';
import styles from './review.module.css';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';

interface ReviewStart {
  row: RequestRow;
  accept: boolean;
}

interface ReviewValues {
  accept: boolean;
  board: RequestBoard;
  job_id: number | null;
  reply: string;
}

/** A review: accept onto a board, or close with a reply (domain §3). An error does not clear the typed text. */
export function ReviewDialog({
  reviewStart: { row, accept },
  onClose,
}: {
  reviewStart: ReviewStart;
  onClose: () => void;
}) {
  const { t } = useTranslation(['request', 'status', 'errors', 'field', 'common', 'record']);
  const client = useQueryClient();
  const toast = useToast();
  const getMoverName = useMoverName();
  const id = useId();
  const { label: category } = useCategories();
  const [form] = Form.useForm<ReviewValues>();
  const initial: ReviewValues = { accept, board: row.board ?? defaultBoard(row.type), job_id: row.job_id, reply: '' };
  const isRestored = useFormDraft(`review.${row.id}`, form, initial);
  const isAccepting = Form.useWatch('accept', form) ?? accept;
  const [refusal, setRefusal] = useState<string | null>(null);
  const { data } = useQuery(query(requestEndpoints.list, { id: row.id, page_size: 1 }));
  const describeChange = (current: RequestRow) =>
    current.status !== row.status && current.moved_by !== null
      ? t('failed.movedByOther', { user: getMoverName(current), status: t(`status:request.${current.status}`) })
      : t('failed.changed');
  const review = useApiMutation(requestEndpoints.review, {
    onSuccess: (reviewedRow) => {
      putRequest(client, reviewedRow);
      void invalidateTopics(client, ['request']);
      const subject = reviewedRow.subject;
      toast.success(
        reviewedRow.status === 'DONE'
          ? t('review.sentBack', { subject })
          : t('review.accepted', { subject, board: t(`status:board.${reviewedRow.board}`) }),
      );
      onClose();
    },
    onError: (error) => {
      const current = requestRow.safeParse(error.problem.current).data;
      if (current) {
        putRequest(client, current);
        setRefusal(describeChange(current));
        return true;
      }
      return false;
    },
    form,
    failed: t('review.failed'),
  });
  // For a request for a quote: the boards that have no quotes.
  const boardsWithoutQuotes =
    row.type === 'QUOTES'
      ? REQUEST_BOARDS.filter((board) => findQuoteRefusal({ type: row.type, status: 'TODO', board }) !== null)
      : [];
  // Another user's decision is shown immediately, before this user tries to decide.
  const latestRow = data?.results[0];
  const isDecided = latestRow && latestRow.version > row.version && latestRow.status !== row.status;
  const conflictText = isDecided && !review.isPending ? describeChange(latestRow) : refusal;
  const submit = ({ accept: isAccepted, board, job_id, reply }: ReviewValues) =>
    review.mutate({
      id: row.id,
      version: row.version,
      accept: isAccepted,
      ...(isAccepted ? { board } : {}),
      ...(job_id === row.job_id ? {} : { job_id }),
      ...(reply.trim() ? { reply } : {}),
    });
  const guard = useLeaveGuard({
    isTouched: () => isRestored || form.isFieldsTouched(),
    saving: review.isPending,
    back: onClose,
  });
  useShortcuts({ send: () => form.submit() });

  return (
    <Modal
      open
      title={t('review.title')}
      okText={t(isAccepting ? 'review.doAccept' : 'review.confirmSendBack')}
      okButtonProps={{ disabled: conflictText !== null }}
      cancelText={t('common:cancel')}
      confirmLoading={review.isPending}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={() => guard.leave(onClose)}
      destroyOnHidden
    >
      <div className={styles.requestSummary}>
        <strong>{row.subject}</strong>
        <p className={styles.message}>{row.description}</p>
        {row.job_details.length > 0 && (
          <div className="mt-8">
            <span className="muted">{t('field:request.job_details')}</span>
            <RequestedDetails details={row.job_details} getCategoryName={category} />
          </div>
        )}
      </div>
      {conflictText && <ConflictNotice saveAttempts={1} title={conflictText} />}
      {isRestored && <Alert type="info" showIcon role="status" className="mb-12" title={t('record:restored')} />}
      <Form<ReviewValues>
        name="request-review"
        form={form}
        layout="vertical"
        scrollToFirstError={{ block: 'nearest', focus: true }}
        initialValues={initial}
        onFinish={submit}
      >
        <Form.Item name="accept" label={<span id={`${id}-decision`}>{t('review.decision')}</span>}>
          <Radio.Group aria-labelledby={`${id}-decision`} className={styles.decision}>
            <Radio value autoFocus={accept}>
              {t('review.accept')}
              <span className="muted">{t('review.acceptHint')}</span>
            </Radio>
            <Radio value={false} autoFocus={!accept}>
              {t('review.sendBack')}
              <span className="muted">{t('review.sendBackHint')}</span>
            </Radio>
          </Radio.Group>
        </Form.Item>
        {isAccepting && (
          <Form.Item
            name="board"
            label={<span id={`${id}-board`}>{t('review.board')}</span>}
            extra={boardsWithoutQuotes
              .map((board) => t('quote.notOnBoard', { board: t(`status:board.${board}`) }))
              .join(' ')}
          >
            <Radio.Group
              aria-labelledby={`${id}-board`}
              optionType="button"
              options={REQUEST_BOARDS.map((board) => ({ value: board, label: t(`status:board.${board}`) }))}
            />
          </Form.Item>
        )}
        <Form.Item name="job_id" label={t('review.job')}>
          <JobPicker row={row} />
        </Form.Item>
        <FormFields fields={REQUEST} call={requestEndpoints.review}>
          <Field
            name="reply"
            label={t(isAccepting ? 'review.replyOptional' : 'review.reply')}
            extra={t('review.replyHint')}
            required={!isAccepting}
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
