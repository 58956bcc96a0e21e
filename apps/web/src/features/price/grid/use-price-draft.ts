import type { InputOf, OutputOf } from '@darkroom/contract/endpoint';
import { priceEndpoints, priceRow, type PriceRow } from '@darkroom/contract/price/price';
import type { LineChange } from '@darkroom/domain/price/change';
import { PRICE_FIELDS, type PriceField, type PriceTerms } from '@darkroom/domain/price/price';
import { groupBy } from '@darkroom/domain/list/group-by';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { z } from 'zod';
import { getErrorMessage } from '../../../lib/errors/error-message.ts';
import { query, useApiMutation } from '../../../lib/api/query.ts';
import { useToast } from '../../../lib/toast.ts';
import {
  isSameCellValue,
  type CellEdit,
  type SaveFailure,
  type UnsavedCell,
  type CellKey,
} from '../../../ui/grid/draft.ts';
import { useDraft, useRowsWithChanges } from '../../../ui/grid/use-draft.ts';
import { countChanges, idOfRow, savedValueOf, toShownPrice, type ShownPrice } from './shown-price.ts';

const staleRows = z.array(priceRow);
type Update = InputOf<typeof priceEndpoints.update>;

/** Returns the unsaved changes of one customer's price list. One request saves them all. */
export function usePriceDraft(cus_id1: number, rows: readonly PriceRow[]) {
  const { t } = useTranslation(['price', 'errors']);
  const toast = useToast();
  const client = useQueryClient();
  const draft = useDraft({ rows, idOf: idOfRow, savedIn: savedValueOf });
  /** Saving was refused, so "Use mine" saves again. */
  const [refused, setRefused] = useState(false);
  const shown = useRowsWithChanges(rows, idOfRow, draft.changes, toShownPrice);
  const figures = useMemo(() => countChanges(shown), [shown]);

  // Shows the saved rows immediately, so that no cell shows its former price in between.
  const storeRows = (answered: readonly PriceRow[]) => {
    const byId = new Map(answered.map((row) => [row.service_cat2_id, row]));
    const { queryKey } = query(priceEndpoints.detail, { id: cus_id1 });
    client.setQueryData(queryKey, (before: OutputOf<typeof priceEndpoints.detail> | undefined) =>
      before
        ? {
            ...before,
            results: before.results.map((row) => byId.get(row.service_cat2_id) ?? row),
          }
        : before,
    );
  };

  const sentCells = draft.in('saving');
  const mutation = useApiMutation(priceEndpoints.update, {
    invalidates: ['price'],
    onSuccess: ({ results }, input) => {
      storeRows(results);
      draft.markSaved(sentCells);
      draft.forgetSteps();
      toast.success(t('saved', { count: input.prices.length }));
    },
    onError: (error, input) => {
      const currentRows = error.problem.code === 'stale' ? staleRows.safeParse(error.problem.current) : null;
      if (currentRows?.success) {
        storeRows(currentRows.data);
        draft.markFailed(sentCells.map(({ id, field }) => ({ id, field })));
        const hasConflict = currentRows.data.some((row) => sentCells.some((cell) => isChangedByOther(row, cell)));
        setRefused(hasConflict);
        // Without a conflict in the same fields, a toast is enough.
        if (!hasConflict) toast.info(t('stale.apart'));
        return true;
      }
      draft.markFailed(toFailedCells(sentCells, error.problem.errors ?? [], input));
      toast.error(`${t('notSaved')} ${getErrorMessage(error, t)}`);
      return true;
    },
  });

  const { set } = draft;
  const take = useCallback((changes: readonly LineChange[]) => set(changes.flatMap(toCellEdits)), [set]);

  const save = () => {
    setRefused(false);
    draft.markSent(draft.cells);
    mutation.mutate({
      cus_id1,
      prices: figures.rows.map(({ row, terms }) => ({
        service_cat2_id: row.service_cat2_id,
        version: row.version,
        ...toPriceTerms(terms),
      })),
    });
  };
  const conflictCells = draft.in('theirs');
  return {
    shown,
    figures,
    set,
    take,
    saving: mutation.isPending,
    canUndo: draft.canUndo,
    undo: draft.undo,
    redo: draft.redo,
    discard: () => {
      const { cells } = draft;
      draft.drop(cells);
      setRefused(false);
      toast.info(t('discarded', { count: figures.cells }), {
        label: t('undo'),
        onPress: () => draft.restore(cells),
      });
    },
    save,
    /** Rows with a field that another user has saved and this user has changed. The user selects one of the two. */
    contested: [...groupBy(conflictCells, ({ id }) => id)].map(([id, cells]) => ({
      id,
      fields: cells.map(({ field }) => field as PriceField),
    })),
    /** True if saving was refused because of these conflicts. Otherwise they are shown while the user types. */
    refused,
    takeTheirs: () => {
      draft.drop(conflictCells);
      setRefused(false);
    },
    keepMine: () => {
      draft.keepMine(conflictCells);
      if (refused && figures.errors === 0) save();
    },
  };
}

export type PriceDraft = ReturnType<typeof usePriceDraft>;

const toCellEdits = ({ service_cat2_id, after }: LineChange): CellEdit[] =>
  PRICE_FIELDS.flatMap((field) => {
    const value = after[field];
    return value === undefined ? [] : [{ id: service_cat2_id, field, value }];
  });

/** Returns complete terms for the request. A row with missing terms disables the save bar, so zeros are never sent. */
const toPriceTerms = (terms: ShownPrice['terms']): PriceTerms => ({
  retail_price: terms.retail_price ?? 0,
  wholesale_price: terms.wholesale_price ?? 0,
  estimate_minutes: terms.estimate_minutes ?? 0,
  visible: terms.visible ?? false,
  enabled: terms.enabled ?? false,
});

/** True if the saved value differs from the value before the change and from the changed value. */
const isChangedByOther = (row: PriceRow, { id, field, value, baseValue: seen }: UnsavedCell): boolean =>
  id === row.service_cat2_id &&
  !isSameCellValue(savedValueOf(row, field), seen) &&
  !isSameCellValue(savedValueOf(row, field), value);

/** Finds the refused cells with their errors. The server names them like `prices.3.retail_price`. */
function toFailedCells(
  sent: readonly CellKey[],
  errors: readonly { field: string; code: string }[],
  { prices }: Update,
): (CellKey & { failure?: SaveFailure })[] {
  return sent.map(({ id, field }) => {
    const name = `prices.${prices.findIndex((price) => price.service_cat2_id === id)}.${field}`;
    const error = errors.find((item) => item.field === name);
    return { id, field, ...(error && { failure: { reason: error.code } }) };
  });
}
