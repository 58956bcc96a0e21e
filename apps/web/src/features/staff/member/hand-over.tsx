import type { TasksInHand } from '@darkroom/contract/staff/staff';
import { taskEndpoints } from '@darkroom/contract/task/task';
import { WORKSTREAMS, type Workstream } from '@darkroom/domain/customer/enums';
import { couldTakeOver } from '@darkroom/domain/task/places';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { Alert, Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { asSubject, useUsers } from '../../../lib/session/lookups.ts';
import { useCan } from '../../../lib/session/session.ts';
import { StatusDot } from '../../../entities/status/status-dot.tsx';
import styles from '../staff.module.css';

type Tasks = TasksInHand['tasks'];

/** Form values of the handover. They are missing while no field is shown. */
export interface HandOverValues {
  editors?: Partial<Record<Workstream, number | null>>;
}

/** Input of the call: the tasks on screen and their new editors. */
export const handedOver = (tasks: Tasks, { editors }: HandOverValues) => ({
  tasks: tasks.map(({ task_id, version }) => ({ task_id, version })),
  editors: { OTS: editors?.OTS ?? null, PTE: editors?.PTE ?? null },
});

/** True if the user can hand over these tasks. */
export function useCanHandOver(): (tasks: Tasks) => boolean {
  const may = useCan();
  return (tasks) => tasks.length === 0 || may(taskEndpoints.load.access);
}

interface HandOverProps {
  tasks: Tasks;
  /** Member who hands over the work. */
  from: number;
  /** Reason of the handover, for its heading. */
  why: 'leave' | 'rightsLost';
}

/** Tasks that a member hands over, with their new editors (decision 067). It is part of the form that needs the handover. */
export function HandOver({ tasks, from, why }: HandOverProps) {
  const { t } = useTranslation('staff');
  const mayNot = !useCanHandOver()(tasks);
  return (
    <>
      {mayNot && <Alert type="warning" title={t('handOver.mayNot')} />}
      <InHand tasks={tasks} why={why} />
      {!mayNot && <Successors tasks={tasks} from={from} />}
    </>
  );
}

/** Maximum number of listed tasks. Further ones are only counted. */
const SHOWN = 50;

function InHand({ tasks, why }: Omit<HandOverProps, 'from'>) {
  const { t } = useTranslation('staff');
  if (tasks.length === 0) return <p className="muted">{t(`${why}.noTasks`)}</p>;
  const title = t(`${why}.tasks`, { count: tasks.length });
  const has = (part: Tasks[number]['part']) => tasks.some((task) => task.part === part);
  return (
    <>
      <h3>{title}</h3>
      <ul className={styles.inHand} tabIndex={0} aria-label={title}>
        {tasks.slice(0, SHOWN).map((task) => (
          <li key={`${task.task_id}-${task.part}`}>
            <span className="tabular">{task.sub_prod_id}</span>
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
        {tasks.length > SHOWN && <li className="muted">{t('handOver.more', { count: tasks.length - SHOWN })}</li>}
      </ul>
      {has('qc') && <p className="muted">{t('handOver.checks')}</p>}
      {has('supporter') && <p className="muted">{t('handOver.supports')}</p>}
    </>
  );
}

/** New editor for each workstream with work to edit. */
function Successors({ tasks, from }: Omit<HandOverProps, 'why'>) {
  const { t } = useTranslation(['staff', 'errors']);
  const { atWork } = useUsers();
  return WORKSTREAMS.map((stream) => {
    const own = tasks.filter((task) => task.part === 'editor' && task.workstream === stream);
    if (own.length === 0) return null;
    const needed = own.some((task) => task.needs_successor);
    const editors = atWork.filter(
      (user) => user.id !== from && own.every((task) => couldTakeOver(task, asSubject(user))),
    );
    return (
      <Form.Item
        key={stream}
        name={['editors', stream]}
        label={t('handOver.editor', { workstream: stream })}
        extra={needed ? t('handOver.needsSuccessor') : undefined}
        rules={needed ? [{ required: true, message: t('errors:editor_required') }] : []}
      >
        <Select<number, Option>
          allowClear={!needed}
          placeholder={t(needed ? 'handOver.chooseEditor' : 'handOver.toPool')}
          options={editors.map((user) => ({ value: user.id, label: user.full_name, title: user.username }))}
          showSearch={{ filterOption: matches }}
        />
      </Form.Item>
    );
  });
}

/** A person to select, found by name or username. */
export type Option = { value: number; label: string; title: string };

export const matches = (typed: string, option: Option | undefined) =>
  foldedMatch(`${option?.label ?? ''} ${option?.title ?? ''}`, typed);
