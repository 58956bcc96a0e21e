import { Button } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { showView, type Session } from '../../../lib/session/session-store.ts';
import { useFormat } from '../../../lib/i18n/format.ts';

type Viewing = NonNullable<Session['viewing']>;

/** Always visible while a member views a customer's portal: the customer, the end time, the read-only state and the way out. */
export default function ViewBanner({ view }: { view: Viewing }) {
  const { t } = useTranslation('portal');
  const { time } = useFormat();
  return (
    <>
      <span className="min-w-0 break-anywhere">
        <b>{t('viewing.as', { name: view.full_name })}</b>{' '}
        {view.over
          ? t('viewing.over')
          : t(view.by_superuser ? 'viewing.loginHint' : 'viewing.about', {
              username: view.username,
              until: time(view.expires_at),
            })}
      </span>
      <Button onClick={() => showView(null)}>{t('viewing.stop')}</Button>
    </>
  );
}
