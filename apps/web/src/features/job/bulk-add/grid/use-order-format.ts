import type { JobPriority } from '@darkroom/domain/job/status';
import { markOf, type DecimalMark } from '@darkroom/domain/number/read';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat, type Format } from '../../../../lib/words/format.ts';
import { usePriorityWord } from '../../../../lib/session/lookups.ts';

/** Formats of the grid. */
export interface OrderFormat extends Format {
  priority: (priority: JobPriority) => string;
  /** The decimal mark of the page's language. */
  mark: DecimalMark;
}

export function useOrderFormat(): OrderFormat {
  const format = useFormat();
  const priority = usePriorityWord();
  const mark = markOf(useTranslation('bulk').i18n.resolvedLanguage);
  return useMemo(() => ({ ...format, priority, mark }), [format, priority, mark]);
}
