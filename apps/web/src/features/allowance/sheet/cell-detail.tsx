import type { FeeKind } from '@darkroom/domain/allowance/fees';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import type { OpenCell } from '../../../ui/grid/draft.ts';
import { dayAndKindOf, feeText, type Person } from './person.ts';
import type { Sheet } from './use-sheet.ts';
import styles from './sheet.module.css';

interface CellDetailProps {
  /** The selected cell, if it has an unsaved change. */
  cell: OpenCell | undefined;
  people: readonly Person[];
  layer: FeeKind;
  sheet: Sheet;
  readOnly: boolean;
}

/** Maximum number of refused values that are listed with their cell. */
const MAX_NAMED = 4;

/** Line below the sheet: error or conflict of the selected cell, otherwise the refused values, otherwise help on keys. */
export function CellDetail({ cell, people, layer, sheet, readOnly }: CellDetailProps) {
  const { t } = useTranslation('allowance');
  const { day } = useFormat();
  const nameOf = (id: number) => people.find(({ row }) => row.staff_id === id)?.row.full_name ?? '';
  const placeOf = ({ id, field }: OpenCell) => ({
    name: nameOf(id),
    day: day(dayAndKindOf(field).date),
  });
  if (cell?.state === 'theirs') {
    const value = (of: OpenCell['value']) => feeText(layer, of) || t('sheet.nothing');
    return (
      <p role="alert" className={styles.detail}>
        <span className="ink-danger">
          {t('sheet.theirs', {
            ...placeOf(cell),
            theirs: value(cell.saved),
            mine: value(cell.value),
          })}
        </span>
        <button type="button" className={styles.choice} onClick={() => sheet.drop([cell])}>
          {t('sheet.takeTheirs')}
        </button>
        <button type="button" className={styles.choice} onClick={() => sheet.keepMine([cell])}>
          {t('sheet.keepMine')}
        </button>
      </p>
    );
  }
  const unread = sheet.in('unread').filter(({ field }) => dayAndKindOf(field).kind === layer);
  const notAccepted = () =>
    t('sheet.notTaken', {
      count: unread.length,
      what:
        (unread.length > MAX_NAMED ? '… ' : '') +
        unread
          .slice(-MAX_NAMED)
          .map((one) =>
            t('sheet.value', {
              text: feeText(layer, one.value),
              ...placeOf(one),
            }),
          )
          .join('; '),
      hint: t(`sheet.values.${layer}`),
    });
  const words = cell?.failure?.why ?? (unread.length > 0 ? notAccepted() : null);
  return (
    <p aria-live="polite" className={styles.detail}>
      {words ? (
        <span className="ink-danger">{words}</span>
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
