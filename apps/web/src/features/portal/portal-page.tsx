import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useActor } from '../../lib/session/session.ts';
import { PageHead } from '../../ui/page/page-head.tsx';
import styles from './portal-page.module.css';
import ChooseCustomer from './choose-customer.tsx';

// The bureau's alone.

interface PortalPageProps {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  /** Something to read: it stands on its paper no wider than one reads. */
  reading?: boolean;
  children: ReactNode;
}

/** Minutes east of UTC, as a device counts them: the other way round. */
const BUREAU_OFFSET = -7 * 60;
const isAway = new Date().getTimezoneOffset() !== BUREAU_OFFSET;

/**
 * A page of the portal: the same parts with more air (look, Customer's portal). Its days and times are the bureau's, which is said where the
 * device's own are others.
 */
export function PortalPage({ title, note, actions, reading, children }: PortalPageProps) {
  const { t } = useTranslation('portal');
  // A superuser may come here, but is nobody's customer: an empty list would say something untrue.
  const nobodys = useActor().account === 'staff';
  if (nobodys)
    return (
      <div className={styles.page}>
        <PageHead title={title} />
        <ChooseCustomer />
      </div>
    );
  return (
    <ConfigProvider componentSize="large">
      <div className={styles.page} data-reading={reading}>
        <PageHead title={title} note={note} actions={actions} />
        {children}
        {isAway && <p className={styles.zone}>{t('zone')}</p>}
      </div>
    </ConfigProvider>
  );
}
