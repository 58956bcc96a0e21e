import { appealEndpoints, type Appeal } from '@darkroom/contract/appeal';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { invalidateTopics, useApiMutation } from '../../lib/call/query.ts';
import { applyFormErrors } from '../../lib/errors/form-errors.tsx';
import { useToast } from '../../lib/toast.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useUsers } from '../../lib/session/lookups.ts';
import { useLeaveGuard } from '../../ui/page/leave-guard.tsx';
import styles from './second-look.module.css';
import { Modal } from '../../ui/overlay/modal.tsx';

interface DecideDialogProps {
  appeal: Appeal;
  upheld: boolean;
  onClose: () => void;
}

/** The decision, with its reason: both sides read it, and it is made once. */
export function DecideDialog({ appeal, upheld, onClose }: DecideDialogProps) {
  const { t } = useTranslation(['look', 'common', 'errors']);
  const client = useQueryClient();
  const toast = useToast();
  const { name } = useUsers();
  const [form] = Form.useForm<{ decision: string }>();
  const decide = useApiMutation(appealEndpoints.decide, {
    invalidates: ['appeal', 'task'],
    onSuccess: () => {
      toast.success(t(upheld ? 'upheld' : 'dismissed', { task: appeal.sub_prod_id }));
      onClose();
    },
    onError: (error) => {
      if (error.problem.code === 'stale') {
        const { decided_by } = error.problem.current as Appeal;
        toast.info(decided_by === null ? t('gone') : t('decidedBy', { user: name(decided_by) }));
        void invalidateTopics(client, ['appeal']);
        onClose();
        return true;
      }
      return applyFormErrors(form, error, t);
    },
  });
  const guard = useLeaveGuard({ isTouched: () => form.isFieldsTouched(), saving: decide.isPending, back: onClose });
  return (
    <Modal
      open
      title={t(upheld ? 'upholdTitle' : 'dismissTitle', { task: appeal.sub_prod_id })}
      okText={t(upheld ? 'uphold' : 'dismiss')}
      cancelText={t('common:cancel')}
      confirmLoading={decide.isPending}
      onOk={form.submit}
      onCancel={() => guard.leave(onClose)}
      mask={{ closable: false }}
    >
      <p className={styles.hint}>{t(upheld ? 'upholdHint' : 'dismissHint')}</p>
      <Form<{ decision: string }>
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={({ decision }) => decide.mutate({ id: appeal.id, version: appeal.version, upheld, decision })}
      >
        <Form.Item
          name="decision"
          label={t('why')}
          rules={[{ required: true, whitespace: true, message: t('errors:reason_required') }]}
        >
          <Input.TextArea rows={4} maxLength={2000} autoFocus />
        </Form.Item>
      </Form>
      {guard.dialog}
    </Modal>
  );
}
