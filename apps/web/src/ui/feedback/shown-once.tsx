import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../copy-button.tsx';
import css from './shown-once.module.css';
import { Modal } from '../overlay/modal.tsx';

interface ShownOnceProps {
  title: string;
  /** That it is shown this once, and what to do with it. */
  warning: string;
  /** What it is called, and it: null where the answer that had it was lost. */
  what: string;
  secret: string | null;
  /** What to do in that case. */
  lost: string;
  done: string;
  onClose: () => void;
}

/** Shows a secret, once: it is nowhere else, so that only the person who has put it where it belongs closes it. */
export function ShownOnce({ title, warning, what, secret, lost, done, onClose }: ShownOnceProps) {
  const { t } = useTranslation('common');
  return (
    <Modal
      open
      // What it is about may open beside it, and would cover it.
      zIndex={1100}
      title={title}
      footer={
        <Button type="primary" onClick={onClose}>
          {secret === null ? t('close') : done}
        </Button>
      }
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
    >
      <Alert type="warning" title={secret === null ? lost : warning} />
      {secret !== null && (
        <div className={css.secret}>
          <code aria-label={what}>{secret}</code>
          <CopyButton text={secret} what={what} />
        </div>
      )}
    </Modal>
  );
}
