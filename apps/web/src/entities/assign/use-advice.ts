import { adviceEndpoints, type Advice } from '@darkroom/contract/task/advice';
import type { TaskSummary } from '@darkroom/contract/task/bulk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { query } from '../../lib/api/query.ts';

interface EditorAdvice {
  readonly byEditor: ReadonlyMap<number, Advice>;
  /** Order at the first response. A row that moves under the pointer would give the work to the wrong person. */
  readonly order: readonly number[];
  readonly service_cat2_id: number | null;
}

const NO_EDITORS: readonly number[] = [];

/** Returns the advised editors of the selected tasks (decision 135). Empty without a selection. */
export function useAdvice(tasks: readonly TaskSummary[]): EditorAdvice {
  const ids = useMemo(() => tasks.map(({ task_id }) => task_id).toSorted((a, b) => a - b), [tasks]);
  const key = ids.join();
  const [savedOrder, setSavedOrder] = useState<{ key: string; order: readonly number[] }>({
    key: '',
    order: NO_EDITORS,
  });
  const { data, isPlaceholderData } = useQuery({
    ...query(adviceEndpoints.advice, { tasks: ids }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const currentAdvice = ids.length > 0 ? data : undefined;
  if (currentAdvice && !isPlaceholderData && savedOrder.key !== key)
    setSavedOrder({ key, order: currentAdvice.results.map(({ user_id }) => user_id) });
  const byEditor = useMemo(
    () => new Map((currentAdvice?.results ?? []).map((editorAdvice) => [editorAdvice.user_id, editorAdvice])),
    [currentAdvice],
  );
  return {
    byEditor,
    order: currentAdvice ? savedOrder.order : NO_EDITORS,
    service_cat2_id: currentAdvice?.service_cat2_id ?? null,
  };
}
