import type { ConfigProviderProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLookupReads } from '../lib/failed-reads.ts';
import styles from './no-choices.module.css';

/** What every list of choices says when it has none to show: Ant Design asks for it once (`renderEmpty`). */
export const renderEmpty: NonNullable<ConfigProviderProps['renderEmpty']> = (component) =>
  component === 'Select' || component === 'TreeSelect' ? <NoChoices /> : undefined;

/** On their way, could not load, or nothing that matches. */
function NoChoices() {
  const { t } = useTranslation('common');
  const { standing, retry } = useLookupReads();
  if (standing === 'loading') return <span className={styles.line}>{t('loading')}</span>;
  if (standing === 'fine') return <span className={styles.line}>{t('choices.none')}</span>;
  return (
    <span className={styles.line} role="alert">
      {t('choices.failed')}
      <button type="button" className={styles.retry} onClick={retry}>
        {t('retry')}
      </button>
    </span>
  );
}
