import type { TasksInHand } from '@darkroom/contract/hand-over';
import type { Member } from '@darkroom/contract/staff';
import { staffAccountEndpoints } from '@darkroom/contract/staff-account';
import { taskEndpoints } from '@darkroom/contract/task';
import { dayOf } from '@darkroom/domain/calendar/day';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { editsIn } from '@darkroom/domain/task/places';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { useQuery } from '@tanstack/react-query';
import { Alert, Form, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { applyFormErrors } from '../../../lib/errors/form-errors.tsx';
import { messageOf } from '../../../lib/errors/error-message.ts';
import { asSubject, useUsers } from '../../../lib/session/lookups.ts';
import { query, useApiMutation } from '../../../lib/call/query.ts';
import { useMay } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { DayPicker } from '../../../ui/day-picker/day-picker.tsx';
import { useLeaveGuard } from '../../../ui/page/leave-guard.tsx';
import { StatusDot } from '../../../records/status/status-dot.tsx';
import styles from '../staff.module.css';
import { Modal } from '../../../ui/overlay/modal.tsx';

interface LeaveValues {
  end_time: string;
  /** Not there while nobody has a field for it. */
  editors?: { OTS?: number | null; PTE?: number | null };
  leaders?: Record<string, number | null | undefined>;
}

/** Tasks named in the list; how many more there are is said. */
const SHOWN = 50;
type Option = { value: number; label: string; title: string };

/** Somebody leaves: what they have in hand is shown and goes to others in the same step (decision 067). */
export default function LeaveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useTranslation(['staff', 'errors', 'common']);
  const toast = useToast();
  const may = useMay();
  const [form] = Form.useForm<LeaveValues>();
  const [today] = useState(() => dayOf(Date.now()));
  const [changed, setChanged] = useState(false);
  const hand = useQuery({ ...query(staffAccountEndpoints.inHand, { staff_id: member.id }), staleTime: 0 });
  const leave = useApiMutation(staffAccountEndpoints.delete, {
    invalidates: ['staff', 'team', 'user', 'task', 'job'],
    onSuccess: () => {
      toast.success(t('leave.done', { name: member.full_name }));
      onClose();
    },
    onError: (error) => {
      if (error.problem.code === 'stale') {
        setChanged(true);
        void hand.refetch();
        return true;
      }
      if (applyFormErrors(form, error, t)) return true;
      if (error.status !== 401) toast.error(`${t('leave.failed')} ${messageOf(error, t)}`);
      return true;
    },
  });
  const { tasks = [], teams = [] } = hand.data ?? {};
  const mayNot = tasks.length > 0 && !may(taskEndpoints.load.access);
  const submit = ({ end_time, editors, leaders }: LeaveValues) => {
    setChanged(false);
    leave.mutate({
      staff_id: member.id,
      end_time,
      tasks: tasks.map(({ task_id, version }) => ({ task_id, version })),
      editors: { OTS: editors?.OTS ?? null, PTE: editors?.PTE ?? null },
      leaders: teams.map((team) => ({ team_id: team.id, leader_id: leaders?.[team.id] ?? null })),
    });
  };
  const guard = useLeaveGuard({ isTouched: () => form.isFieldsTouched(), saving: leave.isPending, back: onClose });
  return (
    <Modal
      open
      title={t('leave.title', { name: member.full_name })}
      okText={t('leave.confirm')}
      okButtonProps={{ danger: true, disabled: !hand.data || mayNot }}
      cancelText={t('common:cancel')}
      confirmLoading={leave.isPending}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={() => guard.leave(onClose)}
      destroyOnHidden
    >
      <div className={styles.leave}>
        <p>{t('leave.hint')}</p>
        {changed && <Alert type="warning" role="alert" title={t('leave.changed')} />}
        {mayNot && <Alert type="warning" title={t('leave.mayNot')} />}
        {hand.isError && <Alert type="error" title={messageOf(hand.error, t)} />}
        {hand.isPending && <Skeleton active paragraph={{ rows: 3 }} />}
        {hand.data && (
          <Form<LeaveValues>
            form={form}
            layout="vertical"
            requiredMark={false}
            initialValues={{ end_time: member.end_time ?? today }}
            onFinish={submit}
          >
            <LastDay />
            <InHand tasks={tasks} />
            {!mayNot && <Successors tasks={tasks} leaving={member.id} />}
            <Teams teams={teams} leaving={member.id} />
          </Form>
        )}
      </div>
      {guard.dialog}
    </Modal>
  );
}

