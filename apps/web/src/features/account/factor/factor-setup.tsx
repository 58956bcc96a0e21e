import type { OutputOf } from '@darkroom/contract/endpoint';
import { factorEndpoints, type Factor } from '@darkroom/contract/user/factor';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useApiMutation } from '../../../lib/api/query.ts';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { hasPasskeys, usePasskey } from '../../../lib/passkey.ts';
import { useToast } from '../../../lib/toast.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Field, FormFields } from '../../../ui/record-form/field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Added = OutputOf<typeof factorEndpoints.confirmTotp>;
type AppKey = Record<'key' | 'qr', string> & { id: number };

interface FactorSetupProps {
  /** True if the account has no factor yet. The first factor creates the recovery codes. */
  isFirst: boolean;
  /** Runs when the user has saved the recovery codes. */
  onDone?: () => void;
}

/** Adds an app or a passkey: its name, for an app the key and the first code, and the recovery codes of the first factor. */
export function FactorSetup({ isFirst, onDone }: FactorSetupProps) {
  const { t } = useTranslation(['account', 'common']);
  const toast = useToast();
  const [form] = Form.useForm<{ name: string; code: string }>();
  const [kind, setKind] = useState<Factor['kind'] | null>(null);
  const [app, setApp] = useState<AppKey | null>(null);
  const [added, setAdded] = useState<Added | null>(null);
  const close = () => {
    form.resetFields();
    setKind(null);
    setApp(null);
  };
  const finish = (response: Added) => {
    if (kind) toast.success(t(`account:factors.added.${kind}`));
    close();
    if (isFirst) setAdded(response);
  };
  const addApp = useApiMutation(factorEndpoints.addTotp, {
    form,
    onSuccess: ({ id, key, qr }) => {
      if (key !== null && qr !== null) setApp({ id, key, qr });
      else toast.error(t('account:factors.keyLost'));
    },
  });
  const options = { form, invalidates: ['session'] as const, onSuccess: finish };
  const confirmApp = useApiMutation(factorEndpoints.confirmTotp, options);
  const addPasskey = useApiMutation(factorEndpoints.addPasskey, options);
  const passkey = usePasskey(factorEndpoints.passkeyQuestion, (answer) =>
    addPasskey.mutateAsync({ name: form.getFieldValue('name') as string, answer }),
  );
  const submit = ({ name, code }: { name: string; code: string }) => {
    if (app) confirmApp.mutate({ id: app.id, code });
    else if (kind === 'totp') addApp.mutate({ name });
    else passkey.use();
  };
  return (
    <>
      {kind === null ? (
        <div className="wrap">
          <Button onClick={() => setKind('totp')}>{t('account:factors.add.totp')}</Button>
          {hasPasskeys() && <Button onClick={() => setKind('passkey')}>{t('account:factors.add.passkey')}</Button>}
        </div>
      ) : (
        <Form form={form} layout="vertical" validateTrigger="onSubmit" onFinish={submit}>
          {app ? <FirstCode app={app} /> : <FactorName />}
          <div className="wrap">
            <Button
              type="primary"
              htmlType="submit"
              loading={addApp.isPending || confirmApp.isPending || passkey.pending}
            >
              {t(app ? 'account:factors.confirm' : 'account:factors.continue')}
            </Button>
            <Button onClick={close}>{t('common:cancel')}</Button>
          </div>
        </Form>
      )}
      {added && (
        <RecoveryCodes
          codes={added.recovery_codes}
          onClose={() => {
            setAdded(null);
            onDone?.();
          }}
        />
      )}
    </>
  );
}

function FactorName() {
  const { t } = useTranslation('account');
  return (
    <FormFields fields={{}} call={factorEndpoints.addTotp}>
      <Field name="name" label={t('factors.name')} extra={t('factors.nameHint')} autoFocus />
    </FormFields>
  );
}

/** The key of a new app, and the field of its first code. */
function FirstCode({ app }: { app: AppKey }) {
  const { t } = useTranslation('account');
  return (
    <>
      <p>{t('factors.scan')}</p>
      <img
        className="block mt-8"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(app.qr)}`}
        alt={t('factors.qr')}
        width={176}
        height={176}
      />
      <div className="row mt-8 mb-12">
        {/* Groups of four, because some people type the key. */}
        <code aria-label={t('factors.key')}>{app.key.replace(/.{4}(?=.)/g, '$& ')}</code>
        <CopyButton text={app.key} what={t('factors.key')} />
      </div>
      <Form.Item name="code" label={t('factors.code')} rules={[{ required: true }]}>
        <Input autoFocus inputMode="numeric" autoComplete="one-time-code" maxLength={20} />
      </Form.Item>
    </>
  );
}
