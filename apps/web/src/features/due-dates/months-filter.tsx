import { addMonths, monthOf, type Day } from '@darkroom/domain/calendar/day';
import { Select } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { lastMonths, type MonthRange } from './due-dates-search.ts';

const MONTHS_BACK = 12;
const SPANS = { last_3: 3, last_12: 12 } as const;
type Span = keyof typeof SPANS;

interface MonthsFilterProps {
  months: MonthRange;
  today: Day;
  onChange: (months: { from: string; to: string }) => void;
}

/** Selects the last months or a single month. Other months from the URL stay selected. */
export function MonthsFilter({ months, today, onChange }: MonthsFilterProps) {
  const { t } = useTranslation('dueDate');
  const keyOf = ({ month_from, month_to }: MonthRange) => `${month_from}_${month_to}`;
  const spans = (Object.keys(SPANS) as Span[]).map((span) => ({
    value: keyOf(lastMonths(SPANS[span], today)),
    label: t(`periods.${span}`),
  }));
  const single = Array.from({ length: MONTHS_BACK + 1 }, (_, ago) => addMonths(monthOf(today), -ago)).map((month) => ({
    value: `${month}_${month}`,
    label: formatMonthLabel(month),
  }));
  const selectedKey = keyOf(months);
  const known = [...spans, ...single];
  const options = known.some(({ value }) => value === selectedKey)
    ? known
    : [...known, { value: selectedKey, label: formatMonthRange(months) }];
  return (
    <Select
      aria-label={t('period')}
      value={selectedKey}
      options={options}
      onChange={(value) => {
        const [from = '', to = ''] = value.split('_');
        onChange({ from, to });
      }}
      style={{ minWidth: 160 }}
    />
  );
}

/** Formats a month as `11/2026`, the same in both languages. */
export const formatMonthLabel = (month: string): string => `${month.slice(5)}/${month.slice(0, 4)}`;

export const formatMonthRange = ({ month_from, month_to }: MonthRange): string =>
  month_from === month_to
    ? formatMonthLabel(month_from)
    : `${formatMonthLabel(month_from)} – ${formatMonthLabel(month_to)}`;
