import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import type { DayRangeProps } from './filter-bar-days.tsx';

const EARLIEST = dayjs('2000-01-01');
const LATEST = dayjs('2100-12-31');

/** A range of days, either end open. Days are `YYYY-MM-DD` as the wire has them: no zone can move them. */
export default function DayRangeField({ from, to, onChange }: DayRangeProps) {
  const { t, i18n } = useTranslation('table');
  return (
    <DatePicker.RangePicker
      value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
      allowEmpty={[true, true]}
      minDate={EARLIEST}
      maxDate={LATEST}
      format={i18n.language.startsWith('vi') ? 'DD/MM/YYYY' : 'DD MMM YYYY'}
      placeholder={[t('filter.from'), t('filter.to')]}
      classNames={{ popup: { root: 'darkroom-days' } }}
      onChange={(range) => onChange(range?.[0]?.format('YYYY-MM-DD'), range?.[1]?.format('YYYY-MM-DD'))}
    />
  );
}
