import { customerEndpoints, type CustomerRow, type PortalLogin } from '@darkroom/contract/customer/customer';
import type { OutputOf } from '@darkroom/contract/endpoint';
import { Form, Input } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useApiMutation } from '../../../lib/api/query.ts';
import { useToast } from '../../../lib/toast.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { Segmented } from '../../../ui/input/segmented.tsx';
import { useConfirmedCall } from '../../../ui/overlay/use-confirm.tsx';
import { Field } from '../../../ui/record-form/field.tsx';
import { useLoginState } from '../customer-labels.tsx';
import styles from './customer-form.module.css';

type OneTimePassword = OutputOf<typeof customerEndpoints.resetLogin>;
/** A new login with the customer's country, which decides the language of its letter. */
export type NewLogin = OneTimePassword & Pick<CustomerRow['details'], 'country'>;

/** Returns the address of a login. For a new login, it proposes the address of the invoices. */
export const proposeEmail = ({ details }: CustomerRow, login: PortalLogin | null): string =>
  (login ? login.email : details.billing_email) ?? '';

/** Portal login of the customer 1 or its customer 0. The form creates or renames it, and switch and reset take effect immediately. */
export function LoginFields({ row, onPassword }: { row: CustomerRow; onPassword: (password: NewLogin) => void }) {
  const { t } = useTranslation(['customer', 'field']);
  const form = Form.useFormInstance();
  const isCus0Login = Form.useWatch('is_cus_0_user', form) === true;
  const typed = (Form.useWatch('new_cus_username', form) as string | undefined)?.trim() ?? '';
  const login = isCus0Login ? row.cus0.login : row.login;
  const name = isCus0Login ? row.cus0.name : row.cus1_name;
  const hint = login ? (typed === login.username ? '' : t('login.renames')) : typed ? t('login.createdOnSave') : '';
  return (
    <>
      <Form.Item
        name="is_cus_0_user"
        label={t('field:is_cus_0_user')}
        extra={t(isCus0Login ? 'login.cus0Hint' : 'login.cus1Hint', { name })}
        getValueProps={(value: boolean) => ({ value: value ? 'cus0' : 'cus1' })}
        normalize={(value: string) => value === 'cus0'}
      >
        <Segmented
          aria-label={t('field:is_cus_0_user')}
          options={[
            { value: 'cus1', label: t('login.ofCus1') },
            { value: 'cus0', label: t('login.ofCus0') },
          ]}
          // Another login is selected, so the typed text is cleared.
          onChange={(value) => {
            const other = value === 'cus0' ? row.cus0.login : row.login;
            form.setFields([
              { name: 'new_cus_username', value: other?.username ?? '', errors: [] },
              { name: 'new_cus_email', value: proposeEmail(row, other), errors: [] },
            ]);
          }}
        />
      </Form.Item>
      <Field name="new_cus_username" extra={hint} required={login !== null}>
        <Input autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field name="new_cus_email" extra={t('login.emailHint')} inputMode="email" hidden={!login && !typed} />
      <div className={styles.wide}>
        {login && (
          <LoginActions
            key={login.user_id}
            login={login}
            onPassword={(created) => onPassword({ ...created, country: row.details.country })}
          />
        )}
      </div>
    </>
  );
}

function LoginActions({ login, onPassword }: { login: PortalLogin; onPassword: (password: OneTimePassword) => void }) {
  const { t } = useTranslation(['customer', 'common']);
  const toast = useToast();
  const state = useLoginState();
  const { user_id, username, active } = login;
  const reset = useConfirmedCall(customerEndpoints.resetLogin, {
    question: (of: PortalLogin) => ({
      title: t('login.resetAsk', { username: of.username }),
      lines: [t('login.resetHint')],
      yes: t('login.reset'),
    }),
    inputOf: (of) => ({ user_id: of.user_id }),
    invalidates: ['customer'],
    onDone: onPassword,
  });
  const setLoginActive = useApiMutation(customerEndpoints.setLoginActive, { invalidates: ['customer'] });
  const set = (next: boolean) =>
    setLoginActive.mutate(
      { user_id, active: next },
      {
        onSuccess: () =>
          toast.success(t(next ? 'login.activated' : 'login.deactivated', { username }), {
            label: t('common:undo'),
            onPress: () => set(!next),
          }),
      },
    );
  return (
    <div className={styles.loginActions}>
      <span className="muted">{state(login)}</span>
      {active && (
        <CallButton
          call={customerEndpoints.resetLogin}
          loading={reset.pending}
          aria-label={t('login.resetNamed', { username })}
          onClick={() => reset.ask(login)}
        >
          {t('login.reset')}
        </CallButton>
      )}
      <CallButton
        call={customerEndpoints.setLoginActive}
        danger={active}
        loading={setLoginActive.isPending}
        aria-label={t(active ? 'login.deactivateNamed' : 'login.activateNamed', { username })}
        onClick={() => set(!active)}
      >
        {t(active ? 'login.deactivate' : 'login.activate')}
      </CallButton>
      {reset.holder}
    </div>
  );
}
