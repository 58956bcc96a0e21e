import {
  DesktopOutlined,
  MenuOutlined,
  MoonOutlined,
  SearchOutlined,
  SunOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { anyStaff } from '@darkroom/domain/permission/access';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { setDevice, useDevice, type DeviceSettings } from '../../lib/device.ts';
import { useCan, useSession } from '../../lib/session/session.ts';
import { MenuButton } from '../../ui/menu/menu-button.tsx';
import { Brand } from '../../ui/page/brand.tsx';
import { LanguageChoice } from '../../ui/page/preferences.tsx';
import { useSignOut } from './use-sign-out.ts';
import css from './header.module.css';
import NotificationBell from '../../features/notification/notification-bell.tsx';
import MyAvatar from '../../entities/person/my-avatar.tsx';

const THEME_ICONS = { light: <SunOutlined />, dark: <MoonOutlined />, system: <DesktopOutlined /> };
const THEMES = Object.keys(THEME_ICONS) as DeviceSettings['theme'][];
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Brand, palette, language, appearance, account. */
export function Header(props: { menuOpen: boolean; onMenu: () => void; onPalette: (() => void) | undefined }) {
  const { t } = useTranslation(['menu', 'common']);
  const can = useCan();
  const menuLabel = t(props.menuOpen ? 'menu:fold' : 'menu:openMenu');
  return (
    <header className={css.header}>
      <Button
        type="text"
        data-menu
        icon={<MenuOutlined />}
        title={menuLabel}
        aria-label={menuLabel}
        onClick={props.onMenu}
      />
      <Link to="/" className={css.brand} data-without-search={props.onPalette ? undefined : true}>
        <Brand />
      </Link>
      {props.onPalette && (
        <button type="button" className={css.palette} aria-label={t('menu:palette.open')} onClick={props.onPalette}>
          <SearchOutlined />
          <span className="ellipsis">{t('menu:palette.open')}</span>
          <kbd>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
        </button>
      )}
      {can(anyStaff) && (
        <span className={css.bell}>
          <NotificationBell />
        </span>
      )}
      <span className={css.wideScreenOnly}>
        <LanguageChoice short />
      </span>
      <span className={css.wideScreenOnly}>
        <ThemeMenu />
      </span>
      <AccountMenu />
    </header>
  );
}

function ThemeMenu() {
  const { t } = useTranslation('common');
  const { theme } = useDevice();
  const label = `${t('theme.label')}: ${t(`theme.${theme}`)}`;
  return (
    <MenuButton
      placement="bottomRight"
      menu={{
        selectedKeys: [theme],
        items: THEMES.map((key) => ({ key, icon: THEME_ICONS[key], label: t(`theme.${key}`) })),
        onClick: ({ key }) => setDevice('theme', THEMES.find((name) => name === key) ?? 'system'),
      }}
    >
      {(opens) => <Button {...opens} type="text" icon={THEME_ICONS[theme]} aria-label={label} title={label} />}
    </MenuButton>
  );
}

function AccountMenu() {
  const { t } = useTranslation('menu');
  const navigate = useNavigate();
  const session = useSession();
  const signOut = useSignOut();
  const name = session?.user.username ?? '';
  // A viewed portal has no account menu.
  if (session?.viewing) return null;
  const icon = session?.user.account === 'staff' ? <MyAvatar /> : <UserOutlined />;
  return (
    <MenuButton
      placement="bottomRight"
      menu={{
        items: [
          { key: 'information', label: t('information') },
          { type: 'divider' },
          { key: 'signOut', label: t('signOut') },
        ],
        onClick: ({ key }) => {
          if (key === 'signOut') signOut();
          else void navigate({ to: '/account/information' });
        },
      }}
    >
      {(opens) => (
        <Button {...opens} type="text" icon={icon} aria-label={t('accountMenu', { name })}>
          <span className={`${css.wideScreenOnly} ${css.accountName}`}>{name}</span>
        </Button>
      )}
    </MenuButton>
  );
}
