import type { JobPriority } from '@darkroom/domain/job/status';
import { useMemo } from 'react';
import { useFormat, type Format } from '../../../../lib/words/format.ts';
import { usePriorityWord } from '../../../../lib/session/lookups.ts';

/** How the grid writes what it understood. */
export interface OrderFormat extends Format {
  priority: (priority: JobPriority) => string;
}

export function useOrderFormat(): OrderFormat {
  const format = useFormat();
  const priority = usePriorityWord();
  return useMemo(() => ({ ...format, priority }), [format, priority]);
}
