import { staffEndpoints } from '@darkroom/contract/staff/staff';
import { teamEndpoints } from '@darkroom/contract/staff/team';
import { WORKING_STATUSES } from '@darkroom/domain/staff/staff';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Checkbox, Form, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../lib/call/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { Field, type FieldProps } from '../../../ui/record-form/field.tsx';
import styles from '../staff.module.css';

interface MemberFieldsProps {
  seesPay: boolean;
  left?: boolean;
  /** The account has more permissions than the user, so its fields are disabled with the reason. */
  closed?: boolean;
  /** Called with the typed full name. */
  onNamed?: (full_name: string) => void;
}

/** Fields of a member in four parts. Pay and residence need permission. */
export function MemberFields({ seesPay, left = false, closed = false, onNamed }: MemberFieldsProps) {
  const { t } = useTranslation('staff');
  return (
    <>
      <Part title={t('section.person')}>
        <div className={styles.pair}>
          <Field name="staff_id" autoFocus />
          <AccountField
            name="full_name"
            closed={closed}
            extra={t('hint.full_name')}
            onBlur={(event) => onNamed?.(event.target.value)}
          />
          <Field name="first_name" extra={t('hint.names')} />
          <Field name="last_name" />
          <Field name="gender" />
          <Field name="birthday" />
          <AccountField name="email" closed={closed} inputMode="email" />
          <Field name="phone_number" inputMode="tel" />
        </div>
      </Part>
      <WorkPart left={left} />
      <AccountPart closed={closed} />
      {seesPay && <PrivatePart />}
    </>
  );
}

/** A field of the account. */
function AccountField({ closed, extra, ...rest }: FieldProps & { closed: boolean }) {
  const { t } = useTranslation('staff');
  return (
    <Field {...rest} extra={closed ? t('holdsMore') : extra} disabled={closed} {...(closed && { required: false })} />
  );
}

function WorkPart({ left }: { left: boolean }) {
  const { t } = useTranslation('staff');
  const choices = useQuery(query(staffEndpoints.choices, {})).data;
  const teams = useQuery(query(teamEndpoints.list, {})).data?.results ?? [];
  return (
    <Part title={t('section.work')}>
      <Field name="teams">
        <Select<number[], { value: number; label: string }>
          mode="multiple"
          options={teams.map((team) => ({ value: team.id, label: team.team_name }))}
          showSearch={{ filterOption: (typed, option) => foldedMatch(option?.label ?? '', typed) }}
        />
      </Field>
      <div className={styles.pair}>
        <WordField name="position" words={choices?.positions} />
        <WordField name="department" words={choices?.departments} />
        <WordField name="workplace" words={choices?.workplaces} />
        <Field name="working_status">
          <Select
            disabled={left}
            options={WORKING_STATUSES.filter((value) => left || value !== 'Left').map((value) => ({
              value,
              label: t(`status.${value}`),
            }))}
          />
        </Field>
        <Field name="start_time" />
        <Field name="end_time" />
      </div>
    </Part>
  );
}

function AccountPart({ closed }: { closed: boolean }) {
  const { t } = useTranslation(['staff', 'field']);
  const { is_superuser } = useActor();
  const groups = useQuery(query(staffEndpoints.choices, {})).data?.groups ?? [];
  const group_id = Form.useWatch<number | null | undefined>('group_id');
  const passesAll = Form.useWatch<boolean | undefined>('is_superuser');
  const idle = (group_id ?? null) === null && passesAll !== true;
  return (
    <Part title={t('section.account')}>
      <div className={styles.pair}>
        <AccountField name="username" closed={closed} />
        <Field name="group_id" extra={closed ? t('holdsMore') : idle && t('hint.no_group')}>
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
        </Field>
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
  const { t } = useTranslation(['staff', 'field']);
  const pay = { step: 100_000, suffix: 'VND' };
  return (
    <Part title={t('section.private')}>
      <div className={styles.pair}>
        <Field name="salary_1" label={`${t('field:salary_1')} (${t('currency')})`} {...pay} />
        <Field name="salary_2" label={`${t('field:salary_2')} (${t('currency')})`} {...pay} />
        <Field name="residence_id" />
        <Field name="residence_created_at" />
      </div>
      <Field name="residence_created_by" />
      <Field name="residence_address" extra={t('hint.residence_address')} />
      <Field name="address" extra={t('hint.address')} />
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

/** Free text with suggestions from other members. */
function WordField({ name, words = [] }: { name: string; words?: readonly string[] | undefined }) {
  return (
    <Field name={name}>
      <AutoComplete
        options={words.map((value) => ({ value }))}
        showSearch={{ filterOption: (typed, option) => foldedMatch(option?.value ?? '', typed) }}
      />
    </Field>
  );
}
