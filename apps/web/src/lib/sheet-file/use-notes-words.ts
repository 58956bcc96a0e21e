import { useTranslation } from 'react-i18next';
import type { SheetNotes } from './sheet-notes.ts';

/** As many rows are named; of more, the first. */
const MOST_NAMED = 10;

/** The notes on a sheet in sentences; every import says them in the same words. */
export function useNotesWords(): (notes: SheetNotes) => readonly string[] {
  const { t } = useTranslation('bulk');
  return ({ formulas, hidden, merged, overDays = 0, openQuotes = [] }) => [
    ...(hidden.length > 0 ? [t('notice.hidden', { count: hidden.length })] : []),
    ...(merged > 0 ? [t('notice.merged', { count: merged })] : []),
    ...(overDays > 0 ? [t('notice.overDays', { count: overDays })] : []),
    ...(formulas > 0 ? [t('notice.formulas', { count: formulas })] : []),
    ...(openQuotes.length > 0
      ? [t('notice.openQuotes', { count: openQuotes.length, rows: openQuotes.slice(0, MOST_NAMED).join(', ') })]
      : []),
  ];
}
