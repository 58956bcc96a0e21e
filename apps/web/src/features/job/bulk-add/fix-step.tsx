import type { OrderLists } from '@darkroom/domain/order-sheet/lists';
import { Alert, Button } from 'antd';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type Dispatch,
  type KeyboardEvent as KeyPress,
  type ReactNode,
} from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { EditGrid, type EditGridHandle } from '../../../ui/grid/edit-grid.tsx';
import type { Selected } from '../../../ui/grid/grid-range.ts';
import { toGridStyle, type GridSpot } from '../../../ui/grid/grid-row.tsx';
import { Segmented } from '../../../ui/input/segmented.tsx';
import styles from './bulk-add.module.css';
import type { OrderDraft, DraftAction } from './draft.ts';
import { LeftOutFile } from './sheet/left-out-file.tsx';
import {
  findColumn,
  selectColumns,
  formatLongError,
  findNextProblem,
  findCellErrors,
  formatFullValue,
  getFullSheetText,
  type OrderColumn,
} from './grid/order-columns.ts';
import { hasTwoLines, getCellNotes, findRowsWithText, findSuggestion } from './grid/cell-notes.ts';
import { useOrderColumns } from './grid/use-order-columns.tsx';
import { useOrderEdits } from './grid/use-order-edits.ts';
import orderGrid from './grid/order-grid.module.css';
import { SimilarRows } from './grid/similar-rows.tsx';
import { ProblemKindFilter, countProblemKinds, hasProblemOfKind } from './grid/problem-kind-filter.tsx';
import { SourceNotices } from './sheet/source-notices.tsx';
import { SummaryBar } from './grid/summary-bar.tsx';
import type { DraftValidation, ListSources, OrderGridRow } from './validation/validation.ts';
import { useOrderFormat } from './grid/use-order-format.ts';
import { usePrices } from './validation/use-prices.ts';
import type { SubmissionProgress } from './use-submission.ts';

/** Line below the grid that describes the active cell. */
const DETAIL_ID = 'order-grid-detail';

type Filter = 'all' | 'problems' | 'overruled' | 'left_out';

export interface FixStepProps {
  draft: OrderDraft;
  validation: DraftValidation;
  /** Names are resolved in these lists, which are built from the sources. */
  lists: OrderLists;
  sources: ListSources;
  dispatch: Dispatch<DraftAction>;
  canUndo: boolean;
  isContinued: boolean;
  failureNotice: ReactNode;
  startOverButton: ReactNode;
  /** True while a submission is sent or its result is unknown. Changes are then locked. */
  locked: boolean;
  /** True when the shown rows match the draft. */
  isUpToDate: boolean;
  progress: SubmissionProgress;
  canAdd: boolean;
  isResultUnknown: boolean;
  onSend: () => void;
  onCancel: (clicks: number) => void;
}

