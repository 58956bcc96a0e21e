import type { Task } from '@darkroom/contract/task';
import { holds } from '@darkroom/domain/permission/access';
import { countedBefore, taskQuantity } from '@darkroom/domain/task/counts';
import { codeOfPlace, type Place } from '@darkroom/domain/task/places';
import { IN_REWORK, isIn, TaskStatus } from '@darkroom/domain/task/status';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { byLabel } from '../../../lib/words/by-label.ts';
import { asSubject, useUsers, useXToggle } from '../../../lib/session/lookups.ts';
import { MomentField } from '../../../ui/day-picker/moment-field.tsx';
import { isEmptyMoment, isWhole, type Moment } from '../../../ui/day-picker/moment.ts';
import { useDayTrouble } from '../../../ui/day-picker/use-day-rule.ts';
import { NumberField } from '../../../ui/number-field/number-field.tsx';
import { useNumberRule } from '../../../ui/number-field/use-number-rule.ts';
import { COUNT_LIMITS, useCountFields, type Counts } from '../list/counts.ts';
import styles from '../../../ui/record-form/fields.module.css';
import { MOMENTS } from './task-form-values.ts';

interface FieldsProps {
  /** The task as it stands. */
  task: Task;
  /** The fields that the chosen status asks for. */
  asked: ReadonlySet<string>;
}

/** Who stands in a task: those are offered who hold the code of the place, and whoever stands there now. */
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
    // Somebody whose account is closed is named all the same.
    if (now === null || options.some(({ value }) => value === now)) return options;
    return [{ value: now, label: users.name(now), full: users.fullName(now) }, ...options];
  };
  return (
    <div className={styles.fields}>
      {places.map((place) => (
        <Form.Item
          key={place}
          name={place}
          label={t(`field:${place}`)}
          normalize={(id: number | undefined) => id ?? null}
          rules={[
            place === 'editor'
              ? { required: asked.has(place), message: t('errors:editor_required') }
              : { required: asked.has(place) },
          ]}
        >
          <Select
            allowClear
            placeholder={t('job:nobody')}
            showSearch={{ filterOption: (query, option) => foldedMatch(`${option?.label} ${option?.full}`, query) }}
            options={optionsOf(place)}
            optionRender={({ data }) => `${data.label} · ${data.full}`}
          />
        </Form.Item>
      ))}
    </div>
  );
}

/** What was counted. A count that is off is shown where it holds something; it is not raised. */
export function CountFields({ task, asked }: FieldsProps) {
  const { t } = useTranslation(['job', 'task', 'errors', 'field']);
  const numberRule = useNumberRule();
  const toggle = useXToggle();
  const fields = useCountFields(task);
  const { number } = useFormat();
  const before = countedBefore(task);
  return (
    <div className={styles.fields}>
      {fields.map((x, i) => {
        const limits = { ...COUNT_LIMITS, max: toggle[x] ? COUNT_LIMITS.max : task[x] };
        const label = toggle[x] ? t(`field:${x}`) : `${t(`field:${x}`)} · ${t('task:countOff')}`;
        return (
          <Form.Item
            key={x}
            name={x}
            label={label}
            extra={i === 0 && before !== null ? t('task:wholeTask', { n: number(before) }) : undefined}
            dependencies={fields.filter((other) => other !== x)}
            rules={[
              { required: true },
              numberRule(limits, toggle[x] ? undefined : t('errors:x_off')),
              ...(i === 0 && asked.has('x1')
                ? [
                    ({ getFieldsValue }: { getFieldsValue: () => Partial<Counts> }) => ({
                      validator: () =>
                        taskQuantity({ ...task, ...getFieldsValue() }) < 1
                          ? Promise.reject(new Error(t('errors:invalid_quantity')))
                          : Promise.resolve(),
                    }),
                  ]
                : []),
            ]}
          >
            <NumberField {...limits} short />
          </Form.Item>
        );
      })}
    </div>
  );
}

/** What has to be reworked, and who rechecked it: of a task in rework, and of one that was. */
export function ReworkFields({ status, task, asked }: FieldsProps & { status: TaskStatus }) {
  const { t } = useTranslation(['job', 'errors', 'field']);
  const numberRule = useNumberRule();
  const inRework = isIn(IN_REWORK, status);
  if (!inRework && task.rework_quantity === null && task.rework_notes === null) return null;
  const limits = { whole: true, min: 1, max: COUNT_LIMITS.max };
  // Rework that begins has nobody yet who rechecked it.
  const rechecked = status !== TaskStatus.REWORK;
  return (
    <>
      <Form.Item
        name="rework_quantity"
        label={t('field:rework_quantity')}
        rules={[
          { required: asked.has('rework_quantity'), message: t('errors:rework_quantity_invalid') },
          numberRule(limits, t('errors:rework_quantity_invalid')),
        ]}
      >
        <NumberField {...limits} short />
      </Form.Item>
      <Form.Item
        name="rework_notes"
        label={t('field:rework_notes')}
        rules={[
          {
            required: asked.has('rework_notes'),
            whitespace: asked.has('rework_notes'),
            message: t('errors:rework_notes_required'),
          },
          { max: 2000 },
        ]}
      >
        <Input.TextArea rows={2} className={styles.growing} />
      </Form.Item>
      {rechecked && <PersonFields places={['rework_qc_1', 'rework_qc_2']} task={task} asked={asked} />}
    </>
  );
}

/** When work on it began and ended. */
export function MomentFields({ asked }: Pick<FieldsProps, 'asked'>) {
  const { t } = useTranslation(['job', 'errors', 'field']);
  const dayTrouble = useDayTrouble();
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
