import type { OrderLists } from '@darkroom/domain/order-sheet/lists';
import { Alert, Button } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState, type Dispatch, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../../ui/input/segmented.tsx';
import styles from './bulk-add.module.css';
import type { Draft, DraftAction, LeftOut, MendedCells } from './draft.ts';
import { LeftOutFile } from './sheet/left-out-file.tsx';
import {
  columnsFor,
  longTrouble,
  troublesOf,
  wholeText,
  writtenWhole,
  type OrderColumn,
} from './grid/order-columns.ts';
import { notesOf } from './grid/cell-notes.ts';
import { DETAIL_ID } from './grid/order-row.tsx';
import { OrderGrid, type OrderGridHandle, type Place } from './grid/order-grid.tsx';
import { similarRows, SimilarRows, type Similar } from './grid/similar-rows.tsx';
import { ReasonChoice, reasonsOf, showsReason } from './grid/reason-choice.tsx';
import { SourceNotices } from './sheet/source-notices.tsx';
import { cellsOf, rowsThatSay, suggestionFor } from './grid/suggestions.ts';
import { SummaryBar } from './grid/summary-bar.tsx';
import { useCreateCustomer } from './sheet/use-create-customer.ts';
import { indexOfRow, type Judgement, type ListSources, type ShownRow } from './judging/judging.ts';
import { useOrderFormat } from './grid/use-order-format.ts';
import { usePrices } from './judging/use-prices.ts';
import type { Sending } from './use-submission.ts';

type Filter = 'all' | 'problems' | 'overruled' | 'left_out';

export interface MendStepProps {
  draft: Draft;
  judgement: Judgement;
  /** Names are found in the lists, which are made of their sources. */
  lists: OrderLists;
  sources: ListSources;
  dispatch: Dispatch<DraftAction>;
  canUndo: boolean;
  continued: boolean;
  /** What the last attempt to send came to, if it failed. */
  failure: ReactNode;
  startOver: ReactNode;
  /** Nothing may change while a submission is on its way, or may have arrived. */
  locked: boolean;
  /** What is shown is what the draft is. */
  settled: boolean;
  sending: Sending;
  mayAdd: boolean;
  unsure: boolean;
  onSend: () => void;
  onCancel: (clicks: number) => void;
}

