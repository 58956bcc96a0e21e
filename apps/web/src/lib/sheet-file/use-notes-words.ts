import { useTranslation } from 'react-i18next';
import { lettersOf } from './column-letters.ts';
import type { SheetNotes } from './sheet-notes.ts';

const NOTHING: SheetNotes = { formulas: 0, hidden: [], merged: 0 };

/** The notes on a sheet in sentences, none without a sheet. Every import uses the same words. */
export function useNotesWords(): (notes?: SheetNotes) => readonly string[] {
  const { t } = useTranslation('bulk');
  return ({ formulas, hidden, hiddenColumns = [], merged, overDays = 0 } = NOTHING) => [
    ...(hidden.length > 0 ? [t('notice.hidden', { count: hidden.length })] : []),
    ...(hiddenColumns.length > 0
      ? [t('notice.hiddenColumns', { count: hiddenColumns.length, columns: lettersOf(hiddenColumns) })]
      : []),
    ...(merged > 0 ? [t('notice.merged', { count: merged })] : []),
    ...(overDays > 0 ? [t('notice.overDays', { count: overDays })] : []),
    ...(formulas > 0 ? [t('notice.formulas', { count: formulas })] : []),
  ];
}
