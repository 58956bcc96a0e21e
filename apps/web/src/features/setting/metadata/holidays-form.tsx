import { DeleteOutlined } from '@ant-design/icons';
import { MAX_HOLIDAYS } from '@darkroom/contract/setting';
import { Button, Form, type FormListFieldData, type FormListOperation } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useToday } from '../../../lib/clock/use-today.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { DayField } from '../../../ui/day-picker/day-picker.tsx';
import { Field } from '../../../ui/record-form/field.tsx';
import { Segmented } from '../../../ui/input/segmented.tsx';
import css from './metadata.module.css';
import { MetadataForm, type MetadataRow } from './metadata-form.tsx';
import { sortByDate, isInYear, parseValue, listYears, type HolidayDraft } from './metadata-values.ts';

const readHolidays = (value: unknown): HolidayDraft[] => parseValue('ALLOWANCE', 'holidays', value) ?? [];

interface HolidaysFormProps {
  row: MetadataRow;
  editable: boolean;
  formName?: string;
}

/** Holidays by year. Calendars show them and due dates skip them, but they change no divisor (domain §4). */
export function HolidaysForm({ row, editable, formName }: HolidaysFormProps) {
  const { t } = useTranslation('setting');
  const { day } = useFormat();
  const formatLines = (holidays: HolidayDraft[]) =>
    sortByDate(holidays).map(({ date, en, vi }) => [date ? day(date) : '', en, vi].join(' · '));
  return (
    <MetadataForm<HolidayDraft[]>
      data_type="ALLOWANCE"
      row={row}
      {...(formName ? { formName } : {})}
      title={t('holidays.title')}
      hint={t('holidays.hint')}
      read={readHolidays}
      write={sortByDate}
      formatLines={formatLines}
    >
      <Form.List name="value">
        {(fields, change, { errors }) => (
          <>
            <Holidays fields={fields} change={change} editable={editable} />
            <Form.ErrorList errors={errors} />
          </>
        )}
      </Form.List>
    </MetadataForm>
  );
}

interface HolidaysProps {
  fields: readonly FormListFieldData[];
  change: FormListOperation;
  editable: boolean;
}

function Holidays({ fields, change, editable }: HolidaysProps) {
  const { t } = useTranslation('setting');
  const form = Form.useFormInstance();
  const holidays = Form.useWatch<HolidayDraft[] | undefined>('value', { form, preserve: true }) ?? [];
  const thisYear = useToday().slice(0, 4);
  const [year, setYear] = useState(thisYear);
  // A holiday whose day moves to another year stays visible until the user selects a year.
  const [movedKeys, setMovedKeys] = useState<ReadonlySet<number>>(new Set());
  const selectYear = (newYear: string) => {
    setYear(newYear);
    setMovedKeys(new Set());
  };
  const years = listYears(holidays, thisYear);
  const visibleFields = fields.filter(({ key, name }) => movedKeys.has(key) || isInYear(holidays[name], year));
  return (
    <>
      <Segmented
        className="mb-12"
        aria-label={t('holidays.year')}
        // Users without the permission to change holidays can also select a year.
        disabled={false}
        value={year}
        options={years}
        onChange={selectYear}
      />
      {visibleFields.length === 0 && <p className="muted">{t('holidays.none', { year })}</p>}
      <ul className={css.rowList}>
        {visibleFields.map((field) => (
          <HolidayRow
            key={field.key}
            field={field}
            holidays={holidays}
            change={change}
            editable={editable}
            onDayChange={() => setMovedKeys((all) => new Set(all).add(field.key))}
          />
        ))}
      </ul>
      {editable && (
        <div className="cluster mt-12">
          <Button disabled={fields.length >= MAX_HOLIDAYS} onClick={() => change.add({})}>
            {t('holidays.add')}
          </Button>
        </div>
      )}
    </>
  );
}

interface HolidayRowProps {
  field: FormListFieldData;
  holidays: readonly HolidayDraft[];
  change: FormListOperation;
  editable: boolean;
  onDayChange: () => void;
}

function HolidayRow({ field: { name: index }, holidays, change, editable, onDayChange }: HolidayRowProps) {
  const { t, i18n } = useTranslation(['setting', 'errors']);
  const { day } = useFormat();
  const holiday = holidays[index];
  const holidayName = i18n.resolvedLanguage === 'vi' ? holiday?.vi : holiday?.en;
  const name = [holidayName, holiday?.date && day(holiday.date)].filter(Boolean).join(', ') || t('holidays.new');
  const isDuplicate = (date: string | null) =>
    holidays.some((item, otherIndex) => otherIndex !== index && item.date === date);
  return (
    <li className={css.holiday} aria-label={name}>
      <Field
        name={[index, 'date']}
        label={t('holidays.date')}
        rules={[
          {
            validator: (_, date: string | null) =>
              date && isDuplicate(date) ? Promise.reject(new Error(t('errors:field.duplicate'))) : Promise.resolve(),
          },
        ]}
      >
        <DayField className={css.amount ?? ''} onChange={onDayChange} />
      </Field>
      {(['en', 'vi'] as const).map((language) => (
        <Field key={language} name={[index, language]} label={t(`faults.${language}`)} lang={language} />
      ))}
      {editable && (
        <Button
          type="text"
          className={css.rowActions ?? ''}
          icon={<DeleteOutlined />}
          title={t('holidays.remove', { name })}
          aria-label={t('holidays.remove', { name })}
          onClick={() => change.remove(index)}
        />
      )}
    </li>
  );
}
