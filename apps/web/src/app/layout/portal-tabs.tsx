import { MenuOutlined } from '@ant-design/icons';
import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useReplyToasts } from '../../features/portal/request/use-reply-toasts.ts';
import { findScreen } from '../screens.ts';
import css from './portal-tabs.module.css';

const TABS = ['/customer-portal/job', '/customer-portal/contact-us', '/customer-portal/prices'] as const;

/** The portal's navigation on a phone: three screens, and the menu for the others (look, Customer's portal). */
export default function PortalTabs({ onMore }: { onMore: () => void }) {
  const { t } = useTranslation(['portal', 'menu']);
  useReplyToasts();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <nav className={css.tabs} aria-label={t('portal:tabs.name')}>
      {TABS.map((path) => {
        const { icon: Icon, badge: Badge } = findScreen(path) ?? {};
        // Home shows the jobs under its own URL.
        const isCurrent = pathname === path || (pathname === '/' && path === TABS[0]);
        return (
          <Link key={path} to={path} aria-current={isCurrent ? 'page' : undefined}>
            {Icon && <Icon aria-hidden />}
            {t(`portal:tabs.${path}`)}
            {Badge && <Badge />}
          </Link>
        );
      })}
      <button type="button" onClick={onMore}>
        <MenuOutlined aria-hidden />
        {t('portal:tabs.more')}
      </button>
    </nav>
  );
}
