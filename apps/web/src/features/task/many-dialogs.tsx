import { statusName } from '@darkroom/domain/task/status';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import NotDone from '../../ui/not-done.tsx';
import type { Summary } from './use-many.ts';

/** What was not done to which task, where it stands now, and why; all the others are done. */
export function ManySummary({ summary, onClose }: { summary: Summary; onClose: () => void }) {
  const { t } = useTranslation(['task', 'status']);
  const { number } = useFormat();
  const { action, done, refused } = summary;
  return (
    <NotDone
      title={t('many.notDone', { count: refused.length, n: number(refused.length) })}
      note={done > 0 ? t(`success.${action}_many`, { count: done }) : t('many.noneDone')}
      head={t('field.sub_prod_id')}
      standsHead={t('many.standsAt')}
      rows={refused.map(({ name, code, current }) => ({
        name,
        code,
        stands: current ? t(`status:task.${statusName(current.status)}`) : undefined,
      }))}
      onClose={onClose}
    />
  );
}

interface ConfirmDeleteProps {
  names: readonly string[];
  busy: boolean;
  onDelete: () => void;
  onClose: () => void;
}

const NAMED = 8;

/** Asked because it cannot be taken back (look, "Confirmation"). */
export function ConfirmDelete({ names, busy, onDelete, onClose }: ConfirmDeleteProps) {
  const { t } = useTranslation(['task', 'common']);
  const more = names.length - NAMED;
  return (
    <Modal
      open
      scrollLock={false}
      title={t('many.deleteTitle', { count: names.length, task: names[0] })}
      okText={t('common:delete')}
      okButtonProps={{ danger: true }}
      cancelText={t('common:cancel')}
      confirmLoading={busy}
      onOk={onDelete}
      onCancel={onClose}
    >
      <p>
        {names.slice(0, NAMED).join(', ')}
        {more > 0 && ` ${t('many.andMore', { count: more })}`}
      </p>
      <p>{t('many.deleteHint')}</p>
    </Modal>
  );
}
