import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from './modal.tsx';

interface DeleteDialogProps {
  title: string;
  /** The words of the button: "Delete for good". */
  yes: string;
  /** Something forbids it for now; the content says why. */
  barred?: boolean;
  busy: boolean;
  /** The server's refusal. The dialog stays open with it. */
  refusal?: string | null;
  refusalHint?: string;
  onDelete: () => void;
  onClose: () => void;
  /** The things that would go. */
  children: ReactNode;
}

/**
 * Asks before a delete that has more to show than a question: a list of the things that would go too, figures that are read first.
 * A plain question is `useAskedCall`.
 */
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
