import { customerEndpoints } from '@darkroom/contract/customer/customer';
import { portalEndpoints } from '@darkroom/contract/portal/portal';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../lib/call/query.ts';
import { CustomerPicker } from '../../entities/customer/customer-picker.tsx';
import { useOpenView } from '../../entities/customer/use-open-view.ts';
import { CallButton } from '../../ui/call-button.tsx';
import { CouldNotLoad } from '../../ui/data-table/data-table-states.tsx';
import styles from './portal-page.module.css';

/** The portal of a superuser, who is nobody's customer: they choose one, and see this page as that customer does (domain §5b). */
export default function ChooseCustomer() {
  const { t } = useTranslation(['portal', 'common']);
  const [cus_id1, setCustomer] = useState<number>();
  const { data, error, refetch } = useQuery({
    ...query(customerEndpoints.detailList, cus_id1 === undefined ? {} : { cus_id1 }),
    enabled: cus_id1 !== undefined,
  });
  const view = useOpenView();
  const customer = data?.results[0];
  const logins = [customer?.login, customer?.cus0.login].flatMap((login) => (login?.active ? [login] : []));
  return (
    <div className={styles.choose}>
      <p>{t('nobodys')}</p>
      <CustomerPicker autoFocus label={t('common:chooseCustomer')} value={cus_id1} onChange={setCustomer} />
      {error && <CouldNotLoad error={error} onRetry={() => void refetch()} />}
      {logins.map(({ user_id, username }, at) => (
        <CallButton
          key={user_id}
          call={portalEndpoints.viewAs}
          type={at === 0 ? 'primary' : 'default'}
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
