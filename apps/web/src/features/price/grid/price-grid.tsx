import type { PriceRow } from '@darkroom/contract/price/price';
import { PRICE } from '@darkroom/contract/field-tables/price';
import { markOf } from '@darkroom/domain/number/read';
import { FIELD_KIND } from '@darkroom/domain/price/price';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useLabels } from '../../../lib/words/fields.ts';
import { usePrinting } from '../../../lib/device.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { showCell } from '../../../ui/grid/grid-moves.ts';
import { TextEditor, type Onward } from '../../../ui/grid/text-editor.tsx';
import type { CellEdit, ShownPrice } from './draft.ts';
import { HEIGHTS, itemsOf, keyOf, STAYING, TRACKS, type ShowPlace } from './grid-items.ts';
import { rangeOf, type Place, type Selected } from '../../../ui/grid/grid-range.ts';
import { categoryOf, editedText, PRICE_COLUMNS, type PriceColumn } from './price-columns.ts';
import styles from './price-grid.module.css';
import { gridAction, type GridAction } from '../../../ui/grid/grid-actions.ts';
import { PriceGroupRow } from './price-group-row.tsx';
import { cellId, placeOfCell, PriceGridRow, troubleText } from './price-row.tsx';
import { GridHead } from './grid-head.tsx';
import { useGridCells } from './use-grid-cells.ts';
import { useTellReading } from './use-tell-reading.ts';
import { entryOf } from './use-price-draft.ts';

const LAST = PRICE_COLUMNS.length - 1;

export interface PriceGridProps {
  prices: readonly ShownPrice[];
  /** What the bureau's prices are in. */
  currency: string;
  /** Prices may be looked at, not changed; for now, or by this person ever. */
  locked: boolean;
  readOnly: boolean;
  selected: Selected | null;
  onSelect: (selected: Selected) => void;
  onSet: (cells: readonly CellEdit[]) => void;
  /** Receives whether something is being typed that is in no cell yet. */
  onTyping: (typing: boolean) => void;
  onUndo: () => void;
  onRedo: () => void;
  ref?: Ref<ShowPlace>;
}

