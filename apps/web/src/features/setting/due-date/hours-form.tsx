import { DeleteOutlined } from '@ant-design/icons';
import { MAX_EXTRA_DAYS, MAX_DAY_INTERVALS } from '@darkroom/contract/due-date/due-date';
import { readDayHours, writeDayHours } from '@darkroom/domain/calendar/working-time';
import {
  findHoursError,
  minutesOfHours,
  type BureauHours,
  type DayHours,
} from '@darkroom/domain/calendar/working-time';
import { DEFAULT_HOURS } from '@darkroom/domain/due-date/turnaround';
import { Button, Form, Input } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useWorkDuration } from '../../../entities/due-date/use-due-date-format.ts';
import { DayField } from '../../../ui/day-picker/day-picker.tsx';
import { Field } from '../../../ui/record-form/field.tsx';
import css from './hours.module.css';
import parts from '../metadata/metadata.module.css';
import { MetadataForm, type MetadataRow } from '../metadata/metadata-form.tsx';
import { parseValue } from '../metadata/metadata-values.ts';

/** Hours as typed: one line per day, `08:00–12:00, 13:30–17:30`. An empty line is a day off. */
interface HoursDraft {
  week: string[];
  extra_days: { date?: string | null; hours?: string }[];
}

/** Minimum working minutes of a week (contract, `bureauHours`). */
const MIN_WEEK_MINUTES = 60;
const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0];

const readHours = (value: unknown): HoursDraft => {
  const { week, extra_days } = parseValue('JOB_TASK', 'calendar', value) ?? DEFAULT_HOURS;
  return {
    week: week.map(writeDayHours),
    extra_days: extra_days.map(({ date, hours }) => ({ date, hours: writeDayHours(hours) })),
  };
};
const toBureauHours = ({ week, extra_days }: HoursDraft): BureauHours => ({
  week: week.map((hours) => readDayHours(hours) ?? []),
  extra_days: extra_days
    .map(({ date, hours }) => ({ date: date ?? '', hours: readDayHours(hours ?? '') ?? [] }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1)),
});

/** Working hours of the bureau (decision 123): the week, and days with different hours. */
export function HoursForm({ row, editable }: { row: MetadataRow; editable: boolean }) {
  const { t } = useTranslation(['setting', 'errors']);
  const { day } = useFormat();
  const getWeekdayName = useWeekdayName();
  const formatLines = ({ week, extra_days }: HoursDraft) => [
    ...MONDAY_FIRST.map((weekdayIndex) => `${getWeekdayName(weekdayIndex)}: ${week[weekdayIndex] || t('hours.off')}`),
    ...extra_days.map(({ date, hours }) => `${date ? day(date) : ''}: ${hours || t('hours.off')}`),
  ];
  return (
    <MetadataForm<HoursDraft>
      data_type="JOB_TASK"
      row={row}
      title={t('hours.title')}
      hint={t('hours.hint')}
      read={readHours}
      write={toBureauHours}
      formatLines={formatLines}
    >
      <ul className={css.week}>
        {MONDAY_FIRST.map((weekdayIndex) => (
          <li key={weekdayIndex} className={css.day}>
            <HoursField
              name={['value', 'week', weekdayIndex]}
              path={['value', 'week', weekdayIndex]}
              label={getWeekdayName(weekdayIndex)}
              checksWeek={weekdayIndex === 1}
            />
          </li>
        ))}
      </ul>
      <h3 className={css.extraHead}>{t('hours.extra')}</h3>
      <p className="muted">{t('hours.extraHint')}</p>
      <Form.List name={['value', 'extra_days']}>
        {(fields, change, { errors }) => (
          <>
            {fields.length === 0 && <p className="muted">{t('hours.noExtra')}</p>}
            <ul className={css.week}>
              {fields.map(({ key, name }) => (
                <li key={key} className={css.extraDay} aria-label={t('hours.extraOne', { n: name + 1 })}>
                  <ExtraDay index={name} />
                  <HoursField
                    name={[name, 'hours']}
                    path={['value', 'extra_days', name, 'hours']}
                    label={t('hours.hours')}
                  />
                  {editable && (
                    <Button
                      type="text"
                      icon={<DeleteOutlined />}
                      title={t('hours.remove', { n: name + 1 })}
                      aria-label={t('hours.remove', { n: name + 1 })}
                      onClick={() => change.remove(name)}
                    />
                  )}
                </li>
              ))}
            </ul>
            <Form.ErrorList errors={errors} />
            {editable && (
              <div className="cluster mt-12">
                <Button
                  disabled={fields.length >= MAX_EXTRA_DAYS}
                  onClick={() => change.add({ date: null, hours: '' })}
                >
                  {t('hours.add')}
                </Button>
              </div>
            )}
          </>
        )}
      </Form.List>
    </MetadataForm>
  );
}

