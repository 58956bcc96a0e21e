import { task as taskSchema, taskEndpoints, type JobDetail, type Task } from '@darkroom/contract';
import { PIPELINE, statusName, type TaskStatus } from '@darkroom/domain/task/status';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { byLabel } from '../../lib/by-label.ts';
import { useUsers, useXToggle } from '../../lib/lookups.ts';
import { useToast } from '../../lib/toast.ts';
import { foldedMatch } from '../../ui/filter-bar-fold.ts';
import { FormDrawer } from '../../ui/record-form/form-drawer.tsx';
import { NumberField } from '../../ui/number-field/number-field.tsx';
import { useNumberRule } from '../../ui/number-field/use-number-rule.ts';
import styles from './job-form.module.css';
import { StaleNotice } from '../../ui/record-form/stale-notice.tsx';
import { useRecordForm, wordsOf } from '../../ui/record-form/use-record-form.ts';

interface TaskValues extends Record<string, unknown> {
  status: TaskStatus;
  editor: number | null;
  first_qc: number | null;
  second_qc: number | null;
  x1: number;
  x2: number;
  x3: number;
  notes: string;
  reason: string;
}

const valuesOf = ({ status, editor, first_qc, second_qc, x1, x2, x3, notes }: Task): TaskValues => ({
  status,
  editor,
  first_qc,
  second_qc,
  x1,
  x2,
  x3,
  notes,
  reason: '',
});

const PEOPLE = ['editor', 'first_qc', 'second_qc'] as const;
const COUNTS = ['x1', 'x2', 'x3'] as const;
const COUNT = { whole: true, min: 0, max: 1_000_000 };

/** Sets any field and any status of a task; the reason goes into its history (domain §2). */
export function TaskForm({ task, detail, onClose }: { task: Task; detail: JobDetail; onClose: () => void }) {
  const { t } = useTranslation(['job', 'status', 'errors', 'common']);
  const toast = useToast();
  const users = useUsers();
  const toggle = useXToggle();
  const numberRule = useNumberRule();
  const record = useRecordForm<typeof taskEndpoints.adminUpdate, Task, TaskValues>({
    endpoint: taskEndpoints.adminUpdate,
    record: task,
    currentSchema: taskSchema,
    invalidates: ['job', 'task'],
    valuesOf,
    beside: ['reason'],
    inputOf: ({ task_id, version }, changed, { reason }) => ({ task_id, version, ...changed, reason }),
    onDone: () => {
      toast.success(t('job:saved', { name: t('job:taskNamed', { id: task.task_id }) }));
      onClose();
    },
  });

  const statusWord = (status: unknown) => t(`status:task.${statusName(status as TaskStatus)}`);
  const show = (field: keyof TaskValues & string, value: unknown): string => {
    if (field === 'status') return statusWord(value);
    if ((PEOPLE as readonly string[]).includes(field)) return users.name(value as number | null) || '–';
    return wordsOf(value);
  };
  const people = users.active
    .map((user) => ({ value: user.id, label: user.username, full: user.full_name }))
    .toSorted(byLabel);
  return (
    <FormDrawer
      title={`${t('job:editNamed', { name: t('job:taskNamed', { id: task.task_id }) })} · ${detail.sub_prod_id}`}
      formId="task-edit"
      saveLabel={t('common:save')}
      saving={record.saving}
      isTouched={() => record.form.isFieldsTouched()}
      onClose={onClose}
    >
      <StaleNotice record={record} label={(field) => t(`job:field.${field as 'editor'}`)} show={show} />
      <Form<TaskValues>
        name="task-edit"
        form={record.form}
        layout="vertical"
        scrollToFirstError={{ block: 'nearest', focus: true }}
        initialValues={record.initial}
        onFinish={record.submit}
      >
        <Form.Item name="status" label={t('job:field.task_status')}>
          <Select
            showSearch={{ filterOption: (query, option) => foldedMatch(String(option?.label), query) }}
            options={PIPELINE.map((value) => ({ value, label: statusWord(value) }))}
          />
        </Form.Item>
        {PEOPLE.map((field) => (
          <Form.Item
            key={field}
            name={field}
            label={t(`job:field.${field}`)}
            normalize={(id: number | undefined) => id ?? null}
          >
            <Select
              allowClear
              placeholder={t('job:nobody')}
              showSearch={{ filterOption: (query, option) => foldedMatch(`${option?.label} ${option?.full}`, query) }}
              options={people}
              optionRender={({ data }) => `${data.label} · ${data.full}`}
            />
          </Form.Item>
        ))}
        <div className={styles.pair}>
          {COUNTS.filter((x) => toggle[x]).map((x) => (
            <Form.Item key={x} name={x} label={t(`job:field.${x}`)} rules={[{ required: true }, numberRule(COUNT)]}>
              <NumberField {...COUNT} />
            </Form.Item>
          ))}
        </div>
        <Form.Item name="notes" label={t('job:field.notes')} rules={[{ max: 2000 }]}>
          <Input.TextArea rows={2} className={styles.growing} />
        </Form.Item>
        <Form.Item
          name="reason"
          label={t('job:field.reason')}
          extra={t('job:reasonHint')}
          rules={[{ required: true, whitespace: true }, { max: 2000 }]}
        >
          <Input.TextArea rows={2} className={styles.growing} />
        </Form.Item>
      </Form>
    </FormDrawer>
  );
}
