import { useTranslation } from '../i18n/use-translation.tsx';
import { formatColumnRanges } from './column-letters.ts';
import type { SheetNotes } from './sheet-notes.ts';

/** The most rows that a note names. */
const MAX_NAMED = 10;
const NO_NOTES: SheetNotes = { formulas: 0, hidden: [], merged: 0 };

/** Returns a function that formats the notes on a sheet as sentences, the same for every import. Empty without a sheet. */
export function useNoteTexts(): (notes?: SheetNotes) => readonly string[] {
  const { t } = useTranslation('bulk');
  return ({ formulas, hidden, hiddenColumns = [], merged, overDays = 0, openQuotes = [] } = NO_NOTES) => [
    ...(hidden.length > 0 ? [t('notice.hidden', { count: hidden.length })] : []),
    ...(hiddenColumns.length > 0
      ? [t('notice.hiddenColumns', { count: hiddenColumns.length, columns: formatColumnRanges(hiddenColumns) })]
      : []),
    ...(merged > 0 ? [t('notice.merged', { count: merged })] : []),
    ...(overDays > 0 ? [t('notice.overDays', { count: overDays })] : []),
    ...(formulas > 0 ? [t('notice.formulas', { count: formulas })] : []),
    ...(openQuotes.length > 0
      ? [t('notice.openQuotes', { count: openQuotes.length, rows: openQuotes.slice(0, MAX_NAMED).join(', ') })]
      : []),
  ];
}
