import type { ErrorCode } from '@darkroom/contract/errors';
import { userEndpoints } from '@darkroom/contract/user/user';
import { Button, Form, Input } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useApiMutation } from '../../lib/api/query.ts';
import { readSession, storeSession } from '../../lib/session/session-store.ts';
import { useToast } from '../../lib/toast.ts';
import { useLeaveGuard } from '../../ui/page/leave-guard.tsx';

interface Passwords {
  current_password: string;
  new_password: string;
  repeated: string;
}

const MIN_PASSWORD_LENGTH = 8;
const MAX_PASSWORD_LENGTH = 128;
/** Field of each error code that names none. */
const FIELD_OF_CODE: Partial<Record<ErrorCode, keyof Passwords>> = {
  wrong_password: 'current_password',
  weak_password: 'new_password',
};

/** Changes the user's own password. `oneTime`: an administrator set the current password and must be replaced. */
export function ChangePasswordForm({ oneTime = false }: { oneTime?: boolean }) {
  const { t } = useTranslation(['auth', 'errors']);
  const [form] = Form.useForm<Passwords>();
  const toast = useToast();
  const change = useApiMutation(userEndpoints.changePassword, {
    onSuccess: (response) => {
      form.resetFields();
      storeSession(response);
      toast.success(t('auth:password.done'));
    },
    onError: (error) => {
      const field = FIELD_OF_CODE[error.problem.code];
      if (!field) return false;
      form.setFields([{ name: field, errors: [t(`errors:${error.problem.code}`)] }]);
      form.scrollToField(field, { block: 'nearest', focus: true });
      return true;
    },
  });
  const guard = useLeaveGuard({ isTouched: () => form.isFieldsTouched(), saving: change.isPending, back: 'leaves' });
  return (
    <Form<Passwords>
      form={form}
      layout="vertical"
      requiredMark={false}
      disabled={change.isPending}
      scrollToFirstError={{ block: 'nearest', focus: true }}
      validateTrigger="onSubmit"
      onFinish={({ current_password, new_password }) => change.mutate({ current_password, new_password })}
    >
      {/* Password managers save the new password under this username. */}
      <input
        className="visually-hidden"
        type="text"
        autoComplete="username"
        tabIndex={-1}
        readOnly
        aria-hidden
        value={readSession()?.user.username ?? ''}
      />
      <Form.Item
        name="current_password"
        label={t(oneTime ? 'auth:password.oneTime' : 'auth:password.current')}
        rules={[{ required: true }]}
      >
        <Input.Password autoComplete="current-password" maxLength={1000} />
      </Form.Item>
      <Form.Item
        name="new_password"
        label={t('auth:password.new')}
        extra={
          <span data-field-hint>{t('auth:password.rule', { min: MIN_PASSWORD_LENGTH, max: MAX_PASSWORD_LENGTH })}</span>
        }
        rules={[
          { required: true },
          {
            min: MIN_PASSWORD_LENGTH,
            max: MAX_PASSWORD_LENGTH,
            message: t('auth:password.rule', { min: MIN_PASSWORD_LENGTH, max: MAX_PASSWORD_LENGTH }),
          },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={1000} />
      </Form.Item>
      <Form.Item
        name="repeated"
        label={t('auth:password.repeat')}
        dependencies={['new_password']}
        rules={[
          { required: true },
          ({ getFieldValue }) => ({
            validator: (_, value: unknown) =>
              !value || value === getFieldValue('new_password')
                ? Promise.resolve()
                : Promise.reject(new Error(t('auth:password.differs'))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={1000} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={change.isPending}>
        {t('auth:password.submit')}
      </Button>
      {guard.dialog}
    </Form>
  );
}
