import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { KeyboardChoice, LanguageChoice, ThemeChoice } from '../../ui/preferences.tsx';
import css from './account-page.module.css';
import { ChangePasswordForm } from './change-password-form.tsx';
import { RightsList } from './rights-list.tsx';

/** One's own account: who one is here, what one may do, how the page behaves on this device. */
export default function AccountPage() {
  const { t } = useTranslation(['auth', 'menu', 'common']);
  const session = useSession();
  const [changing, setChanging] = useState(false);
  if (!session) return null;
  const { user } = session;
  return (
    <>
      <PageHead title={t('menu:information')} note={user.username} />
      <div className={css.page}>
        <section>
          <h2>{t('auth:account.me')}</h2>
          <dl>
            <Fact name={t('auth:account.full_name')}>{user.full_name || '–'}</Fact>
            <Fact name={t('auth:login.username')}>{user.username}</Fact>
            <Fact name={t('auth:account.kind')}>
              {t(`auth:account.${user.is_superuser ? 'superuser' : user.account}`)}
            </Fact>
            {session.staff_id ? <Fact name={t('auth:account.staff_id')}>{session.staff_id}</Fact> : null}
          </dl>
        </section>
        <section>
          <h2>{t('auth:account.device')}</h2>
          <dl>
            <Fact name={t('common:language')}>
              <LanguageChoice />
            </Fact>
            <Fact name={t('common:theme.label')}>
              <ThemeChoice />
            </Fact>
            <Fact name={t('common:keyboard.label')}>
              <KeyboardChoice />
            </Fact>
          </dl>
        </section>
        <section>
          <h2>{t('auth:password.title')}</h2>
          <p className="quiet">{t('auth:password.others_end')}</p>
          {changing ? (
            <ChangePasswordForm />
          ) : (
            <Button onClick={() => setChanging(true)}>{t('auth:password.title')}</Button>
          )}
        </section>
        <section>
          <h2>{t('auth:account.rights')}</h2>
          {user.is_superuser ? <p>{t('auth:account.all_rights')}</p> : <RightsList codes={session.permissions} />}
        </section>
      </div>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