/** The prices as a spreadsheet: virtual, moved through by keys, edited in place, an editor only in the active cell. */
export function PriceGrid({ onTyping, onUndo, onRedo, ref, ...props }: PriceGridProps) {
  const { prices, currency, locked, readOnly, selected, onSelect, onSet } = props;
  const { t, i18n } = useTranslation(['price', 'errors', 'common']);
  const label = useLabels(PRICE);
  const format = useFormat();
  const mark = markOf(i18n.resolvedLanguage);
  const scroller = useRef<HTMLDivElement>(null);
  const [editing, setEditing] = useState<{ typed: string | undefined; row: PriceRow } | null>(null);
  /** After Esc, Tab leaves the grid instead of going to the next cell. */
  const leaving = useRef(false);
  const dragging = useRef(false);
  /** The focus comes by a press, which says itself which cell is meant. */
  const pressed = useRef(false);

  const { items, itemOf } = useMemo(() => itemsOf(prices), [prices]);
  const indexOf = useMemo(() => new Map(prices.map(({ row }, at) => [row.service_cat2_id, at])), [prices]);
  const active = selected ? (indexOf.get(selected.active.id) ?? -1) : -1;
  const activeItem = active < 0 ? -1 : (itemOf[active] ?? -1);
  const column = selected?.active.column ?? 0;
  const range = rangeOf(selected, indexOf);
  const price = prices[active];
  const field = PRICE_COLUMNS[column]?.field ?? null;

  const printing = usePrinting();
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ('group' in (items[index] ?? { group: '' }) ? HEIGHTS.group : HEIGHTS.row),
    getItemKey: (index) => keyOf(items[index], index),
    overscan: 8,
    scrollPaddingStart: HEIGHTS.head,
    // The active row stays in the page however far one scrolls: an open editor must not vanish with what is typed in it.
    rangeExtractor: (visible) => {
      if (printing) return items.map((_, index) => index);
      const drawn = defaultRangeExtractor(visible);
      return activeItem < 0 || drawn.includes(activeItem) ? drawn : [...drawn, activeItem].sort((a, b) => a - b);
    },
  });

  const go = (index: number, to: number, extend = false) => {
    const at = Math.max(0, Math.min(prices.length - 1, index));
    const row = prices[at]?.row;
    if (!row) return;
    const place: Place = { id: row.service_cat2_id, column: Math.max(0, Math.min(LAST, to)) };
    onSelect({ active: place, anchor: extend && selected ? selected.anchor : place });
    virtualizer.scrollToIndex(itemOf[at] ?? 0, { align: 'auto' });
    requestAnimationFrame(() => showCell(scroller.current, cellId(place.id, place.column), STAYING));
  };
  const focus = () => scroller.current?.focus({ preventScroll: true });
  useImperativeHandle(ref, () => ({
    focus,
    show: ({ id, column: to }) => {
      const index = indexOf.get(id);
      if (index === undefined) return;
      setEditing(null);
      focus();
      go(index, to);
    },
  }));
  const step = (onward: Onward) => {
    const down = onward === 'down' ? 1 : onward === 'up' ? -1 : 0;
    const along = onward === 'right' ? 1 : onward === 'left' ? -1 : 0;
    if (down !== 0 || along !== 0) go(active + down, column + along);
  };
  const close = (onward: Onward) => {
    setEditing(null);
    focus();
    step(onward);
  };
  const tell = useTellReading(onSet);
  const cells = useGridCells({ grid: scroller, prices, currency, range, locked, onSet });

  const edit = (typed: string | undefined) => {
    if (locked || !price || !field) return;
    if (FIELD_KIND[field] !== 'switch') setEditing({ typed, row: price.row });
    else if (typed === undefined || typed === ' ') onSwitch(price, PRICE_COLUMNS[column]!);
    else {
      const entry = entryOf(field, typed, i18n.resolvedLanguage, currency);
      if (typeof entry === 'boolean') onSet([{ service_cat2_id: price.row.service_cat2_id, field, entry }]);
    }
  };
  const onSwitch = ({ row, terms }: ShownPrice, { field: of }: PriceColumn) =>
    of && onSet([{ service_cat2_id: row.service_cat2_id, field: of, entry: terms[of] !== true }]);

  const act = (action: GridAction) => {
    if (!price || !selected) return go(0, 1);
    switch (action.do) {
      case 'move':
        return go(active + action.rows, column + action.columns, action.extend);
      case 'edge':
        return go(
          action.row ? (action.row === 'first' ? 0 : prices.length - 1) : active,
          action.column ? (action.column === 'first' ? 0 : LAST) : column,
          action.extend,
        );
      case 'next':
        return column + action.step < 0 || column + action.step > LAST
          ? go(active + action.step, action.step > 0 ? 0 : LAST)
          : go(active, column + action.step);
      case 'press': {
        const button = document.getElementById(cellId(price.row.service_cat2_id, column))?.querySelector('button');
        return button ? button.click() : go(active + 1, column);
      }
      case 'edit':
        return edit(action.typed);
      case 'clear':
        return cells.clear();
      case 'fill':
        return cells.fillDown();
      case 'fill_right':
        return undefined;
      case 'undo':
        return locked ? undefined : onUndo();
      case 'redo':
        return locked ? undefined : onRedo();
      case 'all': {
        const [first, last] = [prices[0], prices.at(-1)];
        if (!first || !last) return undefined;
        return onSelect({
          anchor: { id: first.row.service_cat2_id, column: 0 },
          active: { id: last.row.service_cat2_id, column: LAST },
        });
      }
      case 'escape':
        leaving.current = true;
        return onSelect({ active: selected.active, anchor: selected.active });
      default: {
        const never: never = action;
        return never;
      }
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys inside a cell's own button or box belong to it.
    if (editing || event.target !== event.currentTarget) return;
    const action = gridAction(event.nativeEvent);
    if (!action) return;
    const ends =
      action.do === 'next' &&
      (action.step > 0 ? active === prices.length - 1 && column === LAST : active <= 0 && column === 0);
    if (action.do === 'next' && (leaving.current || ends)) return;
    leaving.current = false;
    event.preventDefault();
    act(action);
  };

  const pointed = (event: PointerEvent): Place | null => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('input, button, label, .ant-drawer')) return null;
    const cell = target?.closest<HTMLElement>('[role="gridcell"], [role="rowheader"]');
    return cell && scroller.current?.contains(cell) ? placeOfCell(cell.id) : null;
  };
  const onPointerDown = (event: PointerEvent) => {
    const place = event.button === 0 ? pointed(event) : null;
    if (!place) return;
    const again = !event.shiftKey && selected?.active.id === place.id && selected.active.column === place.column;
    if (again && editing) return;
    // The grid keeps the focus: a press would take it to the page.
    event.preventDefault();
    setEditing(null);
    pressed.current = true;
    focus();
    pressed.current = false;
    dragging.current = event.pointerType === 'mouse';
    onSelect({ active: place, anchor: event.shiftKey && selected ? selected.anchor : place });
    // Touched once more it opens, for there is no key to press.
    if (again && event.pointerType !== 'mouse') edit(undefined);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!dragging.current || event.buttons !== 1 || !selected) return;
    const place = pointed(event);
    if (place && (place.id !== selected.active.id || place.column !== selected.active.column)) {
      onSelect({ active: place, anchor: selected.anchor });
    }
  };

  const editor =
    editing && price && field ? (
      <TextEditor
        key={cellId(price.row.service_cat2_id, column)}
        arrows
        before={editedText(price, field, mark)}
        typed={editing.typed}
        inputMode="decimal"
        className={styles.editor}
        label={t('cell', { field: label(field), name: categoryOf(price) })}
        onSet={(text, onward) => {
          const entry = entryOf(field, text, i18n.resolvedLanguage, currency);
          tell(
            { service_cat2_id: price.row.service_cat2_id, field, entry, seen: editing.row },
            text,
            price.terms[field],
          );
          close(onward);
        }}
        onCancel={close}
        // A cell that is changed already counts as one.
        onTyping={(typing) => onTyping(typing && !price.changed.has(field))}
      />
    ) : null;
  const trouble = price && field ? price.troubles.get(field) : undefined;

  return (
    <>
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label={t('grid')}
        aria-rowcount={items.length + 1}
        aria-colcount={PRICE_COLUMNS.length}
        aria-multiselectable
        aria-readonly={locked || undefined}
        aria-activedescendant={price && selected ? cellId(selected.active.id, column) : undefined}
        aria-describedby="price-grid-keys"
        className={styles.grid}
        style={TRACKS as CSSProperties}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.target === event.currentTarget && !selected && !pressed.current && go(0, 1)}
      >
        <GridHead />
        <div
          role="rowgroup"
          className={styles.body}
          style={{ height: virtualizer.getTotalSize() }}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={() => {
            dragging.current = false;
          }}
          onDoubleClick={(event) => !(event.target as Element).closest('input, button, label') && edit(undefined)}
        >
          {virtualizer.getVirtualItems().map(({ key, index, start, size }) => {
            const item = items[index];
            if (!item) return null;
            if ('group' in item) {
              return <PriceGroupRow key={key} group={item.group} index={index} top={start} height={size} />;
            }
            const inRange = range && item.at >= range.top && item.at <= range.bottom;
            return (
              <PriceGridRow
                key={key}
                price={item.price}
                index={index}
                top={start}
                height={size}
                from={inRange ? range.left : -1}
                to={inRange ? range.right : -1}
                active={item.at === active ? column : -1}
                editor={item.at === active ? editor : null}
                locked={locked}
                t={t}
                label={label}
                format={format}
                onSwitch={onSwitch}
              />
            );
          })}
        </div>
      </div>
      <p aria-live="polite" className={styles.detail}>
        {trouble ? (
          <span className={styles.said}>{troubleText(trouble, t)}</span>
        ) : (
          <span id="price-grid-keys">{t(readOnly ? 'keysToRead' : 'keys')}</span>
        )}
      </p>
      {cells.question}
    </>
  );
}
