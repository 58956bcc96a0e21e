import { categoryEndpoints, customerEndpoints } from '@darkroom/contract';
import { orderJudge, type Evaluation, type JudgedRow } from '@darkroom/domain/order-sheet/evaluate';
import { orderLists, type OrderLists } from '@darkroom/domain/order-sheet/lists';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usePriorities } from '../../../lib/lookups.ts';
import { query } from '../../../lib/query.ts';
import type { Draft, Refusal } from './draft.ts';

/** The bureau's customers, catalogue and words for priorities to resolve names in; null until they are there. */
export function useOrderLists() {
  const customers = useQuery(query(customerEndpoints.list, {}));
  const categories = useQuery(query(categoryEndpoints.list, {}));
  const priorities = usePriorities();
  const lists = useMemo(
    () =>
      customers.data && categories.data && !priorities.isPending
        ? orderLists(customers.data, categories.data, priorities.labels)
        : null,
    [customers.data, categories.data, priorities],
  );
  const retry = () => void Promise.all([customers.refetch(), categories.refetch()]);
  return { lists, failed: lists === null && (customers.isError || categories.isError), retry };
}

/** A row as the grid shows it: judged here, and perhaps refused by the server. */
export interface ShownRow extends JudgedRow {
  readonly refused: readonly Refusal[];
  /** Has something to be mended, and is not left out. */
  readonly bad: boolean;
}

export interface Judgement extends Omit<Evaluation, 'rows'> {
  readonly rows: readonly ShownRow[];
}

const NO_REFUSALS: readonly Refusal[] = [];

/** Judges the draft anew whenever it or the lists change; only rows that changed are read again. */
export function useJudgement(draft: Draft, lists: OrderLists): Judgement {
  const judge = useMemo(() => orderJudge(lists), [lists]);
  return useMemo(() => {
    const evaluation = judge(draft.rows, draft);
    let bad = 0;
    const rows = evaluation.rows.map((row): ShownRow => {
      const refused = draft.refused.get(row.sheet.row) ?? NO_REFUSALS;
      const isBad = !row.left_out && (row.problems.length > 0 || refused.length > 0);
      if (isBad) bad++;
      return { ...row, refused, bad: isBad };
    });
    return { ...evaluation, rows, totals: { ...evaluation.totals, bad } };
  }, [judge, draft]);
}
