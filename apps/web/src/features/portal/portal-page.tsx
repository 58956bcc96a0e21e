import { ConfigProvider } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useActor } from '../../lib/session/session.ts';
import { PageHead } from '../../ui/page/page-head.tsx';
import styles from './portal-page.module.css';
import { customerEndpoints } from '@darkroom/contract/customer/customer';
import { portalEndpoints } from '@darkroom/contract/portal/portal';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../../lib/api/query.ts';
import { CustomerPicker } from '../../entities/customer/customer-picker.tsx';
import { useOpenPortalView } from '../../entities/customer/use-open-portal-view.ts';
import { CallButton } from '../../ui/call-button.tsx';
import { LoadErrorMessage } from '../../ui/data-table/data-table-states.tsx';

interface PortalPageProps {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  /** True for a page of text, whose width is limited. */
  reading?: boolean;
  children: ReactNode;
}

/** Minutes of UTC+7 with the sign that `getTimezoneOffset` uses. */
const BUREAU_OFFSET = -7 * 60;
const isOtherTimeZone = new Date().getTimezoneOffset() !== BUREAU_OFFSET;

/** A page of the portal, with more space than other pages. A note names the bureau's time zone if the device has another. */
export function PortalPage({ title, note, actions, reading, children }: PortalPageProps) {
  const { t } = useTranslation('portal');
  // A superuser has no customer, so an empty list would be misleading.
  const isStaff = useActor().account === 'staff';
  if (isStaff)
    return (
      <div className={styles.page}>
        <PageHead title={title} />
        <ChooseCustomer />
      </div>
    );
  return (
    <ConfigProvider componentSize="large">
      <div className={styles.page} data-narrow={reading}>
        <PageHead title={title} note={note} actions={actions} />
        {children}
        {isOtherTimeZone && <p className={styles.timeZone}>{t('zone')}</p>}
      </div>
    </ConfigProvider>
  );
}

/** A superuser selects a customer and sees this page as that customer does (domain §5b). */
function ChooseCustomer() {
  const { t } = useTranslation(['portal', 'common']);
  const [cus_id1, setCustomer] = useState<number>();
  const { data, error, refetch } = useQuery({
    ...query(customerEndpoints.detailList, cus_id1 === undefined ? {} : { cus_id1 }),
    enabled: cus_id1 !== undefined,
  });
  const view = useOpenPortalView();
  const customer = data?.results[0];
  const logins = [customer?.login, customer?.cus0.login].flatMap((login) => (login?.active ? [login] : []));
  return (
    <div className={styles.customerChoice}>
      <p>{t('staffOnly')}</p>
      <CustomerPicker autoFocus label={t('common:chooseCustomer')} value={cus_id1} onChange={setCustomer} />
      {error && <LoadErrorMessage error={error} onRetry={() => void refetch()} />}
      {logins.map(({ user_id, username }, index) => (
        <CallButton
          key={user_id}
          call={portalEndpoints.viewAs}
          type={index === 0 ? 'primary' : 'default'}
          loading={view.isPending}
          onClick={() => view.mutate({ user_id })}
        >
          {t('viewing.begin', { username })}
        </CallButton>
      ))}
      {customer && logins.length === 0 && (
        <p>
          {t('noLogin', { name: customer.cus1_name })}{' '}
          <Link to="/customer/details" search={{ cus_id1, open: cus_id1 }}>
            {t('addLogin')}
          </Link>
        </p>
      )}
    </div>
  );
}
