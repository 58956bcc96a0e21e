import { factorEndpoints } from '@darkroom/contract/user/factor';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { query, useApiMutation } from '../../lib/api/query.ts';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { hasPasskeys, usePasskey } from '../../lib/passkey.ts';
import { LoadErrorMessage, SkeletonLines } from '../../ui/data-table/data-table-states.tsx';

/** Enters the second factor after the password: a code of an app, a passkey, or a recovery code. */
export function VerifyForm({ onDone }: { onDone: () => Promise<unknown> }) {
  const { t } = useTranslation('auth');
  const [form] = Form.useForm<{ code: string }>();
  const [chosen, setChosen] = useState<'app' | 'recovery' | null>(null);
  const { data, error, refetch } = useQuery(query(factorEndpoints.factors, {}));
  const verify = useApiMutation(factorEndpoints.verifyFactor, { form, onSuccess: onDone });
  const verifyPasskey = useApiMutation(factorEndpoints.verifyPasskey, { onSuccess: onDone });
  const passkey = usePasskey(factorEndpoints.verifyPasskeyQuestion, (answer) => verifyPasskey.mutateAsync({ answer }));
  if (!data)
    return error ? <LoadErrorMessage error={error} onRetry={() => void refetch()} /> : <SkeletonLines count={3} />;

  const hasApp = data.factors.some(({ kind }) => kind === 'totp');
  const hasPasskey = hasPasskeys() && data.factors.some(({ kind }) => kind === 'passkey');
  const field = chosen ?? (hasApp ? 'app' : hasPasskey ? null : 'recovery');
  const other = field === 'recovery' ? 'app' : 'recovery';
  const choose = () => {
    form.resetFields();
    setChosen(other);
  };
  return (
    <div className="stack items-start gap-12 mt-12">
      {field && (
        <Form
          className="w-full"
          form={form}
          layout="vertical"
          requiredMark={false}
          validateTrigger="onSubmit"
          onFinish={verify.mutate}
        >
          <Form.Item name="code" label={t(`factor.code.${field}`)} rules={[{ required: true }]}>
            <Input
              // A new field, because a phone keeps the keyboard of a focused field.
              key={field}
              autoFocus
              inputMode={field === 'app' ? 'numeric' : 'text'}
              autoComplete={field === 'app' ? 'one-time-code' : 'off'}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={20}
              size="large"
            />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={verify.isPending}>
            {t('factor.submit')}
          </Button>
        </Form>
      )}
      {hasPasskey && (
        <Button block type={field ? 'default' : 'primary'} size="large" loading={passkey.pending} onClick={passkey.use}>
          {t('passkey.use')}
        </Button>
      )}
      {(hasApp || field === null) && (
        <Button type="link" onClick={choose}>
          {t(`factor.use.${other}`)}
        </Button>
      )}
    </div>
  );
}
