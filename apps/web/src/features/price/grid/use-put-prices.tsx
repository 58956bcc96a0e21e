import { readBlock } from '@darkroom/domain/number/block';
import { markOf, writeNumber, type DecimalMark } from '@darkroom/domain/number/read';
import { FIELD_KIND, type PriceField } from '@darkroom/domain/price/price';
import { readField, readOtherwise } from '@darkroom/domain/price/read';
import { withoutCurrency } from '@darkroom/domain/price/sheet-amount';
import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../lib/toast.ts';
import type { CellEdit, Value } from '../../../ui/grid/draft.ts';
import type { EditGridHandle } from '../../../ui/grid/edit-grid.tsx';
import type { CellText, TextSource } from '../../../ui/grid/grid-row.tsx';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';
import { heldIn, type PriceColumn, type ShownPrice } from './shown-price.ts';

const ReadingDialog = lazyOverlay(
  () => import('../reading-dialog.tsx'),
  ({ onAnswer }) => onAnswer(null),
);

const isMoney = (field: PriceField): boolean => FIELD_KIND[field] === 'money';

/** Typed text as a value: null, a value, or the text with its error. Amounts can include their currency (decision 154). */
export const entryOf = (field: PriceField, text: string, language: string | undefined, currency: string): Value =>
  readEntry(field, isMoney(field) ? withoutCurrency(text, currency) : text, markOf(language));

function readEntry(field: PriceField, text: string, mark: DecimalMark): Value {
  if (text.trim() === '') return null;
  const read = readField(field, text, mark);
  return read.ok ? read.value : { text, code: read.code };
}

/** Sets a typed cell. For an ambiguous price, a toast shows how it was read, and Undo restores the former value. */
export function useTellReading(onSet: (cells: readonly CellEdit[]) => void) {
  const { t, i18n } = useTranslation('price');
  const toast = useToast();
  return (cell: CellEdit & { field: PriceField }, text: string, former: Value) => {
    onSet([cell]);
    const mark = markOf(i18n.resolvedLanguage);
    const other = isMoney(cell.field) ? readOtherwise(text, mark) : null;
    if (other === null || typeof cell.value !== 'number') return;
    toast.info(
      t('reading', {
        typed: text.trim(),
        read: cell.value,
        other: writeNumber(other, mark),
      }),
      {
        label: t('undo'),
        onPress: () => onSet([{ id: cell.id, field: cell.field, value: former }]),
      },
    );
  };
}

/** Reads text that was typed, pasted or filled into the grid. The user is asked once about an ambiguous paste (decision 087). */
export function usePutPrices(
  currency: string,
  grid: RefObject<EditGridHandle | null>,
  onSet: (cells: readonly CellEdit[]) => void,
) {
  const { i18n } = useTranslation();
  const mark = markOf(i18n.resolvedLanguage);
  const tell = useTellReading(onSet);
  const [asked, setAsked] = useState<{
    texts: readonly string[];
    answer: (mark: DecimalMark | null) => void;
  }>();

  const editOf = ({ row, column, text }: CellText<ShownPrice>, by: DecimalMark): CellEdit[] => {
    const { field } = column as PriceColumn;
    if (!field) return [];
    const id = row.row.service_cat2_id;
    // A checkbox cannot be empty, so an empty text of an existing price means "no".
    if (FIELD_KIND[field] === 'switch' && text.trim() === '')
      return row.terms[field] === null ? [] : [{ id, field, value: false }];
    const value = isMoney(field) ? readEntry(field, withoutCurrency(text, currency), by) : readEntry(field, text, mark);
    return [{ id, field, value }];
  };
  const put = (cells: readonly CellText<ShownPrice>[], from: TextSource) => {
    const [only] = cells;
    if (from === 'typed' && only) {
      const [edit] = editOf(only, mark);
      const field = (only.column as PriceColumn).field;
      if (edit && field)
        tell(
          {
            ...edit,
            field,
            ...(only.opened && { seen: only.opened.row[field] }),
          },
          only.text,
          heldIn(only.row, field),
        );
      return;
    }
    const setReadBy = (by: DecimalMark) => onSet(cells.flatMap((cell) => editOf(cell, by)));
    if (from === 'here') return setReadBy(mark);
    const amounts = cells.flatMap(({ column, text }) => {
      const { field } = column as PriceColumn;
      return field && isMoney(field) ? [withoutCurrency(text, currency)] : [];
    });
    const reading = readBlock(amounts, mark);
    if (reading.ok) return setReadBy(reading.mark);
    setAsked({ texts: reading.ambiguous, answer: (by) => by && setReadBy(by) });
  };
  const question = asked && (
    <ReadingDialog
      asked={asked.texts.map((text) => ({ text }))}
      mark={mark}
      grid={grid}
      onAnswer={(by) => {
        setAsked(undefined);
        asked.answer(by);
      }}
    />
  );
  return { put, question };
}
