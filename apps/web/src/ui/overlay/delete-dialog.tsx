import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { Modal } from './modal.tsx';

interface DeleteDialogProps {
  title: string;
  /** Label of the button: "Delete for good". */
  deleteLabel: string;
  /** True if a rule forbids the delete for now. The content shows the reason. */
  isForbidden?: boolean;
  busy: boolean;
  /** The server's rejection. The dialog stays open with it. */
  rejection?: string | null;
  rejectionHint?: string;
  onDelete: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Confirms a delete that also shows the other deleted records or figures. `useConfirmedCall` shows a simple question. */
export function DeleteDialog(props: DeleteDialogProps) {
  const {
    title,
    deleteLabel,
    isForbidden = false,
    busy,
    rejection = null,
    rejectionHint,
    onDelete,
    onClose,
    children,
  } = props;
  const { t } = useTranslation('common');
  return (
    <Modal
      open
      scrollLock={false}
      title={title}
      okText={deleteLabel}
      okButtonProps={{ danger: true, disabled: isForbidden }}
      cancelText={t('cancel')}
      confirmLoading={busy}
      onOk={onDelete}
      onCancel={onClose}
    >
      <div className="stack">
        {children}
        {rejection !== null && <Alert type="error" role="alert" title={rejection} description={rejectionHint} />}
      </div>
    </Modal>
  );
}
