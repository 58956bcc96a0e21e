import { can } from '@darkroom/domain/permission/access';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { ScreensContext } from '../../../lib/session/screens-context.ts';

/**
 * Which screens a choice of permissions opens, beside those that everybody has. Where it opens none that is said: one may do what there is
 * no way to.
 */
export function OpenedScreens({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation(['group', 'menu']);
  const screens = use(ScreensContext);
  const subject = { account: 'staff', is_superuser: false, permissions: new Set(codes) } as const;
  const opened = screens.filter(
    ({ area, access }) => area !== 'home' && (access.kind === 'any' || access.kind === 'all') && can(subject, access),
  );
  if (codes.length === 0) return null;
  if (opened.length === 0)
    return (
      <p className="quiet" role="status">
        {t('opensNone')}
      </p>
    );
  const names = [...new Set(opened.map(({ label }) => t(`menu:${label}`)))];
  return <p className="quiet">{t('opensScreens', { count: names.length, names: names.join(' · ') })}</p>;
}
