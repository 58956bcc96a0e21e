import type { Day } from '@darkroom/domain/calendar/day';
import { readWrittenDay } from '@darkroom/domain/calendar/written-day';
import dayjsCalendar from '@rc-component/picker/generate/dayjs';
import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
// The pickers use the page's language. English is built into dayjs.
import 'dayjs/locale/vi';
import { bureauDay } from '../../lib/clock/use-today.ts';
import utc from 'dayjs/plugin/utc';

dayjs.extend(utc);

/** Converts a day to the form of the pickers: in UTC, so that no time zone or clock change can move it. */
export const toPickerDay = (day: Day | null | undefined): Dayjs | null => (day ? dayjs.utc(day) : null);

/** Converts the value of a picker to a day. */
export const toDay = (day: Dayjs | null | undefined): Day | null => day?.format('YYYY-MM-DD') ?? null;

// Accepts nearly any year, because the field explains which days are valid. dayjs would change years before 1000.
const parseDay = (text: string): Dayjs | null => {
  const read = readWrittenDay(text, '1000-01-01', '9999-12-31');
  return read.ok ? toPickerDay(read.day) : null;
};

/** Ant Design's calendar with Bangkok's today (spec §1) and days without time zone (decision 077). */
export const Picker = DatePicker.generatePicker<Dayjs>({
  ...dayjsCalendar,
  getNow: () => dayjs.utc(bureauDay()),
  getFixedDate: (text) => dayjs.utc(text, 'YYYY-M-DD'),
  locale: {
    ...dayjsCalendar.locale,
    // The bureau's week begins on Monday in both languages, as in “This week”.
    getWeekFirstDay: () => 1,
    parse: (_locale, text, [format = '']) => {
      if (format.startsWith('DD')) return parseDay(text);
      const month = dayjs.utc(text, format, true);
      return month.isValid() ? month : null;
    },
  },
});
