import type { PortalLogin } from '@darkroom/contract/customer/customer';
import { portalEndpoints } from '@darkroom/contract/portal/portal';
import { useTranslation } from 'react-i18next';
import { useOpenView } from '../../entities/customer/use-open-view.ts';
import { CallButton } from '../../ui/call-button.tsx';

/** Opens the portal as this login sees it, in this tab and to read only (decision 104). */
export function ViewPortal({ login: { user_id, username } }: { login: PortalLogin }) {
  const { t } = useTranslation('customer');
  const view = useOpenView();
  return (
    <CallButton
      call={portalEndpoints.viewAs}
      size="small"
      loading={view.isPending}
      aria-label={t('login.viewNamed', { username })}
      onClick={() => view.mutate({ user_id })}
    >
      {t('login.view')}
    </CallButton>
  );
}
