import { complaintEndpoints, type ComplaintTask } from '@darkroom/contract/request/complaint';
import { TASK } from '@darkroom/contract/field-tables/job';
import { requestRow, type RequestRow } from '@darkroom/contract/request/request';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { invalidateTopics } from '../../../lib/api/query.ts';
import { useToast } from '../../../lib/toast.ts';
import { Field } from '../../../ui/record-form/field.tsx';
import { RecordDrawer } from '../../../ui/record-form/record-drawer.tsx';
import { useNewRecord } from '../../../ui/record-form/use-new-record.ts';
import { putRequest } from '../request-cache.ts';
import styles from './complaint.module.css';
import { ReworkChanges, type ChangedTask } from './rework-changes.tsx';
import { findTaskChange, canBeSelected, getTaskState } from './complaint-task-state.ts';
import { hasTypedValues, ReworkTaskField, type ReworkTaskValues } from './rework-task-field.tsx';

/** A second press within this time belongs to the first, because the user cannot have read the change in between. */
const DOUBLE_PRESS_MS = 1000;

const NO_KEYS: ReadonlySet<string> = new Set();

/** Stops a press when there are changes that the user has not seen. That press shows them, and the next one submits. */
function useChangeReview() {
  const [lastReview, setLastReview] = useState({ keys: NO_KEYS, presses: 0, at: 0 });
  return {
    /** Keys of the changes shown at the last stopped press. */
    shownKeys: lastReview.keys,
    /** Number of stopped presses. */
    presses: lastReview.presses,
    /** True if the user has seen all changes. The callback runs when a press is stopped, unless it is a double press. */
    isReviewed: (keys: readonly string[], onStopped: () => void): boolean => {
      if (keys.length === 0) return true;
      if (Date.now() - lastReview.at < DOUBLE_PRESS_MS) return false;
      if (keys.every((key) => lastReview.keys.has(key))) return true;
      setLastReview(({ presses }) => ({ keys: new Set(keys), presses: presses + 1, at: Date.now() }));
      onStopped();
      return false;
    },
  };
}

interface ReworkValues {
  rework_notes: string;
  tasks: ReworkTaskValues[];
}

interface ReworkFormProps {
  request: RequestRow;
  /** Job of the tasks. Submitting links it if the request has no job yet. */
  job_id: number;
  /** The job's current tasks, or undefined while they load. The form lists those that can be selected when it opens. */
  tasks: readonly ComplaintTask[] | undefined;
  onClose: () => void;
}

const NO_VALUES: readonly ReworkTaskValues[] = [];

const indexById = (tasks: readonly ComplaintTask[]): ReadonlyMap<number, ComplaintTask> =>
  new Map(tasks.map((task) => [task.task_id, task]));

/** Selects the tasks that the customer named, or the only task, with their whole quantity. */
function getInitialValues(
  { job_details, description, subject }: RequestRow,
  tasks: readonly ComplaintTask[],
): ReworkValues {
  const namedParts = new Set(job_details.map(({ sub_prod_id }) => sub_prod_id));
  return {
    rework_notes: description || subject,
    tasks: tasks.map(({ task_id, task }) => ({
      task_id,
      chosen: tasks.length === 1 || namedParts.has(task?.sub_prod_id ?? ''),
      rework_quantity: task?.quantity ?? null,
      fault_kinds: [],
    })),
  };
}

/**
 * Sends selected tasks of a complaint's job to rework and starts the complaint. A rework that is already open is linked to this complaint.
 * A row with a selection or typed values stays visible. Submitting first shows other users' changes.
 */