function ExtraDay({ index }: { index: number }) {
  const { t } = useTranslation(['setting', 'errors']);
  const form = Form.useFormInstance();
  const isDuplicate = (date: string) =>
    (form.getFieldValue(['value', 'extra_days']) as HoursDraft['extra_days']).some(
      (extraDay, otherIndex) => otherIndex !== index && extraDay.date === date,
    );
  return (
    <Field
      name={[index, 'date']}
      label={t('hours.date')}
      rules={[
        {
          validator: (_rule, date: string | null) =>
            date && isDuplicate(date) ? Promise.reject(new Error(t('errors:field.duplicate'))) : Promise.resolve(),
        },
      ]}
    >
      <DayField className={parts.amount ?? ''} />
    </Field>
  );
}

interface HoursFieldProps {
  /** `name` is the path within the list, `path` the path from the form's root. */
  name: (string | number)[];
  path: (string | number)[];
  label: string;
  /** True if the field also shows the error of a week without hours. */
  checksWeek?: boolean;
}

/** Hours of one day in one line, their length, and a bar of the day from midnight to midnight. */
function HoursField({ name, path, label, checksWeek = false }: HoursFieldProps) {
  const { t } = useTranslation(['setting', 'errors']);
  const form = Form.useFormInstance();
  const formatSpan = useWorkDuration();
  const text = Form.useWatch<string | undefined>(path, form) ?? '';
  const hours = readDayHours(text);
  const validateHours = (_rule: unknown, typed: string | undefined) => {
    const reject = (message: string) => Promise.reject(new Error(message));
    const day = readDayHours(typed ?? '');
    if (day === null) return reject(t('hours.unread'));
    if (day.length > MAX_DAY_INTERVALS) return reject(t('errors:field.too_many_items'));
    const error = findHoursError(day);
    if (error) return reject(t(`errors:field.${error.code}`));
    const week = form.getFieldValue(['value', 'week']) as string[];
    const minutes = week.reduce((sum, dayText) => sum + minutesOfHours(readDayHours(dayText) ?? []), 0);
    return checksWeek && minutes < MIN_WEEK_MINUTES ? reject(t('errors:field.no_hours')) : Promise.resolve();
  };
  return (
    <>
      <Form.Item name={name} label={label} rules={[{ validator: validateHours }]} className={css.field ?? ''}>
        <Input maxLength={100} autoComplete="off" placeholder={t('hours.off')} />
      </Form.Item>
      <span className={css.total}>
        {hours && (hours.length > 0 ? formatSpan(minutesOfHours(hours)) : t('hours.off'))}
      </span>
      <DayBar hours={hours ?? []} />
    </>
  );
}

const toPercent = (clock: string) => ((Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))) / 14.4).toFixed(3);

/** The typed hours as a bar: the day from left to right. */
function DayBar({ hours }: { hours: DayHours }) {
  if (findHoursError(hours)) return <span className={css.bar} aria-hidden />;
  return (
    <span className={css.bar} aria-hidden>
      {hours.map(({ from, to }) => (
        <span
          key={from}
          style={{ insetInlineStart: `${toPercent(from)}%`, insetInlineEnd: `${100 - Number(toPercent(to))}%` }}
        />
      ))}
    </span>
  );
}

/** Returns a function that finds the name of a weekday by index. Sunday is 0. */
function useWeekdayName(): (weekdayIndex: number) => string {
  const { i18n } = useTranslation();
  const locale = i18n.resolvedLanguage === 'vi' ? 'vi-VN' : 'en-GB';
  const names = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  // 4 January 1970 was a Sunday.
  return (weekdayIndex) => names.format(Date.UTC(1970, 0, 4 + weekdayIndex));
}
