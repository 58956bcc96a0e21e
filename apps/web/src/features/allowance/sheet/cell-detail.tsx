import type { FeeKind } from '@darkroom/domain/allowance/fees';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import type { UnsavedCell } from '../../../ui/grid/draft.ts';
import { parseField, formatFee, type MemberMonth } from './member-month.ts';
import type { AllowanceSheet } from './use-sheet.ts';
import styles from './sheet.module.css';

interface CellDetailProps {
  /** The selected cell, if it has an unsaved change. */
  cell: UnsavedCell | undefined;
  people: readonly MemberMonth[];
  layer: FeeKind;
  sheet: AllowanceSheet;
  readOnly: boolean;
}

/** Maximum number of refused values that are listed with their cell. */
const MAX_NAMED = 4;

/** Line below the sheet: error or conflict of the selected cell, otherwise the refused values, otherwise help on keys. */
export function CellDetail({ cell, people, layer, sheet, readOnly }: CellDetailProps) {
  const { t } = useTranslation('allowance');
  const { day } = useFormat();
  const nameOf = (id: number) => people.find(({ row }) => row.staff_id === id)?.row.full_name ?? '';
  const positionOf = ({ id, field }: UnsavedCell) => ({
    name: nameOf(id),
    day: day(parseField(field).date),
  });
  if (cell?.state === 'theirs') {
    const value = (of: UnsavedCell['value']) => formatFee(layer, of) || t('sheet.nothing');
    return (
      <p role="alert" className={styles.detail}>
        <span className="ink-danger">
          {t('sheet.theirs', {
            ...positionOf(cell),
            theirs: value(cell.saved),
            mine: value(cell.value),
          })}
        </span>
        <button type="button" className={styles.linkButton} onClick={() => sheet.drop([cell])}>
          {t('sheet.useTheirs')}
        </button>
        <button type="button" className={styles.linkButton} onClick={() => sheet.keepMine([cell])}>
          {t('sheet.useMine')}
        </button>
      </p>
    );
  }
  const invalidCells = sheet.in('unread').filter(({ field }) => parseField(field).kind === layer);
  const notAccepted = () =>
    t('sheet.notAccepted', {
      count: invalidCells.length,
      what:
        (invalidCells.length > MAX_NAMED ? '… ' : '') +
        invalidCells
          .slice(-MAX_NAMED)
          .map((invalidCell) =>
            t('sheet.value', {
              text: formatFee(layer, invalidCell.value),
              ...positionOf(invalidCell),
            }),
          )
          .join('; '),
      hint: t(`sheet.values.${layer}`),
    });
  const words = cell?.failure?.reason ?? (invalidCells.length > 0 ? notAccepted() : null);
  return (
    <p aria-live="polite" className={styles.detail}>
      {words ? (
        <span className="ink-danger">{words}</span>
      ) : readOnly ? (
        <span className={styles.keyboardHint}>{t('sheet.keysToRead')}</span>
      ) : (
        <>
          <span>{t(`sheet.values.${layer}`)}</span>
          <span className={styles.keyboardHint}>{t('sheet.keys')}</span>
          <span className={styles.touchHint}>{t('sheet.touch')}</span>
        </>
      )}
    </p>
  );
}
