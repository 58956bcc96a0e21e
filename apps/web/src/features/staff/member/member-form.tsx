import type { InputOf } from '@darkroom/contract/endpoint';
import { member as memberSchema, staffEndpoints, type Member } from '@darkroom/contract/staff/staff';
import { staffAccountEndpoints } from '@darkroom/contract/staff/account';
import { STAFF } from '@darkroom/contract/field-tables/staff';
import { nameParts, canViewPrivate } from '@darkroom/domain/staff/staff';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../lib/call/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { useAnnounceAdded } from '../../../ui/data-table/added.ts';
import { heldOf, onTheWire } from '../../../ui/record-form/held.ts';
import { RecordDrawer } from '../../../ui/record-form/record-drawer.tsx';
import { useNewRecord } from '../../../ui/record-form/use-new-record.ts';
import { useRecordForm } from '../../../ui/record-form/use-record-form.ts';
import { EditDrawer } from '../../../entities/history/edit-drawer.tsx';
import { MemberFields } from './member-fields.tsx';
import type { OneTime } from './one-time-dialog.tsx';
import { useHoldsMore } from './use-holds-more.ts';
import { useLostPermissions } from './use-rights-lost.tsx';

const { shape } = staffAccountEndpoints.add.input;
const empty = (): MemberValues => ({ ...heldOf(STAFF, shape), teams: [], working_status: 'Working' });
const valuesOf = (member: Member): MemberValues => ({
  ...heldOf(STAFF, shape, member),
  teams: member.teams.map((team) => team.id),
});
type MemberValues = ReturnType<typeof heldOf<typeof STAFF, typeof shape>>;

/** Adds a member with an account and shows the one-time password. */
export function MemberAddForm({
  onClose,
  onDone,
}: {
  onClose: () => void;
  onDone: (id: number, secret: OneTime) => void;
}) {
  const { t } = useTranslation('staff');
  const sayAdded = useAnnounceAdded();
  const seesPay = canViewPrivate(useActor());
  const record = useNewRecord<typeof staffAccountEndpoints.add, MemberValues>({
    endpoint: staffAccountEndpoints.add,
    initial: empty(),
    inputOf: (values) =>
      onTheWire<typeof staffAccountEndpoints.add>(values) as InputOf<typeof staffAccountEndpoints.add>,
    invalidates: ['staff', 'team', 'user'],
    onDone: ({ member, one_time_password, expires_at }) => {
      const words = t('added', { name: member.full_name });
      sayAdded({ list: 'staff', row: member.id, words, to: '/staff/member', search: { member: member.id } });
      onDone(member.id, { username: member.username, one_time_password, expires_at });
    },
  });
  const { form } = record;
  const [named, setNamed] = useState('');
  const suggested = useQuery(query(staffAccountEndpoints.suggest, { full_name: named })).data;
  useEffect(() => {
    for (const field of ['staff_id', 'username'] as const)
      if (suggested && !form.isFieldTouched(field)) form.setFieldsValue({ [field]: suggested[field] });
  }, [suggested, form]);
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
        form.setFieldsValue(nameParts(full_name));
      }}
    >
      <MemberFields seesPay={seesPay} onNamed={setNamed} />
    </RecordDrawer>
  );
}

/** Form to change a member. Work that the new permissions do not cover must be handed over. */
export function MemberEditForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useTranslation('staff');
  const toast = useToast();
  const seesPay = canViewPrivate(useActor());
  const closed = useHoldsMore(member);
  const { askBack, question } = useLostPermissions(member);
  const record = useRecordForm<typeof staffEndpoints.update, Member, MemberValues>({
    endpoint: staffEndpoints.update,
    record: member,
    currentSchema: memberSchema,
    invalidates: ['staff', 'team', 'user', 'task', 'job'],
    valuesOf,
    inputOf: ({ id, version }, changed) => ({ id, version, ...onTheWire<typeof staffEndpoints.update>(changed) }),
    askBack,
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
      of={{ entity: 'staff', id: member.id, name: member.full_name }}
      onClose={onClose}
    >
      <MemberFields left={!member.active} seesPay={seesPay} closed={closed} />
    </EditDrawer>
  );
}
