import { MOST_PHONE, PHONE, plainPhone } from '@darkroom/contract/fields';
import { MOST_SALARY, staffEndpoints } from '@darkroom/contract/staff';
import { teamEndpoints } from '@darkroom/contract/team';
import { STAFF } from '@darkroom/contract/records/staff';
import type { Day } from '@darkroom/domain/calendar/day';
import { GENDERS, WORKING_STATUSES } from '@darkroom/domain/staff/staff';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Checkbox, Form, Input, Select } from 'antd';
import type { Rule } from 'antd/es/form';
import type { FocusEventHandler, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabels } from '../../../lib/words/fields.ts';
import { query } from '../../../lib/call/query.ts';
import { useUsernameRule } from '../../../records/person/use-username-rule.ts';
import { useActor } from '../../../lib/session/session.ts';
import { DayField } from '../../../ui/day-picker/day-picker.tsx';
import { useDayRule } from '../../../ui/day-picker/use-day-rule.ts';
import { Segmented } from '../../../ui/input/segmented.tsx';
import { NumberField } from '../../../ui/number-field/number-field.tsx';
import { useNumberRule } from '../../../ui/number-field/use-number-rule.ts';
import type { MemberValues } from './member-values.ts';
import styles from '../staff.module.css';

type FieldName = keyof MemberValues;
/** There is nothing smaller than a đồng. */
const SALARY = { whole: true, min: 0, max: MOST_SALARY };
/** Days of a life begin before the bureau's own. */
const FIRST_DAY = '1900-01-01';

interface MemberFieldsProps {
  seesPay: boolean;
  left?: boolean;
  /** The account holds more than the user: its own fields are disabled, with the reason. */
  closed?: boolean;
  /** Receives the full name that was typed. */
  onNamed?: (full_name: string) => void;
}

/** The fields of a member, in their four parts; pay and residence for who may write them. */
export function MemberFields({ seesPay, left = false, closed = false, onNamed }: MemberFieldsProps) {
  const { t } = useTranslation(['staff', 'errors', 'field']);
  return (
    <>
      <Part title={t('section.person')}>
        <div className={styles.pair}>
          <TextField name="staff_id" required autoFocus />
          <TextField
            name="full_name"
            required
            closed={closed}
            extra={t('hint.full_name')}
            autoComplete="off"
            onBlur={(event) => onNamed?.(event.target.value)}
          />
          <TextField name="first_name" extra={t('hint.names')} />
          <TextField name="last_name" />
          <Form.Item name="gender" label={t('field:gender')} rules={[{ required: true }]}>
            <Segmented
              aria-label={t('field:gender')}
              options={GENDERS.map((value) => ({ value, label: t(`gender.${value}`) }))}
            />
          </Form.Item>
          <MemberDay name="birthday" required from={FIRST_DAY} />
          <TextField
            name="email"
            required
            closed={closed}
            inputMode="email"
            rules={[{ type: 'email', message: t('errors:field.not_email') }]}
          />
          <TextField
            name="phone_number"
            required
            inputMode="tel"
            rules={[
              { transform: plainPhone, max: MOST_PHONE },
              { transform: plainPhone, pattern: PHONE, message: t('errors:field.not_phone') },
            ]}
          />
        </div>
      </Part>
      <WorkPart left={left} />
      <AccountPart closed={closed} />
      {seesPay && <PrivatePart />}
    </>
  );
}

function WorkPart({ left }: { left: boolean }) {
  const { t } = useTranslation(['staff', 'errors', 'field']);
  const choices = useQuery(query(staffEndpoints.choices, {})).data;
  const teams = useQuery(query(teamEndpoints.list, {})).data?.results ?? [];
  return (
    <Part title={t('section.work')}>
      <Form.Item
        name="teams"
        label={t('field:teams')}
        rules={[{ required: true, type: 'array', min: 1, message: t('errors:field.team_required') }]}
      >
        <Select<number[], { value: number; label: string }>
          mode="multiple"
          options={teams.map((team) => ({ value: team.id, label: team.team_name }))}
          showSearch={{ filterOption: (typed, option) => foldedMatch(option?.label ?? '', typed) }}
        />
      </Form.Item>
      <div className={styles.pair}>
        <WordField name="position" words={choices?.positions} />
        <WordField name="department" words={choices?.departments} />
        <WordField name="workplace" words={choices?.workplaces} />
        <Form.Item name="working_status" label={t('field:working_status')} rules={[{ required: true }]}>
          <Select
            disabled={left}
            options={WORKING_STATUSES.filter((value) => left || value !== 'Left').map((value) => ({
              value,
              label: t(`status.${value}`),
            }))}
          />
        </Form.Item>
        <MemberDay name="start_time" />
        <MemberDay name="end_time" />
      </div>
    </Part>
  );
}

