import { Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { WALL } from '../../lib/address.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import type { MadeLink } from './wall-form.tsx';
import styles from './wall-links.module.css';
import { Modal } from '../../ui/overlay/modal.tsx';

/** A new link, this once: in the page's own language, its token in the fragment, which no request carries. */
export function WallMade({ made, onClose }: { made: MadeLink; onClose: () => void }) {
  const { t, i18n } = useTranslation('floor');
  const { token } = made;
  const link = token === null ? null : `${window.location.origin}${WALL}?lng=${i18n.resolvedLanguage ?? 'en'}#${token}`;
  return (
    <Modal
      open
      title={t('links.made_title')}
      scrollLock={false}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('links.close')}
        </Button>
      }
    >
      <p>{t(link === null ? 'links.lost' : 'links.once')}</p>
      {link !== null && (
        <div className={styles.made}>
          <Input readOnly value={link} aria-label={t('links.what')} onFocus={(event) => event.target.select()} />
          <CopyButton text={link} what={t('links.what')} label={t('links.copy')} />
        </div>
      )}
    </Modal>
  );
}
