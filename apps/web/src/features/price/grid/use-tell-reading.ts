import { markOf, writeNumber } from '@darkroom/domain/number/read';
import { FIELD_KIND } from '@darkroom/domain/price/price';
import { readOtherwise } from '@darkroom/domain/price/read';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../lib/toast.ts';
import type { CellEdit } from './draft.ts';

/** Sets what was typed into a cell; where a price could be read in two ways it says which was taken. Undo gives back what stood there. */
export function useTellReading(onSet: (cells: readonly CellEdit[]) => void) {
  const { t, i18n } = useTranslation('price');
  const toast = useToast();
  return (cell: CellEdit, text: string, former: CellEdit['entry']) => {
    onSet([cell]);
    const mark = markOf(i18n.resolvedLanguage);
    const other = FIELD_KIND[cell.field] === 'money' ? readOtherwise(text, mark) : null;
    if (other === null || typeof cell.entry !== 'number') return;
    toast.info(t('reading', { typed: text.trim(), read: cell.entry, other: writeNumber(other, mark) }), {
      label: t('undo'),
      onPress: () => onSet([{ ...cell, entry: former }]),
    });
  };
}
