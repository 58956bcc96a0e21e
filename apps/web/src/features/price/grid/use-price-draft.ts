import type { InputOf, OutputOf } from '@darkroom/contract/endpoint';
import { priceEndpoints, priceRow, type PriceRow } from '@darkroom/contract/price/price';
import { markOf, type DecimalMark } from '@darkroom/domain/number/read';
import type { LineChange } from '@darkroom/domain/price/change';
import { FIELD_KIND, PRICE_FIELDS, type PriceField, type PriceTerms } from '@darkroom/domain/price/price';
import { readField } from '@darkroom/domain/price/read';
import { withoutCurrency } from '@darkroom/domain/price/sheet-amount';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { messageOf } from '../../../lib/errors/error-message.ts';
import { query, useApiMutation } from '../../../lib/call/query.ts';
import { useToast } from '../../../lib/toast.ts';
import {
  changedMeanwhile,
  draftFigures,
  draftReducer,
  EMPTY_DRAFT,
  refusedKey,
  shownPrices,
  type CellEdit,
  type Entry,
  type ShownPrice,
} from './draft.ts';

const staleRows = z.array(priceRow);
type Update = InputOf<typeof priceEndpoints.update>;

/** What was typed, as an entry: nothing, a value, or itself with what is wrong with it. Amounts may carry their currency (decision 154). */
export const entryOf = (field: PriceField, text: string, language: string | undefined, currency: string): Entry =>
  entryRead(field, FIELD_KIND[field] === 'money' ? withoutCurrency(text, currency) : text, markOf(language));

/** The same with the decimal mark a paste turned out to be written with. */
export function entryRead(field: PriceField, text: string, mark: DecimalMark): Entry {
  if (text.trim() === '') return null;
  const read = readField(field, text, mark);
  return read.ok ? read.value : { text, code: read.code };
}

/** The changes of one customer's price list: made cell by cell or many at once, taken back, saved in one go. */
export function usePriceDraft(cus_id1: number, rows: readonly PriceRow[]) {
  const { t } = useTranslation(['price', 'errors']);
  const toast = useToast();
  const client = useQueryClient();
  const [draft, dispatch] = useReducer(draftReducer, EMPTY_DRAFT);
  /** Saving was refused: whoever keeps theirs means to save it. */
  const [refused, setRefused] = useState(false);
  const shown = useMemo(() => shownPrices(rows, draft), [rows, draft]);
  const meanwhile = useMemo(() => changedMeanwhile(rows, draft), [rows, draft]);
  const figures = useMemo(() => draftFigures(shown), [shown]);

  // What was answered stands at once, so that no cell shows its former price for a moment.
  const put = (answered: readonly PriceRow[]) => {
    const byId = new Map(answered.map((row) => [row.service_cat2_id, row]));
    const { queryKey } = query(priceEndpoints.detail, { id: cus_id1 });
    client.setQueryData(queryKey, (before: OutputOf<typeof priceEndpoints.detail> | undefined) =>
      before ? { ...before, results: before.results.map((row) => byId.get(row.service_cat2_id) ?? row) } : before,
    );
  };

  const mutation = useApiMutation(priceEndpoints.update, {
    invalidates: ['price'],
    onSuccess: ({ results }, input) => {
      put(results);
      dispatch({ type: 'drop', ids: input.prices.map((price) => price.service_cat2_id) });
      toast.success(t('saved', { count: input.prices.length }));
    },
    onError: (error, input) => {
      const theirs = error.problem.code === 'stale' ? staleRows.safeParse(error.problem.current) : null;
      if (theirs?.success) {
        put(theirs.data);
        const decides = changedMeanwhile(theirs.data, draft).contested.length > 0;
        setRefused(decides);
        // Where nobody has to decide, it is said here: there stands nothing to be looked at.
        if (!decides) toast.info(t('stale.apart'));
        return true;
      }
      dispatch({ type: 'refused', cells: refusedCells(error.problem.errors ?? [], input) });
      toast.error(`${t('notSaved')} ${messageOf(error, t)}`);
      return true;
    },
  });

  const set = useCallback(
    (cells: readonly CellEdit[]) => cells.length > 0 && dispatch({ type: 'set', cells, rows }),
    [rows],
  );
  const take = useCallback((changes: readonly LineChange[]) => set(changes.flatMap(cellsOfChange)), [set]);

  const send = (prices: readonly ShownPrice[], over: readonly PriceRow[]) => {
    setRefused(false);
    const decided = new Set([...meanwhile.apart, ...over].map((row) => row.service_cat2_id));
    mutation.mutate({
      cus_id1,
      prices: prices.map(({ row, terms }) => {
        const { service_cat2_id } = row;
        const seen = decided.has(service_cat2_id) ? row : (draft.seen.get(service_cat2_id) ?? row);
        return { service_cat2_id, version: seen.version, ...whole(terms) };
      }),
    });
  };
  // What this person is saving may be answered by the news of it before the call is.
  const contested = mutation.isPending ? [] : meanwhile.contested;
  const theirs = contested.map(({ row }) => row);
  return {
    shown,
    figures,
    set,
    take,
    saving: mutation.isPending,
    canUndo: draft.past.length > 0,
    undo: () => dispatch({ type: 'undo' }),
    redo: () => dispatch({ type: 'redo' }),
    discard: () => {
      dispatch({ type: 'discard' });
      setRefused(false);
      toast.info(t('discarded', { count: figures.cells }), {
        label: t('undo'),
        onPress: () => dispatch({ type: 'recover', from: draft }),
      });
    },
    save: () => send(figures.rows, []),
    contested,
    /** Saving was refused because of them; otherwise they are told of while one still types. */
    refused,
    takeTheirs: () => {
      dispatch({ type: 'theirs', rows: theirs });
      setRefused(false);
    },
    keepMine: () => {
      dispatch({ type: 'over', rows: theirs });
      if (refused && figures.troubles === 0) send(figures.rows, theirs);
    },
  };
}

export type PriceDraft = ReturnType<typeof usePriceDraft>;

const cellsOfChange = ({ service_cat2_id, after }: LineChange): CellEdit[] =>
  PRICE_FIELDS.flatMap((field) => {
    const entry = after[field];
    return entry === undefined ? [] : [{ service_cat2_id, field, entry }];
  });

/** Terms that are all there: what lacks one is not sent, the bar is disabled while it does. */
const whole = (terms: ShownPrice['terms']): PriceTerms => ({
  retail_price: terms.retail_price ?? 0,
  wholesale_price: terms.wholesale_price ?? 0,
  estimate_minutes: terms.estimate_minutes ?? 0,
  visible: terms.visible ?? false,
  enabled: terms.enabled ?? false,
});

/** `prices.3.retail_price` → the cell it is about. */
function refusedCells(errors: readonly { field: string; code: string }[], { prices }: Update): Map<string, string> {
  return new Map(
    errors.flatMap(({ field, code }) => {
      const [, at = '', name = ''] = /^prices\.(\d+)\.(\w+)$/.exec(field) ?? [];
      const price = at === '' ? undefined : prices[Number(at)];
      return price ? [[refusedKey(price.service_cat2_id, name), code] as const] : [];
    }),
  );
}
