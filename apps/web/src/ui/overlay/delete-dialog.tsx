import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from './modal.tsx';

interface DeleteDialogProps {
  title: string;
  /** Label of the button: "Delete for good". */
  yes: string;
  /** A rule forbids it for now. The content says why. */
  barred?: boolean;
  busy: boolean;
  /** The server's rejection. The dialog stays open with it. */
  refusal?: string | null;
  refusalHint?: string;
  onDelete: () => void;
  onClose: () => void;
  /** The records that would be deleted. */
  children: ReactNode;
}

/** Confirms a delete that also shows the other deleted records or figures. `useAskedCall` asks a simple question. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { title, yes, barred = false, busy, refusal = null, refusalHint, onDelete, onClose, children } = props;
  const { t } = useTranslation('common');
  return (
    <Modal
      open
      scrollLock={false}
      title={title}
      okText={yes}
      okButtonProps={{ danger: true, disabled: barred }}
      cancelText={t('cancel')}
      confirmLoading={busy}
      onOk={onDelete}
      onCancel={onClose}
    >
      <div className="stack">
        {children}
        {refusal !== null && <Alert type="error" role="alert" title={refusal} description={refusalHint} />}
      </div>
    </Modal>
  );
}
