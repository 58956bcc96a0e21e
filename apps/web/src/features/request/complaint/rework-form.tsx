import { couldTakeBack } from '@darkroom/domain/task/places';
import { complaintEndpoints, type ComplaintTask } from '@darkroom/contract/complaint';
import type { RequestRow } from '@darkroom/contract/request';
import { useQueryClient } from '@tanstack/react-query';
import { Checkbox, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCategories, useFaultKinds, useUsers } from '../../../lib/session/lookups.ts';
import { useToast } from '../../../lib/toast.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { NumberField, type NumberValue } from '../../../ui/number-field/number-field.tsx';
import { useNumberRule } from '../../../ui/number-field/use-number-rule.ts';
import fields from '../../../ui/record-form/fields.module.css';
import { RecordDrawer } from '../../../ui/record-form/record-drawer.tsx';
import { useNewRecord } from '../../../ui/record-form/use-new-record.ts';
import { putRequest } from '../request-cache.ts';
import styles from './complaint.module.css';
import { RunningRework } from './running-rework.tsx';

interface TaskValues {
  task_id: number;
  chosen: boolean;
  rework_quantity: NumberValue;
  fault_kinds: string[];
}

interface ReworkValues {
  rework_notes: string;
  tasks: TaskValues[];
}

interface ReworkFormProps {
  request: RequestRow;
  /** The job they are of: sending them names it where the request does not yet. */
  job_id: number;
  /** Those that can be chosen, and are the actor's to see: completed ones, and those in a rework that is not this complaint's yet. */
  tasks: readonly ComplaintTask[];
  onClose: () => void;
}

const NO_TASK: readonly TaskValues[] = [];
const MOST_KINDS = 9;

/** The tasks the customer named, or the only one there is; all their pieces until somebody knows better. */
function beginning({ job_details, description, subject }: RequestRow, tasks: readonly ComplaintTask[]): ReworkValues {
  const named = new Set(job_details.map(({ sub_prod_id }) => sub_prod_id));
  return {
    rework_notes: description || subject,
    tasks: tasks.map(({ task_id, task }) => ({
      task_id,
      chosen: tasks.length === 1 || named.has(task?.sub_prod_id ?? ''),
      rework_quantity: task?.quantity ?? null,
      fault_kinds: [],
    })),
  };
}

/**
 * Sends chosen tasks of a complaint's job to rework in one step, which starts the complaint too. One that is being redone already stands
 * among them, as it is: chosen, its rework becomes this complaint's. A row turns from one into the other while the form is open.
 */