/** Step 2: every row with its resolved names and price, or with problems that the user can fix in the grid. */
export function FixStep({ draft, validation, lists, dispatch, locked, ...rest }: FixStepProps) {
  const { t } = useTranslation('bulk');
  const format = useOrderFormat();
  const { rows, totals, findPosition } = validation;
  const grid = useRef<EditGridHandle>(null);
  const detailLine = useRef<HTMLParagraphElement>(null);
  const [selected, setSelected] = useState<Selected | null>(null);
  const { filter, problemKind, setFilter, setProblemKind, visibleRows } = useRowFilter(rows);
  const problemKinds = useMemo(() => countProblemKinds(rows), [rows]);
  const columns = useMemo(() => selectColumns(draft.source.fields), [draft.source.fields]);
  const prices = usePrices(validation.lines);

  const { edits, similar, closeSimilar } = useOrderEdits(rows, lists, dispatch);
  const getOriginalText = useCallback(
    (row: OrderGridRow, column: OrderColumn) => {
      const cells = draft.originalCells.get(row.sheet.row);
      const originalText = cells ? getFullSheetText({ sheet: { row: row.sheet.row, cells } }, column.fields) : '';
      return originalText === getFullSheetText(row, column.fields) ? '' : originalText;
    },
    [draft.originalCells],
  );
  const gridColumns = useOrderColumns({
    columns,
    lists,
    sources: rest.sources,
    getPrice: prices.getPrice,
    findPosition,
    locked,
    getOriginalText,
    edits,
  });
  const onKey = (event: KeyPress, { row, column: { key }, rows: selectedRows }: GridSpot<OrderGridRow>): boolean => {
    if (locked || event.altKey) return false;
    const column = findColumn(key);
    const isEnter = event.key === 'Enter' || event.key === 'F2';
    if (event.key === 'F9') edits.acceptSuggestion(row, column);
    else if (event.key === ' ') {
      const sameStateRows = selectedRows.filter(({ left_out }) => left_out === row.left_out);
      edits.setLeftOut(sameStateRows, !row.left_out);
    }
    // In a cell without an editor, Enter activates the checkbox or button.
    else if (isEnter && column.key === 'pick') edits.setLeftOut([row], !row.left_out);
    else if (isEnter && column.edit === null && row.problems.some(({ code }) => code === 'duplicate'))
      edits.keepDuplicate(row);
    else return false;
    return true;
  };

  const activeIndex = visibleRows.findIndex(({ sheet }) => sheet.row === selected?.active.id);
  const active = visibleRows[activeIndex];
  const activeColumn = columns[selected?.active.column ?? -1];
  const goToProblem = (direction: 1 | -1) => {
    const nextCell = findNextProblem(
      visibleRows,
      columns,
      { index: activeIndex, column: selected?.active.column ?? -1 },
      direction,
    );
    if (nextCell) grid.current?.show(nextCell);
    else grid.current?.focus();
  };
  const goToFirstProblem = useEffectEvent(() => goToProblem(1));
  const onF8 = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const detailElement = detailLine.current;
    const isNearGrid =
      target instanceof Node && (target.contains(detailElement) || detailElement?.parentElement?.contains(target));
    if (event.key !== 'F8' || event.defaultPrevented || !isNearGrid) return;
    event.preventDefault();
    goToProblem(event.shiftKey ? -1 : 1);
  });
  useEffect(() => {
    // The grid takes the focus at the first problem, so its keys work without a click.
    goToFirstProblem();
    // F8 also works outside the grid and returns a lost focus to it.
    const listen = (event: KeyboardEvent) => onF8(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const cellDescription = active && activeColumn ? describeCell(active, activeColumn) : '';
  function describeCell(row: OrderGridRow, column: OrderColumn): string {
    const errors = findCellErrors(row, column).map((cellError) => formatLongError(cellError, t, row));
    const notes = getCellNotes(row, column, t, format).map(({ long }) => long);
    const suggestion = findSuggestion(row, column, lists);
    const count = suggestion ? findRowsWithText(rows, row, column).length : 0;
    const suggestionTexts = suggestion
      ? [t(count > 1 ? 'grid.suggested' : 'grid.suggestedHere', { text: suggestion.text, count })]
      : [];
    const originalText = getOriginalText(row, column);
    const words = [formatFullValue(row, column, format), ...errors, ...suggestionTexts, ...notes];
    return [...words, originalText && t('grid.original', { text: originalText })]
      .filter((text) => text !== '')
      .join(' — ');
  }

  return (
    <>
      <SourceNotices draft={draft} isContinued={rest.isContinued} locked={locked} dispatch={dispatch} />
      {rest.failureNotice}
      <div className="cluster">
        <Segmented<Filter>
          className={styles.filter}
          aria-label={t('filter.label')}
          value={filter}
          onChange={setFilter}
          options={[
            { value: 'all', label: `${t('filter.all')} (${format.number(rows.length)})` },
            { value: 'problems', label: `${t('filter.problems')} (${format.number(totals.badRows)})` },
            ...(totals.overruled > 0 || filter === 'overruled'
              ? [
                  {
                    value: 'overruled' as const,
                    label: `${t('filter.overruled')} (${format.number(totals.overruled)})`,
                  },
                ]
              : []),
            { value: 'left_out', label: `${t('filter.left_out')} (${format.number(totals.left_out)})` },
          ]}
        />
        {problemKinds.length > 0 && (
          <ProblemKindFilter kinds={problemKinds} value={problemKind} onChange={setProblemKind} />
        )}
        <Button disabled={totals.badRows === 0} onClick={() => goToProblem(1)}>
          {t('grid.nextProblem')}
        </Button>
        <Button disabled={!rest.canUndo || locked} onClick={edits.undo}>
          {t('grid.undo')}
        </Button>
        <LeftOutFile draft={draft} />
        {rest.startOverButton}
        {similar && !locked ? (
          <SimilarRows
            similar={similar}
            onApply={() => {
              edits.correctSimilar(similar);
              grid.current?.focus();
            }}
            onClose={() => {
              closeSimilar();
              grid.current?.focus();
            }}
          />
        ) : (
          <span className={styles.keys}>{t('grid.keys')}</span>
        )}
      </div>
      {visibleRows.length === 0 ? (
        <Alert className={styles.emptyMessage} type="success" title={t(`filter.nothing.${filter}`)} />
      ) : (
        <EditGrid
          ref={grid}
          name="order"
          label={t('grid.label')}
          describedBy={DETAIL_ID}
          className={orderGrid.grid}
          style={toGridStyle(columns)}
          rows={visibleRows}
          idOf={getRowNumber}
          rowClass={getRowClass}
          columns={gridColumns}
          rowHeight={(row) => (hasTwoLines(row, format) ? 48 : 30)}
          // Skips the checkbox column, because Enter starts an edit.
          startColumn={columns.findIndex(({ edit }) => edit !== null)}
          // A filter can hide the selected row.
          selected={active ? selected : null}
          onSelect={setSelected}
          locked={locked}
          enterEdits
          onKey={onKey}
          onPut={edits.putTexts}
          onUndo={edits.undo}
          onRedo={edits.redo}
        />
      )}
      <p ref={detailLine} id={DETAIL_ID} aria-live="polite" className={styles.detail}>
        {cellDescription}
      </p>
      <SummaryBar
        totals={totals}
        prices={prices}
        locked={locked}
        isUpToDate={rest.isUpToDate}
        progress={rest.progress}
        isResultUnknown={rest.isResultUnknown}
        canAdd={rest.canAdd}
        onLeaveOutInvalid={() =>
          edits.setLeftOut(
            rows.filter(({ hasProblem }) => hasProblem),
            true,
          )
        }
        onSend={rest.onSend}
        onCancel={rest.onCancel}
      />
    </>
  );
}

/** Returns the rows of a filter. A row that is corrected or left out stays visible until the filter changes. */
function useRowFilter(rows: readonly OrderGridRow[]) {
  const [{ filter, problemKind, pinnedRows }, setState] = useState<{
    filter: Filter;
    problemKind: string | null;
    pinnedRows: ReadonlySet<number>;
  }>({ filter: 'all', problemKind: null, pinnedRows: new Set() });
  const matchesFilter = useCallback((row: OrderGridRow, wantedFilter: Filter, wantedKind: string | null) => {
    if (wantedFilter === 'all') return true;
    if (wantedFilter === 'overruled') return row.overruled.length > 0;
    return wantedFilter === 'problems'
      ? row.hasProblem && (wantedKind === null || hasProblemOfKind(row, wantedKind))
      : row.left_out;
  }, []);
  const applyFilter = (wantedFilter: Filter, wantedKind: string | null) => {
    const matchingRows = rows.filter((row) => matchesFilter(row, wantedFilter, wantedKind)).map((row) => row.sheet.row);
    setState({ filter: wantedFilter, problemKind: wantedKind, pinnedRows: new Set(matchingRows) });
  };
  const visibleRows = useMemo(
    () =>
      filter === 'all'
        ? rows
        : rows.filter((row) => pinnedRows.has(row.sheet.row) || matchesFilter(row, filter, problemKind)),
    [rows, filter, problemKind, pinnedRows, matchesFilter],
  );
  return {
    filter,
    problemKind,
    setFilter: (wantedFilter: Filter) => applyFilter(wantedFilter, null),
    setProblemKind: (wantedKind: string | null) => applyFilter('problems', wantedKind),
    visibleRows,
  };
}

const getRowNumber = ({ sheet }: OrderGridRow) => sheet.row;
const getRowClass = ({ left_out }: OrderGridRow) => (left_out ? orderGrid.excludedRow : orderGrid.includedRow);