export function ReworkForm({ request, job_id, tasks, onClose }: ReworkFormProps) {
  const { t } = useTranslation(['request', 'field', 'errors']);
  const client = useQueryClient();
  const toast = useToast();
  // While the tasks load, the previous tasks are used.
  const [latestTasks, setLatestTasks] = useState(tasks ?? []);
  if (tasks && tasks !== latestTasks) setLatestTasks(tasks);
  const currentTasks = indexById(latestTasks);
  const [openedTasks] = useState(() => indexById(latestTasks.filter(canBeSelected)));
  const getSelectedTasks = (all: readonly ReworkTaskValues[], taskKind: 'tasks' | 'running') =>
    all.flatMap((task, position) => {
      const one = currentTasks.get(task.task_id);
      const isIncluded = task.chosen && getTaskState(one) === (taskKind === 'running' ? 'running' : 'complete');
      return isIncluded ? [{ ...task, position, version: one?.task?.version ?? 0 }] : [];
    });
  const initial = getInitialValues(request, [...openedTasks.values()]);
  const record = useNewRecord<typeof complaintEndpoints.rework, ReworkValues>({
    endpoint: complaintEndpoints.rework,
    initial,
    inputOf: ({ rework_notes, tasks: all }) => ({
      id: request.id,
      version: request.version,
      ...(job_id === request.job_id ? {} : { job_id }),
      tasks: getSelectedTasks(all, 'tasks').map(({ task_id, version, rework_quantity, fault_kinds }) => ({
        task_id,
        version,
        rework_quantity: typeof rework_quantity === 'number' ? rework_quantity : 0,
        rework_notes: rework_notes.trim(),
        fault_kinds,
      })),
      running: getSelectedTasks(all, 'running').map(({ task_id, version, fault_kinds }) => ({
        task_id,
        version,
        fault_kinds,
      })),
    }),
    invalidates: ['request', 'task', 'job'],
    // The request contains only the selected tasks, and one note for all.
    toFormField: (field) => {
      const [, taskKind, at = '', name = ''] = /^(tasks|running)\.(\d+)\.(\w+)/.exec(field) ?? [];
      if (name === 'rework_notes') return name;
      const all: readonly ReworkTaskValues[] = record.form.getFieldValue('tasks') ?? NO_VALUES;
      const chosen = getSelectedTasks(all, taskKind === 'running' ? 'running' : 'tasks')[Number(at)];
      return name ? `tasks.${chosen?.position}.${name}` : field;
    },
    failed: t('complaint.notSent'),
    onRefused: ({ problem, status }) => {
      const current = requestRow.safeParse(problem.current).data;
      if (current) putRequest(client, current);
      // The form needs the change that caused the refusal.
      if (status === 409) void invalidateTopics(client, ['request', 'task']);
      return false;
    },
    onDone: (after, { tasks: sentTasks }) => {
      putRequest(client, after);
      toast.success(t(sentTasks.length > 0 ? 'complaint.wasSent' : 'complaint.wasLinked', { subject: after.subject }));
      onClose();
    },
  });
  // Initial values until the form has its own, so that no row appears unselected for a moment.
  const values: readonly ReworkTaskValues[] =
    Form.useWatch('tasks', { form: record.form, preserve: true }) ?? initial.tasks;
  const { shownKeys, presses, isReviewed } = useChangeReview();
  const changedTasks = values.flatMap((value, position): ChangedTask[] => {
    const { task_id } = value;
    const openedTask = openedTasks.get(task_id);
    const isRelevant = value.chosen || hasTypedValues(value, record.initial.tasks[position]);
    const change = openedTask && isRelevant ? findTaskChange(openedTask, currentTasks.get(task_id)) : null;
    if (!openedTask || !change) return [];
    const key = `${task_id} ${change.key}`;
    // While saving, a change can be the user's own.
    return record.saving && !shownKeys.has(key) ? [] : [{ openedTask, change, key }];
  });
  const changeByTask = new Map(changedTasks.map(({ openedTask: { task_id }, change }) => [task_id, change]));
  const submit = (all: ReworkValues) => {
    const keys = changedTasks.map(({ key }) => key);
    if (isReviewed(keys, () => toast.info(t('complaint.news.lookFirst')))) record.submit(all);
  };
  // The notes are for the tasks sent now. An open rework has its own notes.
  const hasTasksToSend =
    getSelectedTasks(values, 'tasks').length > 0 || getSelectedTasks(values, 'running').length === 0;
  return (
    <RecordDrawer
      wide
      name="complaint-rework"
      fields={TASK}
      record={{ ...record, submit }}
      lead={<ReworkChanges changedTasks={changedTasks} presses={presses} />}
      title={t('complaint.send')}
      saveLabel={t(hasTasksToSend ? 'complaint.sendNow' : 'complaint.linkNow')}
      onClose={onClose}
    >
      <Field
        name="rework_notes"
        label={t('complaint.notes')}
        extra={t('complaint.notesHint')}
        hidden={!hasTasksToSend}
        required={hasTasksToSend}
        missing={t('errors:rework_notes_required')}
        rows={3}
      />
      <Form.List
        name="tasks"
        rules={[
          {
            validator: (_, all: readonly ReworkTaskValues[] | undefined) =>
              all?.some(({ chosen, task_id }) => chosen && canBeSelected(currentTasks.get(task_id)))
                ? Promise.resolve()
                : Promise.reject(new Error(t('complaint.chooseOne'))),
          },
        ]}
      >
        {(list, _change, { errors }) => (
          <section aria-label={t('complaint.tasks')}>
            <ul className={styles.tasks}>
              {list.map(({ key, name }) => {
                const value = values[name];
                return (
                  value && (
                    <ReworkTaskField
                      key={key}
                      position={name}
                      value={value}
                      initial={record.initial.tasks[name]}
                      openedTask={openedTasks.get(value.task_id)}
                      currentTask={currentTasks.get(value.task_id)}
                      change={changeByTask.get(value.task_id) ?? null}
                    />
                  )
                );
              })}
            </ul>
            <Form.ErrorList errors={errors} />
          </section>
        )}
      </Form.List>
    </RecordDrawer>
  );
}
