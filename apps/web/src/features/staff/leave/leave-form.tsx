import { leave as leaveSchema, leaveEndpoints, type Leave } from '@darkroom/contract/staff/leave';
import type { LeaveDays, LeaveKind } from '@darkroom/domain/staff/leave';
import { LEAVE } from '@darkroom/contract/field-tables/staff';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { Select } from 'antd';
import { bureauDay } from '../../../lib/clock/use-today.ts';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { Drawer } from '../../../ui/overlay/drawer.tsx';
import { useConfirmedCall } from '../../../ui/overlay/use-confirm.tsx';
import { Field } from '../../../ui/record-form/field.tsx';
import { RecordDrawer } from '../../../ui/record-form/record-drawer.tsx';
import { useNewRecord } from '../../../ui/record-form/use-new-record.ts';
import { useOpenedRecord } from '../../../ui/record-form/use-opened-record.ts';
import { useRecordForm } from '../../../ui/record-form/use-record-form.ts';
import { RecordHistory } from '../../../entities/history/record-history.tsx';
import type { SetLeaveSearch } from './leave-search.ts';
import { useLeavePeople } from './use-leave-people.ts';
import { useLeaveWords } from './use-leave-words.ts';
import staff from '../staff.module.css';

interface LeaveValues extends LeaveDays {
  kind: LeaveKind;
}

const toLeaveValues = ({ first_day, last_day, part, kind }: Leave): LeaveValues => ({
  first_day,
  last_day,
  part,
  kind: kind ?? 'planned',
});

interface LeavePanelProps {
  id: number | undefined;
  leave: Leave | undefined;
  /** Member of new days off. */
  member: number | undefined;
  setSearch: SetLeaveSearch;
  /** Called after days off were added that include today. */
  onOffToday: (member_id: number) => void;
}

/** Form of new or open days off. */
export default function LeavePanel({ id, leave, member, setSearch, onOffToday }: LeavePanelProps) {
  const { t } = useTranslation('staff');
  const { canManage } = useLeavePeople();
  const { fullName } = useUsers();
  const { describe } = useLeaveWords();
  const close = () => setSearch({ leave: undefined, add: undefined });
  const opened = useOpenedRecord(leave, id);
  if (member !== undefined) return <LeaveAddForm member={member} onOffToday={onOffToday} onClose={close} />;
  if (opened && canManage(opened.member_id)) return <LeaveEditForm key={opened.id} leave={opened} onClose={close} />;
  return (
    <Drawer open width="form" title={t('leaves.title')} onClose={close}>
      <p className="muted">{opened ? `${fullName(opened.member_id)}, ${describe(opened)}` : t('leaves.notFound')}</p>
    </Drawer>
  );
}

type LeaveAddProps = Pick<LeavePanelProps, 'onOffToday'> & { member: number; onClose: () => void };

function LeaveAddForm({ member, onOffToday, onClose }: LeaveAddProps) {
  const { t } = useTranslation('staff');
  const toast = useToast();
  const { fullName } = useUsers();
  const { people, canManage } = useLeavePeople();
  const { user_id } = useActor();
  const today = bureauDay();
  const record = useNewRecord<typeof leaveEndpoints.add, LeaveValues & { member_id: number }>({
    endpoint: leaveEndpoints.add,
    initial: {
      member_id: canManage(member) ? member : user_id,
      first_day: today,
      last_day: today,
      part: 'day',
      kind: 'planned',
    },
    inputOf: (values) => values,
    invalidates: ['leave'],
    onDone: ({ member_id, first_day, last_day }) => {
      toast.success(t('leaves.added', { name: fullName(member_id) }));
      onClose();
      if (first_day <= today && today <= last_day) onOffToday(member_id);
    },
  });
  return (
    <RecordDrawer
      inAddress
      name="leave-add"
      record={record}
      fields={LEAVE}
      title={t('leaves.add')}
      saveLabel={t('leaves.add')}
      onClose={onClose}
      onValuesChange={(_changed, { first_day, last_day }) => {
        if (last_day < first_day) record.form.setFieldValue('last_day', first_day);
      }}
    >
      <Field name="member_id">
        <Select<number, { value: number; label: string; title: string }>
          options={people
            .filter(({ id }) => canManage(id))
            .map(({ id, full_name, username }) => ({ value: id, label: full_name, title: username }))}
          showSearch={{
            filterOption: (typed, option) => foldedMatch(`${option?.label ?? ''} ${option?.title ?? ''}`, typed),
          }}
        />
      </Field>
      <LeaveFields />
    </RecordDrawer>
  );
}

function LeaveEditForm({ leave, onClose }: { leave: Leave; onClose: () => void }) {
  const { t } = useTranslation('staff');
  const toast = useToast();
  const name = useUsers().fullName(leave.member_id);
  const record = useRecordForm<typeof leaveEndpoints.update, Leave, LeaveValues>({
    endpoint: leaveEndpoints.update,
    record: leave,
    currentSchema: leaveSchema,
    invalidates: ['leave'],
    valuesOf: toLeaveValues,
    inputOf: ({ id, version }, changed) => ({ id, version, ...changed }),
    onDone: () => {
      toast.success(t('leaves.saved', { name }));
      onClose();
    },
  });
  const removal = useConfirmedCall(leaveEndpoints.delete, {
    question: () => ({ title: t('leaves.deleteTitle', { name }), lines: [], yes: t('leaves.delete'), danger: true }),
    inputOf: ({ id, version }: Leave) => ({ id, version }),
    invalidates: ['leave'],
    done: () => t('leaves.deleted', { name }),
    failed: t('leaves.deleteFailed'),
    onDone: onClose,
  });
  return (
    <RecordDrawer
      inAddress
      name="leave-edit"
      record={record}
      fields={LEAVE}
      title={t('leaves.edit', { name })}
      onClose={onClose}
      extra={<RecordHistory entity="leave" id={leave.member_id} name={name} />}
      lead={
        <div className={staff.buttons}>
          <CallButton danger call={leaveEndpoints.delete} onClick={() => removal.ask(leave)}>
            {t('leaves.delete')}
          </CallButton>
          {removal.holder}
        </div>
      }
    >
      <LeaveFields />
    </RecordDrawer>
  );
}

const LeaveFields = () => (
  <>
    <div className={staff.pair}>
      <Field name="first_day" allowClear={false} />
      <Field name="last_day" allowClear={false} />
    </div>
    <Field name="part" />
    <Field name="kind" />
  </>
);
