import type { InputOf } from '@darkroom/contract/endpoint';
import { member as memberSchema, staffEndpoints, type Member } from '@darkroom/contract/staff';
import { staffAccountEndpoints } from '@darkroom/contract/staff-account';
import { STAFF } from '@darkroom/contract/records/staff';
import { nameParts, seesPrivate } from '@darkroom/domain/staff/staff';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { applyFormErrors } from '../../../lib/errors/form-errors.tsx';
import { useApiMutation } from '../../../lib/call/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { useSayAdded } from '../../../ui/data-table/added.ts';
import { FormDrawer } from '../../../ui/record-form/form-drawer.tsx';
import { StaleNotice } from '../../../ui/record-form/stale-notice.tsx';
import { useRecordForm } from '../../../ui/record-form/use-record-form.ts';
import { RecordHistory } from '../../../records/history/record-history.tsx';
import { MemberFields } from './member-fields.tsx';
import { NEW_MEMBER, onTheWire, valuesOf, type MemberValues } from './member-values.ts';
import type { OneTime } from './one-time-dialog.tsx';

/** Adds a member with an account; who saves is shown the one-time password. */
export function MemberAddForm({
  onClose,
  onDone,
}: {
  onClose: () => void;
  onDone: (id: number, secret: OneTime) => void;
}) {
  const { t } = useTranslation(['staff', 'errors']);
  const sayAdded = useSayAdded();
  const seesPay = seesPrivate(useActor());
  const [form] = Form.useForm<MemberValues>();
  const add = useApiMutation(staffAccountEndpoints.add, {
    invalidates: ['staff', 'team', 'user'],
    onSuccess: ({ member, one_time_password, expires_at }) => {
      const words = t('added', { name: member.full_name });
      sayAdded({ list: 'staff', row: member.id, words, to: '/staff/member', search: { member: member.id } });
      onDone(member.id, { username: member.username, one_time_password, expires_at });
    },
    onError: (error) => applyFormErrors(form, error, t),
  });
  return (
    <FormDrawer
      inAddress
      wide
      title={t('add')}
      formId="member-add"
      saveLabel={t('add')}
      saving={add.isPending}
      isTouched={() => form.isFieldsTouched()}
      note={t('hint.account')}
      onClose={onClose}
    >
      <Form<MemberValues>
        name="member-add"
        form={form}
        layout="vertical"
        scrollToFirstError={{ block: 'nearest', focus: true }}
        initialValues={NEW_MEMBER}
        // What one types as the full name is taken apart as one goes, until one writes the parts oneself.
        onValuesChange={({ full_name }) => {
          if (full_name === undefined || form.isFieldTouched('first_name') || form.isFieldTouched('last_name')) return;
          form.setFieldsValue(nameParts(full_name));
        }}
        onFinish={(values) => add.mutate(onTheWire(values) as InputOf<typeof staffAccountEndpoints.add>)}
      >
        <MemberFields left={false} seesPay={seesPay} />
      </Form>
    </FormDrawer>
  );
}

/** Changes a member; two who do so at once are shown each other's. */
export function MemberEditForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useTranslation(['staff', 'common']);
  const toast = useToast();
  const seesPay = seesPrivate(useActor());
  const record = useRecordForm<typeof staffEndpoints.update, Member, MemberValues>({
    endpoint: staffEndpoints.update,
    record: member,
    currentSchema: memberSchema,
    invalidates: ['staff', 'team', 'user'],
    valuesOf: (of) => valuesOf(of, seesPay),
    inputOf: ({ id, version }, changed) => ({ id, version, ...onTheWire(changed) }),
    onDone: ({ full_name }) => {
      toast.success(t('saved', { name: full_name }));
      onClose();
    },
  });
  return (
    <FormDrawer
      inAddress
      wide
      title={t('editNamed', { name: member.full_name })}
      formId="member-edit"
      saveLabel={t('common:save')}
      saving={record.saving}
      isTouched={() => record.form.isFieldsTouched()}
      extra={<RecordHistory entity="staff" id={member.id} name={member.full_name} />}
      onClose={onClose}
    >
      <StaleNotice record={record} fields={STAFF} />
      <Form<MemberValues>
        name="member-edit"
        form={record.form}
        layout="vertical"
        scrollToFirstError={{ block: 'nearest', focus: true }}
        initialValues={record.initial}
        onFinish={record.submit}
      >
        <MemberFields left={!member.active} seesPay={seesPay} />
      </Form>
    </FormDrawer>
  );
}
