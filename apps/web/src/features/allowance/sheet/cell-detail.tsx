import type { FeeKind } from '@darkroom/domain/allowance/fees';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { keyOf, type Change } from './sheet-state.ts';
import { textOf } from './sheet-values.ts';
import type { Sheet } from './use-sheet.ts';
import styles from './sheet.module.css';

interface CellDetailProps {
  change: Change | undefined;
  /** Whose row it is. */
  name: string;
  said: string | null;
  layer: FeeKind;
  sheet: Sheet;
  readOnly: boolean;
}

/** What is to be said of the active cell: what was refused, or whose value stands there; else the keys. */
export function CellDetail({ change, name, said, layer, sheet, readOnly }: CellDetailProps) {
  const { t } = useTranslation('allowance');
  const { day } = useFormat();
  const state = change?.state;
  const value = (text: string) => text || t('sheet.nothing');
  if (change && state?.as === 'theirs') {
    const theirs = value(state.current ? textOf(layer, state.current) : '');
    return (
      <p role="alert" className={styles.detail}>
        <span className={styles.said}>
          {t('sheet.theirs', { name, day: day(change.date), theirs, mine: value(textOf(layer, change.fees)) })}
        </span>
        <button type="button" className={styles.choice} onClick={() => sheet.resolve([keyOf(change)], 'theirs')}>
          {t('sheet.takeTheirs')}
        </button>
        <button type="button" className={styles.choice} onClick={() => sheet.resolve([keyOf(change)], 'mine')}>
          {t('sheet.keepMine')}
        </button>
      </p>
    );
  }
  const words = state?.as === 'refused' ? state.why : said;
  return (
    <p aria-live="polite" className={styles.detail}>
      {words ? (
        <span className={styles.said}>{words}</span>
      ) : readOnly ? (
        <span className={styles.keys}>{t('sheet.keysToRead')}</span>
      ) : (
        <>
          <span>{t(`sheet.values.${layer}`)}</span>
          <span className={styles.keys}>{t('sheet.keys')}</span>
          <span className={styles.touch}>{t('sheet.touch')}</span>
        </>
      )}
    </p>
  );
}
