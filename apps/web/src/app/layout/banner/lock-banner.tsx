import { LockOutlined } from '@ant-design/icons';
import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useLocks } from '../../../lib/session/locks.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useActor } from '../../../lib/session/session.ts';
import { getHomePath } from '../../routes/home.ts';
import css from './banner.module.css';
import { findScreen } from '../../screens.ts';

/** Says that changes on this screen are locked, with reason, person and time. Superusers also read that they can still save (domain §5). */
export function LockBanner() {
  const { t } = useTranslation(['status', 'errors']);
  const { dayTime } = useFormat();
  const { name } = useUsers();
  const locks = useLocks();
  const actor = useActor();
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname });
  const screen = findScreen(path === '/' ? getHomePath(actor) : path);
  const activeLocks = (screen?.locks ?? []).flatMap((screen_name) => locks.get(screen_name) ?? []);
  return (
    <div role="status">
      {activeLocks.map((lock) => (
        <div key={lock.screen_name} className={css.banner}>
          <LockOutlined aria-hidden />
          <span>
            {t('errors:lockedScreen', { screen: t(`status:screen.${lock.screen_name}`), reason: lock.reason })}
            {actor.is_superuser && ` · ${t('errors:lockedPasses')}`}
          </span>
          <span className={css.bannerNote}>
            {t('errors:lockedBy', { who: name(lock.changed_by) || '–', when: dayTime(lock.changed_at) })}
          </span>
        </div>
      ))}
    </div>
  );
}
