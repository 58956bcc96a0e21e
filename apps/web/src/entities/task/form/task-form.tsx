import { task as taskSchema, taskEndpoints, type Task, type TaskStepRow } from '@darkroom/contract/task/task';
import { TASK, TASK_WIRE_FIELDS } from '@darkroom/contract/field-tables/job';
import { getRequiredFields, describesFault } from '@darkroom/domain/task/admin-update';
import { IN_REWORK, isIn, PIPELINE, statusName, TaskStatus } from '@darkroom/domain/task/status';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { query } from '../../../lib/api/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { EditDrawer } from '../../history/edit-drawer.tsx';
import { Field } from '../../../ui/record-form/field.tsx';
import { useRecordForm } from '../../../ui/record-form/use-record-form.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { toInstant, toMoment, type Moment } from '../../../ui/day-picker/moment.ts';
import { cacheMyTasks } from '../calls/task-cache.ts';
import { FaultTypesField } from '../steps/fault-types-field.tsx';
import { QuantityFormFields, MomentFields, PersonFields, ReworkFields } from './task-form-fields.tsx';
import { useConfirmQuantity } from './use-confirm-quantity.ts';
import { findFaults } from '../history/task-timeline.ts';
import { toFaultValues, toTaskInput, MOMENT_FIELDS, toTaskValues, type TaskValues } from './task-form-values.ts';

const FORM_FIELDS = { ...TASK, ...TASK_WIRE_FIELDS };

interface TaskFormProps {
  task: Task;
  sub_prod_id: string;
  /** True if the screen has the form in its URL. */
  inUrl?: boolean;
  onClose: () => void;
  /** Reports the save in the caller's way. By default a toast reports it. */
  onSaved?: (message: string, saved: Task) => void;
}

/**
 * Form that sets any field and any status of a task, with a reason for the history (domain §2). The status decides which fields are shown
 * and required.
 */
export function TaskForm(props: TaskFormProps) {
  const { task_id, status } = props.task;
  const historyQuery = useQuery({ ...query(taskEndpoints.history, { task_id }), enabled: describesFault(status) });
  // The form starts once, with the current fault of the history.
  return historyQuery.isLoading ? null : (
    <TaskEditForm {...props} faults={findFaults(historyQuery.data?.events ?? [])} />
  );
}

function TaskEditForm(props: TaskFormProps & { faults: readonly TaskStepRow[] }) {
  const { task, sub_prod_id, inUrl = false, onClose, onSaved } = props;
  const [initialFault] = useState(() => toFaultValues(props.faults[0]));
  const { t } = useTranslation(['job', 'task', 'status']);
  const toast = useToast();
  const client = useQueryClient();
  const actor = useActor();
  const { dayTime } = useFormat();
  const { askBack, holder } = useConfirmQuantity(sub_prod_id);
  const record = useRecordForm<typeof taskEndpoints.adminUpdate, Task, TaskValues>({
    endpoint: taskEndpoints.adminUpdate,
    record: task,
    currentSchema: taskSchema,
    // The update below makes them out of date.
    invalidates: [],
    valuesOf: (now) => ({ ...toTaskValues(now), ...(describesFault(now.status) ? initialFault : {}) }),
    extraFields: ['reason'],
    inputOf: (from, changed, { reason, ...all }) => {
      const { task_id, version } = from;
      const requiresFault = getRequiredFields(from, { status: all.status, second_qc: all.second_qc }).has(
        'fault_kinds',
      );
      const { note, fault_kinds } = all;
      // A fault is sent whole, because its types without the note would be another fault.
      const faultInput = requiresFault || 'note' in changed || 'fault_kinds' in changed ? { note, fault_kinds } : {};
      return { task_id, version, ...toTaskInput({ ...changed, ...faultInput }), reason };
    },
    askAfterError: askBack,
    onDone: (saved) => {
      cacheMyTasks(client, [saved], actor.user_id);
      const message = t('job:saved', { name: t('job:taskNamed', { id: task.task_id }) });
      if (onSaved) onSaved(message, saved);
      else toast.success(message);
      onClose();
    },
  });
  const { form, base } = record;
  const status = Form.useWatch('status', form) ?? base.status;
  const second_qc = Form.useWatch('second_qc', form) ?? null;
  const requiredFields = getRequiredFields(base, { status, second_qc });
  const hasPeople = status !== TaskStatus.TO_DO;
  const hasFault = describesFault(status);
  const startsRework = (nextStatus: TaskStatus) => isIn(IN_REWORK, nextStatus) && !isIn(IN_REWORK, base.status);
  // A started rework has open rechecks. If the rework does not start after all, the earlier rechecks return.
  const onStatusChange = (next: TaskStatus) => {
    // An unstarted task has no times. If the earlier status returns, its times return too.
    const isStarted = next === base.status || next > TaskStatus.EDITOR_ASSIGNED;
    for (const field of MOMENT_FIELDS) form.setFieldValue(field, isStarted ? toMoment(base[field]) : toMoment(null));
    if (startsRework(next)) {
      // The status Rework hides the rechecks. The fields are cleared, because they would show the earlier rechecks when they are visible
      // again.
      if (!startsRework(status) || status === TaskStatus.REWORK)
        form.setFieldsValue({ rework_qc_1: null, rework_qc_2: null });
    } else if (startsRework(status))
      form.setFieldsValue({ rework_qc_1: base.rework_qc_1, rework_qc_2: base.rework_qc_2 });
  };

  const getStatusLabel = (value: TaskStatus) => t(`status:task.${statusName(value)}`);
  const formatMoment = (moment: Moment) => dayTime(toInstant(moment));
  return (
    <EditDrawer
      inAddress={inUrl}
      wide
      name="task-edit"
      record={record}
      fields={FORM_FIELDS}
      lead={holder}
      show={{ start_time: formatMoment, end_time: formatMoment }}
      // Fields that a status does not have lose their values.
      preserve={false}
      title={`${t('job:editNamed', { name: t('job:taskNamed', { id: task.task_id }) })} · ${sub_prod_id}`}
      onClose={onClose}
      historyRecord={{ entity: 'task', id: task.task_id, name: t('job:taskNamed', { id: task.task_id }) }}
    >
      <Field
        name="status"
        label={t('job:field.task_status')}
        required={false}
        extra={!hasPeople && base.status !== status ? t('job:toDoHint') : undefined}
      >
        <Select
          showSearch={{ filterOption: (query, option) => foldedMatch(String(option?.label), query) }}
          options={PIPELINE.map((value) => ({ value, label: getStatusLabel(value) }))}
          onChange={onStatusChange}
        />
      </Field>
      {hasFault && (
        <>
          <FaultTypesField form={form} required={requiredFields.has('fault_kinds')} />
          <Field name="note" required={requiredFields.has('note')} missing={t('task:faultNoteRequired')} />
        </>
      )}
      {hasPeople && (
        <PersonFields roles={['editor', 'first_qc', 'second_qc']} task={base} requiredFields={requiredFields} />
      )}
      {(hasPeople || base.status === status) && <QuantityFormFields task={base} requiredFields={requiredFields} />}
      {hasPeople && <ReworkFields status={status} task={base} requiredFields={requiredFields} />}
      {hasPeople && <MomentFields requiredFields={requiredFields} />}
      <Field name="notes" />
      <Field name="reason" extra={t('job:reasonHint')} />
    </EditDrawer>
  );
}
