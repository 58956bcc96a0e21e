import type { OutputOf } from '@darkroom/contract/endpoint';
import { factorEndpoints, type Factor } from '@darkroom/contract/user/factor';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { query } from '../../../lib/api/query.ts';
import { useToday } from '../../../lib/clock/use-today.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useToast } from '../../../lib/toast.ts';
import { LoadErrorMessage } from '../../../ui/data-table/data-table-states.tsx';
import css from '../account-page.module.css';
import { FactorSetup } from './factor-setup.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** The user's second factors and recovery codes (decision 171). Hidden while the bureau asks for none and the user has none. */
export function MyFactors() {
  const { t } = useTranslation('account');
  const { day } = useFormat();
  const today = useToday();
  const { data, error, refetch } = useQuery(query(factorEndpoints.factors, {}));
  const hasFactor = data !== undefined && data.factors.length > 0;
  if (data ? data.mode === 'off' && !hasFactor : !error) return null;
  const requiredFrom = data?.required && !hasFactor ? data.required_from : null;
  return (
    <section aria-labelledby="own-factors">
      <h2 id="own-factors">{t('factors.title')}</h2>
      {requiredFrom !== null && requiredFrom > today && (
        <Alert className="mb-12" type="warning" showIcon title={t('factors.reminder', { day: day(requiredFrom) })} />
      )}
      <p className="muted">{t('factors.hint')}</p>
      {data ? (
        <>
          {hasFactor && <FactorList factors={data.factors} codeCount={data.recovery_codes} />}
          {data.mode !== 'off' && <FactorSetup isFirst={!hasFactor} />}
        </>
      ) : (
        <LoadErrorMessage error={error} onRetry={() => void refetch()} />
      )}
    </section>
  );
}

function FactorList({ factors, codeCount }: { factors: readonly Factor[]; codeCount: number }) {
  const { t } = useTranslation('account');
  const { dayTime } = useFormat();
  const toast = useToast();
  const [removing, setRemoving] = useState<Factor | null>(null);
  const [isRenewing, setIsRenewing] = useState(false);
  const [renewed, setRenewed] = useState<OutputOf<typeof factorEndpoints.newRecoveryCodes> | null>(null);
  return (
    <>
      <ul className={css.sessions}>
        {factors.map((factor) => (
          <li key={factor.id}>
            <span className="medium break-anywhere">
              {factor.name} <span className={css.currentSession}>{t(`factors.kind.${factor.kind}`)}</span>
            </span>
            <Button
              size="small"
              aria-label={t('factors.removeOf', { name: factor.name })}
              onClick={() => setRemoving(factor)}
            >
              {t('factors.remove')}
            </Button>
            <span className="muted full-row">
              {[
                t('factors.since', { when: dayTime(factor.created_at) }),
                factor.last_used_at ? t('factors.used', { when: dayTime(factor.last_used_at) }) : t('factors.unused'),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <p className="row justify-between">
        {t('factors.codes.left', { count: codeCount })}
        <Button size="small" onClick={() => setIsRenewing(true)}>
          {t('factors.codes.new')}
        </Button>
      </p>
      {removing && (
        <PasswordDialog
          call={factorEndpoints.removeFactor}
          inputOf={(password) => ({ id: removing.id, password })}
          title={t('factors.removeTitle', { name: removing.name })}
          hint={t('factors.removeHint')}
          yes={t('factors.remove')}
          danger
          onDone={() => {
            toast.success(t('factors.removed'));
            setRemoving(null);
          }}
          onClose={() => setRemoving(null)}
        />
      )}
      {isRenewing && (
        <PasswordDialog
          call={factorEndpoints.newRecoveryCodes}
          inputOf={(password) => ({ password })}
          title={t('factors.codes.newTitle')}
          hint={t('factors.codes.newHint')}
          yes={t('factors.codes.create')}
          onDone={(response) => {
            setIsRenewing(false);
            setRenewed(response);
          }}
          onClose={() => setIsRenewing(false)}
        />
      )}
      {renewed && <RecoveryCodes codes={renewed.recovery_codes} onClose={() => setRenewed(null)} />}
    </>
  );
}