function AccountPart({ closed }: { closed: boolean }) {
  const { t } = useTranslation(['staff', 'common', 'field']);
  const { is_superuser } = useActor();
  const groups = useQuery(query(staffEndpoints.choices, {})).data?.groups ?? [];
  const group_id = Form.useWatch<number | null | undefined>('group_id');
  const passesAll = Form.useWatch<boolean | undefined>('is_superuser');
  const idle = (group_id ?? null) === null && passesAll !== true;
  return (
    <Part title={t('section.account')}>
      <div className={styles.pair}>
        <TextField name="username" required closed={closed} autoComplete="off" rules={[useUsernameRule('username')]} />
        <Form.Item
          name="group_id"
          label={t('field:group_id')}
          extra={closed ? t('holdsMore') : idle && t('hint.no_group')}
        >
          <Select<number | null, { value: number; label: string; disabled: boolean; title: string }>
            allowClear
            disabled={closed}
            placeholder={t('noGroup')}
            options={groups.map((group) => ({
              value: group.id,
              label: group.group_name,
              disabled: !group.within,
              title: group.within ? group.group_name : t('hint.group_beyond'),
            }))}
            showSearch={{ filterOption: (typed, option) => foldedMatch(option?.label ?? '', typed) }}
          />
        </Form.Item>
      </div>
      {is_superuser && (
        <Form.Item name="is_superuser" valuePropName="checked" extra={t('hint.superuser')}>
          <Checkbox>{t('field:is_superuser')}</Checkbox>
        </Form.Item>
      )}
    </Part>
  );
}

function PrivatePart() {
  const { t } = useTranslation('staff');
  return (
    <Part title={t('section.private')}>
      <div className={styles.pair}>
        <MoneyField name="salary_1" />
        <MoneyField name="salary_2" />
        <TextField name="residence_id" required />
        <MemberDay name="residence_created_at" from={FIRST_DAY} />
      </div>
      <TextField name="residence_created_by" />
      <LongField name="residence_address" extra={t('hint.residence_address')} />
      <LongField name="address" extra={t('hint.address')} />
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.part}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

interface TextFieldProps {
  name: FieldName;
  required?: boolean;
  max?: number;
  extra?: string;
  closed?: boolean;
  autoFocus?: boolean;
  onBlur?: FocusEventHandler<HTMLInputElement>;
  autoComplete?: string;
  inputMode?: 'email' | 'tel';
  rules?: Rule[];
}

function TextField({ name, required = false, max = 100, extra, closed = false, rules = [], ...input }: TextFieldProps) {
  const { t } = useTranslation('staff');
  const label = useLabels(STAFF);
  return (
    <Form.Item
      name={name}
      label={label(name)}
      extra={closed ? t('holdsMore') : extra}
      rules={closed ? [] : [{ required, whitespace: required }, { max }, ...rules]}
    >
      <Input {...input} disabled={closed} />
    </Form.Item>
  );
}

function LongField({ name, extra }: { name: FieldName; extra: string }) {
  const label = useLabels(STAFF);
  return (
    <Form.Item
      name={name}
      label={label(name)}
      extra={extra}
      rules={[{ required: true, whitespace: true }, { max: 2000 }]}
    >
      <Input.TextArea rows={2} className={styles.growing} />
    </Form.Item>
  );
}

/** Free words, with those that others have. */
function WordField({ name, words = [] }: { name: FieldName; words?: readonly string[] | undefined }) {
  const label = useLabels(STAFF);
  return (
    <Form.Item name={name} label={label(name)} rules={[{ max: 100 }]}>
      <AutoComplete
        options={words.map((value) => ({ value }))}
        showSearch={{ filterOption: (typed, option) => foldedMatch(option?.value ?? '', typed) }}
      />
    </Form.Item>
  );
}

function MemberDay({ name, from, required = false }: { name: FieldName; from?: Day; required?: boolean }) {
  const label = useLabels(STAFF);
  const dayRule = useDayRule();
  return (
    <Form.Item name={name} label={label(name)} rules={[{ required }, dayRule(from)]}>
      <DayField className={styles.wide} min={from} />
    </Form.Item>
  );
}

function MoneyField({ name }: { name: 'salary_1' | 'salary_2' }) {
  const { t } = useTranslation('staff');
  const label = useLabels(STAFF);
  const numberRule = useNumberRule();
  return (
    <Form.Item name={name} label={`${label(name)} (${t('currency')})`} rules={[numberRule(SALARY)]}>
      <NumberField {...SALARY} step={100_000} suffix="VND" />
    </Form.Item>
  );
}
