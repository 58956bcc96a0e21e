import type { Leave } from '@darkroom/contract/staff/leave';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';

/** Returns the texts of days off: the kind, the days, and both. */
export function useLeaveWords() {
  const { t } = useTranslation('staff');
  const { day } = useFormat();
  const formatKind = (kind: Leave['kind']) => (kind === null ? t('leaves.unknown') : t(`leaves.kind.${kind}`));
  const formatDays = ({ first_day, last_day, part }: Leave) => {
    if (part !== 'day') return `${day(first_day)}, ${t(`leaves.part.${part}`)}`;
    return first_day === last_day ? day(first_day) : `${day(first_day)} – ${day(last_day)}`;
  };
  return { formatKind, formatDays, describe: (row: Leave) => `${formatKind(row.kind)}: ${formatDays(row)}` };
}
