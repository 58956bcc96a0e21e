import type { AllowanceRow } from '@darkroom/contract/allowance/allowance';
import type { FeeKind } from '@darkroom/domain/allowance/fees';
import { readFee } from '@darkroom/domain/allowance/read-fee';
import type { Day } from '@darkroom/domain/calendar/day';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../lib/toast.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { cellsOf, pastedCells, readCopied, type Range } from '../../../ui/grid/grid-range.ts';
import { useGridClipboard } from '../../../ui/grid/use-grid-clipboard.ts';
import { keyOf, shownFees, type Spot, type Wanted } from './sheet-state.ts';
import { NOTHING, textOf } from './sheet-values.ts';
import type { Missed, NotTaken, Sheet } from './use-sheet.ts';

interface SheetCells {
  rows: readonly AllowanceRow[];
  days: readonly Day[];
  range: Range | null;
  layer: FeeKind;
  sheet: Sheet;
  readOnly: boolean;
  /** Values were not taken; null: all were. */
  onNotTaken: (what: NotTaken | null) => void;
  /** Where what was pasted stands, as far as it is in the sheet. */
  onPasted: (range: Range) => void;
}

/** Whose day stands at a place of the sheet. */
export function spotAt(rows: readonly AllowanceRow[], days: readonly Day[], index: number, at: number): Spot | null {
  const row = rows[index];
  const date = days[at];
  return row && date ? { staff_id: row.staff_id, date } : null;
}

/** So many of the values that were not taken are named, each with its place. */
const SAID = 4;

/** The rectangle that holds all of these cells. */
function rangeAround(cells: readonly { index: number; column: number }[]): Range {
  const [rows, columns] = [cells.map(({ index }) => index), cells.map(({ column }) => column)];
  return {
    top: Math.min(...rows),
    bottom: Math.max(...rows),
    left: Math.min(...columns),
    right: Math.max(...columns),
  };
}

/** What is done to a range of cells at once: copy, cut, paste, clear, fill; each is one step of Undo. */
export function useSheetCells({ rows, days, range, layer, sheet, readOnly, onNotTaken, onPasted }: SheetCells) {
  const { t } = useTranslation(['allowance', 'common']);
  const { day } = useFormat();
  const toast = useToast();
  const { changes, saved } = sheet;

  const inWords = ({ text, staff_id, date }: Missed) =>
    t('sheet.value', { text, name: rows.find((row) => row.staff_id === staff_id)?.full_name ?? '', day: day(date) });
  /** Says what was not taken, with what was not before and has got no value since. */
  const tell = (wrong: readonly Missed[], wanted: readonly Spot[]) => {
    const now = new Set([...wrong, ...wanted].map(keyOf));
    const spots = [...(sheet.notTaken?.spots ?? []).filter((one) => !now.has(keyOf(one))), ...wrong];
    onNotTaken(
      spots.length === 0
        ? null
        : {
            spots,
            words: t('sheet.notTaken', {
              count: spots.length,
              // The last are those that were just typed.
              what: (spots.length > SAID ? '… ' : '') + spots.slice(-SAID).map(inWords).join('; '),
              hint: t(`sheet.values.${layer}`),
            }),
          },
    );
  };
  const put = (cells: readonly { index: number; column: number; text: string }[]) => {
    const wrong: Missed[] = [];
    const wanted = cells.flatMap(({ index, column: at, text }): Wanted[] => {
      const where = spotAt(rows, days, index, at);
      const read = where && readFee(layer, text);
      if (where && !read) wrong.push({ ...where, text });
      return where && read ? [{ ...where, change: read }] : [];
    });
    sheet.set(wanted);
    tell(wrong, wanted);
  };
  const clear = (of: Range) => {
    const wanted = cellsOf(of).flatMap(({ index, column: at }): Wanted[] => {
      const where = spotAt(rows, days, index, at);
      return where ? [{ ...where, change: NOTHING[layer] }] : [];
    });
    sheet.set(wanted);
    tell([], wanted);
  };
  const textAt = (index: number, at: number) => {
    const where = spotAt(rows, days, index, at);
    return where ? textOf(layer, shownFees(changes, saved, where)) : '';
  };
  // One row or column alone takes what stands before it; of several, all take what stands in the first.
  const fill = (of: Range, right: boolean) => {
    const first = right ? of.left : of.top;
    const from = first === (right ? of.right : of.bottom) ? first - 1 : first;
    if (from < 0) return;
    const to = right ? { ...of, left: from + 1 } : { ...of, top: from + 1 };
    put(
      cellsOf(to).map(({ index, column: at }) => ({
        index,
        column: at,
        text: right ? textAt(index, from) : textAt(from, at),
      })),
    );
  };
  const clipboard = useGridClipboard({
    copied: () =>
      range &&
      Array.from({ length: range.bottom - range.top + 1 }, (_, down) =>
        Array.from({ length: range.right - range.left + 1 }, (_cell, along) =>
          textAt(range.top + down, range.left + along),
        ).join('\t'),
      ).join('\n'),
    cut: () => !readOnly && range && clear(range),
    paste: (text) => {
      if (!range || readOnly) return;
      const taken = pastedCells(readCopied(text), range);
      const outside = taken.filter((cell) => cell.index >= rows.length || cell.column >= days.length).length;
      if (outside > 0) toast.info(t('common:pastedOutside', { count: outside }));
      put(taken);
      const inside = taken.filter((cell) => cell.index < rows.length && cell.column < days.length);
      if (inside.length > 1) onPasted(rangeAround(inside));
    },
  });
  return { put, clear, fill, textAt, clipboard };
}
