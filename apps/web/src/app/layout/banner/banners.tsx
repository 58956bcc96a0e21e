import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useConnection } from '../../../lib/api/connection.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { setSignInNotice, useSignInNotice } from '../../../lib/session/sign-in-notice.ts';
import css from './banner.module.css';

/** Warns that data can be old while the server cannot be reached (quality 12), and names the cause: the device's network or the server. */
export function ConnectionBanner() {
  const { t } = useTranslation('common');
  const { online, network, last_contact } = useConnection();
  const { dayTime } = useFormat();
  return (
    <div role="status" className={css.connection}>
      {online ? null : (
        <div className={css.banner}>
          <span>
            {t(network ? 'offline.server' : 'offline.network')}{' '}
            {last_contact ? t('offline.since', { when: dayTime(last_contact) }) : t('offline.never')}
          </span>
        </div>
      )}
    </div>
  );
}

/** The notice that is shown once after sign-in (domain §6). */
export function SignInNoticeBanner() {
  const { t } = useTranslation(['auth', 'common']);
  const notice = useSignInNotice();
  if (!notice) return null;
  return (
    <div className={css.banner} role="alert">
      <span>{t(`auth:notice.${notice}`)}</span>
      <Button
        type="text"
        icon={<CloseOutlined />}
        aria-label={t('common:close')}
        onClick={() => setSignInNotice(null)}
      />
    </div>
  );
}
