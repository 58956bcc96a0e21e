import type { Day } from '@darkroom/domain/calendar/day';
import { readWrittenDay } from '@darkroom/domain/calendar/written-day';
import dayjsCalendar from '@rc-component/picker/generate/dayjs';
import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
// The pickers ask for it by the page's language; English is dayjs's own.
import 'dayjs/locale/vi';
import { bureauDay } from '../../lib/clock/use-today.ts';
import utc from 'dayjs/plugin/utc';

dayjs.extend(utc);

/** A day as the pickers hold it. In UTC, so that no zone of the device can move it, nor lack it when its clocks change. */
export const held = (day: Day | null | undefined): Dayjs | null => (day ? dayjs.utc(day) : null);

/** The day that a picker holds. */
export const written = (day: Dayjs | null | undefined): Day | null => day?.format('YYYY-MM-DD') ?? null;

// Of nearly any year: which days a field takes is for it to say, in words. Of one before 1000, dayjs would make another.
const readDay = (text: string): Dayjs | null => {
  const read = readWrittenDay(text, '1000-01-01', '9999-12-31');
  return read.ok ? held(read.day) : null;
};

/** Ant Design's calendar, told once that today is Bangkok's (spec §1) and that days have no zone (decision 077). */
export const Picker = DatePicker.generatePicker<Dayjs>({
  ...dayjsCalendar,
  getNow: () => dayjs.utc(bureauDay()),
  getFixedDate: (text) => dayjs.utc(text, 'YYYY-M-DD'),
  locale: {
    ...dayjsCalendar.locale,
    // The bureau's week begins on Monday in either language, as “This week” does.
    getWeekFirstDay: () => 1,
    parse: (_locale, text, [format = '']) => {
      if (format.startsWith('DD')) return readDay(text);
      const month = dayjs.utc(text, format, true);
      return month.isValid() ? month : null;
    },
  },
});
