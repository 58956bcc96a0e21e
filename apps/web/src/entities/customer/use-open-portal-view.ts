import { portalEndpoints } from '@darkroom/contract/portal/portal';
import { useApiMutation } from '../../lib/api/query.ts';
import { showView } from '../../lib/session/session-store.ts';
import { useActor } from '../../lib/session/session.ts';

/** Opens the portal as a portal login sees it, in this tab and read-only (decision 104). */
export function useOpenPortalView() {
  const { user_id: by } = useActor();
  return useApiMutation(portalEndpoints.viewAs, {
    onSuccess: (openedView) => {
      const { pathname, search } = window.location;
      const portalPath = pathname.startsWith('/customer-portal/') ? pathname : undefined;
      showView({ ...openedView, by, back: pathname + search }, portalPath);
    },
  });
}
