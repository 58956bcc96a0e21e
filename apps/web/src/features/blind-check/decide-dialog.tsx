import { appealEndpoints, type Appeal } from '@darkroom/contract/quality/appeal';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useApiMutation } from '../../lib/api/query.ts';
import { useToast } from '../../lib/toast.ts';
import { useUsers } from '../../lib/session/lookups.ts';
import { useLeaveGuard } from '../../ui/page/leave-guard.tsx';
import styles from './blind-check.module.css';
import { Modal } from '../../ui/overlay/modal.tsx';
import { ConflictNotice } from '../../ui/conflict/conflict-notice.tsx';

interface DecideDialogProps {
  appeal: Appeal;
  upheld: boolean;
  onClose: () => void;
}

/**
 * Decision of an appeal with its reason. It is final, and both sides read it. If another user decides first, the dialog shows that
 * decision, and the user can copy the typed text.
 */
export function DecideDialog({ appeal, upheld, onClose }: DecideDialogProps) {
  const { t } = useTranslation(['blindCheck', 'common', 'errors', 'task']);
  const toast = useToast();
  const { name } = useUsers();
  const [form] = Form.useForm<{ decision: string }>();
  const [decidedAppeal, setDecidedAppeal] = useState<Appeal>();
  const decide = useApiMutation(appealEndpoints.decide, {
    invalidates: ['appeal', 'task'],
    onSuccess: () => {
      toast.success(t(upheld ? 'upheld' : 'dismissed', { task: appeal.sub_prod_id }));
      onClose();
    },
    onError: (error) => {
      const current = appealEndpoints.decide.output.safeParse(error.problem.current).data;
      setDecidedAppeal(current);
      return current !== undefined;
    },
    form,
  });
  const guard = useLeaveGuard({
    isTouched: () => !decidedAppeal && form.isFieldsTouched(),
    saving: decide.isPending,
    back: onClose,
  });
  return (
    <Modal
      open
      title={t(upheld ? 'upholdTitle' : 'dismissTitle', { task: appeal.sub_prod_id })}
      okText={t(upheld ? 'uphold' : 'dismiss')}
      cancelText={t(decidedAppeal ? 'common:close' : 'common:cancel')}
      confirmLoading={decide.isPending}
      okButtonProps={{ disabled: decidedAppeal !== undefined }}
      onOk={form.submit}
      onCancel={() => guard.leave(onClose)}
      mask={{ closable: false }}
    >
      {decidedAppeal ? (
        <ConflictNotice
          saveAttempts={1}
          title={
            decidedAppeal.decided_by === null ? t('gone') : t('decidedBy', { user: name(decidedAppeal.decided_by) })
          }
          hint={t('notSaved')}
        >
          {decidedAppeal.decision !== null && (
            <p>{`${t(`task:appeal.state.${decidedAppeal.state}`)} · ${decidedAppeal.decision}`}</p>
          )}
        </ConflictNotice>
      ) : (
        <p className={styles.hint}>{t(upheld ? 'upholdHint' : 'dismissHint')}</p>
      )}
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
          <Input.TextArea rows={4} maxLength={2000} autoFocus readOnly={decidedAppeal !== undefined} />
        </Form.Item>
      </Form>
      {guard.dialog}
    </Modal>
  );
}
