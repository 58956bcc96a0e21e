import type { CustomerRow, PortalLogin } from '@darkroom/contract/customer/customer';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { Dot } from '../../entities/status/status-dot.tsx';
import styles from './customer.module.css';

// Metal colours that have enough contrast on white and on black.
const TIER_COLOURS: Record<CustomerRow['details']['tier'], string> = {
  Bronze: '#a8703a',
  Silver: '#8c8c8c',
  Gold: '#b38600',
  Platinum: '#5f8aa8',
};
const ACTIVE_COLOUR = '#389e0d';
const PENDING_COLOUR = '#b38600';
const INACTIVE_COLOUR = '#8c8c8c';

/** Tier of a customer: colour and name. */
export const TierDot = ({ tier }: { tier: CustomerRow['details']['tier'] }) => (
  <Dot color={TIER_COLOURS[tier]} label={tier} />
);

export function ContractStatusDot({ status }: { status: CustomerRow['details']['contract_status'] }) {
  const { t } = useTranslation('customer');
  return <Dot color={status === 'Signed' ? ACTIVE_COLOUR : PENDING_COLOUR} label={t(`contract.${status}`)} />;
}

/** A portal login in a list: username and state, or a dash without a login. */
export function LoginSummary({ login }: { login: PortalLogin | null }) {
  const { t } = useTranslation('customer');
  if (!login) return <span className="muted">{t('nothingFilled')}</span>;
  const state = login.active ? '' : ` · ${t('login.inactive')}`;
  return (
    <span className={styles.login}>
      <Dot color={login.active ? ACTIVE_COLOUR : INACTIVE_COLOUR} label={login.username + state} />
    </span>
  );
}

/** Returns a function that describes the state of a login: deactivated, waiting for the first sign-in, or active. */
export function useLoginState(): (login: PortalLogin | null) => string {
  const { t } = useTranslation('customer');
  return (login) => {
    if (!login) return t('login.none');
    if (!login.active) return t('login.inactive');
    return login.must_change_password ? `${t('login.active')}, ${t('login.firstSignIn')}` : t('login.active');
  };
}
