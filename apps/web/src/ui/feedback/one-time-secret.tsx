import { Alert, Button } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { CopyButton } from '../copy-button.tsx';
import css from './one-time-secret.module.css';
import { Modal } from '../overlay/modal.tsx';

interface OneTimeSecretProps {
  title: string;
  /** Says that it is shown only once, and what to do with it. */
  warning: string;
  /** Name and secret. Null if the response was lost. */
  what: string;
  secret: string | null;
  /** Instructions for that case. */
  lost: string;
  done: string;
  onClose: () => void;
}

/** Shows a secret once. It is not stored elsewhere, so that only the user's own confirmation closes it. */
export function OneTimeSecret({ title, warning, what, secret, lost, done, onClose }: OneTimeSecretProps) {
  const { t } = useTranslation('common');
  return (
    <Modal
      open
      // Above the record, which can open next to it and would cover it.
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
