import type { Member, MemberWork } from '@darkroom/contract/staff/staff';
import { staffAccountEndpoints } from '@darkroom/contract/staff/account';
import { STAFF } from '@darkroom/contract/field-tables/staff';
import { useQuery } from '@tanstack/react-query';
import { Alert, Form, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { getErrorMessage } from '../../../lib/errors/error-message.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { query, useApiMutation } from '../../../lib/api/query.ts';
import { useToast } from '../../../lib/toast.ts';
import { Field, FormFields } from '../../../ui/record-form/field.tsx';
import { useLeaveGuard } from '../../../ui/page/leave-guard.tsx';
import {
  HandOver,
  toHandOverInput,
  matchesOption,
  useCanHandOver,
  type HandOverValues,
  type PersonOption,
} from '../../../entities/hand-over/hand-over.tsx';
import styles from '../../../entities/hand-over/hand-over.module.css';
import { useOpeningDay } from '../../../lib/clock/use-today.ts';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';

interface LeaveValues extends HandOverValues {
  end_time: string;
  /** Undefined while no field is shown. */
  leaders?: Record<string, number | null | undefined>;
}

/** Dialog for a member who leaves. Their work is handed over in the same step (decision 067). */
export default function LeaveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useTranslation(['staff', 'errors', 'common']);
  const toast = useToast();
  const [form] = Form.useForm<LeaveValues>();
  const today = useOpeningDay();
  const [hasChanged, setHasChanged] = useState(false);
  const tasksQuery = useQuery({
    ...query(staffAccountEndpoints.tasksInProgress, { staff_id: member.id }),
    staleTime: 0,
  });
  const leave = useApiMutation(staffAccountEndpoints.delete, {
    invalidates: ['staff', 'team', 'user', 'task', 'job'],
    onSuccess: () => {
      toast.success(t('leave.done', { name: member.full_name }));
      onClose();
    },
    onError: (error) => {
      if (!['has_tasks', 'stale'].includes(error.problem.code)) return false;
      setHasChanged(true);
      void tasksQuery.refetch();
      return true;
    },
    form,
    failed: t('leave.failed'),
  });
  const { tasks = [], teams = [] } = tasksQuery.data ?? {};
  const isForbidden = !useCanHandOver()(tasks);
  const submit = ({ end_time, leaders, ...handOver }: LeaveValues) => {
    setHasChanged(false);
    leave.mutate({
      staff_id: member.id,
      end_time,
      ...toHandOverInput(tasks, handOver),
      leaders: teams.map((team) => ({ team_id: team.id, leader_id: leaders?.[team.id] ?? null })),
    });
  };
  const guard = useLeaveGuard({ isTouched: () => form.isFieldsTouched(), saving: leave.isPending, back: onClose });
  return (
    <Modal
      open
      title={t('leave.title', { name: member.full_name })}
      okText={t('leave.confirm')}
      okButtonProps={{ danger: true, disabled: !tasksQuery.data || isForbidden }}
      cancelText={t('common:cancel')}
      confirmLoading={leave.isPending}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={() => guard.leave(onClose)}
      destroyOnHidden
    >
      <div className={styles.handover}>
        <p>{t('leave.hint')}</p>
        {hasChanged && <ConflictNotice saveAttempts={1} title={t('handOver.changed')} />}
        {tasksQuery.isError && <Alert type="error" title={getErrorMessage(tasksQuery.error, t)} />}
        {tasksQuery.isPending && <Skeleton active paragraph={{ rows: 3 }} />}
        {tasksQuery.data && (
          <Form<LeaveValues>
            form={form}
            layout="vertical"
            requiredMark={false}
            initialValues={{ end_time: member.end_time ?? today }}
            onFinish={submit}
          >
            <FormFields fields={STAFF} call={staffAccountEndpoints.delete}>
              <Field name="end_time" label={t('leave.end_time')} allowClear={false} />
            </FormFields>
            <HandOver tasks={tasks} memberId={member.id} reason="leave" />
            <NewLeaders teams={teams} memberId={member.id} />
          </Form>
        )}
      </div>
      {guard.dialog}
    </Modal>
  );
}

function NewLeaders({ teams, memberId }: Pick<MemberWork, 'teams'> & { memberId: number }) {
  const { t } = useTranslation('staff');
  const { active } = useUsers();
  return teams.map((team) => (
    <Form.Item key={team.id} name={['leaders', String(team.id)]} label={t('leave.leader', { team: team.team_name })}>
      <Select<number, PersonOption>
        allowClear
        placeholder={t('leave.noLeader')}
        options={active
          .filter((user) => user.id !== memberId)
          .map((user) => ({ value: user.id, label: user.full_name, title: user.username }))}
        showSearch={{ filterOption: matchesOption }}
      />
    </Form.Item>
  ));
}
