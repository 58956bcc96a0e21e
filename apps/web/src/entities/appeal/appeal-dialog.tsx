import { appealEndpoints } from '@darkroom/contract/quality/appeal';
import { Form, Input } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useApiMutation } from '../../lib/api/query.ts';
import { useToast } from '../../lib/toast.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useLeaveGuard } from '../../ui/page/leave-guard.tsx';
import styles from './appeal.module.css';
import { Modal } from '../../ui/overlay/modal.tsx';

interface AppealDialogProps {
  task_id: number;
  fault_id: number;
  until: string;
  onClose: () => void;
}

interface AppealValues {
  reason: string;
}

/** Form of an appeal: "Not a fault, because …" with the editor's reason. */
export default function AppealDialog({ task_id, fault_id, until, onClose }: AppealDialogProps) {
  const { t } = useTranslation(['task', 'common', 'errors']);
  const { dayTime } = useFormat();
  const toast = useToast();
  const [form] = Form.useForm<AppealValues>();
  // True while the form has text that would be lost.
  const hasText = useRef(false);
  const close = () => {
    hasText.current = false;
    onClose();
  };
  const sendAppeal = useApiMutation(appealEndpoints.create, {
    invalidates: ['task', 'appeal'],
    onSuccess: () => {
      toast.success(t('appeal.sent'));
      close();
    },
    form,
  });
  // When the fault is undone or appealed elsewhere, the form and its text disappear. A message explains why.
  const reportGone = useEffectEvent(() => {
    if (hasText.current) toast.info(t('appeal.notPossible'));
  });
  useEffect(() => () => reportGone(), []);
  const guard = useLeaveGuard({ isTouched: () => form.isFieldsTouched(), saving: sendAppeal.isPending, back: close });
  return (
    <Modal
      open
      title={t('appeal.title')}
      okText={t('appeal.send')}
      cancelText={t('common:cancel')}
      confirmLoading={sendAppeal.isPending}
      onOk={form.submit}
      onCancel={() => guard.leave(close)}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <p className={styles.hint}>{t('appeal.hint', { at: dayTime(until) })}</p>
      <Form<AppealValues>
        form={form}
        layout="vertical"
        requiredMark={false}
        onValuesChange={(_, { reason }) => {
          hasText.current = Boolean(reason?.trim());
        }}
        onFinish={({ reason }) => sendAppeal.mutate({ task_id, fault_id, reason })}
      >
        <Form.Item
          name="reason"
          label={t('appeal.because')}
          rules={[{ required: true, whitespace: true, message: t('appeal.reasonRequired') }]}
        >
          <Input.TextArea rows={5} maxLength={2000} autoFocus />
        </Form.Item>
      </Form>
      {guard.dialog}
    </Modal>
  );
}