/** Step 2: every row with what it resolved to and its price, or its problems, mendable in place. */
export function MendStep({ draft, judgement, lists, dispatch, locked, ...rest }: MendStepProps) {
  const { t } = useTranslation('bulk');
  const format = useOrderFormat();
  const { rows, totals, partOf } = judgement;
  const grid = useRef<OrderGridHandle>(null);
  // The keys are promised as soon as the grid stands there: it has the focus, at the first problem if there is one.
  useEffect(() => grid.current?.toProblem(1), []);
  // Should it lose the focus to nothing, or to the drawer it stands in, the way back is the same key.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const detail = document.getElementById(DETAIL_ID);
      const { target } = event;
      // The grid has its own; around it, and on what stands beside it, no other meaning of the key is lost.
      const around = target instanceof Node && (target.contains(detail) || detail?.parentElement?.contains(target));
      if (event.key !== 'F8' || event.defaultPrevented || !around) return;
      event.preventDefault();
      grid.current?.toProblem(event.shiftKey ? -1 : 1);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const [place, setPlace] = useState<Place | null>(null);
  const [similar, setSimilar] = useState<Similar | null>(null);
  const { filter, reason, setFilter, setReason, shown } = useRowFilter(rows);
  const reasons = useMemo(() => reasonsOf(rows), [rows]);
  const columns = useMemo(() => columnsFor(draft.source.fields), [draft.source.fields]);
  const prices = usePrices(judgement.lines);

  const onMend = useCallback(
    (row: ShownRow, column: OrderColumn, cells: MendedCells) => {
      dispatch({ type: 'mend', rows: [row.sheet.row], cells });
      setSimilar(similarRows(rows, row, column, cells));
    },
    [dispatch, rows],
  );
  const onSuggestion = useCallback(
    (row: ShownRow, column: OrderColumn) => {
      const suggestion = suggestionFor(row, column, lists);
      if (!suggestion) return;
      dispatch({ type: 'mend', rows: rowsThatSay(rows, row, column), cells: cellsOf(suggestion) });
      setSimilar(null);
    },
    [dispatch, rows, lists],
  );
  const saidOf = useCallback(
    (row: ShownRow, column: OrderColumn) => {
      const cells = draft.said.get(row.sheet.row);
      const said = cells ? writtenWhole({ sheet: { row: row.sheet.row, cells } }, column.fields) : '';
      return said === writtenWhole(row, column.fields) ? '' : said;
    },
    [draft.said],
  );
  const creating = useCreateCustomer(rest.sources);
  const onLeaveOut = useCallback(
    (row: number, out: boolean) => {
      const shown = rows[indexOfRow(rows, row)];
      if (out && shown) dispatch({ type: 'leave_out', rows: new Map([[row, whyOut(shown)]]) });
      else dispatch({ type: 'take_in', rows: [row] });
    },
    [dispatch, rows],
  );
  const onKeep = useCallback((row: number) => dispatch({ type: 'not_duplicate', rows: [row] }), [dispatch]);
  const onUndo = useCallback(() => {
    dispatch({ type: 'undo' });
    setSimilar(null);
  }, [dispatch]);

  const onRedo = useCallback(() => {
    dispatch({ type: 'redo' });
    setSimilar(null);
  }, [dispatch]);

  // What a filter hides is not where one is.
  const active = place && shown[indexOfRow(shown, place.row)];
  const activeColumn = active ? columns[place.column] : undefined;
  const detail = active && activeColumn ? detailOf(active, activeColumn) : '';
  function detailOf(row: ShownRow, column: OrderColumn): string {
    const troubles = troublesOf(row, column).map((one) => longTrouble(one, t, row));
    const notes = notesOf(row, column, t, format).map(({ long }) => long);
    const suggestion = suggestionFor(row, column, lists);
    const count = suggestion ? rowsThatSay(rows, row, column).length : 0;
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
        <Button disabled={totals.bad === 0} onClick={() => grid.current?.toProblem(1)}>
          {t('grid.nextProblem')}
        </Button>
        <Button disabled={!rest.canUndo || locked} onClick={onUndo}>
          {t('grid.undo')}
        </Button>
        <LeftOutFile draft={draft} />
        {rest.startOver}
        {similar && !locked ? (
          <SimilarRows
            similar={similar}
            onApply={() => {
              dispatch({ type: 'mend', rows: similar.rows, cells: similar.cells });
              setSimilar(null);
              grid.current?.focus();
            }}
            onClose={() => {
              setSimilar(null);
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
        <OrderGrid
          ref={grid}
          rows={shown}
          columns={columns}
          lists={lists}
          priceOf={prices.priceOf}
          partOf={partOf}
          locked={locked}
          place={active ? place : null}
          onPlace={setPlace}
          onMend={onMend}
          onSuggestion={onSuggestion}
          creating={creating}
          saidOf={saidOf}
          onLeaveOut={onLeaveOut}
          onKeep={onKeep}
          onUndo={onUndo}
          onRedo={onRedo}
        />
      )}
      <p id={DETAIL_ID} aria-live="polite" className={styles.detail}>
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
          dispatch({
            type: 'leave_out',
            rows: new Map(rows.filter((row) => row.bad).map((row) => [row.sheet.row, whyOut(row)])),
          })
        }
        onSend={rest.onSend}
        onCancel={rest.onCancel}
      />
    </>
  );
}

/** Rows under a filter. A row mended or left out under it stays in sight until the filter is set anew. */
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

/** Why a row is left out: all that is wrong with it, or nothing where it was good. */
const whyOut = (row: ShownRow): LeftOut => [...row.problems, ...row.refused];
