import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { afterRows } from '../after-rows.ts';
import { latePart } from '../late/late-part.tsx';
import type { DayRangeProps } from './filter-bar-day-field.tsx';
import { Wait } from '../late/wait.tsx';

// A calendar weighs as much as the table: the list shows without waiting for it (quality 15).
const DayRangeField = latePart(afterRows(() => import('./filter-bar-day-field.tsx')));

/** A range of days, either end open. */
export function DayRange(props: DayRangeProps) {
  const { t } = useTranslation('table');
  return (
    <Wait fallback={<Input disabled placeholder={`${t('filter.from')} – ${t('filter.to')}`} />}>
      <DayRangeField {...props} />
    </Wait>
  );
}
