import type { AllowanceRow } from '@darkroom/contract/allowance/allowance';
import type { AllowanceMonthRow } from '@darkroom/contract/allowance/month';
import type { FeeKind } from '@darkroom/domain/allowance/fees';
import { isSunday } from '@darkroom/domain/allowance/figures';
import { daysOfMonth } from '@darkroom/domain/calendar/day';
import { groupBy } from '@darkroom/domain/list/group-by';
import {
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../../lib/clock/use-today.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { gridAction, type GridAction } from '../../../ui/grid/grid-actions.ts';
import { rangeOf, type Place, type Selected } from '../../../ui/grid/grid-range.ts';
import { TextEditor, type Onward } from '../../../ui/grid/text-editor.tsx';
import { monthOfRow } from '../month/month-words.ts';
import { CellDetail } from './cell-detail.tsx';
import { SheetFoot } from './sheet-foot.tsx';
import { cellId, placeOfCell, SheetRow } from './sheet-row.tsx';
import { keyOf, type Change } from './sheet-state.ts';
import { SheetHead } from './sheet-head.tsx';
import { showDay, showFirst } from './sheet-scroll.ts';
import { showRow, useRowWindow } from './use-row-window.ts';
import { spotAt, useSheetCells } from './use-sheet-cells.ts';
import type { Sheet } from './use-sheet.ts';
import styles from './sheet.module.css';

const NONE: readonly Change[] = [];

export interface MealSheetProps {
  rows: readonly AllowanceRow[];
  month: AllowanceMonthRow;
  layer: FeeKind;
  sheet: Sheet;
  readOnly: boolean;
  ref?: Ref<ShowSpot>;
}

/** Leads to a cell of the sheet, by its key. */
export interface ShowSpot {
  show: (key: string) => void;
}

/** The month as a spreadsheet, staff × days: moved through by keys, typed into, filled, copied and pasted. */
export function MealSheet({ rows, month, layer, sheet, readOnly, ref }: MealSheetProps) {
  const { t, i18n } = useTranslation(['allowance', 'errors']);
  const format = useFormat();
  const scroller = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<Selected | null>(null);
  const [editing, setEditing] = useState<{ typed: string | undefined } | null>(null);
  const leaving = useRef(false);
  /** The focus comes by a press, which says itself which cell is meant. */
  const pressed = useRef(false);
  const dragging = useRef(false);
  const language = i18n.resolvedLanguage === 'vi' ? 'vi' : 'en';

  const name = monthOfRow(month);
  const days = useMemo(() => daysOfMonth(name), [name]);
  const holidays = useMemo(
    () => new Map(month.holidays.map((one) => [one.date, one[language]])),
    [month.holidays, language],
  );
  const off = useMemo(() => new Set(days.filter((day) => isSunday(day) || holidays.has(day))), [days, holidays]);
  const indexOf = useMemo(() => new Map(rows.map(({ staff_id }, at) => [staff_id, at])), [rows]);
  const last = days.length - 1;
  const today = days.indexOf(useToday());
  // What is entered is mostly today's.
  useLayoutEffect(() => {
    if (today >= 0) showFirst(scroller.current, today);
  }, [today]);
  const { changes } = sheet;
  const changesOf = useMemo(() => groupBy([...changes.cells.values()], ({ staff_id }) => staff_id), [changes.cells]);

  const active = selected ? (indexOf.get(selected.active.id) ?? -1) : -1;
  const column = Math.min(selected?.active.column ?? 0, last);
  const range = rangeOf(selected, indexOf);
  const spot = spotAt(rows, days, active, column);
  const change = spot ? changes.cells.get(keyOf(spot)) : undefined;

  const select = (next: Selected) => {
    // That the month is closed is said of the cell; what was not taken stays said.
    if (sheet.notTaken?.spots.length === 0) sheet.tellNotTaken(null);
    setSelected(next);
  };
  const go = (index: number, to: number, extend = false) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    const place: Place = { id: row.staff_id, column: Math.max(0, Math.min(last, to)) };
    select({ active: place, anchor: extend && selected ? selected.anchor : place });
    requestAnimationFrame(() => {
      showRow(scroller.current, Math.max(0, Math.min(rows.length - 1, index)));
      // The head's columns are the cells', and are always there.
      showDay(scroller.current, place.column);
    });
  };
  const focus = () => scroller.current?.focus({ preventScroll: true });
  useImperativeHandle(ref, () => ({
    show: (key) => {
      const held = changes.cells.get(key);
      const index = held && indexOf.get(held.staff_id);
      if (!held || index === undefined) return;
      setEditing(null);
      focus();
      go(index, days.indexOf(held.date));
    },
  }));
  const close = (onward: Onward) => {
    setEditing(null);
    focus();
    const down = onward === 'down' ? 1 : onward === 'up' ? -1 : 0;
    const along = onward === 'right' ? 1 : onward === 'left' ? -1 : 0;
    if (down !== 0 || along !== 0) go(active + down, column + along);
  };

  const wrongIn = (staff_id: number) =>
    (sheet.notTaken?.spots ?? [])
      .flatMap((one) => (one.staff_id === staff_id ? [days.indexOf(one.date)] : []))
      .join(',');
  const drawn = useRowWindow(scroller, rows.length, active);

  const { put, clear, fill, textAt, clipboard } = useSheetCells({
    rows,
    days,
    range,
    layer,
    sheet,
    readOnly,
    onNotTaken: sheet.tellNotTaken,
    onPasted: ({ top, left, bottom, right }) => {
      const place = (index: number, at: number): Place => ({ id: rows[index]!.staff_id, column: at });
      setSelected({ active: place(top, left), anchor: place(bottom, right) });
    },
  });

  const edit = (typed: string | undefined) => {
    if (!spot) return;
    if (readOnly) return month.closed ? sheet.tellNotTaken({ spots: [], words: t('sheet.closed') }) : undefined;
    // A meal and an online day are one key; a parking tier may be several.
    if (typed !== undefined && layer !== 'parking_fee') put([{ index: active, column, text: typed }]);
    else setEditing({ typed });
  };
  const act = (action: GridAction) => {
    if (!spot || !selected || !range) return go(0, 0);
    switch (action.do) {
      case 'move':
        return go(active + action.rows, column + action.columns, action.extend);
      case 'edge':
        return go(
          action.row ? (action.row === 'first' ? 0 : rows.length - 1) : active,
          action.column ? (action.column === 'first' ? 0 : last) : column,
          action.extend,
        );
      case 'next':
        return column + action.step < 0 || column + action.step > last
          ? go(active + action.step, action.step > 0 ? 0 : last)
          : go(active, column + action.step);
      case 'press':
        return go(active + 1, column);
      case 'edit':
        return edit(action.typed);
      case 'clear':
        return readOnly ? undefined : clear(range);
      case 'fill':
        return readOnly ? undefined : fill(range, false);
      case 'fill_right':
        return readOnly ? undefined : fill(range, true);
      case 'undo':
        sheet.tellNotTaken(null);
        return readOnly ? undefined : sheet.undo();
      case 'redo':
        sheet.tellNotTaken(null);
        return readOnly ? undefined : sheet.redo();
      case 'all':
        return select({
          anchor: { id: rows[0]!.staff_id, column: 0 },
          active: { id: rows.at(-1)!.staff_id, column: last },
        });
      case 'escape':
        leaving.current = true;
        sheet.tellNotTaken(null);
        return select({ active: selected.active, anchor: selected.active });
      default: {
        const never: never = action;
        return never;
      }
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (editing || event.target !== event.currentTarget) return;
    const action = gridAction(event.nativeEvent, { fillsRight: true });
    if (!action) return;
    // After Esc, Tab leaves the sheet instead of going to the next cell.
    if (action.do === 'next' && leaving.current) return;
    leaving.current = false;
    event.preventDefault();
    act(action);
  };

  const pointed = (event: PointerEvent): Place | null => {
    const target = event.target instanceof Element ? event.target : null;
    const cell = target?.closest('input') ? null : target?.closest<HTMLElement>('[role="gridcell"]');
    return cell ? placeOfCell(cell.id) : null;
  };
  const onPointerDown = (event: PointerEvent) => {
    const place = event.button === 0 ? pointed(event) : null;
    if (!place) return;
    const again = !event.shiftKey && selected?.active.id === place.id && selected.active.column === place.column;
    event.preventDefault();
    setEditing(null);
    pressed.current = true;
    focus();
    pressed.current = false;
    dragging.current = event.pointerType === 'mouse';
    select({ active: place, anchor: event.shiftKey && selected ? selected.anchor : place });
    if (again && event.pointerType !== 'mouse') setEditing({ typed: undefined });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!dragging.current || event.buttons !== 1 || !selected) return;
    const place = pointed(event);
    if (place && (place.id !== selected.active.id || place.column !== selected.active.column))
      select({ active: place, anchor: selected.anchor });
  };

  const editor =
    editing && spot ? (
      <TextEditor
        key={keyOf(spot)}
        arrows
        before={textAt(active, column)}
        typed={editing.typed}
        inputMode={layer === 'parking_fee' ? 'text' : 'numeric'}
        className={styles.editor}
        label={t('sheet.cell', { name: rows[active]?.full_name ?? '', day: format.day(spot.date) })}
        onSet={(text, onward) => {
          close(onward);
          put([{ index: active, column, text }]);
        }}
        onCancel={close}
      />
    ) : null;

  return (
    <>
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label={t('sheet.grid', { layer: t(`kind.${layer}`) })}
        aria-rowcount={rows.length + 2}
        aria-colcount={days.length + 4}
        aria-multiselectable
        aria-readonly={readOnly || undefined}
        aria-activedescendant={spot && selected ? cellId(selected.active.id, column) : undefined}
        className={styles.grid}
        style={{ '--days': days.length } as CSSProperties}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          if (event.target !== event.currentTarget) return;
          clipboard.onFocus();
          if (!selected && !pressed.current) go(0, Math.max(0, today));
        }}
        onBlur={clipboard.onBlur}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          dragging.current = false;
        }}
        onDoubleClick={() => !readOnly && spot && setEditing({ typed: undefined })}
      >
        <SheetHead days={days} off={off} holidays={holidays} layer={layer} />
        {/* In one list, so that a row that leaves the sight while it is written in stays the same. */}
        {drawn.parts.flatMap(({ from, to, above }) => [
          <div key={`above ${from}`} role="presentation" style={{ height: above }} />,
          ...rows.slice(from, to).map((row, at) => {
            const index = from + at;
            const inRange = range && index >= range.top && index <= range.bottom;
            return (
              <SheetRow
                key={row.staff_id}
                row={row}
                index={index}
                days={days}
                off={off}
                layer={layer}
                lookups={month.lookups}
                changes={changesOf.get(row.staff_id) ?? NONE}
                from={inRange ? range.left : -1}
                to={inRange ? range.right : -1}
                wrong={wrongIn(row.staff_id)}
                active={index === active ? column : -1}
                editor={index === active ? editor : null}
                format={format}
                online={t('kind.online_fee')}
              />
            );
          }),
        ])}
        <div role="presentation" style={{ height: drawn.below }} />
        <SheetFoot rows={rows} days={days} off={off} layer={layer} month={month} changesOf={changesOf} />
      </div>
      <CellDetail
        change={change}
        name={rows[active]?.full_name ?? ''}
        said={sheet.notTaken?.words ?? null}
        layer={layer}
        sheet={sheet}
        readOnly={readOnly}
      />
    </>
  );
}
