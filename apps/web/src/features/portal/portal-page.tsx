import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { PageHead } from '../../ui/page/page-head.tsx';
import styles from './portal-page.module.css';

interface PortalPageProps {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  /** Something to read: it stands on its paper no wider than one reads. */
  reading?: boolean;
  children: ReactNode;
}

/** A page of the portal: the same parts with more air (look, Customer's portal). */
export function PortalPage({ title, note, actions, reading, children }: PortalPageProps) {
  return (
    <ConfigProvider componentSize="large">
      <div className={styles.page} data-reading={reading}>
        <PageHead title={title} note={note} actions={actions} />
        {children}
      </div>
    </ConfigProvider>
  );
}
