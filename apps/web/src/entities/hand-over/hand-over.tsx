import type { MemberWork } from '@darkroom/contract/staff/staff';
import { taskEndpoints } from '@darkroom/contract/task/task';
import { WORKSTREAMS, type Workstream } from '@darkroom/domain/customer/enums';
import { canTakeOver } from '@darkroom/domain/task/roles';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { Alert, Checkbox, Form, Select } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { toSubject, useUsers } from '../../lib/session/lookups.ts';
import { useCan } from '../../lib/session/session.ts';
import { StatusDot } from '../status/status-dot.tsx';
import styles from './hand-over.module.css';

type MemberTasks = MemberWork['tasks'];

/** Form values of the handover. They are missing while no field is shown. */
export interface HandOverValues {
  editors?: Partial<Record<Workstream, number | null>>;
}

/** Returns the input of the endpoint: the tasks on screen and their new editors. */
export const toHandOverInput = (tasks: MemberTasks, { editors }: HandOverValues) => ({
  tasks: tasks.map(({ task_id, version }) => ({ task_id, version })),
  editors: { OTS: editors?.OTS ?? null, PTE: editors?.PTE ?? null },
});

/** Returns a function: true if the user can hand over these tasks. */
export function useCanHandOver(): (tasks: MemberTasks) => boolean {
  const can = useCan();
  return (tasks) => tasks.length === 0 || can(taskEndpoints.load.access);
}

interface HandOverProps {
  tasks: MemberTasks;
  /** Member who hands over the work. Null for selected tasks of several editors. */
  memberId: number | null;
  /** Reason of the handover, for its heading. */
  reason: 'leave' | 'permissionsLost' | 'handOver';
  /** The tasks that stay, if the user can choose them. */
  staying?: ReadonlySet<number>;
  onStay?: (task_id: number) => void;
}

/** Tasks that a member hands over, with their new editors (decision 067). It is part of the form that needs the handover. */
export function HandOver(props: HandOverProps) {
  const { t } = useTranslation('staff');
  const { tasks, memberId, staying } = props;
  const isForbidden = !useCanHandOver()(tasks);
  const movedTasks = tasks.filter(({ task_id }) => !staying?.has(task_id));
  return (
    <>
      {isForbidden && <Alert type="warning" title={t('handOver.notAllowed')} />}
      <HandOverList {...props} />
      {!isForbidden && <NewEditors tasks={movedTasks} memberId={memberId} />}
    </>
  );
}

/** Maximum number of listed tasks. Further tasks are only counted. */
const MAX_LISTED_TASKS = 50;

function HandOverList({ tasks, reason, staying, onStay }: HandOverProps) {
  const { t } = useTranslation('staff');
  if (tasks.length === 0) return <p className="muted">{t(`${reason}.noTasks`)}</p>;
  const title = t(`${reason}.tasks`, { count: tasks.length });
  const hasPart = (part: MemberTasks[number]['part']) => tasks.some((task) => task.part === part);
  return (
    <>
      <h3>{title}</h3>
      <ul className={styles.openWork} tabIndex={0} aria-label={title}>
        {tasks.slice(0, onStay ? undefined : MAX_LISTED_TASKS).map((task) => (
          <li key={`${task.task_id}-${task.part}`}>
            {onStay ? (
              <Checkbox checked={!staying?.has(task.task_id)} onChange={() => onStay(task.task_id)}>
                <span className="tabular">{task.sub_prod_id}</span>
              </Checkbox>
            ) : (
              <span className="tabular">{task.sub_prod_id}</span>
            )}
            {task.job_name === null ? (
              <span className="ellipsis muted">{t('handOver.hidden')}</span>
            ) : (
              <span className="ellipsis" title={task.job_name}>
                {task.job_name}
              </span>
            )}
            <span className="muted">{t(`handOver.part.${task.part}`)}</span>
            <StatusDot status={task.status} />
          </li>
        ))}
        {!onStay && tasks.length > MAX_LISTED_TASKS && (
          <li className="muted">{t('handOver.more', { count: tasks.length - MAX_LISTED_TASKS })}</li>
        )}
      </ul>
      {hasPart('qc') && <p className="muted">{t('handOver.checks')}</p>}
      {hasPart('supporter') && <p className="muted">{t('handOver.supports')}</p>}
    </>
  );
}

/** New editor for each workstream with work to edit. */
function NewEditors({ tasks, memberId }: Pick<HandOverProps, 'tasks' | 'memberId'>) {
  const { t } = useTranslation(['staff', 'errors']);
  const { atWork } = useUsers();
  return WORKSTREAMS.map((stream) => {
    const streamTasks = tasks.filter((task) => task.part === 'editor' && task.workstream === stream);
    if (streamTasks.length === 0) return null;
    const isRequired = streamTasks.some((task) => task.needs_successor);
    const editors = atWork.filter(
      (user) => user.id !== memberId && streamTasks.every((task) => canTakeOver(task, toSubject(user))),
    );
    return (
      <Form.Item
        key={stream}
        name={['editors', stream]}
        label={t('handOver.editor', { workstream: stream })}
        extra={isRequired ? t('handOver.needsSuccessor') : undefined}
        rules={isRequired ? [{ required: true, message: t('errors:editor_required') }] : []}
      >
        <Select<number, PersonOption>
          allowClear={!isRequired}
          placeholder={t(isRequired ? 'handOver.chooseEditor' : 'handOver.toPool')}
          options={editors.map((user) => ({ value: user.id, label: user.full_name, title: user.username }))}
          showSearch={{ filterOption: matchesOption }}
        />
      </Form.Item>
    );
  });
}

/** A person to select, found by name or username. */
export type PersonOption = { value: number; label: string; title: string };

export const matchesOption = (typed: string, option: PersonOption | undefined) =>
  foldedMatch(`${option?.label ?? ''} ${option?.title ?? ''}`, typed);
