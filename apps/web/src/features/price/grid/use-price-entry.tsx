import { readPastedNumbers } from '@darkroom/domain/number/pasted-numbers';
import { getDecimalMark, writeNumber, type DecimalMark } from '@darkroom/domain/number/parse';
import { FIELD_KIND, type PriceField } from '@darkroom/domain/price/price';
import { readPriceField, readWithOtherMark } from '@darkroom/domain/price/parse';
import { removeCurrency } from '@darkroom/domain/money/amount-text';
import { useState, type RefObject } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useToast } from '../../../lib/toast.ts';
import type { CellEdit, Value } from '../../../ui/grid/draft.ts';
import type { EditGridHandle } from '../../../ui/grid/edit-grid.tsx';
import type { CellText, TextSource } from '../../../ui/grid/grid-row.tsx';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';
import { cellValueOf, type PriceColumn, type ShownPrice } from './shown-price.ts';

const DecimalMarkDialog = lazyOverlay(
  () => import('../../../ui/overlay/decimal-mark-dialog.tsx'),
  ({ onAnswer }) => onAnswer(null),
);

const isMoney = (field: PriceField): boolean => FIELD_KIND[field] === 'money';

/** Parses typed text to a value: null, a value, or the text with its error. Amounts can include their currency (decision 154). */
export const parseEntry = (field: PriceField, text: string, language: string | undefined, currency: string): Value =>
  readEntry(field, isMoney(field) ? removeCurrency(text, currency) : text, getDecimalMark(language));

function readEntry(field: PriceField, text: string, mark: DecimalMark): Value {
  if (text.trim() === '') return null;
  const read = readPriceField(field, text, mark);
  return read.ok ? read.value : { text, code: read.code };
}

/** Sets a typed cell. For an ambiguous price, a toast shows how it was read, and Undo restores the former value. */
export function useTypedPrice(onSet: (cells: readonly CellEdit[]) => void) {
  const { t, i18n } = useTranslation('price');
  const toast = useToast();
  return (cell: CellEdit & { field: PriceField }, text: string, previous: Value) => {
    onSet([cell]);
    const mark = getDecimalMark(i18n.resolvedLanguage);
    const otherReading = isMoney(cell.field) ? readWithOtherMark(text, mark) : null;
    if (otherReading === null || typeof cell.value !== 'number') return;
    toast.info(
      t('reading', {
        typed: text.trim(),
        read: cell.value,
        other: writeNumber(otherReading, mark),
      }),
      {
        label: t('undo'),
        onPress: () => onSet([{ id: cell.id, field: cell.field, value: previous }]),
      },
    );
  };
}

/** Reads text that was typed, pasted or filled into the grid. The user decides once about an ambiguous paste (decision 087). */
export function usePriceEntry(
  currency: string,
  grid: RefObject<EditGridHandle | null>,
  onSet: (cells: readonly CellEdit[]) => void,
) {
  const { i18n } = useTranslation();
  const mark = getDecimalMark(i18n.resolvedLanguage);
  const setTypedCell = useTypedPrice(onSet);
  const [ambiguousPaste, setAmbiguousPaste] = useState<{
    texts: readonly string[];
    answer: (mark: DecimalMark | null) => void;
  }>();

  const toCellEdits = ({ row, column, text }: CellText<ShownPrice>, by: DecimalMark): CellEdit[] => {
    const { field } = column as PriceColumn;
    if (!field) return [];
    const id = row.row.service_cat2_id;
    // A checkbox cannot be empty, so an empty text of an existing price means "no".
    if (FIELD_KIND[field] === 'switch' && text.trim() === '')
      return row.terms[field] === null ? [] : [{ id, field, value: false }];
    const value = isMoney(field) ? readEntry(field, removeCurrency(text, currency), by) : readEntry(field, text, mark);
    return [{ id, field, value }];
  };
  const put = (cells: readonly CellText<ShownPrice>[], from: TextSource) => {
    const [only] = cells;
    if (from === 'typed' && only) {
      const [edit] = toCellEdits(only, mark);
      const field = (only.column as PriceColumn).field;
      if (edit && field)
        setTypedCell(
          {
            ...edit,
            field,
            ...(only.opened && { baseValue: only.opened.row[field] }),
          },
          only.text,
          cellValueOf(only.row, field),
        );
      return;
    }
    const setWithMark = (by: DecimalMark) => onSet(cells.flatMap((cell) => toCellEdits(cell, by)));
    if (from === 'here') return setWithMark(mark);
    const amounts = cells.flatMap(({ column, text }) => {
      const { field } = column as PriceColumn;
      return field && isMoney(field) ? [removeCurrency(text, currency)] : [];
    });
    const reading = readPastedNumbers(amounts, mark);
    if (reading.ok) return setWithMark(reading.mark);
    setAmbiguousPaste({ texts: reading.ambiguous, answer: (by) => by && setWithMark(by) });
  };
  const question = ambiguousPaste && (
    <DecimalMarkDialog
      texts={ambiguousPaste.texts}
      mark={mark}
      grid={grid}
      onAnswer={(by) => {
        setAmbiguousPaste(undefined);
        ambiguousPaste.answer(by);
      }}
    />
  );
  return { put, question };
}