function LastDay() {
  const { t } = useTranslation('staff');
  return (
    <Form.Item name="end_time" label={t('leave.end_time')} rules={[{ required: true }]}>
      <DayPicker allowClear={false} />
    </Form.Item>
  );
}

function InHand({ tasks }: Pick<TasksInHand, 'tasks'>) {
  const { t } = useTranslation('staff');
  if (tasks.length === 0) return <p className="quiet">{t('leave.noTasks')}</p>;
  const checks = tasks.some(({ part }) => part !== 'editor');
  return (
    <>
      <h3>{t('leave.tasks', { count: tasks.length })}</h3>
      <ul className={styles.inHand} tabIndex={0} aria-label={t('leave.tasks', { count: tasks.length })}>
        {tasks.slice(0, SHOWN).map((task) => (
          <li key={`${task.task_id}-${task.part}`}>
            <span className={styles.number}>{task.sub_prod_id}</span>
            {task.job_name === null ? (
              <span className={`${styles.jobName} quiet`}>{t('leave.hidden')}</span>
            ) : (
              <span className={styles.jobName} title={task.job_name}>
                {task.job_name}
              </span>
            )}
            <span className="quiet">{t(`leave.part.${task.part}`)}</span>
            <StatusDot status={task.status} />
          </li>
        ))}
        {tasks.length > SHOWN && <li className="quiet">{t('leave.more', { count: tasks.length - SHOWN })}</li>}
      </ul>
      {checks && <p className="quiet">{t('leave.checks')}</p>}
    </>
  );
}

/** Who edits on, for each workstream in which there is something to edit. */
function Successors({ tasks, leaving }: Pick<TasksInHand, 'tasks'> & { leaving: number }) {
  const { t } = useTranslation(['staff', 'errors']);
  const { active } = useUsers();
  return WORKSTREAMS.map((stream) => {
    const own = tasks.filter((task) => task.part === 'editor' && task.workstream === stream);
    if (own.length === 0) return null;
    const needed = own.some((task) => task.needs_successor);
    const editors = active.filter((user) => user.id !== leaving && editsIn(asSubject(user), { workstream: stream }));
    return (
      <Form.Item
        key={stream}
        name={['editors', stream]}
        label={t('leave.editor', { workstream: stream })}
        extra={needed ? t('leave.needsSuccessor') : undefined}
        rules={needed ? [{ required: true, message: t('errors:editor_required') }] : []}
      >
        <Select<number, Option>
          allowClear={!needed}
          placeholder={t(needed ? 'leave.chooseEditor' : 'leave.toPool')}
          options={editors.map((user) => ({ value: user.id, label: user.full_name, title: user.username }))}
          showSearch={{ filterOption: matches }}
        />
      </Form.Item>
    );
  });
}

function Teams({ teams, leaving }: Pick<TasksInHand, 'teams'> & { leaving: number }) {
  const { t } = useTranslation('staff');
  const { active } = useUsers();
  return teams.map((team) => (
    <Form.Item key={team.id} name={['leaders', String(team.id)]} label={t('leave.leader', { team: team.team_name })}>
      <Select<number, Option>
        allowClear
        placeholder={t('leave.noLeader')}
        options={active
          .filter((user) => user.id !== leaving)
          .map((user) => ({ value: user.id, label: user.full_name, title: user.username }))}
        showSearch={{ filterOption: matches }}
      />
    </Form.Item>
  ));
}

const matches = (typed: string, option: Option | undefined) =>
  foldedMatch(`${option?.label ?? ''} ${option?.title ?? ''}`, typed);
