import type { Endpoint, InputOf, OutputOf } from '@darkroom/contract/endpoint';
import { Form, Input } from 'antd';
import { useApiMutation } from '../../../lib/api/query.ts';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { Modal } from '../../../ui/overlay/modal.tsx';

interface PasswordDialogProps<E extends Endpoint> {
  call: E;
  inputOf: (password: string) => InputOf<E>;
  title: string;
  hint: string;
  yes: string;
  danger?: boolean;
  onDone: (response: OutputOf<E>) => void;
  onClose: () => void;
}

/** Asks for the user's password before a change of the factors. */
export function PasswordDialog<E extends Endpoint>(props: PasswordDialogProps<E>) {
  const { call, inputOf, title, hint, yes, danger = false, onDone, onClose } = props;
  const { t } = useTranslation(['auth', 'common']);
  const [form] = Form.useForm<{ password: string }>();
  const change = useApiMutation(call, { form, invalidates: ['session'], onSuccess: onDone });
  return (
    <Modal
      open
      title={title}
      okText={yes}
      cancelText={t('common:cancel')}
      okButtonProps={{ danger }}
      confirmLoading={change.isPending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p className="mb-12">{hint}</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger="onSubmit"
        onFinish={({ password }) => change.mutate(inputOf(password))}
      >
        <Form.Item name="password" label={t('auth:password.current')} rules={[{ required: true }]}>
          <Input.Password autoFocus autoComplete="current-password" maxLength={1000} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
