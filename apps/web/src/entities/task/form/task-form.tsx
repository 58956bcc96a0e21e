import { task as taskSchema, taskEndpoints, type Task, type TaskEventRow } from '@darkroom/contract/task/task';
import { TASK, TASK_WIRE_FIELDS } from '@darkroom/contract/field-tables/job';
import { fieldsAsked, tellsFault } from '@darkroom/domain/task/admin-update';
import { IN_REWORK, isIn, PIPELINE, statusName, TaskStatus } from '@darkroom/domain/task/status';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../lib/call/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { EditDrawer } from '../../history/edit-drawer.tsx';
import { Field } from '../../../ui/record-form/field.tsx';
import { useRecordForm } from '../../../ui/record-form/use-record-form.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { instantOf, momentOf, type Moment } from '../../../ui/day-picker/moment.ts';
import { putOwnTasks } from '../calls/task-cache.ts';
import { FaultKindsField } from '../steps/fault-kinds-field.tsx';
import { CountFields, MomentFields, PersonFields, ReworkFields } from './task-form-fields.tsx';
import { useConfirmCount } from './use-confirm-count.ts';
import { faultsFound } from '../story/task-timeline.ts';
import { faultIn, inputOf, MOMENTS, valuesOf, type TaskValues } from './task-form-values.ts';

const FIELDS = { ...TASK, ...TASK_WIRE_FIELDS };

interface TaskFormProps {
  task: Task;
  sub_prod_id: string;
  /** True if the screen has the form in its URL. */
  inAddress?: boolean;
  onClose: () => void;
  /** Reports the save in the caller's way. By default a toast reports it. */
  onSaved?: (said: string, after: Task) => void;
}

/**
 * Form that sets any field and any status of a task, with a reason for the history (domain §2). The status decides which fields are shown
 * and required.
 */
export function TaskForm(props: TaskFormProps) {
  const { task_id, status } = props.task;
  const story = useQuery({ ...query(taskEndpoints.history, { task_id }), enabled: tellsFault(status) });
  // The form starts once, with the current fault of the history.
  return story.isLoading ? null : <Correction {...props} faults={faultsFound(story.data?.events ?? [])} />;
}

function Correction(props: TaskFormProps & { faults: readonly TaskEventRow[] }) {
  const { task, sub_prod_id, inAddress = false, onClose, onSaved } = props;
  const [fault] = useState(() => faultIn(props.faults[0]));
  const { t } = useTranslation(['job', 'task', 'status']);
  const toast = useToast();
  const client = useQueryClient();
  const actor = useActor();
  const { dayTime } = useFormat();
  const { askBack, holder } = useConfirmCount(sub_prod_id);
  const record = useRecordForm<typeof taskEndpoints.adminUpdate, Task, TaskValues>({
    endpoint: taskEndpoints.adminUpdate,
    record: task,
    currentSchema: taskSchema,
    // The update below makes them out of date.
    invalidates: [],
    valuesOf: (now) => ({ ...valuesOf(now), ...(tellsFault(now.status) ? fault : {}) }),
    beside: ['reason'],
    inputOf: (from, changed, { reason, ...all }) => {
      const { task_id, version } = from;
      const asks = fieldsAsked(from, { status: all.status, second_qc: all.second_qc }).has('fault_kinds');
      const { note, fault_kinds } = all;
      // A fault is sent whole, because its types without the note would be another fault.
      const told = asks || 'note' in changed || 'fault_kinds' in changed ? { note, fault_kinds } : {};
      return { task_id, version, ...inputOf({ ...changed, ...told }), reason };
    },
    askBack,
    onDone: (after) => {
      putOwnTasks(client, [after], actor.user_id);
      const said = t('job:saved', { name: t('job:taskNamed', { id: task.task_id }) });
      if (onSaved) onSaved(said, after);
      else toast.success(said);
      onClose();
    },
  });
  const { form, base } = record;
  const status = Form.useWatch('status', form) ?? base.status;
  const second_qc = Form.useWatch('second_qc', form) ?? null;
  const asked = fieldsAsked(base, { status, second_qc });
  const staffed = status !== TaskStatus.TO_DO;
  const faulty = tellsFault(status);
  const beginsRework = (to: TaskStatus) => isIn(IN_REWORK, to) && !isIn(IN_REWORK, base.status);
  // A started rework has open rechecks. If the rework does not start after all, the earlier rechecks return.
  const onStatus = (next: TaskStatus) => {
    // An unstarted task has no times. If the earlier status returns, its times return too.
    const begun = next === base.status || next > TaskStatus.EDITOR_ASSIGNED;
    for (const field of MOMENTS) form.setFieldValue(field, begun ? momentOf(base[field]) : momentOf(null));
    if (beginsRework(next)) {
      // The status Rework hides the rechecks, and fields shown again would have the earlier ones, so they are cleared.
      if (!beginsRework(status) || status === TaskStatus.REWORK)
        form.setFieldsValue({ rework_qc_1: null, rework_qc_2: null });
    } else if (beginsRework(status))
      form.setFieldsValue({ rework_qc_1: base.rework_qc_1, rework_qc_2: base.rework_qc_2 });
  };

  const statusWord = (value: TaskStatus) => t(`status:task.${statusName(value)}`);
  const momentWords = (moment: Moment) => dayTime(instantOf(moment));
  return (
    <EditDrawer
      inAddress={inAddress}
      wide
      name="task-edit"
      record={record}
      fields={FIELDS}
      lead={holder}
      show={{ start_time: momentWords, end_time: momentWords }}
      // Fields that a status does not have lose their values.
      preserve={false}
      title={`${t('job:editNamed', { name: t('job:taskNamed', { id: task.task_id }) })} · ${sub_prod_id}`}
      onClose={onClose}
      of={{ entity: 'task', id: task.task_id, name: t('job:taskNamed', { id: task.task_id }) }}
    >
      <Field
        name="status"
        label={t('job:field.task_status')}
        required={false}
        extra={!staffed && base.status !== status ? t('job:toDoHint') : undefined}
      >
        <Select
          showSearch={{ filterOption: (query, option) => foldedMatch(String(option?.label), query) }}
          options={PIPELINE.map((value) => ({ value, label: statusWord(value) }))}
          onChange={onStatus}
        />
      </Field>
      {faulty && (
        <>
          <FaultKindsField form={form} required={asked.has('fault_kinds')} />
          <Field name="note" required={asked.has('note')} missing={t('task:faultNoteRequired')} />
        </>
      )}
      {staffed && <PersonFields places={['editor', 'first_qc', 'second_qc']} task={base} asked={asked} />}
      {(staffed || base.status === status) && <CountFields task={base} asked={asked} />}
      {staffed && <ReworkFields status={status} task={base} asked={asked} />}
      {staffed && <MomentFields asked={asked} />}
      <Field name="notes" />
      <Field name="reason" extra={t('job:reasonHint')} />
    </EditDrawer>
  );
}
