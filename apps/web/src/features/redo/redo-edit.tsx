import { redoEndpoints } from '@darkroom/contract/request/redo';
import { task as taskSchema, type Task, type TaskRow } from '@darkroom/contract/task/task';
import { TASK } from '@darkroom/contract/field-tables/job';
import { taskQuantity } from '@darkroom/domain/task/quantities';
import { IN_REWORK, isIn, type TaskStatus } from '@darkroom/domain/task/status';
import { useQueryClient } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useShortcuts } from '../../lib/keyboard.ts';
import { useLeaveGuard } from '../../ui/page/leave-guard.tsx';
import { RecordConflict } from '../../ui/conflict/record-conflict.tsx';
import type { IsFinalStatus } from '../../entities/history/use-record-changes.ts';
import { useChangeNotice } from '../../entities/history/use-change-notice.tsx';
import { Field, FormFields } from '../../ui/record-form/field.tsx';
import { useRecordForm } from '../../ui/record-form/use-record-form.ts';
import { cacheMyTasks } from '../../entities/task/calls/task-cache.ts';
import parts from '../../entities/task/history/task-parts.module.css';
import { useTaskSteps } from '../../entities/task/steps/use-task-steps.tsx';
import { Modal } from '../../ui/overlay/modal.tsx';

interface RedoValues {
  rework_quantity: number | null;
  rework_notes: string;
}

const toFormValues = (task: Task): RedoValues => ({
  rework_quantity: task.rework_quantity,
  rework_notes: task.rework_notes ?? '',
});

/** True if the rework was deleted or completed, so that it can no longer be changed. */
const isReworkEnded: IsFinalStatus = (status) => !isIn(IN_REWORK, status as TaskStatus);

/** Changes quantity and notes of an open rework. */
export function RedoEditDialog({ row, onClose }: { row: TaskRow; onClose: () => void }) {
  const { t } = useTranslation(['redo', 'task', 'errors', 'common']);
  const client = useQueryClient();
  const { undoOffers: undoing } = useTaskSteps();
  const record = useRecordForm<typeof redoEndpoints.update, Task, RedoValues>({
    endpoint: redoEndpoints.update,
    record: row,
    currentSchema: taskSchema,
    invalidates: ['job', 'task'],
    valuesOf: toFormValues,
    inputOf: ({ task_id, version }, { rework_quantity, rework_notes }) => ({
      task_id,
      version,
      ...(rework_quantity ? { rework_quantity } : {}),
      ...(rework_notes === undefined ? {} : { rework_notes }),
    }),
    failed: t('edit.failed'),
    onDone: (task) => {
      cacheMyTasks(client, [task]);
      undoing.offer(t('edit.done', { task: row.sub_prod_id }), [task]);
      onClose();
    },
  });
  const news = useChangeNotice({ entity: 'task', id: row.task_id }, record, isReworkEnded);
  const guard = useLeaveGuard({ isTouched: () => record.form.isFieldsTouched(), saving: record.saving, back: onClose });
  useShortcuts({ send: record.form.submit });

  return (
    <Modal
      open
      title={t('edit.title', { task: row.sub_prod_id })}
      okText={t('common:save')}
      okButtonProps={{ htmlType: 'submit', disabled: news?.isGone ?? false }}
      cancelText={t('common:cancel')}
      confirmLoading={record.saving}
      mask={{ closable: false }}
      onOk={record.form.submit}
      onCancel={() => guard.leave(onClose)}
      destroyOnHidden
    >
      <p className={parts.subtitle}>{row.job_name}</p>
      <RecordConflict record={record} fields={TASK} news={news} />
      <Form<RedoValues>
        name="redo-edit"
        form={record.form}
        layout="vertical"
        scrollToFirstError={{ block: 'nearest', focus: true }}
        initialValues={record.initial}
        onFinish={record.submit}
      >
        <FormFields fields={TASK} call={redoEndpoints.update}>
          <Field
            name="rework_quantity"
            label={t('task:reworkQuantity', { max: taskQuantity(row) })}
            missing={t('errors:rework_quantity_invalid')}
            max={taskQuantity(row)}
            short
            autoFocus
          />
          <Field name="rework_notes" required missing={t('errors:rework_notes_required')}>
            <Input.TextArea rows={4} maxLength={2000} showCount />
          </Field>
        </FormFields>
      </Form>
      {guard.dialog}
    </Modal>
  );
}
