import type { AllowanceMonthRow } from '@darkroom/contract/allowance/allowance';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { Dot } from '../../../entities/status/status-dot.tsx';

const COLOURS = { OPEN: '#2f54eb', PREPARED: '#b38600', CLOSED: '#389e0d' } as const;

/** State of a month, open, prepared or closed, with user and time. */
export function MonthStateTag({ month }: { month: AllowanceMonthRow }) {
  const { t } = useTranslation('allowance');
  const { fullName } = useUsers();
  const { dayTime } = useFormat();
  const { state, closed_by, closed_at, prepared_by, prepared_at } = month;
  const by =
    state === 'CLOSED'
      ? t('state.by', { who: fullName(closed_by), when: dayTime(closed_at) })
      : state === 'PREPARED'
        ? t('state.by', { who: fullName(prepared_by), when: dayTime(prepared_at) })
        : '';
  return (
    <>
      <Dot color={COLOURS[state]} label={t(`state.${state}`)} /> {by}
    </>
  );
}
