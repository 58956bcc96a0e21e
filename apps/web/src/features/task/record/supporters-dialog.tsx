import { taskEndpoints } from '@darkroom/contract/task/task';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { query } from '../../../lib/api/query.ts';
import { Supporters } from './supporters.tsx';
import { Modal } from '../../../ui/overlay/modal.tsx';

/** Supporters of one task, opened from its row. */
export function SupportersDialog({ task_id, onClose }: { task_id: number; onClose: () => void }) {
  const { t } = useTranslation('task');
  const { data } = useQuery(query(taskEndpoints.history, { task_id }));
  return (
    <Modal
      open
      scrollLock={false}
      footer={null}
      onCancel={onClose}
      title={[t('supporter.title'), data?.task.sub_prod_id].filter(Boolean).join(' · ')}
    >
      {data ? <Supporters row={data.task} /> : <Skeleton active />}
    </Modal>
  );
}
