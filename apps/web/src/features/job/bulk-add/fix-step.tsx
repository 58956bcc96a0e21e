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
import { useTranslation } from 'react-i18next';
import { EditGrid, type EditGridHandle } from '../../../ui/grid/edit-grid.tsx';
import type { Selected } from '../../../ui/grid/grid-range.ts';
import { tracksOf, type GridSpot } from '../../../ui/grid/grid-row.tsx';
import { Segmented } from '../../../ui/input/segmented.tsx';
import styles from './bulk-add.module.css';
import type { Draft, DraftAction } from './draft.ts';
import { LeftOutFile } from './sheet/left-out-file.tsx';
import {
  columnOf,
  columnsFor,
  longError,
  nextProblem,
  errorsOfRow,
  wholeText,
  writtenWhole,
  type OrderColumn,
} from './grid/order-columns.ts';
import { hasTwoLines, notesOf, rowsWithText, suggestionFor } from './grid/cell-notes.ts';
import { useOrderColumns } from './grid/use-order-columns.tsx';
import { useOrderEdits } from './grid/use-order-edits.ts';
import orderGrid from './grid/order-grid.module.css';
import { SimilarRows } from './grid/similar-rows.tsx';
import { ReasonChoice, reasonsOf, showsReason } from './grid/reason-choice.tsx';
import { SourceNotices } from './sheet/source-notices.tsx';
import { SummaryBar } from './grid/summary-bar.tsx';
import type { DraftValidation, ListSources, ShownRow } from './validation/validation.ts';
import { useOrderFormat } from './grid/use-order-format.ts';
import { usePrices } from './validation/use-prices.ts';
import type { Sending } from './use-submission.ts';

/** Line below the grid that describes the active cell. */
const DETAIL_ID = 'order-grid-detail';

type Filter = 'all' | 'problems' | 'overruled' | 'left_out';

export interface FixStepProps {
  draft: Draft;
  judgement: DraftValidation;
  /** Names are resolved in these lists, which are built from the sources. */
  lists: OrderLists;
  sources: ListSources;
  dispatch: Dispatch<DraftAction>;
  canUndo: boolean;
  continued: boolean;
  /** Message of the last failed submission. */
  failure: ReactNode;
  startOver: ReactNode;
  /** Changes are locked while a submission is sent or its result is unknown. */
  locked: boolean;
  /** The shown rows match the draft. */
  settled: boolean;
  sending: Sending;
  mayAdd: boolean;
  unsure: boolean;
  onSend: () => void;
  onCancel: (clicks: number) => void;
}

