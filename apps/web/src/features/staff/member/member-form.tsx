import type { InputOf } from '@darkroom/contract/endpoint';
import { member as memberSchema, staffEndpoints, type Member } from '@darkroom/contract/staff/staff';
import { staffAccountEndpoints } from '@darkroom/contract/staff/account';
import { STAFF } from '@darkroom/contract/field-tables/staff';
import { splitName, canViewPrivate } from '@darkroom/domain/staff/staff';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { query } from '../../../lib/api/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { useAnnounceAdded } from '../../../ui/data-table/added.ts';
import { toFormValues, toCallInput } from '../../../ui/record-form/form-values.ts';
import { RecordDrawer } from '../../../ui/record-form/record-drawer.tsx';
import { useNewRecord } from '../../../ui/record-form/use-new-record.ts';
import { useRecordForm } from '../../../ui/record-form/use-record-form.ts';
import { EditDrawer } from '../../../entities/history/edit-drawer.tsx';
import { MemberFields } from './member-fields.tsx';
import type { OneTimePassword } from './one-time-password-dialog.tsx';
import { useHasMorePermissions } from './use-has-more-permissions.ts';
import { useLostPermissions } from './use-lost-permissions.tsx';

const { shape: inputShape } = staffAccountEndpoints.add.input;
const createEmptyValues = (): MemberValues => ({
  ...toFormValues(STAFF, inputShape),
  teams: [],
  working_status: 'Working',
});
const toMemberValues = (member: Member): MemberValues => ({
  ...toFormValues(STAFF, inputShape, member),
  teams: member.teams.map((team) => team.id),
});
type MemberValues = ReturnType<typeof toFormValues<typeof STAFF, typeof inputShape>>;

/** Adds a member with an account and shows the one-time password. */
export function MemberAddForm({
  onClose,
  onDone,
}: {
  onClose: () => void;
  onDone: (id: number, secret: OneTimePassword) => void;
}) {
  const { t } = useTranslation('staff');
  const announceAdded = useAnnounceAdded();
  const canViewPay = canViewPrivate(useActor());
  const record = useNewRecord<typeof staffAccountEndpoints.add, MemberValues>({
    endpoint: staffAccountEndpoints.add,
    initial: createEmptyValues(),
    inputOf: (values) =>
      toCallInput<typeof staffAccountEndpoints.add>(values) as InputOf<typeof staffAccountEndpoints.add>,
    invalidates: ['staff', 'team', 'user'],
    onDone: ({ member, ...secret }) => {
      const message = t('added', { name: member.full_name });
      announceAdded({
        list: 'staff',
        row: member.id,
        words: message,
        to: '/staff/member',
        search: { member: member.id },
      });
      onDone(member.id, { username: member.username, ...secret });
    },
  });
  const { form } = record;
  const [typedName, setTypedName] = useState('');
  const suggestions = useQuery(query(staffAccountEndpoints.suggest, { full_name: typedName })).data;
  useEffect(() => {
    for (const field of ['staff_id', 'username'] as const)
      if (suggestions && !form.isFieldTouched(field)) form.setFieldsValue({ [field]: suggestions[field] });
  }, [suggestions, form]);
  return (
    <RecordDrawer
      inAddress
      wide
      name="member-add"
      record={record}
      fields={STAFF}
      title={t('add')}
      saveLabel={t('add')}
      note={t('hint.account')}
      onClose={onClose}
      // Splits the full name while it is typed, until the user edits its parts.
      onValuesChange={({ full_name }) => {
        if (full_name === undefined || form.isFieldTouched('first_name') || form.isFieldTouched('last_name')) return;
        form.setFieldsValue(splitName(full_name));
      }}
    >
      <MemberFields canViewPay={canViewPay} onFullName={setTypedName} />
    </RecordDrawer>
  );
}

/** Form to change a member. Work that the new permissions do not cover must be handed over. */
export function MemberEditForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useTranslation('staff');
  const toast = useToast();
  const canViewPay = canViewPrivate(useActor());
  const isAccountLocked = useHasMorePermissions(member);
  const { askBack, renderQuestion: question } = useLostPermissions(member);
  const record = useRecordForm<typeof staffEndpoints.update, Member, MemberValues>({
    endpoint: staffEndpoints.update,
    record: member,
    currentSchema: memberSchema,
    invalidates: ['staff', 'team', 'user', 'task', 'job'],
    valuesOf: toMemberValues,
    inputOf: ({ id, version }, changed) => ({ id, version, ...toCallInput<typeof staffEndpoints.update>(changed) }),
    askAfterError: askBack,
    onDone: ({ full_name }) => {
      toast.success(t('saved', { name: full_name }));
      onClose();
    },
  });
  return (
    <EditDrawer
      inAddress
      wide
      name="member-edit"
      record={record}
      fields={STAFF}
      lead={question(record.saving)}
      title={t('editNamed', { name: member.full_name })}
      historyRecord={{ entity: 'staff', id: member.id, name: member.full_name }}
      onClose={onClose}
    >
      <MemberFields hasLeft={!member.active} canViewPay={canViewPay} isAccountLocked={isAccountLocked} />
    </EditDrawer>
  );
}
