import type { ComplaintTask } from '@darkroom/contract/request/complaint';
import { couldTakeBack } from '@darkroom/domain/task/places';
import { Checkbox, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCategories, useFaultKinds, useUsers } from '../../../lib/session/lookups.ts';
import { useFormat } from '../../../lib/words/format.ts';
import type { NumberValue } from '../../../ui/number-field/number-field.tsx';
import { Field } from '../../../ui/record-form/field.tsx';
import styles from './complaint.module.css';
import { useBecameWords } from './rework-changes.tsx';
import { canBeChosen, type Became } from './rework-standing.ts';
import { RunningRework } from './running-rework.tsx';

/** Form values of one task. */
export interface TaskValues {
  task_id: number;
  chosen: boolean;
  rework_quantity: NumberValue;
  fault_kinds: string[];
}

const MAX_KINDS = 9;

interface TaskToSendProps {
  place: number;
  value: TaskValues;
  /** Values when the form was opened. */
  initial: TaskValues | undefined;
  opened: ComplaintTask | undefined;
  now: ComplaintTask | undefined;
  /** Relevant change by another user. */
  became: Became | null;
}

/**
 * One task: selection, quantity and known faults, or its open rework. A row that can no longer be selected stays only if it was selected
 * or has typed values (quality 9).
 */
export function TaskToSend({ place, value, initial, opened, now, became }: TaskToSendProps) {
  const { t } = useTranslation(['request', 'field']);
  const users = useUsers();
  const { kinds } = useFaultKinds();
  const said = useBecameWords();
  const { chosen } = value;
  const hidden = (
    <Form.Item name={[place, 'task_id']} hidden>
      <Input />
    </Form.Item>
  );
  if (!canBeChosen(now)) {
    if (!became) return <li hidden>{hidden}</li>;
    return (
      <li className="framed stack gap-4">
        {hidden}
        {/* The task is not sent. The selection is kept in case it becomes possible again. */}
        <Checkbox disabled checked={false}>
          <NameOf task={opened} />
          <span className="muted block">{said(became)}</span>
        </Checkbox>
        <Typed value={value} initial={initial} />
      </li>
    );
  }
  const { task, running } = now!;
  return (
    <li className="framed stack gap-4">
      {hidden}
      <Form.Item name={[place, 'chosen']} valuePropName="checked" className="mb-0">
        <Checkbox>
          <NameOf task={now} />
          <span className="muted block">
            {running ? (
              <RunningRework of={running} />
            ) : (
              t(couldTakeBack(task!, 'rework', users.worker) ? 'complaint.editedBy' : 'complaint.editedByGone', {
                users: users.name(task!.editor) || '–',
              })
            )}
          </span>
        </Checkbox>
      </Form.Item>
      {running && became && <Typed value={{ ...value, fault_kinds: [] }} initial={initial} />}
      {chosen && (
        <div className={running ? undefined : styles.figures}>
          {running ? (
            <p className="muted">{t('complaint.runningHint')}</p>
          ) : (
            <Field name={[place, 'rework_quantity']} max={task?.quantity ?? 1} short />
          )}
          <Form.Item name={[place, 'fault_kinds']} label={t('complaint.kindsField')}>
            <Select
              mode="multiple"
              maxCount={MAX_KINDS}
              options={kinds.map(({ key, label: word }) => ({ value: key, label: word }))}
            />
          </Form.Item>
        </div>
      )}
    </li>
  );
}

function NameOf({ task: of }: { task: ComplaintTask | undefined }) {
  const { t } = useTranslation('request');
  const { number } = useFormat();
  const { label } = useCategories();
  if (!of?.task) return null;
  const { sub_prod_id, service_cat2_id, quantity } = of.task;
  return (
    <>
      <span className="id">{sub_prod_id}</span> #{of.task_id} {label(service_cat2_id)} ·{' '}
      {t('complaint.counted', { count: quantity, n: number(quantity) })}
    </>
  );
}

/** True if the user changed the quantity or selected fault types. */
export const isTyped = ({ rework_quantity, fault_kinds }: TaskValues, initial: TaskValues | undefined): boolean =>
  rework_quantity !== initial?.rework_quantity || fault_kinds.length > 0;

/** Typed values that will not be sent. */
function Typed({ value, initial }: Pick<TaskToSendProps, 'value' | 'initial'>) {
  const { t } = useTranslation('request');
  const { number } = useFormat();
  const { label } = useFaultKinds();
  if (!isTyped(value, initial)) return null;
  const { rework_quantity, fault_kinds } = value;
  const pieces = typeof rework_quantity === 'number' ? rework_quantity : null;
  const typed = [
    ...(pieces === null ? [] : [t('complaint.counted', { count: pieces, n: number(pieces) })]),
    ...fault_kinds.map(label),
  ];
  return typed.length > 0 && <p className="muted">{t('complaint.news.typed', { typed: typed.join(' · ') })}</p>;
}
