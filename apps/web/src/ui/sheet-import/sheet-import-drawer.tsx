import { Steps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { Drawer } from '../overlay/drawer.tsx';
import styles from './sheet-import.module.css';

interface SheetImportDrawerProps {
  title: string;
  /** Names of the three steps: choose a file, fix its rows, see the result. */
  steps: readonly [string, string, string];
  current: number;
  onClose: () => void;
  children: ReactNode;
}

/** Page-wide drawer of an import with its steps. */
export function SheetImportDrawer({ title, steps, current, onClose, children }: SheetImportDrawerProps) {
  const { t } = useTranslation('bulk');
  return (
    <Drawer
      open
      placement="bottom"
      width="page"
      // The drawer covers the whole page, so it needs no mask. With a grid inside, Esc belongs to the cells.
      mask={false}
      focusable={{ trap: true }}
      keyboard={current === 0}
      title={title}
      closable={{ placement: 'end', 'aria-label': t('close') }}
      onClose={onClose}
      classNames={{ body: styles.screen! }}
      extra={
        <Steps className={styles.steps} size="small" current={current} items={steps.map((step) => ({ title: step }))} />
      }
    >
      {children}
    </Drawer>
  );
}