export function ReworkForm({ request, job_id, tasks, onClose }: ReworkFormProps) {
  const { t } = useTranslation(['request', 'field', 'errors']);
  const client = useQueryClient();
  const toast = useToast();
  const known = new Map(tasks.map((one) => [one.task_id, one]));
  const chosenOf = (all: readonly TaskValues[], where: 'tasks' | 'running') =>
    all.flatMap((task, place) => {
      const one = known.get(task.task_id);
      const fits = task.chosen && one !== undefined && (one.running !== null) === (where === 'running');
      return fits ? [{ ...task, place, version: one.task?.version ?? 0 }] : [];
    });
  const initial = beginning(request, tasks);
  const record = useNewRecord<typeof complaintEndpoints.rework, ReworkValues>({
    endpoint: complaintEndpoints.rework,
    initial,
    inputOf: ({ rework_notes, tasks: all }) => ({
      id: request.id,
      version: request.version,
      ...(job_id === request.job_id ? {} : { job_id }),
      tasks: chosenOf(all, 'tasks').map(({ task_id, version, rework_quantity, fault_kinds }) => ({
        task_id,
        version,
        rework_quantity: typeof rework_quantity === 'number' ? rework_quantity : 0,
        rework_notes: rework_notes.trim(),
        fault_kinds,
      })),
      running: chosenOf(all, 'running').map(({ task_id, version, fault_kinds }) => ({ task_id, version, fault_kinds })),
    }),
    invalidates: ['request', 'task', 'job'],
    // The call holds the chosen ones alone, and the form one note for all.
    placeOf: (field) => {
      const [, where, at = '', name = ''] = /^(tasks|running)\.(\d+)\.(\w+)/.exec(field) ?? [];
      if (name === 'rework_notes') return name;
      const all: readonly TaskValues[] = record.form.getFieldValue('tasks') ?? NO_TASK;
      const chosen = chosenOf(all, where === 'running' ? 'running' : 'tasks')[Number(at)];
      return name ? `tasks.${chosen?.place}.${name}` : field;
    },
    failed: t('complaint.notSent'),
    onDone: (after, { tasks: sent }) => {
      putRequest(client, after);
      toast.success(t(sent.length > 0 ? 'complaint.wasSent' : 'complaint.wasTakenOn', { subject: after.subject }));
      onClose();
    },
  });
  // What the form begins with until it says what it holds: no row stands for a moment as if nobody had chosen it.
  const values: readonly TaskValues[] = Form.useWatch('tasks', { form: record.form, preserve: true }) ?? initial.tasks;
  // What an editor was asked for stays: notes are of those that are sent now.
  const sends = chosenOf(values, 'tasks').length > 0 || chosenOf(values, 'running').length === 0;
  return (
    <RecordDrawer
      wide
      name="complaint-rework"
      record={record}
      title={t('complaint.send')}
      saveLabel={t(sends ? 'complaint.sendNow' : 'complaint.takeOnNow')}
      onClose={onClose}
    >
      <Form.Item
        name="rework_notes"
        label={t('complaint.notes')}
        extra={t('complaint.notesHint')}
        hidden={!sends}
        rules={[{ required: sends, whitespace: sends, message: t('errors:rework_notes_required') }, { max: 2000 }]}
      >
        <Input.TextArea className={fields.growing} rows={3} />
      </Form.Item>
      <Form.List
        name="tasks"
        rules={[
          {
            validator: (_, all: readonly TaskValues[] | undefined) =>
              all?.some(({ chosen, task_id }) => chosen && known.has(task_id))
                ? Promise.resolve()
                : Promise.reject(new Error(t('complaint.chooseOne'))),
          },
        ]}
      >
        {(list, _change, { errors }) => (
          <section aria-label={t('complaint.tasks')}>
            <ul className={styles.tasks}>
              {list.map(({ key, name }) => (
                <TaskToSend key={key} place={name} value={values[name]} known={known} />
              ))}
            </ul>
            <Form.ErrorList errors={errors} />
          </section>
        )}
      </Form.List>
    </RecordDrawer>
  );
}

interface TaskToSendProps {
  place: number;
  value: TaskValues | undefined;
  known: ReadonlyMap<number, ComplaintTask>;
}

/** One task: whether it goes back, how much of it, and what is wrong where that is known already; or the rework it is in. */
function TaskToSend({ place, value, known }: TaskToSendProps) {
  const { t } = useTranslation(['request', 'field']);
  const { number } = useFormat();
  const { label } = useCategories();
  const users = useUsers();
  const { kinds } = useFaultKinds();
  const numberRule = useNumberRule();
  const { task_id: id, chosen = false }: Partial<TaskValues> = value ?? {};
  // One that is this complaint's by now, by somebody else, is not to be sent again.
  const { task, running } = (id === undefined ? undefined : known.get(id)) ?? { task: null, running: null };
  const limits = { whole: true, min: 1, max: task?.quantity ?? 1 };
  const hidden = (
    <Form.Item name={[place, 'task_id']} hidden>
      <Input />
    </Form.Item>
  );
  if (!task) return <li hidden>{hidden}</li>;
  return (
    <li className={styles.task}>
      {hidden}
      <Form.Item name={[place, 'chosen']} valuePropName="checked" className={styles.choose}>
        <Checkbox>
          <span className={styles.id}>{task.sub_prod_id}</span> #{id} {label(task.service_cat2_id)} ·{' '}
          {t('complaint.counted', { count: task.quantity, n: number(task.quantity) })}
          <span className={styles.whose}>
            {running ? (
              <RunningRework of={running} />
            ) : (
              t(couldTakeBack(task, 'rework', users.worker) ? 'complaint.editedBy' : 'complaint.editedByGone', {
                users: users.name(task.editor) || '–',
              })
            )}
          </span>
        </Checkbox>
      </Form.Item>
      {chosen && (
        <div className={running ? undefined : styles.figures}>
          {running ? (
            <p className="quiet">{t('complaint.runningHint')}</p>
          ) : (
            <Form.Item
              name={[place, 'rework_quantity']}
              label={t('field:rework_quantity')}
              rules={[{ required: true }, numberRule(limits)]}
            >
              <NumberField {...limits} short />
            </Form.Item>
          )}
          <Form.Item name={[place, 'fault_kinds']} label={t('complaint.kindsField')}>
            <Select
              mode="multiple"
              maxCount={MOST_KINDS}
              options={kinds.map(({ key, label: word }) => ({ value: key, label: word }))}
            />
          </Form.Item>
        </div>
      )}
    </li>
  );
}
