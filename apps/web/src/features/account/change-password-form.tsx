import type { ErrorCode } from '@darkroom/contract/errors';
import { linkEndpoints } from '@darkroom/contract/user/link';
import { userEndpoints } from '@darkroom/contract/user/user';
import { Button, Form, Input } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import type { ApiError } from '../../lib/api/api.ts';
import { useApiMutation } from '../../lib/api/query.ts';
import { readSession, storeSession, type SessionResponse } from '../../lib/session/session-store.ts';
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

interface ChangePasswordFormProps {
  /** True if an administrator set the current password, which must be replaced. */
  oneTime?: boolean;
  /** The link of an email. It replaces the current password, and ends when it is used or too old. */
  link?: { token: string; onDone: () => void; onEnded: () => void };
}

/** Sets the user's own password, with the current password or with a link. */
export function ChangePasswordForm({ oneTime = false, link }: ChangePasswordFormProps) {
  const { t } = useTranslation(['auth', 'errors']);
  const [form] = Form.useForm<Passwords>();
  const toast = useToast();
  const callbacks = {
    onSuccess: (response: SessionResponse) => {
      form.resetFields();
      storeSession(response);
      toast.success(t('auth:password.done'));
      link?.onDone();
    },
    onError: (error: ApiError) => {
      if (error.problem.code === 'link_ended') {
        link?.onEnded();
        return true;
      }
      const field = FIELD_OF_CODE[error.problem.code];
      if (!field) return false;
      form.setFields([{ name: field, errors: [t(`errors:${error.problem.code}`)] }]);
      form.scrollToField(field, { block: 'nearest', focus: true });
      return true;
    },
  };
  const change = useApiMutation(userEndpoints.changePassword, callbacks);
  const setByLink = useApiMutation(linkEndpoints.passwordByLink, callbacks);
  const saving = change.isPending || setByLink.isPending;
  const submit = ({ current_password, new_password }: Passwords) =>
    link ? setByLink.mutate({ token: link.token, new_password }) : change.mutate({ current_password, new_password });
  const guard = useLeaveGuard({ isTouched: () => form.isFieldsTouched(), saving, back: 'leaves' });
  return (
    <Form<Passwords>
      form={form}
      layout="vertical"
      requiredMark={false}
      disabled={saving}
      scrollToFirstError={{ block: 'nearest', focus: true }}
      validateTrigger="onSubmit"
      onFinish={submit}
    >
      {!link && (
        <>
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
        </>
      )}
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
      <Button type="primary" htmlType="submit" loading={saving}>
        {t(link ? 'auth:password.set' : 'auth:password.submit')}
      </Button>
      {guard.dialog}
    </Form>
  );
}
