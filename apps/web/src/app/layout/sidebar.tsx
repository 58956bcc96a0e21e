import { CloseOutlined } from '@ant-design/icons';
import { useLinkProps, useRouterState } from '@tanstack/react-router';
import { Button } from 'antd';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useActor, useCan, useSession } from '../../lib/session/session.ts';
import { useBackCloses } from '../../ui/overlay/back-closes.ts';
import { Brand } from '../../ui/page/brand.tsx';
import { LanguageChoice, ThemeChoice } from '../../ui/page/preferences.tsx';
import { AREAS, isListed, isPortalPath, type Area, type Screen } from '../screen.ts';
import { toScreenUrl, screens, toScreenSearch } from '../screens.ts';
import css from './sidebar.module.css';

/** Scrolls the current entry into view in a long menu. */
function scrollToCurrent(menu: HTMLElement | null): void {
  // Newer browsers return a promise, which an effect cannot return as its cleanup.
  menu?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
}

/** The main menu on a wide page. When collapsed it shows only icons. */
export function Sidebar({ folded }: { folded: boolean }) {
  const bar = useRef<HTMLDivElement>(null);
  const url = useRouterState({ select: ({ location }) => `${location.pathname}${location.searchStr}` });
  useEffect(() => scrollToCurrent(bar.current), [url, folded]);
  return (
    <div ref={bar} className={css.sidebar}>
      <Menu folded={folded} />
    </div>
  );
}

/** Areas with one screen of the same name. */
const AREAS_WITHOUT_HEADING: readonly Area[] = ['home', 'infohub'];

/** Areas and screens that the user can open (quality 7). An area with one screen needs no heading. */
function Menu({ folded = false, onNavigate }: { folded?: boolean; onNavigate?: () => void }) {
  const { t } = useTranslation('menu');
  const can = useCan();
  const { account } = useActor();
  const viewing = useSession()?.viewing !== undefined;
  const areas = useMemo(
    () =>
      AREAS.map((area) => ({
        area,
        rows: screens.filter(
          (screen) =>
            screen.area === area &&
            can(screen.access) &&
            isListed(screen, account) &&
            (!viewing || isPortalPath(screen.path)),
        ),
      })).filter(({ rows }) => rows.length > 0),
    [can, account, viewing],
  );
  return (
    <nav className={css.menu} aria-label={t('navigation')}>
      {areas.map(({ area, rows }) => (
        <section key={area} className={AREAS_WITHOUT_HEADING.includes(area) ? css.untitled : undefined}>
          {AREAS_WITHOUT_HEADING.includes(area) ? null : <h2>{t(`areas.${area}`)}</h2>}
          <ul>
            {rows.map((screen) => (
              <li key={toScreenUrl(screen)}>
                <MenuLink screen={screen} folded={folded} onNavigate={onNavigate} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** One screen. If two rows have the same page, the shown row is current, with any other URL parameters. */
function MenuLink(props: { screen: Screen; folded: boolean; onNavigate: (() => void) | undefined }) {
  const { screen, folded, onNavigate } = props;
  const { t } = useTranslation('menu');
  const { label, icon: Icon, badge: Badge, path, by } = screen;
  const isCurrent = useRouterState({
    select: ({ location }) =>
      location.pathname === path && new URLSearchParams(location.searchStr).get('by') === (by ?? null),
  });
  const link = useLinkProps({ to: path, search: toScreenSearch(screen) });
  return (
    <a
      {...link}
      aria-current={isCurrent ? 'page' : undefined}
      title={folded ? t(label) : undefined}
      onClick={(event) => {
        onNavigate?.();
        link.onClick?.(event);
      }}
    >
      <Icon aria-hidden />
      <span className={css.label}>{t(label)}</span>
      {Badge && <Badge />}
    </a>
  );
}

/** The sidebar's menu on a phone: over the page, closed by Escape, by a tap outside it and by navigation. */
export function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('menu');
  const dialog = useRef<HTMLDialogElement>(null);
  useBackCloses(onClose, open);
  useEffect(() => {
    if (!open) return dialog.current?.close();
    dialog.current?.showModal();
    scrollToCurrent(dialog.current);
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className={css.drawer}
      aria-label={t('navigation')}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      {open ? (
        <>
          <div className={css.drawerHead}>
            <Brand />
            <Button type="text" icon={<CloseOutlined />} aria-label={t('closeMenu')} onClick={onClose} />
          </div>
          <Menu onNavigate={onClose} />
          <div className={css.drawerFoot}>
            <LanguageChoice />
            <ThemeChoice />
          </div>
        </>
      ) : null}
    </dialog>
  );
}
