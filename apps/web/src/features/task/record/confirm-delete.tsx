import { useTranslation } from 'react-i18next';
import { Modal } from '../../../ui/overlay/modal.tsx';

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
      <p>{t('many.deleteHint', { count: names.length })}</p>
    </Modal>
  );
}
