import type { ComplaintTask } from '@darkroom/contract/request/complaint';
import { canEditorResume } from '@darkroom/domain/task/roles';
import { Checkbox, Form, Input, Select } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useCategories, useFaultKinds, useUsers } from '../../../lib/session/lookups.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import type { NumberValue } from '../../../ui/number-field/number-field.tsx';
import { Field } from '../../../ui/record-form/field.tsx';
import styles from './complaint.module.css';
import { useTaskChangeText } from './rework-changes.tsx';
import { canBeSelected, type TaskChange } from './complaint-task-state.ts';
import { RunningRework } from './running-rework.tsx';

export interface ReworkTaskValues {
  task_id: number;
  chosen: boolean;
  rework_quantity: NumberValue;
  fault_kinds: string[];
}

const MAX_FAULT_TYPES = 9;

interface ReworkTaskFieldProps {
  position: number;
  value: ReworkTaskValues;
  initial: ReworkTaskValues | undefined;
  openedTask: ComplaintTask | undefined;
  currentTask: ComplaintTask | undefined;
  change: TaskChange | null;
}

/**
 * One task: selection, quantity and known faults, or its open rework. A row that the user cannot select any more stays only if it was
 * selected or has typed values (quality 9).
 */
export function ReworkTaskField({ position, value, initial, openedTask, currentTask, change }: ReworkTaskFieldProps) {
  const { t } = useTranslation(['request', 'field']);
  const users = useUsers();
  const { kinds } = useFaultKinds();
  const formatChange = useTaskChangeText();
  const { chosen } = value;
  const hiddenId = (
    <Form.Item name={[position, 'task_id']} hidden>
      <Input />
    </Form.Item>
  );
  if (!canBeSelected(currentTask)) {
    if (!change) return <li hidden>{hiddenId}</li>;
    return (
      <li className="framed stack gap-4">
        {hiddenId}
        {/* The task is not sent. It stays selected, because sending can become possible again. */}
        <Checkbox disabled checked={false}>
          <TaskName task={openedTask} />
          <span className="muted block">{formatChange(change)}</span>
        </Checkbox>
        <TypedValues value={value} initial={initial} />
      </li>
    );
  }
  const { task, running } = currentTask!;
  return (
    <li className="framed stack gap-4">
      {hiddenId}
      <Form.Item name={[position, 'chosen']} valuePropName="checked" className="mb-0">
        <Checkbox>
          <TaskName task={currentTask} />
          <span className="muted block">
            {running ? (
              <RunningRework rework={running} />
            ) : (
              t(canEditorResume(task!, 'rework', users.worker) ? 'complaint.editedBy' : 'complaint.editedByGone', {
                users: users.name(task!.editor) || '–',
              })
            )}
          </span>
        </Checkbox>
      </Form.Item>
      {running && change && <TypedValues value={{ ...value, fault_kinds: [] }} initial={initial} />}
      {chosen && (
        <div className={running ? undefined : styles.figures}>
          {running ? (
            <p className="muted">{t('complaint.runningHint')}</p>
          ) : (
            <Field name={[position, 'rework_quantity']} max={task?.quantity ?? 1} short />
          )}
          <Form.Item name={[position, 'fault_kinds']} label={t('complaint.kindsField')}>
            <Select
              mode="multiple"
              maxCount={MAX_FAULT_TYPES}
              options={kinds.map(({ key, label: word }) => ({ value: key, label: word }))}
            />
          </Form.Item>
        </div>
      )}
    </li>
  );
}

function TaskName({ task: complaintTask }: { task: ComplaintTask | undefined }) {
  const { t } = useTranslation('request');
  const { number } = useFormat();
  const { label } = useCategories();
  if (!complaintTask?.task) return null;
  const { sub_prod_id, service_cat2_id, quantity } = complaintTask.task;
  return (
    <>
      <span className="id">{sub_prod_id}</span> #{complaintTask.task_id} {label(service_cat2_id)} ·{' '}
      {t('complaint.counted', { count: quantity, n: number(quantity) })}
    </>
  );
}

/** True if the user changed the quantity or selected fault types. */
export const hasTypedValues = (
  { rework_quantity, fault_kinds }: ReworkTaskValues,
  initial: ReworkTaskValues | undefined,
): boolean => rework_quantity !== initial?.rework_quantity || fault_kinds.length > 0;

/** Typed values that will not be sent. */
function TypedValues({ value, initial }: Pick<ReworkTaskFieldProps, 'value' | 'initial'>) {
  const { t } = useTranslation('request');
  const { number } = useFormat();
  const { label } = useFaultKinds();
  if (!hasTypedValues(value, initial)) return null;
  const { rework_quantity, fault_kinds } = value;
  const pieces = typeof rework_quantity === 'number' ? rework_quantity : null;
  const typedTexts = [
    ...(pieces === null ? [] : [t('complaint.counted', { count: pieces, n: number(pieces) })]),
    ...fault_kinds.map(label),
  ];
  return (
    typedTexts.length > 0 && <p className="muted">{t('complaint.news.typed', { typed: typedTexts.join(' · ') })}</p>
  );
}
