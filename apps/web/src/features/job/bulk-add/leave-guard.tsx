import { useBlocker } from '@tanstack/react-router';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { readToken } from '../../../lib/session-store.ts';

/** Asks before rows that were not sent are left behind; says nothing when the session ended, for that is no choice. */
export function LeaveGuard({ rows }: { rows: number }) {
  const { t } = useTranslation('bulk');
  const unsent = rows > 0;
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => unsent && readToken() !== null && !('bulk' in next.search),
    enableBeforeUnload: () => unsent && readToken() !== null,
    withResolver: true,
  });
  return (
    <Modal
      open={blocker.status === 'blocked'}
      scrollLock={false}
      title={t('leave.title', { count: rows })}
      okText={t('leave.ok')}
      cancelText={t('leave.cancel')}
      onOk={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      {t('leave.text')}
    </Modal>
  );
}
