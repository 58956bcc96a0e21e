import { userEndpoints } from '@darkroom/contract/user/user';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useCallback, useEffect } from 'react';
import { FactorSetup } from '../../features/account/factor/factor-setup.tsx';
import { PublicPage } from '../../features/auth/public-page.tsx';
import { VerifyForm } from '../../features/auth/verify-form.tsx';
import { query } from '../../lib/api/query.ts';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { storeSession } from '../../lib/session/session-store.ts';
import { useSession } from '../../lib/session/session.ts';
import { useSignOut } from './use-sign-out.ts';

/** Replaces every screen until the second factor is entered or set up (decision 171). After that, the requested screen is shown. */
export default function SecondFactor() {
  const { t } = useTranslation(['auth', 'menu']);
  const client = useQueryClient();
  const signOut = useSignOut();
  const step = useSession()?.pending ?? 'verify';
  const refresh = useCallback(
    async () => storeSession(await client.fetchQuery({ ...query(userEndpoints.me, {}), staleTime: 0 })),
    [client],
  );
  // The stored step can be out of date, for example after a reload of the recovery codes.
  useEffect(() => void refresh().catch(() => undefined), [refresh]);
  return (
    <PublicPage title={t(`auth:factor.title.${step}`)}>
      {step === 'verify' ? (
        <VerifyForm onDone={refresh} />
      ) : (
        <>
          <p className="muted mb-12">{t('auth:factor.why')}</p>
          <FactorSetup isFirst onDone={() => void refresh()} />
        </>
      )}
      <Button type="link" className="mt-12" onClick={signOut}>
        {t('menu:signOut')}
      </Button>
    </PublicPage>
  );
}
