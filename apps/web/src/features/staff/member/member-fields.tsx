import { staffEndpoints } from '@darkroom/contract/staff/staff';
import { teamEndpoints } from '@darkroom/contract/staff/team';
import { WORKING_STATUSES } from '@darkroom/domain/staff/staff';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Checkbox, Form, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { query } from '../../../lib/api/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { Field, type FieldProps } from '../../../ui/record-form/field.tsx';
import styles from '../staff.module.css';

interface MemberFieldsProps {
  canViewPay: boolean;
  hasLeft?: boolean;
  /** True if the account has more permissions than the user. Its fields are then disabled with the reason. */
  isAccountLocked?: boolean;
  /** Called with the typed full name. */
  onFullName?: (full_name: string) => void;
}

/** Fields of a member in four parts. Pay and residence need permission. */
export function MemberFields({ canViewPay, hasLeft = false, isAccountLocked = false, onFullName }: MemberFieldsProps) {
  const { t } = useTranslation('staff');
  return (
    <>
      <FieldGroup title={t('section.person')}>
        <div className={styles.pair}>
          <Field name="staff_id" autoFocus />
          <AccountField
            name="full_name"
            isAccountLocked={isAccountLocked}
            extra={t('hint.full_name')}
            onBlur={(event) => onFullName?.(event.target.value)}
          />
          <Field name="first_name" extra={t('hint.names')} />
          <Field name="last_name" />
          <Field name="gender" />
          <Field name="birthday" />
          <AccountField name="email" isAccountLocked={isAccountLocked} inputMode="email" />
          <Field name="phone_number" inputMode="tel" />
        </div>
      </FieldGroup>
      <WorkPart hasLeft={hasLeft} />
      <AccountPart isAccountLocked={isAccountLocked} />
      {canViewPay && <PrivatePart />}
    </>
  );
}

function AccountField({ isAccountLocked, extra, ...rest }: FieldProps & { isAccountLocked: boolean }) {
  const { t } = useTranslation('staff');
  return (
    <Field
      {...rest}
      extra={isAccountLocked ? t('hasMorePermissions') : extra}
      disabled={isAccountLocked}
      {...(isAccountLocked && { required: false })}
    />
  );
}

function WorkPart({ hasLeft }: { hasLeft: boolean }) {
  const { t } = useTranslation('staff');
  const choices = useQuery(query(staffEndpoints.choices, {})).data;
  const teams = useQuery(query(teamEndpoints.list, {})).data?.results ?? [];
  return (
    <FieldGroup title={t('section.work')}>
      <Field name="teams">
        <Select<number[], { value: number; label: string }>
          mode="multiple"
          options={teams.map((team) => ({ value: team.id, label: team.team_name }))}
          showSearch={{ filterOption: (typed, option) => foldedMatch(option?.label ?? '', typed) }}
        />
      </Field>
      <div className={styles.pair}>
        <SuggestField name="position" suggestions={choices?.positions} />
        <SuggestField name="department" suggestions={choices?.departments} />
        <SuggestField name="workplace" suggestions={choices?.workplaces} />
        <Field name="working_status">
          <Select
            disabled={hasLeft}
            options={WORKING_STATUSES.filter((value) => hasLeft || value !== 'Left').map((value) => ({
              value,
              label: t(`status.${value}`),
            }))}
          />
        </Field>
        <Field name="start_time" />
        <Field name="end_time" />
      </div>
    </FieldGroup>
  );
}

function AccountPart({ isAccountLocked }: { isAccountLocked: boolean }) {
  const { t } = useTranslation(['staff', 'field']);
  const { is_superuser } = useActor();
  const groups = useQuery(query(staffEndpoints.choices, {})).data?.groups ?? [];
  const group_id = Form.useWatch<number | null | undefined>('group_id');
  const isSuperuser = Form.useWatch<boolean | undefined>('is_superuser');
  const hasNoPermissions = (group_id ?? null) === null && isSuperuser !== true;
  return (
    <FieldGroup title={t('section.account')}>
      <div className={styles.pair}>
        <AccountField name="username" isAccountLocked={isAccountLocked} />
        <Field
          name="group_id"
          extra={isAccountLocked ? t('hasMorePermissions') : hasNoPermissions && t('hint.no_group')}
        >
          <Select<number | null, { value: number; label: string; disabled: boolean; title: string }>
            allowClear
            disabled={isAccountLocked}
            placeholder={t('noGroup')}
            options={groups.map((group) => ({
              value: group.id,
              label: group.group_name,
              disabled: !group.within,
              title: group.within ? group.group_name : t('hint.groupNotGrantable'),
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
    </FieldGroup>
  );
}

function PrivatePart() {
  const { t } = useTranslation(['staff', 'field']);
  const payFieldProps = { step: 100_000, suffix: 'VND' };
  return (
    <FieldGroup title={t('section.private')}>
      <div className={styles.pair}>
        <Field name="salary_1" label={`${t('field:salary_1')} (${t('currency')})`} {...payFieldProps} />
        <Field name="salary_2" label={`${t('field:salary_2')} (${t('currency')})`} {...payFieldProps} />
        <Field name="residence_id" />
        <Field name="residence_created_at" />
      </div>
      <Field name="residence_created_by" />
      <Field name="residence_address" extra={t('hint.residence_address')} />
      <Field name="address" extra={t('hint.address')} />
    </FieldGroup>
  );
}

function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.formSection}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

/** Free text with suggestions from other members. */
function SuggestField({ name, suggestions = [] }: { name: string; suggestions?: readonly string[] | undefined }) {
  return (
    <Field name={name}>
      <AutoComplete
        options={suggestions.map((value) => ({ value }))}
        showSearch={{ filterOption: (typed, option) => foldedMatch(option?.value ?? '', typed) }}
      />
    </Field>
  );
}
