import type { BriefPart } from '@darkroom/domain/floor/brief';
import { useTranslation } from 'react-i18next';
import styles from './brief.module.css';

/** A part that nothing is kept of, in a brief of another day: its heading, and why nothing stands below it. */
export function BriefUntold({ part }: { part: BriefPart }) {
  const { t } = useTranslation('floor');
  return (
    <section className={styles.part} aria-label={t(`brief.part.${part}`)} data-part={part}>
      <h2>{t(`brief.part.${part}`)}</h2>
      <p className="quiet">{t('brief.untold')}</p>
    </section>
  );
}
