import type { Task } from '@darkroom/contract/task/task';
import { holds } from '@darkroom/domain/permission/access';
import { countedBefore, taskQuantity } from '@darkroom/domain/task/counts';
import { codeOfPlace, type Place } from '@darkroom/domain/task/places';
import { IN_REWORK, isIn, TaskStatus } from '@darkroom/domain/task/status';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { byLabel } from '../../../lib/words/by-label.ts';
import { asSubject, useUsers, useXToggle } from '../../../lib/session/lookups.ts';
import { MomentField } from '../../../ui/day-picker/moment-field.tsx';
import { isEmptyMoment, isWhole, type Moment } from '../../../ui/day-picker/moment.ts';
import { useDayError } from '../../../ui/day-picker/use-day-rule.ts';
import { Field } from '../../../ui/record-form/field.tsx';
import { useCountFields, type Counts } from '../list/counts.ts';
import styles from '../../../ui/record-form/fields.module.css';
import { MOMENTS } from './task-form-values.ts';

interface FieldsProps {
  /** The task in its current state. */
  task: Task;
  /** Fields that the selected status requires. */
  asked: ReadonlySet<string>;
}

/** People of a task. Options are the holders of the permission for the place, and the current person. */
export function PersonFields({ places, task, asked }: FieldsProps & { places: readonly Place[] }) {
  const { t } = useTranslation(['job', 'errors', 'field']);
  const users = useUsers();
  const fitting = (place: Place) =>
    users.active
      .filter((user) => user.id === task[place] || holds(asSubject(user), codeOfPlace(place, task)))
      .map((user) => ({ value: user.id, label: user.username, full: user.full_name }))
      .toSorted(byLabel);
  const optionsOf = (place: Place) => {
    const options = fitting(place);
    const now = task[place];
    // A person with a closed account is named too.
    if (now === null || options.some(({ value }) => value === now)) return options;
    return [{ value: now, label: users.name(now), full: users.fullName(now) }, ...options];
  };
  return (
    <div className={styles.fields}>
      {places.map((place) => (
        <Field
          key={place}
          name={place}
          required={asked.has(place)}
          missing={place === 'editor' ? t('errors:editor_required') : undefined}
        >
          <Select
            allowClear
            placeholder={t('job:nobody')}
            showSearch={{ filterOption: (query, option) => foldedMatch(`${option?.label} ${option?.full}`, query) }}
            options={optionsOf(place)}
            optionRender={({ data }) => `${data.label} · ${data.full}`}
          />
        </Field>
      ))}
    </div>
  );
}

/** Quantities. A quantity that is switched off is shown if it has a value, and cannot be raised. */
export function CountFields({ task, asked }: FieldsProps) {
  const { t } = useTranslation(['job', 'task', 'errors', 'field']);
  const toggle = useXToggle();
  const fields = useCountFields(task);
  const { number } = useFormat();
  const before = countedBefore(task);
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
              unfit: t('errors:x_off'),
            })}
            extra={i === 0 && before !== null ? t('task:wholeTask', { n: number(before) }) : undefined}
            dependencies={fields.filter((other) => other !== x)}
            rules={
              i === 0 && asked.has('x1')
                ? [
                    ({ getFieldsValue }: { getFieldsValue: () => Partial<Counts> }) => ({
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
export function ReworkFields({ status, task, asked }: FieldsProps & { status: TaskStatus }) {
  const { t } = useTranslation(['job', 'errors', 'field']);
  const inRework = isIn(IN_REWORK, status);
  if (!inRework && task.rework_quantity === null && task.rework_notes === null) return null;
  // New rework has no recheck yet.
  const rechecked = status !== TaskStatus.REWORK;
  return (
    <>
      <Field
        name="rework_quantity"
        short
        required={asked.has('rework_quantity')}
        missing={t('errors:rework_quantity_invalid')}
        unfit={t('errors:rework_quantity_invalid')}
      />
      <Field name="rework_notes" required={asked.has('rework_notes')} missing={t('errors:rework_notes_required')} />
      {rechecked && <PersonFields places={['rework_qc_1', 'rework_qc_2']} task={task} asked={asked} />}
    </>
  );
}

/** Start and end of its work. */
export function MomentFields({ asked }: Pick<FieldsProps, 'asked'>) {
  const { t } = useTranslation(['job', 'errors', 'field']);
  const dayTrouble = useDayError();
  const checked = (field: string) => ({
    validator: (_rule: unknown, moment: Moment | undefined) => {
      if (moment && !isWhole(moment))
        return Promise.reject(new Error(dayTrouble(moment.day) ?? t('errors:field.not_a_time')));
      if (asked.has(field) && (!moment || isEmptyMoment(moment)))
        return Promise.reject(new Error(t('errors:field.required')));
      return Promise.resolve();
    },
  });
  return (
    <div className={styles.fields}>
      {MOMENTS.map((field) => (
        <Form.Item
          key={field}
          name={field}
          label={t(`field:${field}`)}
          required={asked.has(field)}
          validateTrigger="onBlur"
          rules={[checked(field)]}
        >
          <MomentField label={t(`field:${field}`)} />
        </Form.Item>
      ))}
    </div>
  );
}
