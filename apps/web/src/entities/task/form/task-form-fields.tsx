import type { Task } from '@darkroom/contract/task/task';
import { hasPermission } from '@darkroom/domain/permission/access';
import { getDeliveredBefore, taskQuantity } from '@darkroom/domain/task/quantities';
import { getRoleCode, type TaskRole } from '@darkroom/domain/task/roles';
import { IN_REWORK, isIn, TaskStatus } from '@darkroom/domain/task/status';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { Form, Select } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { byLabel } from '../../../lib/i18n/by-label.ts';
import { toSubject, useUsers, useXToggle } from '../../../lib/session/lookups.ts';
import { MomentField } from '../../../ui/day-picker/moment-field.tsx';
import { isEmptyMoment, isCompleteMoment, type Moment } from '../../../ui/day-picker/moment.ts';
import { useDayError } from '../../../ui/day-picker/use-day-rule.ts';
import { Field } from '../../../ui/record-form/field.tsx';
import { useQuantityFields, type Quantities } from '../list/quantities.ts';
import styles from '../../../ui/record-form/fields.module.css';
import { MOMENT_FIELDS } from './task-form-values.ts';

interface TaskFieldsProps {
  /** The task in its current state. */
  task: Task;
  requiredFields: ReadonlySet<string>;
}

/** People of a task. Options are the holders of the permission for the role, and the current person. */
export function PersonFields({ roles, task, requiredFields }: TaskFieldsProps & { roles: readonly TaskRole[] }) {
  const { t } = useTranslation(['job', 'errors', 'field']);
  const users = useUsers();
  const getCandidates = (role: TaskRole) =>
    users.active
      .filter((user) => user.id === task[role] || hasPermission(toSubject(user), getRoleCode(role, task)))
      .map((user) => ({ value: user.id, label: user.username, full: user.full_name }))
      .toSorted(byLabel);
  const getOptions = (role: TaskRole) => {
    const options = getCandidates(role);
    const currentUserId = task[role];
    // A person with a closed account is named too.
    if (currentUserId === null || options.some(({ value }) => value === currentUserId)) return options;
    return [
      { value: currentUserId, label: users.name(currentUserId), full: users.fullName(currentUserId) },
      ...options,
    ];
  };
  return (
    <div className={styles.fields}>
      {roles.map((role) => (
        <Field
          key={role}
          name={role}
          required={requiredFields.has(role)}
          missing={role === 'editor' ? t('errors:editor_required') : undefined}
        >
          <Select
            allowClear
            placeholder={t('job:nobody')}
            showSearch={{ filterOption: (query, option) => foldedMatch(`${option?.label} ${option?.full}`, query) }}
            options={getOptions(role)}
            optionRender={({ data }) => `${data.label} · ${data.full}`}
          />
        </Field>
      ))}
    </div>
  );
}

/** Quantities. A quantity that is switched off is shown if it has a value, and cannot be raised. */
export function QuantityFormFields({ task, requiredFields }: TaskFieldsProps) {
  const { t } = useTranslation(['job', 'task', 'errors', 'field']);
  const toggle = useXToggle();
  const fields = useQuantityFields(task);
  const { number } = useFormat();
  const quantityBefore = getDeliveredBefore(task);
  return (
    <div className={styles.fields}>
      {fields.map((x, i) => {
        return (
          <Field
            key={x}
            name={x}
            short
            required
            {...(!toggle[x] && {
              label: `${t(`field:${x}`)} · ${t('task:countOff')}`,
              max: task[x],
              rangeMessage: t('errors:x_off'),
            })}
            extra={i === 0 && quantityBefore !== null ? t('task:wholeTask', { n: number(quantityBefore) }) : undefined}
            dependencies={fields.filter((other) => other !== x)}
            rules={
              i === 0 && requiredFields.has('x1')
                ? [
                    ({ getFieldsValue }: { getFieldsValue: () => Partial<Quantities> }) => ({
                      validator: () =>
                        taskQuantity({ ...task, ...getFieldsValue() }) < 1
                          ? Promise.reject(new Error(t('errors:invalid_quantity')))
                          : Promise.resolve(),
                    }),
                  ]
                : []
            }
          />
        );
      })}
    </div>
  );
}

/** Rework quantity, notes and rechecks, for a task in rework or after it. */
export function ReworkFields({ status, task, requiredFields }: TaskFieldsProps & { status: TaskStatus }) {
  const { t } = useTranslation(['job', 'errors', 'field']);
  const isInRework = isIn(IN_REWORK, status);
  if (!isInRework && task.rework_quantity === null && task.rework_notes === null) return null;
  // A new rework has no recheck.
  const hasRecheck = status !== TaskStatus.REWORK;
  return (
    <>
      <Field
        name="rework_quantity"
        short
        required={requiredFields.has('rework_quantity')}
        missing={t('errors:rework_quantity_invalid')}
        rangeMessage={t('errors:rework_quantity_invalid')}
      />
      <Field
        name="rework_notes"
        required={requiredFields.has('rework_notes')}
        missing={t('errors:rework_notes_required')}
      />
      {hasRecheck && (
        <PersonFields roles={['rework_qc_1', 'rework_qc_2']} task={task} requiredFields={requiredFields} />
      )}
    </>
  );
}

/** Start and end of the task's work. */
export function MomentFields({ requiredFields }: Pick<TaskFieldsProps, 'requiredFields'>) {
  const { t } = useTranslation(['job', 'errors', 'field']);
  const getDayError = useDayError();
  const createMomentRule = (field: string) => ({
    validator: (_rule: unknown, moment: Moment | undefined) => {
      if (moment && !isCompleteMoment(moment))
        return Promise.reject(new Error(getDayError(moment.day) ?? t('errors:field.not_a_time')));
      if (requiredFields.has(field) && (!moment || isEmptyMoment(moment)))
        return Promise.reject(new Error(t('errors:field.required')));
      return Promise.resolve();
    },
  });
  return (
    <div className={styles.fields}>
      {MOMENT_FIELDS.map((field) => (
        <Form.Item
          key={field}
          name={field}
          label={t(`field:${field}`)}
          required={requiredFields.has(field)}
          validateTrigger="onBlur"
          rules={[createMomentRule(field)]}
        >
          <MomentField label={t(`field:${field}`)} />
        </Form.Item>
      ))}
    </div>
  );
}
