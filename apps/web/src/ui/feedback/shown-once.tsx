import { Alert, Button, Modal } from 'antd';
import { CopyButton } from '../copy-button.tsx';
import css from './shown-once.module.css';

interface ShownOnceProps {
  title: string;
  /** That it is shown this once, and what to do with it. */
  warning: string;
  /** What it is called, and it. */
  what: string;
  secret: string;
  done: string;
  onClose: () => void;
}

/** Shows a secret, once: it is nowhere else, so that only the person who has put it where it belongs closes it. */
export function ShownOnce({ title, warning, what, secret, done, onClose }: ShownOnceProps) {
  return (
    <Modal
      open
      // What it is about may open beside it, and would cover it.
      zIndex={1100}
      title={title}
      footer={
        <Button type="primary" onClick={onClose}>
          {done}
        </Button>
      }
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
    >
      <Alert type="warning" title={warning} />
      <div className={css.secret}>
        <code aria-label={what}>{secret}</code>
        <CopyButton text={secret} what={what} />
      </div>
    </Modal>
  );
}
