import type { JobPriority } from '@darkroom/domain/job/status';
import { getDecimalMark, type DecimalMark } from '@darkroom/domain/number/parse';
import { useMemo } from 'react';
import { useTranslation } from '../../../../lib/i18n/use-translation.tsx';
import { useFormat, type Format } from '../../../../lib/i18n/format.ts';
import { usePriorityLabel } from '../../../../lib/session/lookups.ts';

export interface OrderFormat extends Format {
  priority: (priority: JobPriority) => string;
  decimalMark: DecimalMark;
}

export function useOrderFormat(): OrderFormat {
  const format = useFormat();
  const priority = usePriorityLabel();
  const decimalMark = getDecimalMark(useTranslation('bulk').i18n.resolvedLanguage);
  return useMemo(() => ({ ...format, priority, decimalMark }), [format, priority, decimalMark]);
}
