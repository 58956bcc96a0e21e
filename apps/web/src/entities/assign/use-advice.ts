import { adviceEndpoints, type Advice } from '@darkroom/contract/task/advice';
import type { TaskInShort } from '@darkroom/contract/task/many';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { query } from '../../lib/call/query.ts';

interface AdviceFor {
  /** Current advice by editor. */
  readonly of: ReadonlyMap<number, Advice>;
  /** Order at the first answer. A row that moves under the pointer would give the work to the wrong person. */
  readonly order: readonly number[];
  readonly service_cat2_id: number | null;
}

const NONE: readonly number[] = [];

/** Advised editors of the selected tasks (decision 135). Empty without a selection. */
export function useAdvice(tasks: readonly TaskInShort[]): AdviceFor {
  const ids = useMemo(() => tasks.map(({ task_id }) => task_id).toSorted((a, b) => a - b), [tasks]);
  const key = ids.join();
  const [kept, setKept] = useState<{ key: string; order: readonly number[] }>({ key: '', order: NONE });
  const { data, isPlaceholderData } = useQuery({
    ...query(adviceEndpoints.advice, { tasks: ids }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const there = ids.length > 0 ? data : undefined;
  if (there && !isPlaceholderData && kept.key !== key)
    setKept({ key, order: there.results.map(({ user_id }) => user_id) });
  const of = useMemo(() => new Map((there?.results ?? []).map((one) => [one.user_id, one])), [there]);
  return { of, order: there ? kept.order : NONE, service_cat2_id: there?.service_cat2_id ?? null };
}
