import type { ConfigProviderProps } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useLookupReads } from '../../lib/api/failed-reads.ts';
import styles from './no-choices.module.css';

/** Renders the text of every list without choices, for Ant Design's `renderEmpty`. */
export const renderEmpty: NonNullable<ConfigProviderProps['renderEmpty']> = (component) =>
  component === 'Select' || component === 'TreeSelect' ? <NoChoices /> : undefined;

/** Loading, failed, or no matches. */
function NoChoices() {
  const { t } = useTranslation('common');
  const { readState, retry } = useLookupReads();
  const line = useRef<HTMLSpanElement>(null);
  // The focus stays in the field, and Tab closes its list. Enter has nothing to choose and presses the button instead.
  const retryOnEnter = useEffectEvent((event: KeyboardEvent) => {
    if (readState !== 'failed' || event.key !== 'Enter' || event.isComposing) return;
    const field = event.target instanceof Element ? event.target.closest('[role="combobox"]') : null;
    if (field?.getAttribute('aria-expanded') !== 'true' || !line.current?.checkVisibility()) return;
    event.preventDefault();
    event.stopPropagation();
    retry();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => retryOnEnter(event);
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
  if (readState === 'loading') return <span className={styles.line}>{t('loading')}</span>;
  if (readState === 'fine') return <span className={styles.line}>{t('choices.none')}</span>;
  return (
    <span ref={line} className={styles.line} role="alert">
      {t('choices.failed')}
      <button type="button" className={styles.retry} onClick={retry}>
        {t('retry')}
      </button>
      <kbd>Enter</kbd>
    </span>
  );
}
