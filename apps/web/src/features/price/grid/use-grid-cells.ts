import { readBlock } from '@darkroom/domain/number/block';
import { markOf } from '@darkroom/domain/number/read';
import { FIELD_KIND } from '@darkroom/domain/price/price';
import { withoutCurrency } from '@darkroom/domain/price/sheet-amount';
import { useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../lib/toast.ts';
import { useGridClipboard } from '../../../ui/grid/use-grid-clipboard.ts';
import type { CellEdit, ShownPrice } from './draft.ts';
import { cellsOf, pastedCells, readCopied, type Range } from '../../../ui/grid/grid-range.ts';
import { copiedText, PRICE_COLUMNS } from './price-columns.ts';
import { useAskReading } from './use-ask-reading.tsx';
import { entryRead } from './use-price-draft.ts';

interface GridCells {
  /** What has the focus while a cell is active. */
  grid: RefObject<HTMLElement | null>;
  prices: readonly ShownPrice[];
  currency: string;
  range: Range | null;
  locked: boolean;
  onSet: (cells: readonly CellEdit[]) => void;
}

const isMoney = (column: number): boolean => {
  const field = PRICE_COLUMNS[column]?.field;
  return !!field && FIELD_KIND[field] === 'money';
};

/** What is done to a range of cells at once: copy, cut, paste, clear, fill down; each is one step of undo. */
export function useGridCells({ grid, prices, currency, range, locked, onSet }: GridCells) {
  const { t, i18n } = useTranslation('price');
  const toast = useToast();
  const mark = markOf(i18n.resolvedLanguage);
  const { ask, question } = useAskReading(mark, grid);
  /** What was copied here last is known to be written as this page writes. */
  const own = useRef<string | null>(null);

  /** The cells of the range that can be changed. */
  const editable = (of: Range) =>
    cellsOf(of).flatMap(({ index, column }) => {
      const price = prices[index];
      const field = PRICE_COLUMNS[column]?.field;
      return price && field ? [{ price, field, index, column }] : [];
    });
  const clear = () => {
    if (!range || locked) return;
    onSet(
      editable(range).flatMap(({ price, field }): CellEdit[] => {
        const { service_cat2_id } = price.row;
        if (FIELD_KIND[field] !== 'switch') return [{ service_cat2_id, field, entry: null }];
        return price.terms[field] === null ? [] : [{ service_cat2_id, field, entry: false }];
      }),
    );
  };
  const fillDown = () => {
    if (!range || locked) return;
    // One row alone takes what stands above it; of several, all take what stands in the first.
    const from = range.top === range.bottom ? range.top - 1 : range.top;
    if (from < 0) return;
    const source = prices[from];
    onSet(
      editable({ ...range, top: from + 1 }).flatMap(({ price, field }) => {
        const entry = source?.terms[field];
        return entry === undefined || entry === null
          ? []
          : [{ service_cat2_id: price.row.service_cat2_id, field, entry }];
      }),
    );
  };

  const copied = () => {
    if (!range) return null;
    const lines = prices
      .slice(range.top, range.bottom + 1)
      .map((price) =>
        PRICE_COLUMNS.slice(range.left, range.right + 1).map((column) => copiedText(price, column, mark, t)),
      );
    own.current = lines.map((line) => line.join('\t')).join('\n');
    return own.current;
  };
  const paste = async (pasted: string) => {
    if (!range || locked) return;
    // As a spreadsheet shows them: `$2.50` (decision 154).
    const taken = pastedCells(readCopied(pasted), range).map((cell) =>
      isMoney(cell.column) ? { ...cell, text: withoutCurrency(cell.text, currency) } : cell,
    );
    const amounts = taken.flatMap(({ column, text }) => (isMoney(column) ? [text] : []));
    const reading = readBlock(amounts, mark);
    const readAs = pasted === own.current ? mark : reading.ok ? reading.mark : await ask(reading.ambiguous);
    if (readAs === null) return;
    const cells = taken.flatMap(({ index, column, text }): CellEdit[] => {
      const price = prices[index];
      const field = PRICE_COLUMNS[column]?.field;
      if (!price || !field) return [];
      const entry = entryRead(field, text, isMoney(column) ? readAs : mark);
      return [{ service_cat2_id: price.row.service_cat2_id, field, entry }];
    });
    const outside = new Set(taken.map(({ index }) => index).filter((index) => index >= prices.length)).size;
    if (outside > 0) toast.info(t('pastedOutside', { count: outside }));
    onSet(cells);
  };
  useGridClipboard(grid, { copied, cut: clear, paste: (pasted) => void paste(pasted) });
  return { clear, fillDown, question };
}
