import { apiTokenEndpoints } from '@darkroom/contract/user/token';
import { notificationEndpoints } from '@darkroom/contract/notification';
import { accountEndpoints } from '@darkroom/contract/user/account';
import { CAN_MANAGE_TV_BOARDS } from '@darkroom/contract/floor/tv-board';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useCan, useSession } from '../../lib/session/session.ts';
import { TvBoardLinks } from '../../entities/tv-board/tv-board-links.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { KeyboardChoice, LanguageChoice, ThemeChoice } from '../../ui/page/preferences.tsx';
import css from './account-page.module.css';
import { ChangePasswordForm } from './change-password-form.tsx';
import { FactItem } from './fact.tsx';
import { MyFactors } from './factor/my-factors.tsx';
import { MyMails } from './my-mails.tsx';
import { MyNotifications } from './my-notifications.tsx';
import { MyRecord } from './my-record.tsx';
import { MySessions } from './my-sessions.tsx';
import { MyTokens } from './my-tokens.tsx';
import { groupByArea, useCodeTexts } from '../../lib/i18n/permission-words.ts';
import { usePermissionName } from './use-permission-name.ts';

/** Page of the user's own account (/account/information): record, preferences, sessions and permissions. */
export default function AccountPage() {
  const { t } = useTranslation(['account', 'auth', 'menu', 'permission']);
  const session = useSession();
  const can = useCan();
  if (!session) return null;
  const { user } = session;
  return (
    <>
      <PageHead title={t('menu:information')} note={user.username} />
      <div className={css.page}>
        <div className="items gap-12 min-w-0">
          <MyRecord session={session} />
          <section aria-labelledby="own-rights">
            <h2 id="own-rights">{t('account:permissions')}</h2>
            {user.is_superuser ? <p>{t('account:allPermissions')}</p> : <PermissionList codes={session.permissions} />}
          </section>
        </div>
        <div className="items gap-12 min-w-0">
          <Preferences />
          {can(notificationEndpoints.preferences.access) && <MyNotifications />}
          <MyMails />
          <Password />
          <MyFactors />
          {can(accountEndpoints.sessions.access) && <MySessions />}
          {can(CAN_MANAGE_TV_BOARDS) && <TvBoardLinks />}
          {can(apiTokenEndpoints.list.access) && <MyTokens />}
        </div>
      </div>
    </>
  );
}

function Preferences() {
  const { t } = useTranslation(['account', 'common']);
  return (
    <section aria-labelledby="own-preferences">
      <h2 id="own-preferences">{t('account:preferences')}</h2>
      <p className="muted">{t('account:preferencesHint')}</p>
      <dl>
        <FactItem name={t('common:language')}>
          <LanguageChoice />
        </FactItem>
        <FactItem name={t('common:theme.label')}>
          <ThemeChoice />
        </FactItem>
        <FactItem name={t('common:keyboard.label')}>
          <KeyboardChoice />
        </FactItem>
      </dl>
    </section>
  );
}

function Password() {
  const { t } = useTranslation('auth');
  const [changing, setChanging] = useState(false);
  return (
    <section aria-labelledby="own-password">
      <h2 id="own-password">{t('password.title')}</h2>
      <p className="muted">{t('password.othersEnd')}</p>
      {changing ? <ChangePasswordForm /> : <Button onClick={() => setChanging(true)}>{t('password.title')}</Button>}
    </section>
  );
}

/** The user's permissions by area, with their codes. Permissions of the bureau are last. */
export function PermissionList({ codes }: { codes: ReadonlySet<string> }) {
  const { t } = useTranslation('account');
  const words = useCodeTexts();
  const nameOf = usePermissionName();
  const groups = groupByArea([...codes], (code) => code);
  if (groups.length === 0) return <p>{t('noPermissions')}</p>;
  return (
    <dl className={css.permissions}>
      {groups.map(({ area, things }) => (
        <div key={area}>
          <dt>{words.area(area)}</dt>
          <dd>
            <ul>
              {things.map((code) => (
                <li key={code} title={code}>
                  {nameOf(code)}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  );
}