/** Step 2: every row with its resolved names and price, or with problems that can be fixed in place. */
export function FixStep({ draft, judgement, lists, dispatch, locked, ...rest }: FixStepProps) {
  const { t } = useTranslation('bulk');
  const format = useOrderFormat();
  const { rows, totals, partOf } = judgement;
  const grid = useRef<EditGridHandle>(null);
  const detailLine = useRef<HTMLParagraphElement>(null);
  const [selected, setSelected] = useState<Selected | null>(null);
  const { filter, reason, setFilter, setReason, shown } = useRowFilter(rows);
  const reasons = useMemo(() => reasonsOf(rows), [rows]);
  const columns = useMemo(() => columnsFor(draft.source.fields), [draft.source.fields]);
  const prices = usePrices(judgement.lines);

  const { edits, similar, closeSimilar } = useOrderEdits(rows, lists, dispatch);
  const saidOf = useCallback(
    (row: ShownRow, column: OrderColumn) => {
      const cells = draft.said.get(row.sheet.row);
      const said = cells ? writtenWhole({ sheet: { row: row.sheet.row, cells } }, column.fields) : '';
      return said === writtenWhole(row, column.fields) ? '' : said;
    },
    [draft.said],
  );
  const gridColumns = useOrderColumns({
    columns,
    lists,
    sources: rest.sources,
    priceOf: prices.priceOf,
    partOf,
    locked,
    saidOf,
    edits,
  });
  const onKey = (event: KeyPress, { row, column: { key }, rows: selectedRows }: GridSpot<ShownRow>): boolean => {
    if (locked || event.altKey) return false;
    const column = columnOf(key);
    const isEnter = event.key === 'Enter' || event.key === 'F2';
    if (event.key === 'F9') edits.suggest(row, column);
    else if (event.key === ' ') {
      const alike = selectedRows.filter(({ left_out }) => left_out === row.left_out);
      edits.leaveOut(alike, !row.left_out);
    }
    // In a cell without an editor, Enter activates the checkbox or button.
    else if (isEnter && column.key === 'pick') edits.leaveOut([row], !row.left_out);
    else if (isEnter && column.edit === null && row.problems.some(({ code }) => code === 'duplicate')) edits.keep(row);
    else return false;
    return true;
  };

  const activeIndex = shown.findIndex(({ sheet }) => sheet.row === selected?.active.id);
  const active = shown[activeIndex];
  const activeColumn = columns[selected?.active.column ?? -1];
  const toProblem = (way: 1 | -1) => {
    const next = nextProblem(shown, columns, { index: activeIndex, column: selected?.active.column ?? -1 }, way);
    if (next) grid.current?.show(next);
    else grid.current?.focus();
  };
  const toFirst = useEffectEvent(() => toProblem(1));
  const onF8 = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const detailAt = detailLine.current;
    const isAround = target instanceof Node && (target.contains(detailAt) || detailAt?.parentElement?.contains(target));
    if (event.key !== 'F8' || event.defaultPrevented || !isAround) return;
    event.preventDefault();
    toProblem(event.shiftKey ? -1 : 1);
  });
  useEffect(() => {
    // The grid takes the focus at the first problem, so its keys work without a click.
    toFirst();
    // F8 also works outside the grid and returns a lost focus to it.
    const listen = (event: KeyboardEvent) => onF8(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const detail = active && activeColumn ? detailOf(active, activeColumn) : '';
  function detailOf(row: ShownRow, column: OrderColumn): string {
    const troubles = errorsOfRow(row, column).map((one) => longError(one, t, row));
    const notes = notesOf(row, column, t, format).map(({ long }) => long);
    const suggestion = suggestionFor(row, column, lists);
    const count = suggestion ? rowsWithText(rows, row, column).length : 0;
    const suggested = suggestion
      ? [t(count > 1 ? 'grid.suggested' : 'grid.suggestedHere', { text: suggestion.text, count })]
      : [];
    const said = saidOf(row, column);
    const words = [wholeText(row, column, format), ...troubles, ...suggested, ...notes];
    return [...words, said && t('grid.said', { text: said })].filter((text) => text !== '').join(' — ');
  }

  return (
    <>
      <SourceNotices draft={draft} continued={rest.continued} locked={locked} dispatch={dispatch} />
      {rest.failure}
      <div className="cluster">
        <Segmented<Filter>
          className={styles.filter}
          aria-label={t('filter.label')}
          value={filter}
          onChange={setFilter}
          options={[
            { value: 'all', label: `${t('filter.all')} (${format.number(rows.length)})` },
            { value: 'problems', label: `${t('filter.problems')} (${format.number(totals.bad)})` },
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
        {reasons.length > 0 && <ReasonChoice reasons={reasons} value={reason} onChange={setReason} />}
        <Button disabled={totals.bad === 0} onClick={() => toProblem(1)}>
          {t('grid.nextProblem')}
        </Button>
        <Button disabled={!rest.canUndo || locked} onClick={edits.undo}>
          {t('grid.undo')}
        </Button>
        <LeftOutFile draft={draft} />
        {rest.startOver}
        {similar && !locked ? (
          <SimilarRows
            similar={similar}
            onApply={() => {
              edits.mendSimilar(similar);
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
      {shown.length === 0 ? (
        <Alert className={styles.nothing} type="success" title={t(`filter.nothing.${filter}`)} />
      ) : (
        <EditGrid
          ref={grid}
          name="order"
          label={t('grid.label')}
          describedBy={DETAIL_ID}
          className={orderGrid.grid}
          style={tracksOf(columns)}
          rows={shown}
          idOf={numberOf}
          rowClass={classOf}
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
          onPut={edits.put}
          onUndo={edits.undo}
          onRedo={edits.redo}
        />
      )}
      <p ref={detailLine} id={DETAIL_ID} aria-live="polite" className={styles.detail}>
        {detail}
      </p>
      <SummaryBar
        totals={totals}
        prices={prices}
        locked={locked}
        settled={rest.settled}
        sending={rest.sending}
        unsure={rest.unsure}
        mayAdd={rest.mayAdd}
        onLeaveOutBad={() =>
          edits.leaveOut(
            rows.filter(({ bad }) => bad),
            true,
          )
        }
        onSend={rest.onSend}
        onCancel={rest.onCancel}
      />
    </>
  );
}

/** Rows of a filter. A row that is corrected or left out stays visible until the filter changes. */
function useRowFilter(rows: readonly ShownRow[]) {
  const [{ filter, reason, held }, setState] = useState<{
    filter: Filter;
    reason: string | null;
    held: ReadonlySet<number>;
  }>({ filter: 'all', reason: null, held: new Set() });
  const fits = useCallback((row: ShownRow, wanted: Filter, why: string | null) => {
    if (wanted === 'all') return true;
    if (wanted === 'overruled') return row.overruled.length > 0;
    return wanted === 'problems' ? row.bad && (why === null || showsReason(row, why)) : row.left_out;
  }, []);
  const show = (wanted: Filter, why: string | null) => {
    const fitting = rows.filter((row) => fits(row, wanted, why)).map((row) => row.sheet.row);
    setState({ filter: wanted, reason: why, held: new Set(fitting) });
  };
  const shown = useMemo(
    () => (filter === 'all' ? rows : rows.filter((row) => held.has(row.sheet.row) || fits(row, filter, reason))),
    [rows, filter, reason, held, fits],
  );
  return {
    filter,
    reason,
    setFilter: (wanted: Filter) => show(wanted, null),
    setReason: (why: string | null) => show('problems', why),
    shown,
  };
}

const numberOf = ({ sheet }: ShownRow) => sheet.row;
const classOf = ({ left_out }: ShownRow) => (left_out ? orderGrid.out : orderGrid.in);
