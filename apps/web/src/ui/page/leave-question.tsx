import { useTranslation } from 'react-i18next';
import { Modal } from '../overlay/modal.tsx';

/** What is asked before something is lost. */
export interface LeaveWords {
  title: string;
  text: string;
  ok: string;
  cancel: string;
}

interface LeaveQuestionProps {
  open: boolean;
  /** Where "Discard what you typed?" says too little. */
  words?: LeaveWords | undefined;
  onLeave: () => void;
  onStay: () => void;
}

/** Asks whether what was not saved may be lost. */
export default function LeaveQuestion({ open, words, onLeave, onStay }: LeaveQuestionProps) {
  const { t } = useTranslation('record');
  const { title, text, ok, cancel } = words ?? {
    title: t('discard.title'),
    text: t('discard.hint'),
    ok: t('discard.yes'),
    cancel: t('discard.no'),
  };
  return (
    <Modal
      open={open}
      // The step that is asked about waits for the answer, and so does another one.
      back="somebody else"
      scrollLock={false}
      title={title}
      okText={ok}
      // What loses nothing is what the eye finds first.
      okButtonProps={{ type: 'default', danger: true }}
      cancelButtonProps={{ type: 'primary', autoFocus: true }}
      cancelText={cancel}
      onOk={onLeave}
      onCancel={onStay}
    >
      {text}
    </Modal>
  );
}
